"""Refusals of linking recorded games to results, with their messages and the audit log's."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.capabilities import Capability
from club.core.errors import ClubError, InvalidInput


class UnknownRecord(InvalidInput):
    code = "unknown_record"
    what = _("The club archive has no game %(record)s.")
    next_step = _("Paste the game record, or look up the game number in the archive.")


class RecordOfAnotherGame(InvalidInput):
    code = "record_of_another_game"
    what = _("This game is of another variant (%(found)s); the section plays %(wanted)s.")
    next_step = _("Check which game record belongs to this board.")


class RecordOfAnotherBoard(ClubError):
    code = "record_of_another_board"
    what = _("Game %(record)s is already attached to another result.")
    next_step = _("Detach it there first.")


class RecordUnreadable(InvalidInput):
    """The pasted text is no record of a game. Facts: why (the code of the refusal)."""

    code = "record_unreadable"
    what = _("The pasted text is not a game record (%(why)s).")
    next_step = _("Paste one game as PDN. “Check” on the games page shows what is wrong with it.")


AUDIT_MESSAGES = AuditMessages(
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
    shown_by={
        Capability.SEE_AUDIT: ("tournaments.record",),
    },
    fields={"record": _("game record")},
)
