"""Values of positions in a table, and their numbers.

A *code* is one number for value and distance: nought is a draw, everything else is the distance plus
one. The side that is to move at the end has lost, so an even distance is a loss and an odd one a win.
"""

from enum import IntEnum
from typing import NamedTuple

DRAWN = 0
LOST_NOW = 1  # the code of a position without a move


class Value(IntEnum):
    """Winner under best play of both, for the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1


class Probe(NamedTuple):
    """A value and the plies to the end: the winner wins in the fewest, the loser loses in the most.

    A draw has distance nought. No rule on numbers of moves or repetitions is counted.
    """

    value: Value
    distance: int


def probe_of(code: int) -> Probe:
    """Return the value and distance behind a code."""
    if code == DRAWN:
        return Probe(Value.DRAW, 0)
    return Probe(Value.LOSS if code % 2 else Value.WIN, code - 1)


def best_code(codes: list[int]) -> int:
    """Return the code of a position from those of all the positions its moves lead to."""
    lost = [code for code in codes if code % 2]
    if lost:
        return min(lost) + 1
    if DRAWN in codes:
        return DRAWN
    return max(codes) + 1 if codes else LOST_NOW
