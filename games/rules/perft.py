"""Node counts: how many move sequences of a given length a position has.

A leaf is a legal move at the last ply and draw rules are ignored. "routes" counts every distinct
jump route; "results" counts moves with the same origin, destination and captured set once.
"""

from typing import Literal

from games.rules.kernel import can_capture, count_steps, list_captures, list_steps
from games.rules.position import Position
from games.rules.tables import Tables
from games.rules.variant import Variant

Counting = Literal["routes", "results"]


def perft(position: Position, variant: Variant, depth: int, counting: Counting = "routes") -> int:
    """The number of leaves ``depth`` plies deep; depth nought counts the position itself."""
    if depth <= 0:
        return 1
    own = position[2:4] if position.side else position[:2]
    enemy = position[:2] if position.side else position[2:4]
    by_result = int(counting == "results")
    return _count(variant.tables, depth, position.side, *own, *enemy, by_result)


def _count(
    tables: Tables,
    depth: int,
    side: int,
    men: int,
    kings: int,
    enemy_men: int,
    enemy_kings: int,
    by_result: int,  # nought or one
) -> int:
    if can_capture(tables, side, men, kings, enemy_men, enemy_kings):
        captures = list_captures(tables, side, men, kings, enemy_men, enemy_kings)
        if by_result:
            captures = list({capture[:3]: capture for capture in captures}.values())
        if depth == 1:
            return len(captures)
        total = 0
        for origin, destination, taken, _, _, is_king in captures:
            total += _count(
                tables,
                depth - 1,
                1 - side,
                enemy_men & ~taken,
                enemy_kings & ~taken,
                (men & ~origin) | (0 if is_king else destination),
                (kings & ~origin) | (destination if is_king else 0),
                by_result,
            )
        return total
    if depth == 1:
        return count_steps(tables, side, men, kings, enemy_men, enemy_kings)
    total = 0
    crown = tables.sides[side].crown
    for origin, destination in list_steps(tables, side, men, kings, enemy_men, enemy_kings):
        if origin & men and not destination & crown:
            own_men, own_kings = men ^ origin ^ destination, kings
        else:
            own_men, own_kings = men & ~origin, (kings & ~origin) | destination
        total += _count(tables, depth - 1, 1 - side, enemy_men, enemy_kings, own_men, own_kings, by_result)
    return total
