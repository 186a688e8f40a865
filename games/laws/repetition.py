"""Repetition: which positions came back how often, and which next move would bring one back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules import Move, Position, Variant, legal_moves, play


class Recurrence(NamedTuple):
    """Position that occurred as often as the law asks, or would after the intended move."""

    position: Position
    plies: tuple[int, ...]  # after which the position occurred; 0 is the start
    move: Move | None  # the move that makes the last occurrence
    was_played: bool


def occurrences(positions: Sequence[Position]) -> dict[Position, list[int]]:
    """Collect the plies after which each position occurred, for positions that came back."""
    found: dict[Position, list[int]] = {}
    for ply, position in enumerate(positions):
        found.setdefault(position, []).append(ply)
    return {position: plies for position, plies in found.items() if len(plies) > 1}


def made(positions: Sequence[Position], moves: Sequence[Move | None], times: int) -> list[Recurrence]:
    """List the positions that occurred `times` times, each with the move that made the last of them."""
    return [
        Recurrence(position, tuple(plies[:times]), moves[plies[times - 1] - 1], was_played=True)
        for position, plies in occurrences(positions).items()
        if len(plies) >= times
    ]


def offered(positions: Sequence[Position], variant: Variant, times: int) -> list[Recurrence]:
    """List the positions a legal move would have made for the `times`th time, earliest turn each.

    The move that was played is among them when it did so; SL-D2 only asks that it be shown.
    """
    seen: dict[Position, list[int]] = {}
    ripe: set[Position] = set()
    found: dict[Position, Recurrence] = {}
    for ply, position in enumerate(positions):
        plies = seen.setdefault(position, [])
        plies.append(ply)
        if len(plies) == times - 1:
            ripe.add(position)
        if not ripe:
            continue
        for move in legal_moves(position, variant):
            after = play(position, move, variant)
            if after in ripe and after not in found:
                was_played = ply + 1 < len(positions) and positions[ply + 1] == after
                found[after] = Recurrence(after, (*seen[after][: times - 1], ply + 1), move, was_played)
    return list(found.values())


def cycles(found: Sequence[Recurrence]) -> list[list[Recurrence]]:
    """Group recurrences that are turns of one cycle, by the ply that completes them.

    Players who go round in a cycle of n plies make n positions recur, one after the other. A turn belongs to
    the cycle of the one before it where both came back after n plies and at most one lap lies between them.
    """
    groups: list[list[Recurrence]] = []
    running: dict[int, list[Recurrence]] = {}  # by the length of a lap, the cycle that was last gone round
    for one in sorted(found, key=lambda one: one.plies[-1]):
        end = one.plies[-1]
        lap = end - one.plies[-2]
        group = running.get(lap)
        if group is None or not 0 < end - group[-1].plies[-1] <= lap:
            group = []
            groups.append(group)
        group.append(one)
        if one.was_played:
            running[lap] = group
    return groups
