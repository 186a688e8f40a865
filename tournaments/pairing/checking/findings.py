"""Findings of a check: codes, players, facts and the article; display code builds the sentence."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from tournaments.pairing.values import NOBODY, Pair, Proposal

Fact = int | str | tuple[int, ...]


class Severity(Enum):
    """Severity of a finding."""

    ILLEGAL = "illegal"
    QUALITY = "quality"
    NOTE = "note"


class Code(Enum):
    """Subject of a finding; the value is stored and never renamed."""

    # Attendance.
    PLAYER_TWICE = "player_twice"
    PLAYER_UNKNOWN = "player_unknown"
    PLAYER_ABSENT = "player_absent"
    PLAYER_MISSING = "player_missing"
    SEVERAL_BYES = "several_byes"
    NEEDLESS_BYE = "needless_bye"
    PROHIBITED_PAIR = "prohibited_pair"
    # The absolute criteria.
    REMATCH = "rematch"
    BYE_RIGHT = "bye_right"
    ABSOLUTE_COLOURS = "absolute_colours"
    # The quality criteria, C5 to C21.
    BYE_SCORE = "bye_score"
    DOWNFLOATERS = "downfloaters"
    DOWNFLOATER_SCORES = "downfloater_scores"
    NEXT_BRACKET = "next_bracket"
    BYE_UNPLAYED_GAMES = "bye_unplayed_games"
    TOPSCORER_DIFFERENCE = "topscorer_difference"
    TOPSCORER_THIRD_COLOUR = "topscorer_third_colour"
    COLOUR_PREFERENCE = "colour_preference"
    STRONG_COLOUR_PREFERENCE = "strong_colour_preference"
    DOWNFLOAT_AGAIN = "downfloat_again"
    UPFLOAT_AGAIN = "upfloat_again"
    DOWNFLOAT_TWO_BACK = "downfloat_two_back"
    UPFLOAT_TWO_BACK = "upfloat_two_back"
    DOWNFLOAT_AGAIN_DIFFERENCE = "downfloat_again_difference"
    UPFLOAT_AGAIN_DIFFERENCE = "upfloat_again_difference"
    DOWNFLOAT_TWO_BACK_DIFFERENCE = "downfloat_two_back_difference"
    UPFLOAT_TWO_BACK_DIFFERENCE = "upfloat_two_back_difference"
    # Results of the colours given, or of the distance in points.
    COLOUR_ALLOCATION = "colour_allocation"
    THIRD_COLOUR = "third_colour"
    COLOUR_DIFFERENCE = "colour_difference"
    WIDE_FLOAT = "wide_float"
    # Other systems.
    SCORE_GROUP_DISTANCE = "score_group_distance"
    REPEATED_MEETING = "repeated_meeting"
    REPEATED_BYE = "repeated_bye"
    FIRST_MOVER = "first_mover"
    FIRST_MOVER_BALANCE = "first_mover_balance"
    DIFFERS_FROM_TABLE = "differs_from_table"
    TABLE_COLOURS = "table_colours"
    NOT_DUE = "not_due"
    DIFFERS_FROM_TREE = "differs_from_tree"
    SAME_TEAM = "same_team"
    BYE_ON_LADDER = "bye_on_ladder"
    LADDER_DISTANCE = "ladder_distance"
    BYE_TURN = "bye_turn"
    BETTER_EXCHANGED = "better_exchanged"
    # Soft wishes.
    SAME_GROUP = "same_group"
    BOARD_ORDER = "board_order"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a check."""

    code: Code
    severity: Severity
    players: tuple[int, ...]
    article: str
    facts: tuple[tuple[str, Fact], ...] = ()

    def fact(self, name: str) -> Fact:
        """Return a fact by its name."""
        return dict(self.facts)[name]


def illegal(code: Code, players: Iterable[int], article: str, **facts: Fact) -> Finding:
    """Create a finding of an illegal item."""
    return Finding(code, Severity.ILLEGAL, tuple(players), article, tuple(facts.items()))


def quality(code: Code, players: Iterable[int], article: str, **facts: Fact) -> Finding:
    """Create a finding of a quality fault, to be minimised."""
    return Finding(code, Severity.QUALITY, tuple(players), article, tuple(facts.items()))


def note(code: Code, players: Iterable[int], article: str, **facts: Fact) -> Finding:
    """Create a finding for information."""
    return Finding(code, Severity.NOTE, tuple(players), article, tuple(facts.items()))


@dataclass(frozen=True, slots=True)
class Report:
    """All findings about a round."""

    findings: tuple[Finding, ...]

    @property
    def is_legal(self) -> bool:
        """True if the report has no illegal finding."""
        return not self.of(Severity.ILLEGAL)

    def of(self, severity: Severity) -> tuple[Finding, ...]:
        """List the findings of a severity."""
        return tuple(finding for finding in self.findings if finding.severity is severity)

    def about(self, code: Code) -> tuple[Finding, ...]:
        """List the findings with a code."""
        return tuple(finding for finding in self.findings if finding.code is code)


@dataclass(frozen=True, slots=True)
class GivenRound:
    """Boards in order, and all players with the allocated bye."""

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...] = ()

    @property
    def numbers(self) -> Iterator[int]:
        """Yield every number as often as it occurs in the round."""
        for pair in self.pairs:
            yield pair.white
            yield pair.black
        yield from self.byes


def given_by(proposal: Proposal) -> GivenRound:
    """Convert an engine's proposal into a round to be checked."""
    return GivenRound(proposal.pairs, (proposal.bye,) if proposal.bye != NOBODY else ())
