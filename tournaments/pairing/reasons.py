"""Reasons of a pairing, as data: codes and facts, from which display code makes sentences.

Every pairing system answers in these values, so that one place can turn them into words in any language.
`rule` names the article of the regulation that decided, with its chapter; it is empty where the choice is
this program's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

Fact = int | str


class Code(StrEnum):
    """Code of a decision; a comment names the facts of each."""

    # Reasons of the meeting
    SAME_SCORE = "same_score"  # score
    FLOAT = "float"  # down, down_score, up, up_score
    UPFLOATER = "upfloater"  # player, score, bracket_score
    LENT_POINTS = "lent_points"  # player, own_score, lent_score: the score is made of both (C.04.7)
    MOVED_DOWN = "moved_down"  # player, score, bracket_score
    REMATCH = "rematch"  # round, distance: they met then, so many rounds ago
    SAME_GROUP = "same_group"  # group: the two could not avoid each other
    PATTERN = "pattern"  # pattern, upper, lower: their places in the score group, from 1
    IDENTIFIER = "identifier"  # top, bottom: first pairing in lexicographic order
    LADDER = "ladder"  # upper, lower: places on the ladder
    STRENGTH = "strength"  # difference: points of rating apart
    MET_BEFORE = "met_before"  # times: in the season, long enough ago
    NEXT_BEST = "next_best"  # criterion, more: what the round would have lost without this pair
    NEXT_BEST_BOARDS = "next_best_boards"  # instead, criterion, more: the best boards without this pair
    NEXT_IN_ORDER = "next_in_order"  # instead: boards as good, but later in the order of generation
    NEXT_DECIDED_LATER = "next_decided_later"  # instead: repeated floats, sides or the order decided
    NO_OTHER = "no_other"  # without this pair the round could not be paired at all
    # Reasons of the colour in the first game
    FEWER_FIRST_MOVES = "fewer_first_moves"  # player, games, opponent_games
    ALTERNATES_LATEST_DIFFERENCE = "alternates_latest_difference"  # player
    HIGHER_ALTERNATES = "higher_alternates"  # player
    OTHER_ALTERNATES = "other_alternates"  # player
    INITIAL_COLOUR = "initial_colour"  # player, number
    COLOUR_PREFERENCES = "colour_preferences"  # player
    ONLY_PREFERENCE = "only_preference"  # player: the other has none
    STRONGER_PREFERENCE = "stronger_preference"  # player
    HIGHER_PREFERENCE = "higher_preference"  # player
    LOWER_COLOUR_DIFFERENCE = "lower_colour_difference"  # player, difference, opponent_difference
    TURNED_SINCE = "turned_since"  # player, round: the other way round than when they met last
    # Reasons of the bye
    BYE_LOWEST_SCORE = "bye_lowest_score"  # score
    BYE_PASSED_OVER = "bye_passed_over"  # player, score: had one already, or without points played for
    BYE_NEEDED_ELSEWHERE = "bye_needed_elsewhere"  # player, score: the others could not have been paired
    BYE_FEWEST_UNPLAYED = "bye_fewest_unplayed"  # unplayed
    BYE_MOST_PLAYED = "bye_most_played"  # played
    BYE_LAST_NUMBER = "bye_last_number"  # number
    BYE_LAST_ON_LADDER = "bye_last_on_ladder"  # place
    BYE_FIRST = "bye_first"  # no bye before, and without this one the boards are the best
    BYE_LONGEST_AGO = "bye_longest_ago"  # byes, round: of those with fewest byes the last was longest ago
    BYE_AGAIN = "bye_again"  # byes: no player without a bye could have it
    # About the round
    REMATCHES_NEEDED = "rematches_needed"  # wanted (0 = never), distance, rematches
    MANY_ROUNDS = "many_rounds"  # rounds, players: more rounds than half the players
    SEED = "seed"  # seed


@dataclass(frozen=True, slots=True)
class Reason:
    """Code with its facts, and the article that decided."""

    code: Code
    rule: str = ""
    facts: tuple[tuple[str, Fact], ...] = ()

    def fact(self, name: str) -> Fact:
        """Return one of the facts; KeyError when the code does not have it."""
        return dict(self.facts)[name]


def because(code: Code, rule: str = "", **facts: Fact) -> Reason:
    """Create a reason, its facts in display order."""
    return Reason(code, rule, tuple(facts.items()))


@dataclass(frozen=True, slots=True)
class PairReasons:
    """Reasons of a meeting, and of the colours of its first game."""

    white: int
    black: int
    meeting: tuple[Reason, ...]
    colour: Reason


@dataclass(frozen=True, slots=True)
class ByeReasons:
    """Reasons of the allocated bye."""

    player: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReasons:
    """Reasons of a proposal: for each pair in board order, for the bye, and for the round as a whole."""

    system: str
    pairs: tuple[PairReasons, ...] = ()
    bye: ByeReasons | None = None
    about_round: tuple[Reason, ...] = ()

    def of(self, *players: int) -> PairReasons:
        """Return the reasons of the pair of these players; KeyError when they are in none."""
        for pair in self.pairs:
            if {pair.white, pair.black} >= set(players):
                return pair
        raise KeyError(players)

    def codes(self) -> Sequence[Code]:
        """List the codes about the round as a whole."""
        return [reason.code for reason in self.about_round]
