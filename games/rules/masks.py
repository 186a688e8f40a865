"""Masks and shifts that the move generator reads: the facts of a variant as integers.

A positive shift goes left in the integer, which is down the board; shifts are stored in two tuples,
those to the left and those to the right, so that no loop has to look at a sign.
"""

from dataclasses import dataclass

Jump = tuple[int, int]  # the bit jumped over, the bit landed on


@dataclass(frozen=True, slots=True, eq=False)
class SideTables:
    """Facts that differ between the sides: where men go and where they are crowned."""

    crown: int
    step_left: tuple[int, ...]
    step_right: tuple[int, ...]
    jump_left: tuple[int, ...]
    jump_right: tuple[int, ...]
    man_jumps: dict[int, tuple[Jump, ...]]
    start: int  # squares of the men at the beginning


@dataclass(frozen=True, slots=True, eq=False)
class Masks:
    """Masks and shifts of a variant; ``sides`` is indexed by Side."""

    board: int
    sides: tuple[SideTables, SideTables]
    crown: tuple[int, int]
    # for the men of each side and for kings
    step_left: tuple[tuple[int, ...], ...]
    step_right: tuple[tuple[int, ...], ...]
    jump_left: tuple[tuple[int, ...], ...]
    jump_right: tuple[tuple[int, ...], ...]
    king_flies: bool
    lands_anywhere: bool
    stops_behind_king: bool
    must_land_to_go_on: bool
    men_take_kings: bool
    crowning_stops: bool
    crowned_at_once: bool
    removed_at_once: bool
    may_turn_back: bool
    priority: tuple[str, ...]
