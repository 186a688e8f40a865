"""Tie-break: a registered value with its article and edition, and a way to compute it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.values import Value

C07 = "C.07, 1 March 2026"
Compute = Callable[[TiebreakContext, Code, Sequence[int]], dict[int, Value]]


class Fit(Enum):
    """Competitions a tie-break may be used in."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    TEAMS = "teams"


class Measure(Enum):
    """Kind of number of a tie-break, which determines its format."""

    COUNT = "count"
    POINTS = "points"
    PRODUCT = "product"
    HALVES = "halves"
    AVERAGE = "average"
    COMBINED = "combined"
    BOARDS = "boards"
    RATING = "rating"
    PLACE = "place"


EVERYWHERE = frozenset(Fit)
SWISS = frozenset({Fit.SWISS, Fit.TEAMS})
SINGLE = frozenset({Fit.SWISS, Fit.ROUND_ROBIN})
ONLY_TEAMS = frozenset({Fit.TEAMS})


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One tie-break; `compute` is None if no source defines it."""

    code: str
    name: str
    article: str
    measure: Measure
    compute: Compute | None
    edition: str = field(default=C07, kw_only=True)
    fits: frozenset[Fit] = field(default=EVERYWHERE, kw_only=True)
    modifiers: str = field(default="", kw_only=True)
    higher_is_better: bool = field(default=True, kw_only=True)
    is_among_tied: bool = field(default=False, kw_only=True)

    @property
    def is_confirmed(self) -> bool:
        """True if a source defines the computation."""
        return self.compute is not None
