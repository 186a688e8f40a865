"""Errors of results reported from the boards, with stable codes; `report_messages` has the messages."""

from club.core.errors import ClubError


class UnknownCard(ClubError):
    """The code is unknown, or its card was revoked. Facts: board."""

    code = "unknown_card"
    status = 404


class ReportsOff(ClubError):
    """Players of the section do not report results themselves. Facts: section."""

    code = "reports_off"


class WrongBoard(ClubError):
    """The report is about another board or a deleted round. Facts: board."""

    code = "wrong_board"


class UnknownOutcome(ClubError):
    """Players can report a winner or a draw, nothing else. Facts: outcome, known."""

    code = "unknown_outcome"
    status = 422


class ResultStands(ClubError):
    """The game has another result already. Facts: board, game, there."""

    code = "result_stands"


class SamePhone(ClubError):
    """The phone has reported for the other player. Facts: name."""

    code = "same_phone"


class OtherPhone(ClubError):
    """Another phone has reported for this player. Facts: name."""

    code = "other_phone"


class DisputeOpen(ClubError):
    """The game has two versions and waits for the arbiter. Facts: board, game."""

    code = "dispute_open"


class SecondPassDiffers(ClubError):
    """The second person entered a different result; both versions are stored. Facts: board, game."""

    code = "second_pass_differs"


class ResultsUnchecked(ClubError):
    """Results lack the second pass. Facts: round, boards."""

    code = "results_unchecked"


class ResultsDisputed(ClubError):
    """The round has disputed results without a decision. Facts: round, boards."""

    code = "results_disputed"


class UnknownDoubt(ClubError):
    """The doubt does not exist now. Facts: doubt."""

    code = "unknown_doubt"


class NotAdjourned(ClubError):
    """The game is not adjourned. Facts: board, game."""

    code = "not_adjourned"


class PositionUnreadable(ClubError):
    """The text is no position of the section's game. Facts: position."""

    code = "position_unreadable"
    status = 422


class DisputeOver(ClubError):
    """The dispute is settled. Facts: by."""

    code = "dispute_over"


class DecisionNeedsReason(ClubError):
    """Deciding between two passes takes a reason."""

    code = "decision_needs_reason"
    status = 422
