"""The values that rating systems work on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Unit(Enum):
    """What a system rates."""

    GAME = "game"
    ROUND = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGame:
    """One game (or round) as a rating sees it: half points of two, the opponent, and if it was played."""

    half_points: int
    opponent_rating: int
    opponent_deviation: float = 0.0
    is_forfeit: bool = False


def played(games: Iterable[RatedGame]) -> tuple[RatedGame, ...]:
    """The games that count: a forfeit is never rated, in any system."""
    return tuple(game for game in games if not game.is_forfeit)
