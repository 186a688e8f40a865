"""Error messages and audit log texts of linking recorded games to results."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_record": (
        _("The archive of the club has no game %(record)s."),
        _("Paste the record, or look up the number of the game in the archive."),
    ),
    "record_unreadable": (
        _("What was pasted is no record of a game (%(why)s)."),
        _("Paste one game as PDN; “Check” on the page of games tells what is wrong with it."),
    ),
    "record_of_another_game": (
        _("This is a game of another kind (%(found)s); the section plays %(wanted)s."),
        _("Look which record belongs to the board."),
    ),
    "record_of_another_board": (
        _("Game %(record)s stands beside another result already."),
        _("Take it away there first."),
    ),
}

AUDIT_WORDS = AuditWords(
    sentences={
        "tournaments.record.linked": _(
            "%(who)s put game %(after_record)s of the archive to round %(after_round)s, "
            "board %(after_board)s, game %(after_game)s."
        ),
        "tournaments.record.unlinked": _(
            "%(who)s took the recorded game from round %(after_round)s, board %(after_board)s, "
            "game %(after_game)s."
        ),
    },
    fields={"record": _("recorded game")},
    reasons={"record_changed_since": _("Another record was put there or taken away since.")},
)
