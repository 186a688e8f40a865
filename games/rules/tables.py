"""The facts of a variant turned into masks, shifts and neighbour tables, once per variant.

A positive shift goes left in the integer, which is down the board; shifts are kept in two tuples,
those to the left and those to the right, so that no loop has to look at a sign.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.rules.variant import Variant

Jump = tuple[int, int]  # the bit jumped over, the bit landed on
OPPOSITE = (3, 2, 1, 0, 7, 6, 5, 4)  # of the directions in the order of Geometry.directions


@dataclass(frozen=True, slots=True, eq=False)
class SideTables:
    """What differs between the sides: where men go and where they are crowned."""

    crown: int
    step_left: tuple[int, ...]
    step_right: tuple[int, ...]
    jump_left: tuple[int, ...]
    jump_right: tuple[int, ...]
    man_jumps: dict[int, tuple[Jump, ...]]
    start: int  # where the men stand at the beginning


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Everything the kernel reads; ``sides`` is indexed by Side."""

    board: int
    sides: tuple[SideTables, SideTables]
    king_step_left: tuple[int, ...]
    king_step_right: tuple[int, ...]
    king_jump_left: tuple[int, ...]
    king_jump_right: tuple[int, ...]
    king_jumps: dict[int, tuple[Jump, ...]]
    king_rays: dict[int, tuple[tuple[int, ...], ...]]
    king_flies: bool
    lands_anywhere: bool
    must_land_to_go_on: bool
    men_take_kings: bool
    crowning_stops: bool
    crowned_at_once: bool
    removed_at_once: bool
    may_turn_back: bool
    priority: tuple[str, ...]


def _split(shifts: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(s for s in shifts if s > 0), tuple(-s for s in shifts if s < 0)


def _jumps(variant: "Variant", directions: list[tuple[int, int]]) -> dict[int, tuple[Jump, ...]]:
    geometry = variant.geometry
    table: dict[int, tuple[Jump, ...]] = {}
    for square in range(1, geometry.squares + 1):
        rays = (geometry.ray(square, direction) for direction in directions)
        table[geometry.bits[square]] = tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1)
    return table


def _side_tables(variant: "Variant", *, is_white: bool) -> SideTables:
    geometry = variant.geometry

    def goes_forward(direction: tuple[int, int]) -> bool:
        return (direction[0] < 0) if is_white else (direction[0] > 0)

    steps = [d for d in geometry.directions(variant.moves_along) if goes_forward(d)]
    jumps = [
        d
        for d in geometry.directions(variant.captures_along)
        if variant.man_captures_backward or goes_forward(d)
    ]
    step_left, step_right = _split([geometry.shift_of(d) for d in steps])
    jump_left, jump_right = _split([geometry.shift_of(d) for d in jumps])
    crown = start = 0
    for square in range(1, geometry.squares + 1):
        row = geometry.cell_of(square)[0]
        from_own_side = geometry.height - 1 - row if is_white else row
        if from_own_side == geometry.height - 1:
            crown |= geometry.bits[square]
        if from_own_side < variant.rows_of_men:
            start |= geometry.bits[square]
    return SideTables(crown, step_left, step_right, jump_left, jump_right, _jumps(variant, jumps), start)


def build_tables(variant: "Variant") -> Tables:
    """The tables that follow from the facts; the only place where facts become masks."""
    geometry = variant.geometry
    steps = geometry.directions(variant.moves_along)
    captures = geometry.directions(variant.captures_along)
    step_left, step_right = _split([geometry.shift_of(d) for d in steps])
    jump_left, jump_right = _split([geometry.shift_of(d) for d in captures])
    return Tables(
        board=geometry.full,
        sides=(_side_tables(variant, is_white=True), _side_tables(variant, is_white=False)),
        king_step_left=step_left,
        king_step_right=step_right,
        king_jump_left=jump_left,
        king_jump_right=jump_right,
        king_jumps=_jumps(variant, list(captures)),
        king_rays={
            geometry.bits[square]: tuple(geometry.ray(square, d) for d in captures)
            for square in range(1, geometry.squares + 1)
        },
        king_flies=variant.king_flies,
        lands_anywhere=variant.king_landing.value == "anywhere",
        must_land_to_go_on=variant.king_must_land_to_go_on,
        men_take_kings=variant.man_captures_king,
        crowning_stops=variant.crowning.value == "stops",
        crowned_at_once=variant.crowning.value == "at_once",
        removed_at_once=variant.removal.value == "at_once",
        may_turn_back=variant.may_turn_back,
        priority=tuple(criterion.value for criterion in variant.priority),
    )
