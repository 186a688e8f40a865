"""Tie-break games of a level match: who begins with White, and when they settle the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tournaments.pairing.lots import Lots, seed_of

WIN: Final = 2


class Scored(NamedTuple):
    """Finished tie-break game: points of the match's first player and of the second, 2 a win."""

    first: int
    second: int


class Lead(NamedTuple):
    """State of tie-break games: points of both, and who has won (0 none, 1 or 2)."""

    first: int
    second: int
    winner: int


def first_begins(seed: str, round_number: int, board: int) -> bool:
    """Return whether the first player has White in the first tie-break game, by the section's seed."""
    lots = Lots(seed_of(f"{seed} tie-break {round_number} {board}"))
    return lots.below(2) == 0


def lead_of(games: Sequence[Scored | None], at_a_time: int) -> Lead:
    """Add up tie-break games in order; one that is not over is None.

    They settle the match when the other cannot catch up in the remaining games of those begun: so many are
    played at a time, and as many again while the match is level.
    """
    over = [game for game in games if game is not None]
    first, second = sum(game.first for game in over), sum(game.second for game in over)
    planned = -(-len(games) // at_a_time) * at_a_time
    left = planned - len(over)
    if abs(first - second) <= WIN * left:
        return Lead(first, second, 0)
    return Lead(first, second, 1 if first > second else 2)
