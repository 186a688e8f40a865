"""Values that standings are computed from: the rounds of every entry, and the pinned facts.

Points are whole numbers in the section's own unit. A round has two scores: the primary one and the sum of its
games. The second differs if a pairing has several games or a team several boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from tournaments.pairing.values import NOBODY, Colour, Player, PlayerRound, RoundKind

Amount = int | Fraction


class Score(Enum):
    """One of the two scores of a round, as a tie-break code writes it (C.07 11.1)."""

    MATCH = "MP"
    GAME = "GP"

    @property
    def other(self) -> Score:
        """The other of the two scores."""
        return Score.GAME if self is Score.MATCH else Score.MATCH


class Mark(Enum):
    """State of a drawn game, if the federation counts it (KNDB: a lasting lead of three men)."""

    PLUS = "plus"
    MINUS = "minus"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of a pairing: its points, colour, board in a team, ballot, and plus or minus mark."""

    points: int
    against: int
    colour: Colour | None = None
    board_number: int = 1
    ballot: int = 0
    mark: Mark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One round of one entry."""

    kind: RoundKind
    opponent: int = NOBODY
    colour: Colour | None = None
    points: int = 0
    game_points: int = 0
    games: tuple[Game, ...] = ()


ABSENT = Outcome(kind=RoundKind.ZERO_BYE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player or a team in the table; a rating of 0 is none.

    `correction` are points given or taken in the final table alone: opponents do not count them.
    """

    number: int
    outcomes: tuple[Outcome, ...]
    rating: int = 0
    correction: int = 0

    @property
    def played(self) -> int:
        """Number of rounds with a game at the board."""
        return sum(outcome.kind is RoundKind.PLAYED for outcome in self.outcomes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Points of a win, a draw and a loss, and their format: `unit` of them make one point."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    unit: int = 1
    decimals: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """A pairing decided in stages: the points a winner has by the stage in which it was won."""

    key: str
    won_in: tuple[tuple[str, int], ...]
    drawn: int | None
    source: str


STAGES_12_0 = Stages(
    key="12-0",
    won_in=(("standard", 12), ("rapid", 8), ("blitz", 7)),
    drawn=6,
    source="FMJD World Title Match 2020",
)
STAGES_5_0 = Stages(
    key="5-0",
    won_in=(("standard", 5), ("super_blitz", 3)),
    drawn=None,
    source="FMJD World Cup Final 2017",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """A section after a round: the input of all tie-breaks.

    `scale` is of the primary score; `game_scale` of one game if a round has several. `lots` are the numbers
    in the order in which they were drawn.
    """

    entrants: tuple[Entrant, ...]
    rounds: int
    scale: Scale = Scale()
    game_scale: Scale | None = None
    games_per_round: int = 1
    primary: Score = Score.MATCH
    is_round_robin: bool = False
    is_of_teams: bool = False
    unrated_as: int | None = None
    stages: Stages | None = None
    lots: tuple[int, ...] = ()


class Basis(StrEnum):
    """Reason of a part's amount; the value is stable, the article is in BASIS_ARTICLES."""

    OWN_SCORE = "own_score"
    RUNNING_SCORE = "running_score"
    OPPONENT = "opponent"
    FORFEIT_AS_PLAYED = "forfeit_as_played"
    DUMMY = "dummy"
    DUMMY_CAPPED_BY_OPPONENT = "dummy_capped_by_opponent"
    DUMMY_CAPPED_BY_DRAWS = "dummy_capped_by_draws"
    AWARDED = "awarded"
    COUNTS_AS_DRAW = "counts_as_draw"
    BELOW_LIMIT = "below_limit"
    MISSING = "missing"
    RATING = "rating"
    TABLE = "table"
    OWN_DATA = "own_data"
    CORRECTION = "correction"
    # Rankings that are no tie-breaks: a ladder of Keizer, a knock-out.
    LADDER_OWN_VALUE = "ladder_own_value"
    LADDER_OPPONENT = "ladder_opponent"
    LADDER_FORFEIT = "ladder_forfeit"
    LADDER_BYE = "ladder_bye"
    LADDER_ABSENT = "ladder_absent"
    MATCH_WON = "match_won"
    MATCH_LOST = "match_lost"
    NO_MATCH = "no_match"


BASIS_ARTICLES: Mapping[Basis, str] = {
    Basis.FORFEIT_AS_PLAYED: "15.2",
    Basis.DUMMY: "16.4",
    Basis.DUMMY_CAPPED_BY_OPPONENT: "16.4.1",
    Basis.DUMMY_CAPPED_BY_DRAWS: "16.4.2",
    Basis.AWARDED: "16.3.1",
    Basis.COUNTS_AS_DRAW: "16.3.2",
    Basis.BELOW_LIMIT: "9.2",
    Basis.MISSING: "6.3",
}


class Part(NamedTuple):
    """One addend: the round, the opponent, the amount and its basis, and the reason of a cut.

    `score` and `result` are the two factors if the amount is a product. `cut` names the article.
    """

    round: int
    opponent: int
    amount: int
    basis: Basis
    score: int = 0
    result: int = 0
    is_voluntary: bool = False
    cut: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """Exact value of a tie-break for an entry: whole units or a fraction; None without a value."""

    amount: Amount | None
    tell: Callable[[], tuple[Part, ...]] = field(default=tuple, compare=False, repr=False)

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts of the sum, cut ones included; computed on request."""
        return self.tell()

    @property
    def counted(self) -> tuple[Part, ...]:
        """The parts that were not cut."""
        return tuple(part for part in self.parts if not part.cut)


def constant_parts(parts: Iterable[Part]) -> Callable[[], tuple[Part, ...]]:
    """Return existing parts as a callable, for a value."""
    return partial(tuple, parts)


def own_value(amount: int | None) -> Value:
    """Return a fact of an entry itself, such as its rating, as a value; None if it is missing."""
    return Value(amount, constant_parts(() if amount is None else (Part(0, 0, amount, Basis.OWN_DATA),)))


def outcome_of(each: PlayerRound, games: tuple[Game, ...] = (), *, game_points: int | None = None) -> Outcome:
    """Return a round of a pairing snapshot as a round of a table, with its games."""
    return Outcome(
        kind=each.kind,
        opponent=each.opponent,
        colour=each.colour,
        points=each.points,
        game_points=each.game_points if game_points is None else game_points,
        games=games,
    )


def entrants_of(players: Iterable[Player]) -> tuple[Entrant, ...]:
    """Players of a pairing snapshot, one game a round, as entries of a table."""
    return tuple(
        Entrant(
            number=player.number,
            rating=player.rating,
            outcomes=tuple(outcome_of(each, game_points=each.points) for each in player.rounds),
        )
        for player in players
    )
