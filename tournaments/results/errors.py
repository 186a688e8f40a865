"""What is refused of results told from the boards, by stable codes; `report_texts` has the words."""

from club.core.errors import ClubError


class UnknownCard(ClubError):
    """The code leads to no board, or its card was taken back. Facts: board."""

    code = "unknown_card"
    status = 404


class ReportsOff(ClubError):
    """Players of the section do not report results themselves. Facts: section."""

    code = "reports_off"


class WrongBoard(ClubError):
    """What was sent is about another board or a round that is gone. Facts: board."""

    code = "wrong_board"


class UnknownOutcome(ClubError):
    """Players can say who won, or that it was drawn. Facts: outcome, known."""

    code = "unknown_outcome"
    status = 422


class ResultStands(ClubError):
    """The game has another result already. Facts: board, game, there."""

    code = "result_stands"


class SamePhone(ClubError):
    """The phone has spoken for the other player. Facts: name."""

    code = "same_phone"


class OtherPhone(ClubError):
    """Another phone has spoken for this player. Facts: name."""

    code = "other_phone"


class DisputeOpen(ClubError):
    """Two versions of the game are there, and the arbiter decides. Facts: board, game."""

    code = "dispute_open"


class SecondPassDiffers(ClubError):
    """A second person entered something else than the first; both versions are kept. Facts: board, game."""

    code = "second_pass_differs"


class ResultsUnchecked(ClubError):
    """Results lack the second pass. Facts: round, boards."""

    code = "results_unchecked"


class ResultsDisputed(ClubError):
    """Results are disputed, and nobody has decided. Facts: round, boards."""

    code = "results_disputed"


class UnknownDoubt(ClubError):
    """Nothing of this kind is asked now. Facts: doubt."""

    code = "unknown_doubt"


class NotAdjourned(ClubError):
    """The game is not adjourned. Facts: board, game."""

    code = "not_adjourned"


class PositionUnreadable(ClubError):
    """What was noted is no position of the section's game. Facts: position."""

    code = "position_unreadable"
    status = 422


class DisputeOver(ClubError):
    """The dispute is settled. Facts: by."""

    code = "dispute_over"


class DecisionNeedsReason(ClubError):
    """Deciding between two passes takes a reason."""

    code = "decision_needs_reason"
    status = 422
