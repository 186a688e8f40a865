"""Refusals about rounds and pairings, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class SitsAtBoard(ClubError):
    code = "sits_at_board"
    what = _("%(name)s is at board %(board)s in round %(round)s, which has no result.")
    next_step = _("Choose: forfeit now, finish the round, or re-pair it.")


class RePairingUnfit(ClubError):
    code = "re_pairing_unfit"
    what = _(
        "Round %(round)s cannot be re-paired: it has a result or a later round, or follows a fixed "
        "pairing table."
    )
    next_step = _("Choose: forfeit now, or finish the round.")


class NotALateArrival(ClubError):
    code = "not_a_late_arrival"
    what = _("%(name)s is not a late arrival in round %(round)s.")
    next_step = _("Reload the round page: this may already be resolved.")


class NoOpponentFree(ClubError):
    code = "no_opponent_free"
    what = _("No opponent is free for %(name)s in round %(round)s.")
    next_step = _("Give a half-point bye, or choose the next round.")


class RoundUnfinished(ClubError):
    code = "round_unfinished"
    what = _("Round %(round)s has missing results, at board %(boards)s.")
    next_step = _("Enter them first. Enter an adjourned game as adjourned.")


class AllRoundsPlayed(ClubError):
    code = "all_rounds_paired"
    what = _("All %(rounds)s rounds of the section are paired.")
    next_step = _("To play one more, add a round in the section settings.")


class TooFewPlayers(ClubError):
    code = "too_few_players"
    what = _("Players present for this round: %(present)s. A round needs two.")
    next_step = _("Add players, or check who is marked as absent.")


class PairingImpossible(ClubError):
    """Every pairing of the round breaks the absolute rules. Facts: round, why."""

    code = "pairing_impossible"
    what = _("Round %(round)s cannot be paired: no pairing meets the absolute rules.")
    next_step = _("Play fewer rounds, allow a second meeting in the settings, or pair the round by hand.")


class EngineAtLoss(ClubError):
    code = "engine_at_loss"
    what = _("The program failed to pair round %(round)s, although a pairing exists.")
    next_step = _(
        "Choose another pairing system in the settings for this round, or mark one player "
        "absent. Please report this with the exported file of the section."
    )


class LaterRoundExists(ClubError):
    code = "later_round_exists"
    what = _("Round %(later)s depends on round %(round)s.")
    next_step = _("Unpublish or discard the later round first.")


class ResultsAlready(ClubError):
    code = "results_already"
    what = _("Round %(round)s already has results, at board %(boards)s.")
    next_step = _("Clear those results first.")


class IllegalPairing(ClubError):
    """The rules forbid the change by hand. Facts: why."""

    code = "illegal_pairing"
    what = _("This change does not give a valid pairing.")
    next_step = _("To swap, choose two players at different boards; to seat, choose players without a board.")


class EventHidden(ClubError):
    code = "event_hidden"
    what = _("Round %(round)s was not published: %(event)s is hidden.")
    next_step = _("Publish the event with the round, or publish for staff only.")


class IllegalRound(InvalidInput):
    """The round breaks rules that admit no exception. Facts: round, count, findings (codes)."""

    code = "illegal_round"
    what = _("Round %(round)s was not published: the rule check found violations (%(count)s).")
    next_step = _("Change the listed boards, or publish anyway and give a reason.")


class NotInTheTable(ClubError):
    """Players entered after the first round of a table or a tree was drafted. Facts: round, names."""

    code = "not_in_the_table"
    what = _("Not in the pairing table, as they entered after round %(round)s was drafted: %(names)s.")
    next_step = _("Re-pair the draft.")


class NoOpeningDrawn(ClubError):
    code = "no_opening_drawn"
    what = _("No opening is drawn in round %(round)s.")
    next_step = _("Choose a deck in the settings of the section before a round is paired.")


class RedrawNeedsReason(InvalidInput):
    code = "redraw_needs_reason"
    what = _("Redrawing an opening needs a reason.")
    next_step = _("Enter a reason; it is recorded in the audit log with both openings.")


class MatchUndecided(ClubError):
    code = "match_undecided"
    what = _(
        "Round %(round)s, board %(board)s is tied: %(first)s against %(second)s. It is not decided "
        "who advances."
    )
    next_step = _("On the page of that round, choose who advances and how it was decided.")


class MatchNotPlayed(ClubError):
    code = "match_not_played"
    what = _(
        "The bracket has the match %(first)s against %(second)s in round %(round)s, which was not played."
    )
    next_step = _("Unpublish the later rounds, or choose pairing by hand in the settings.")


class KnockoutOver(ClubError):
    code = "knockout_over"
    what = _("The last match is played: %(winner)s has won.")
    next_step = _("No further round is needed.")


class MatchDecided(ClubError):
    code = "match_decided"
    what = _("Board %(board)s of round %(round)s is not tied, or has games without a result.")
    next_step = _("Choose who advances only after a tied match.")


class TieBreakOpen(ClubError):
    """A tie-break game of the match is in progress; the next one needs its result. Facts: board, round."""

    code = "tie_break_open"
    what = _("Board %(board)s of round %(round)s has a tie-break game without a result.")
    next_step = _("Enter its result first, or remove the game.")


class TieBreakBegun(ClubError):
    code = "tie_break_begun"
    what = _(
        "This tie-break game of board %(board)s, round %(round)s has a result or a game "
        "record, or is not the last one."
    )
    next_step = _("First clear its result and remove its game record; remove later games before it.")


class TieBreakColours(ClubError):
    code = "tie_break_colours"
    what = _(
        "In the tie-break games of board %(board)s, round %(round)s, the colours alternate after "
        "the first game."
    )
    next_step = _("Do not choose who has White, or remove the earlier games.")


class TieBreakSettled(ClubError):
    code = "tie_break_settled"
    what = _("%(name)s won the tie-break games at board %(board)s in round %(round)s.")
    next_step = _(
        "Correct the results if that is wrong, or decide the match in another way and give a reason."
    )


class NotInMatch(InvalidInput):
    code = "not_in_match"
    what = _("The player who advances from board %(board)s must have played there.")
    next_step = _("Choose one of the two players.")


class NoTree(ClubError):
    code = "no_tree"
    what = _("Players are not eliminated in this system (%(system)s).")
    next_step = _("A tied match stays a draw here.")


class CampsUnequal(ClubError):
    code = "camps_unequal"
    what = _("The teams differ in size: %(first)s and %(second)s players.")
    next_step = _("Make their numbers equal in the list of entries.")


class NothingToUndo(ClubError):
    code = "no_swap_to_undo"
    what = _("No swap in this draft can be undone: the draft was changed in another way since.")
    next_step = _("Swap the players again by hand, or re-pair the draft.")
