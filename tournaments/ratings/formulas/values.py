"""Values of rating systems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Unit(Enum):
    """Unit that a system rates."""

    GAME = "game"
    ROUND = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGame:
    """One game (or round) as a rating sees it: half points of two, the opponent, and if it was played."""

    half_points: int
    opponent_rating: float
    opponent_deviation: float = 0.0
    is_forfeit: bool = False
    unit: Unit = Unit.GAME
    games: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """State of a player on a list; without a rating: not rated yet.

    `carried` is the history that a formula needs: the opponents and half points of an unrated player, or the
    performances of earlier events with their games. `last_period` is the one last played in.
    """

    rating: float | None = None
    games: int = 0
    highest: float = 0.0
    deviation: float = 0.0
    volatility: float = 0.0
    last_period: int = 0
    carried: tuple[tuple[float, int], ...] = ()


class How(Enum):
    """Effect of a period on a player."""

    RATED = "rated"
    FIRST = "first"
    CARRIED = "carried"
    NOTHING = "nothing"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Change of a player by a period; `expected` in hundredths of a point, if the formula has it."""

    before: Standing
    after: Standing
    games: int
    half_points: int
    how: How
    expected: int | None = None
    factor: int | None = None


class Formula(Protocol):
    """Formula of a list, applied period by period."""

    def newcomer(self, start: int) -> Standing:
        """Return the start of a new player; 0 means the formula's own initial rating."""

    def rate(self, own: Standing, games: Sequence[RatedGame], *, period: int, is_junior: bool) -> Change:
        """Rate the games of a period against rated opponents."""

    def corrected(self, own: Standing, rating: float) -> Standing:
        """Return the state of a player after a manual correction of the rating."""


def played(games: Iterable[RatedGame]) -> tuple[RatedGame, ...]:
    """Return the games that count: a forfeit is never rated, in any system."""
    return tuple(game for game in games if not game.is_forfeit)


def half_points_of(games: Iterable[RatedGame]) -> int:
    """Return the half points scored."""
    return sum(game.half_points for game in games)


def corrected(formula: Formula, own: Standing, rating: float) -> Change:
    """Return the change of a manual correction; the list stores its reason."""
    after = formula.corrected(own, rating)
    return Change(before=own, after=after, games=0, half_points=0, how=How.CORRECTED)


def unchanged(own: Standing) -> Change:
    """Return the change of a period in which nothing counted."""
    return Change(before=own, after=own, games=0, half_points=0, how=How.NOTHING)


MOVES, SECONDS = 60, 60
RAPID_FROM, STANDARD_FROM = 10, 60  # minutes: more than ten is rapid, sixty or more is standard
CLOCK = re.compile(
    r"^\s*(?:(?P<hours>\d{1,2})\s*(?:h|:)\s*)?(?P<minutes>\d{1,3})?\s*(?:min\w*\.?|m|[\'\u2032])?"
    r"(?:\s*\+\s*(?P<more>\d{1,3})\s*(?P<unit>min\w*|m|[\'\u2032](?!\')|s\w*|\"|\'\'|\u2033)?)?",
    re.IGNORECASE,
)


class Speed(Enum):
    """Speed class of a game."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


def speed_of(clock: str) -> Speed | None:
    """Return the speed of a clock such as 5+3, 80 min + 1 min or 1h30; None if unknown."""
    found = CLOCK.match(clock)
    if found is None or not (found["hours"] or found["minutes"]):
        return None
    more = int(found["more"] or 0)
    if (found["unit"] or "s")[0] in "mM'\u2032" and found["unit"] not in {None, "''"}:
        more *= SECONDS
    minutes = 60 * int(found["hours"] or 0) + int(found["minutes"] or 0) + more * MOVES / SECONDS
    if minutes >= STANDARD_FROM:
        return Speed.STANDARD
    return Speed.RAPID if minutes > RAPID_FROM else Speed.BLITZ
