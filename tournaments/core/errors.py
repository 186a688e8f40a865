"""Errors of the tournaments app, with stable codes; `messages` has the texts."""

from club.core.errors import ClubError


class UnknownPreset(ClubError):
    """The preset does not exist. Facts: key, known."""

    code = "unknown_preset"
    status = 422


class RulesNotPlayed(ClubError):
    """The club does not play by these rules, or no longer. Facts: key."""

    code = "rules_not_played"
    status = 422


class UnknownSystem(ClubError):
    """The pairing system does not exist. Facts: key, known."""

    code = "unknown_system"
    status = 422


class ChangedMeanwhile(ClubError):
    """Another account changed it after it was shown. Facts: what."""

    code = "changed_meanwhile"


class NothingToEnter(ClubError):
    """The list contains no name."""

    code = "nothing_to_enter"
    status = 422


class LineNotUnderstood(ClubError):
    """A line of a pasted list cannot be parsed. Facts: line, text, why."""

    code = "line_not_understood"
    status = 422


class LineTooLong(LineNotUnderstood):
    """A name or a club of a pasted list is too long. Facts: line, text, why, name and club (the limits)."""

    code = "line_too_long"


class RatingTooHigh(LineNotUnderstood):
    """A rating of a pasted list is above the limit. Facts: line, text, why, limit."""

    code = "line_rating_too_high"


class PasteUnclear(ClubError):
    """Cells of a pasted list are no clear rating, federation or club. Facts: cells, lines."""

    code = "paste_unclear"
    status = 422


class EnteredTwice(ClubError):
    """Names of a list are entered in the section already. Facts: names, doubles (name, lines, is_entered)."""

    code = "entered_twice"


class NamedTwice(ClubError):
    """A list has the same name twice. Facts: names, doubles (name, lines, is_entered)."""

    code = "player_named_twice"


class NameTaken(ClubError):
    """Another entry of the section has this name. Facts: name."""

    code = "name_taken"


class EntryFactsWrong(ClubError):
    """A player's name, rating, federation or club is invalid. Facts: fields."""

    code = "entry_facts_wrong"


class TableIsSet(ClubError):
    """The number of rounds is fixed by the number of players. Facts: system."""

    code = "table_is_set"


class EntryHasPlayed(ClubError):
    """An entry that has been paired cannot be deleted, only withdrawn. Facts: name."""

    code = "entry_has_played"


class EntryHasCases(ClubError):
    """An entry with a case cannot be deleted, only withdrawn. Facts: name."""

    code = "entry_has_cases"


class ExcludedByRuling(ClubError):
    """A ruling in force excludes the player and has to be superseded first. Facts: name, number."""

    code = "excluded_by_ruling"


class RoundOver(ClubError):
    """The round of a requested bye is paired already. Facts: name, round."""

    code = "round_is_paired"


class SitsAtBoard(ClubError):
    """The player to withdraw has an open board in a published round. Facts: name, round, board."""

    code = "sits_at_board"


class RePairingUnfit(ClubError):
    """The round has a result, a later round or a fixed table. Facts: round."""

    code = "re_pairing_unfit"


class NotALateArrival(ClubError):
    """The player has a place in the round, or is not in the section. Facts: name, round."""

    code = "not_a_late_arrival"


class NoOpponentFree(ClubError):
    """The round has no player with the bye, and no other late arrival. Facts: name, round."""

    code = "no_opponent_free"


class RoundUnfinished(ClubError):
    """The previous round is not finished. Facts: round, boards."""

    code = "round_unfinished"


class AllRoundsPlayed(ClubError):
    """Every round of the section is paired. Facts: rounds."""

    code = "all_rounds_paired"


class TooFewPlayers(ClubError):
    """The round has fewer than two players. Facts: present."""

    code = "too_few_players"


class PairingImpossible(ClubError):
    """Every pairing of the round breaks the absolute rules. Facts: round, why."""

    code = "pairing_impossible"


class EngineAtLoss(ClubError):
    """A legal pairing of the round exists, but the engine does not find it. Facts: round."""

    code = "engine_at_loss"


class RoundNotDraft(ClubError):
    """Only a draft can be changed. Facts: round, state."""

    code = "round_not_draft"


class RoundNotPublished(ClubError):
    """The action needs a published round. Facts: round, state."""

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
    """The rules forbid the change by hand. Facts: why."""

    code = "illegal_pairing"


class EventHidden(ClubError):
    """The event of the round to publish is hidden from the public. Facts: event, round."""

    code = "event_hidden"


class NoDemo(ClubError):
    """There is no demo club."""

    code = "no_demo"
    status = 404


class DemoWasUsed(ClubError):
    """Accounts have changed something in the demo club. Facts: changes."""

    code = "demo_was_used"


class IllegalRound(ClubError):
    """The round breaks rules that admit no exception. Facts: round, count, findings (codes)."""

    code = "illegal_round"
    status = 422


class UnfitDeck(ClubError):
    """The section's deck is for another game. Facts: deck, known."""

    code = "unfit_deck"
    status = 422


class NoOpeningLeft(ClubError):
    """Every opening of the deck has been used at this board. Facts: round, board."""

    code = "no_opening_left"


class NoOpeningDrawn(ClubError):
    """No opening is drawn in this round. Facts: round."""

    code = "no_opening_drawn"


class RedrawNeedsReason(ClubError):
    """A redraw takes a reason."""

    code = "redraw_needs_reason"
    status = 422


class NothingToHandOut(ClubError):
    """The section has no published standings, or no prize that they award. Facts: section."""

    code = "nothing_to_hand_out"


class NoGames(ClubError):
    """A bye has no games. Facts: name."""

    code = "bye_has_no_games"


class UnknownGame(ClubError):
    """The pairing has no game of this number. Facts: game, games."""

    code = "unknown_game"
    status = 422


class ReasonNeeded(ClubError):
    """A change of a settled result takes a reason."""

    code = "reason_needed"
    status = 422


class PublishedResult(ClubError):
    """Another account entered the result meanwhile. Facts: board, game, there."""

    code = "result_differs"


class UnknownOption(ClubError):
    """The option does not exist in any pairing system. Facts: option, known."""

    code = "unknown_option"
    status = 422


class OptionUnfit(ClubError):
    """An option has an invalid value. Facts: option, given, wanted."""

    code = "option_unfit"
    status = 422


class StagesUnfit(ClubError):
    """Stages need one game a pairing and the points of their own table. Facts: stages, win, draw, loss."""

    code = "stages_unfit"
    status = 422


class MarkUnfit(ClubError):
    """The section does not use such a mark, or the result cannot have it. Facts: mark."""

    code = "mark_unfit"
    status = 422


class NumbersNotDrawn(ClubError):
    """The Varma tables are for 9 to 24 players. Facts: players."""

    code = "numbers_not_drawn"


class MatchUndecided(ClubError):
    """A match of the tree is tied and has no decision. Facts: round, board, first, second."""

    code = "match_undecided"


class MatchNotPlayed(ClubError):
    """A match of the tree was not played by these two. Facts: round, first, second."""

    code = "match_not_played"


class KnockoutOver(ClubError):
    """The tree has no opponent left. Facts: winner."""

    code = "knockout_over"


class MatchDecided(ClubError):
    """The points of the match decide it, or it is not finished. Facts: board, round."""

    code = "match_decided"


class TieBreakOpen(ClubError):
    """A tie-break game of the match is in progress; the next one needs its result. Facts: board, round."""

    code = "tie_break_open"


class TieBreakBegun(ClubError):
    """The tie-break game has a result or a record, or a later one exists. Facts: board, round."""

    code = "tie_break_begun"


class TieBreakColours(ClubError):
    """In tie-break games the sides alternate after the first one. Facts: board, round."""

    code = "tie_break_colours"


class TieBreakSettled(ClubError):
    """The tie-break games decide the match. Facts: board, round, name."""

    code = "tie_break_settled"


class NotInMatch(ClubError):
    """The named winner does not play this match. Facts: board."""

    code = "not_in_match"
    status = 422


class NoTree(ClubError):
    """The section's system has no eliminations. Facts: system."""

    code = "no_tree"


class CampMissing(ClubError):
    """Players of a Scheveningen match have no team. Facts: names."""

    code = "camp_missing"


class CampsUnequal(ClubError):
    """The two teams differ in size. Facts: first, second."""

    code = "camps_unequal"


class FixedBoardTaken(ClubError):
    """Another player has this fixed board. Facts: name, board."""

    code = "fixed_board_taken"


class PairForbiddenAlready(ClubError):
    """The pair is forbidden in these rounds already. Facts: first, second."""

    code = "pair_forbidden_already"


class NoPair(ClubError):
    """Two different players of the section are needed."""

    code = "no_pair"
    status = 422


class KindIsSet(ClubError):
    """A section with rounds or team members cannot change between players and teams. Facts: section."""

    code = "kind_is_set"


class NotATeam(ClubError):
    """The section is one of players. Facts: section."""

    code = "not_a_team"


class MemberLineNotUnderstood(ClubError):
    """A line of a pasted list of members cannot be parsed. Facts: line, text."""

    code = "member_line_not_understood"
    status = 422


class TooManyMembers(ClubError):
    """The list of a team exceeds the limit of members. Facts: count, most."""

    code = "too_many_members"
    status = 422


class MemberTwice(ClubError):
    """The person is in a team of the section already. Facts: name, team."""

    code = "member_twice"


class MemberHasPlayed(ClubError):
    """A member in a line-up cannot leave the team. Facts: name, round."""

    code = "member_has_played"


class NotInTheMatch(ClubError):
    """The team does not play this match. Facts: board."""

    code = "not_in_the_match"
    status = 422


class LineUpUnfit(ClubError):
    """A line-up that the rules do not allow. Facts: team, why, boards."""

    code = "line_up_unfit"
    status = 422


class LineUpChanged(ClubError):
    """Another account changed the line-up meanwhile. Facts: team."""

    code = "line_up_changed"


class MatchBegun(ClubError):
    """The match has a result already. Facts: board, round."""

    code = "match_begun"


class BoardEmpty(ClubError):
    """A side of the board is empty. Facts: board, game."""

    code = "board_empty"


class AccelerationUnfit(ClubError):
    """Acceleration needs a win worth two draws and a loss worth nothing. Facts: win, draw, loss."""

    code = "acceleration_unfit"
    status = 422


class AccelerationByBoards(ClubError):
    """Acceleration lends match points, and the section of teams is paired by board points. Facts: scoring."""

    code = "acceleration_by_boards"
    status = 422
