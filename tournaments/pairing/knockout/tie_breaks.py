"""Tie-break games of a level match: who begins with White, and when they have settled it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tournaments.pairing.lots import Lots, seed_of

WIN: Final = 2


class Scored(NamedTuple):
    """A tie-break game that is over: points of the match's first player and of the second, 2 a win."""

    first: int
    second: int


class Lead(NamedTuple):
    """Where tie-break games stand: points of both, and who is ahead for good (0 nobody, 1 or 2)."""

    first: int
    second: int
    winner: int


def first_begins(seed: str, round_number: int, board: int) -> bool:
    """Whether the match's first player has White in the first tie-break game, by the section's seed."""
    lots = Lots(seed_of(f"{seed} tie-break {round_number} {board}"))
    return lots.below(2) == 0


def lead_of(games: Sequence[Scored | None], at_a_time: int) -> Lead:
    """Add up tie-break games in order; one that is not over is None.

    They settle the match when nobody can catch up in those of the games begun that are left: so many are
    played at a time, and as many again while the match is level.
    """
    over = [game for game in games if game is not None]
    first, second = sum(game.first for game in over), sum(game.second for game in over)
    planned = -(-len(games) // at_a_time) * at_a_time
    left = planned - len(over)
    if abs(first - second) <= WIN * left:
        return Lead(first, second, 0)
    return Lead(first, second, 1 if first > second else 2)
