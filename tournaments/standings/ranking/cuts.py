"""Cuts of the least and the most significant parts of a sum (C.07 14.1-14.4, with 16.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.standings.ranking.values import Part

LOW, VOLUNTARY_FIRST, HIGH = "14.1", "16.5.1", "14.3"
Parts = tuple[Part, ...]


def cut(parts: Sequence[Part], low: int, high: int) -> Parts:
    """Mark the cut parts of an opponents' sum; at most all of them are cut."""
    return _mark_cuts(parts, low, high, _least)


def cut_plain(parts: Sequence[Part], low: int, high: int) -> Parts:
    """Mark the lowest and highest parts of a sum that article 16 does not govern."""
    return _mark_cuts(parts, low, high, _least_part)


def _mark_cuts(
    parts: Sequence[Part], low: int, high: int, least: Callable[[list[Part]], tuple[Part, str]]
) -> Parts:
    """Mark the parts in their order, first the low cuts and then the high ones."""
    marked, left = list(parts), list(parts)
    for step in range(min(low + high, len(parts))):
        part, reason = least(left) if step < low else (max(left, key=by_opponent), HIGH)
        left.remove(part)
        marked[parts.index(part)] = part._replace(cut=reason)
    return tuple(marked)


def by_opponent(part: Part) -> tuple[int, int]:
    """Sort key: the least significant part is that of the opponent with the lowest score (14.1.1)."""
    return part.score, part.amount


def _least_part(left: list[Part]) -> tuple[Part, str]:
    """The least significant part."""
    return min(left, key=by_opponent), LOW


def _least(left: list[Part]) -> tuple[Part, str]:
    """The lowest part of a voluntary unplayed round if it is not below the least one (16.5.1)."""
    least = min(left, key=by_opponent)
    voluntary = [part for part in left if part.is_voluntary]
    if voluntary:
        lowest = min(voluntary, key=lambda part: (part.amount, part.score))
        if lowest.amount >= least.amount:
            return lowest, VOLUNTARY_FIRST
    return least, LOW
