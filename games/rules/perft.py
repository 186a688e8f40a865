"""Node counts: how many move sequences of a given length a position has.

A leaf is a legal move at the last ply and draw rules are ignored. "routes" counts every distinct
jump route; "results" counts moves with the same origin, destination and captured set once.
"""

from typing import Literal

from games.rules.moves import seen
from games.rules.position import Position
from games.rules.variant import Variant

Counting = Literal["routes", "results"]


def perft(position: Position, variant: Variant, depth: int, counting: Counting = "routes") -> int:
    """Count the leaves ``depth`` plies deep; depth nought counts the position itself."""
    if depth <= 0:
        return 1
    return variant.tables.generator.count(depth, *seen(position), counting == "results")
