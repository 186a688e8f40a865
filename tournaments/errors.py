"""What the tournaments app refuses, by stable codes; `messages` has the words."""

from club.errors import ClubError


class UnknownPreset(ClubError):
    """There is no such preset. Facts: key, known."""

    code = "unknown_preset"
    status = 422


class UnknownSystem(ClubError):
    """There is no such pairing system. Facts: key, known."""

    code = "unknown_system"
    status = 422


class ChangedMeanwhile(ClubError):
    """Somebody else changed it after it was shown. Facts: what."""

    code = "changed_meanwhile"


class NothingToEnter(ClubError):
    """There is no name in what was given."""

    code = "nothing_to_enter"
    status = 422


class LineNotUnderstood(ClubError):
    """A line of a pasted list makes no sense. Facts: line, text, why."""

    code = "line_not_understood"
    status = 422


class EnteredTwice(ClubError):
    """Somebody is in the section already. Facts: name."""

    code = "entered_twice"


class TableIsSet(ClubError):
    """Every round is settled by the number of players. Facts: system."""

    code = "table_is_set"


class EntryHasPlayed(ClubError):
    """An entry that has been paired stays; it can be withdrawn. Facts: name."""

    code = "entry_has_played"


class RoundOver(ClubError):
    """The round of a requested bye is paired already. Facts: name, round."""

    code = "round_is_paired"


class RoundUnfinished(ClubError):
    """The round before is not finished. Facts: round, boards."""

    code = "round_unfinished"


class AllRoundsPlayed(ClubError):
    """Every round of the section is paired. Facts: rounds."""

    code = "all_rounds_paired"


class TooFewPlayers(ClubError):
    """Fewer than two players are in the round. Facts: present."""

    code = "too_few_players"


class PairingImpossible(ClubError):
    """No pairing of the round keeps the absolute rules. Facts: round, why."""

    code = "pairing_impossible"


class RoundNotDraft(ClubError):
    """Only a draft can be changed. Facts: round, state."""

    code = "round_not_draft"


class RoundNotPublished(ClubError):
    """Only a published round takes this. Facts: round, state."""

    code = "round_not_published"


class RoundClosed(ClubError):
    """The round is closed. Facts: round."""

    code = "round_closed"


class LaterRoundExists(ClubError):
    """A later round is built on this one. Facts: round, later."""

    code = "later_round_exists"


class ResultsAlready(ClubError):
    """Results have been entered in the round. Facts: round, boards."""

    code = "results_already"


class IllegalPairing(ClubError):
    """A change by hand that no rule allows. Facts: why."""

    code = "illegal_pairing"


class IllegalRound(ClubError):
    """The round breaks rules that admit no exception. Facts: round, count, findings (codes)."""

    code = "illegal_round"
    status = 422


class UnfitDeck(ClubError):
    """The section draws from a deck that is none of its game. Facts: deck, known."""

    code = "unfit_deck"
    status = 422


class NoOpeningLeft(ClubError):
    """Every opening of the deck has been had at this board. Facts: round, board."""

    code = "no_opening_left"


class NoOpeningDrawn(ClubError):
    """No opening is drawn in this round. Facts: round."""

    code = "no_opening_drawn"


class RedrawNeedsReason(ClubError):
    """Drawing again takes a reason."""

    code = "redraw_needs_reason"
    status = 422


class NoGames(ClubError):
    """A bye has no games to enter. Facts: name."""

    code = "bye_has_no_games"


class UnknownGame(ClubError):
    """The pairing has no game of this number. Facts: game, games."""

    code = "unknown_game"
    status = 422


class ReasonNeeded(ClubError):
    """Changing what was settled takes a reason."""

    code = "reason_needed"
    status = 422


class PublishedResult(ClubError):
    """The result was entered by somebody else meanwhile. Facts: board, game, there."""

    code = "result_differs"
