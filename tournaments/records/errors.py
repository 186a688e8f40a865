"""Errors of linking recorded games, with stable codes; the texts are in `records_messages`."""

from club.core.errors import ClubError


class UnknownRecord(ClubError):
    """The club's archive has no such game. Facts: record."""

    code = "unknown_record"
    status = 422


class RecordOfAnotherGame(ClubError):
    """The record is of another kind of draughts than the section plays. Facts: found, wanted."""

    code = "record_of_another_game"
    status = 422


class RecordOfAnotherBoard(ClubError):
    """The record is linked to another result already. Facts: record."""

    code = "record_of_another_board"


class RecordUnreadable(ClubError):
    """The pasted text is no record of a game. Facts: why (the code of the refusal)."""

    code = "record_unreadable"
    status = 422
