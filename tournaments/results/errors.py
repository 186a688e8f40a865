"""Errors of results reported from the boards, by stable codes, each with its sentences."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound
from tournaments.rounds.models import Outcome


class UnknownCard(NotFound):
    """The code is unknown, or its card was revoked. Facts: board."""

    code = "unknown_card"
    what = _("This code is no longer valid.")
    next_step = _("Scan the card now at the board, or tell the arbiter the result.")


class ReportsOff(ClubError):
    code = "reports_off"
    what = _("Players in “%(section)s” cannot report results by phone.")
    next_step = _("Fill in the result slip and bring it to the arbiter.")


class WrongBoard(ClubError):
    code = "wrong_board"
    what = _("This report is not about the current game at board %(board)s.")
    next_step = _("Check who plays there now. Report a result of an earlier round to the arbiter.")


class UnknownOutcome(InvalidInput):
    """Players can report a winner or a draw, nothing else. Facts: outcome, known."""

    code = "unknown_outcome"
    what = _("“%(outcome)s” cannot be reported from the board.")
    next_step = _("Report a win or a draw here. Report anything else to the arbiter.")


class ResultStands(ClubError):
    """The game has another result already. Facts: board, game, there."""

    code = "result_stands"
    what = _("Game %(game)s at board %(board)s already has a different result.")
    next_step = _("Call the arbiter to change a result that has been entered.")


class SamePhone(ClubError):
    code = "same_phone"
    what = _("This phone has already reported for %(name)s.")
    next_step = _("Ask the other player to scan the card with another phone, or tell the arbiter.")


class OtherPhone(ClubError):
    code = "other_phone"
    what = _("Another phone has already reported for %(name)s; only that phone can change the report.")
    next_step = _("Use that phone, or call the arbiter.")


class DisputeOpen(ClubError):
    code = "dispute_open"
    what = _("There are two versions of game %(game)s at board %(board)s.")
    next_step = _("The arbiter sees both and decides.")


class SecondPassDiffers(ClubError):
    """The second person entered a different result; both versions are stored. Facts: board, game."""

    code = "second_pass_differs"
    what = _("The two passes differ for game %(game)s at board %(board)s. Nothing was changed.")
    next_step = _(
        "A person with permission to correct results decides; both versions are shown at the board."
    )


class ResultsUnchecked(ClubError):
    code = "results_unchecked"
    what = _("Second pass missing in round %(round)s, boards: %(boards)s.")
    next_step = _("Ask a second person to enter them, or close the round anyway and give a reason.")


class ResultsDisputed(ClubError):
    code = "results_disputed"
    what = _("Disputed results in round %(round)s, boards: %(boards)s.")
    next_step = _("Decide these results first.")


class UnknownDoubt(ClubError):
    """The doubt does not exist now. Facts: doubt."""

    code = "unknown_doubt"
    what = _("This question is closed: the result was changed or already confirmed.")
    next_step = _("See the current result.")


class NotAdjourned(ClubError):
    code = "not_adjourned"
    what = _("Game %(game)s at board %(board)s is not adjourned.")
    next_step = _("Enter it as adjourned first.")


class PositionUnreadable(InvalidInput):
    code = "position_unreadable"
    what = _("“%(position)s” is not a valid position in this game.")
    next_step = _("Enter the side to move and the squares of both sides, for example W:W18,K27:B9,12.")


class DisputeOver(ClubError):
    code = "dispute_over"
    what = _("The dispute has already been decided: %(by)s.")
    next_step = _("See the result. Anyone with permission to correct results can change it.")


class DecisionNeedsReason(InvalidInput):
    code = "decision_needs_reason"
    what = _("Choosing between the two passes requires a reason.")
    next_step = _("Enter a reason; it is recorded in the audit log with both versions.")


class RoundClosed(ClubError):
    code = "round_closed"
    what = _("Round %(round)s is closed.")
    next_step = _("Reopen it first.")


class ClosedRoundNeedsResult(ClubError):
    """A result of a closed round was about to be removed. Facts: round, board, game."""

    code = "closed_round_needs_result"
    what = _("Round %(round)s is closed: game %(game)s at board %(board)s needs a result.")
    next_step = _("Correct it to the right result. If there is none yet, reopen the round first.")


class NoGames(ClubError):
    code = "bye_has_no_games"
    what = _("%(name)s has a bye, so there is no game.")
    next_step = _("Choose a board with two players.")


class UnknownGame(InvalidInput):
    code = "unknown_game"
    what = _("This pairing has %(games)s games; there is no game %(game)s.")
    next_step = _("Check the game number.")


class ReasonNeeded(InvalidInput):
    code = "reason_needed"
    what = _("The round is closed. Changing a result needs a reason.")
    next_step = _("Enter a reason; it is recorded in the audit log with the change.")


class PublishedResult(ClubError):
    """The game has another result than the account saw. Facts: board, game, there."""

    code = "result_differs"
    what = _("Another person has already entered game %(game)s at board %(board)s: %(there)s.")
    next_step = _("Ask at the board. A person with permission to correct results can change it.")

    def readable_facts(self) -> dict[str, Any]:
        """Name the stored result in words."""
        there = self.facts["there"]
        return self.facts | {"there": dict(Outcome.choices).get(there, there)}


class OverwriteUnconfirmed(ClubError):
    """The game has another result, and nobody has confirmed to replace it. Facts: board, game, there."""

    code = "overwrite_unconfirmed"
    what = _("Game %(game)s at board %(board)s already has a result: %(there)s.")
    next_step = _("Confirm to replace it, or leave it.")


class ResultByRuling(ClubError):
    """A ruling in force has set the result. Facts: board, game, there, case, ruling."""

    code = "result_by_ruling"
    what = _(
        "The result of game %(game)s at board %(board)s was set by the ruling on case %(case)s: %(ruling)s."
    )
    next_step = _(
        "Make a new ruling on the case. Or replace the result at the desk and give a reason: the ruling then "
        "stays as it is, and the history of the case shows the change."
    )


class QuickUnreadable(InvalidInput):
    """A line of the quick field that names no board and key. Facts: text."""

    code = "quick_unreadable"
    what = _("“%(text)s” is not a board and a result.")
    next_step = _(
        "Enter the board number and a key, for example 14 1. Keys: 1 first player won, 2 or = draw, "
        "3 second player won, 0 clear result; one key for each game."
    )


class QuickBoardUnknown(InvalidInput):
    """The round has no such board. Facts: board, boards."""

    code = "quick_board_unknown"
    what = _("There is no board %(board)s in this round.")
    next_step = _("The boards of this round: %(boards)s.")


class QuickTooManyKeys(InvalidInput):
    """More keys than games. Facts: board, keys, games."""

    code = "quick_too_many_keys"
    what = _("%(keys)s results were entered, but board %(board)s has fewer games: %(games)s.")
    next_step = _("Enter one key for each game.")


class NothingToUndo(ClubError):
    code = "nothing_to_undo"
    what = _("You have entered no result in this round that can be undone.")
    next_step = _("The audit log lists all changes, with their undo.")


class MarkUnfit(InvalidInput):
    code = "mark_unfit"
    what = _("This result cannot be entered with “%(mark)s” here.")
    next_step = _(
        "A drawn game can have a plus and a won game a stage only if the section settings allow it."
    )
