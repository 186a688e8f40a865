"""Faults of a written path: its first leg that is no capture and no way over empty squares."""

from itertools import pairwise
from typing import NamedTuple

from games.rules.moves import seen
from games.rules.position import Position
from games.rules.tables import Variant


class PathFault(NamedTuple):
    """A leg that cannot be made, the reason by its code, and the square to point at."""

    code: str  # nothing_jumped, no_line, too_far, pieces_in_a_row, or a code of ``diagnose``
    start: int
    end: int
    over: int


def path_fault(position: Position, variant: Variant, squares: tuple[int, ...]) -> PathFault:
    """Return the first leg of a written path that cannot be made; the last if each could be by itself."""
    jumped: list[int] = []
    legs = list(pairwise(squares))
    for start, end in legs:
        code, over = _fault_of_leg(position, variant, (start, end), squares[0], jumped)
        if code:
            return PathFault(code, start, end, over)
    return PathFault("nothing_jumped", *legs[-1], squares[-1])


def _fault_of_leg(
    position: Position, variant: Variant, leg: tuple[int, int], origin: int, jumped: list[int]
) -> tuple[str, int]:
    """Return the code and square of what is wrong with a leg, or nothing; what it takes joins ``jumped``."""
    geometry, bits = variant.geometry, variant.geometry.bits
    _, men, kings, enemy_men, enemy_kings = seen(position)
    start, end = leg
    rays = (geometry.ray(start, direction) for direction in geometry.directions(variant.captures_along))
    ray = next((ray for ray in rays if bits[end] in ray), None)
    if ray is None:
        return "no_line", end
    lifted = sum(bits[square] for square in jumped) if variant.tables.removed_at_once else 0
    occupied = (men | kings | enemy_men | enemy_kings) & ~lifted & ~bits[origin]
    if bits[end] & occupied:
        return "occupied_square", end
    passed = ray[: ray.index(bits[end])]
    met = [geometry.square_of[bit] for bit in passed if bit & occupied]
    own = next((square for square in met if bits[square] & (men | kings)), 0)
    again = next((square for square in met if square in jumped), 0)
    if own or again:
        return ("jumped_own_piece", own) if own else ("jumped_twice", again)
    code = ""
    if len(met) != 1:
        code = "pieces_in_a_row" if met else "nothing_jumped"
    elif len(passed) > 1 and not (variant.king_flies and bits[origin] & kings):
        code = "too_far"
    jumped += met
    return code, end
