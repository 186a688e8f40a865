"""Error messages and audit log texts of linking recorded games to results."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_record": (
        _("The club archive has no game %(record)s."),
        _("Paste the game record, or look up the game number in the archive."),
    ),
    "record_unreadable": (
        _("The pasted text is not a game record (%(why)s)."),
        _("Paste one game as PDN. “Check” on the games page shows what is wrong with it."),
    ),
    "record_of_another_game": (
        _("This game is of another variant (%(found)s); the section plays %(wanted)s."),
        _("Check which game record belongs to this board."),
    ),
    "record_of_another_board": (
        _("Game %(record)s is already attached to another result."),
        _("Detach it there first."),
    ),
}

AUDIT_WORDS = AuditMessages(
    sentences={
        "tournaments.record.linked": _(
            "%(who)s attached archive game %(after_record)s to round %(after_round)s, board "
            "%(after_board)s, game %(after_game)s."
        ),
        "tournaments.record.unlinked": _(
            "%(who)s detached the game record from round %(after_round)s, board %(after_board)s, "
            "game %(after_game)s."
        ),
    },
    fields={"record": _("game record")},
    reasons={"record_changed_since": _("Another game record was attached or detached since then.")},
)
