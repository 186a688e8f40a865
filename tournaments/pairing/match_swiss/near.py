"""Pairs of a stretch that are near to the pattern: only these need weights."""

from collections.abc import Iterator
from math import isqrt

from tournaments.pairing.criteria import Pairing
from tournaments.pairing.match_swiss.bounds import Bounds
from tournaments.pairing.match_swiss.line import ScoreLine, Stretch
from tournaments.pairing.match_swiss.options import Pattern
from tournaments.pairing.swiss.graph import bits, mask_of


def near_pairs(line: ScoreLine, stretch: Stretch, bounds: Bounds, reach: int) -> list[Pairing]:
    """List pairs inside groups and between neighbours whose pattern costs up to `reach` above the least."""
    found = [pair for at in stretch.groups for pair in _inside(line, at, reach)]
    for at in stretch.gaps:
        found += _between(line, at, reach + bounds.over_gap[at])
    for place in line.candidates(stretch):
        if line.bye is not None and line.from_end(place) ** 2 <= reach + bounds.of_bye:
            found.append((place, line.bye))
    return found


def all_pairs(line: ScoreLine, stretch: Stretch) -> list[Pairing]:
    """List every pair of a stretch that may be made."""
    vertices = line.vertices(stretch)
    mask = mask_of(vertices)
    return [
        (one, other)
        for one in vertices
        for other in bits(line.adjacent[one] & mask >> (one + 1) << (one + 1))
    ]


def _inside(line: ScoreLine, at: int, reach: int) -> Iterator[Pairing]:
    order, adjacent = line.ranked[at], line.adjacent
    for rank, one in enumerate(order):
        mask = adjacent[one]
        for other_rank in _near(line.pattern, len(order), rank, isqrt(reach)):
            other = order[other_rank]
            if mask >> other & 1:
                yield (one, other) if one < other else (other, one)


def _near(pattern: Pattern, size: int, rank: int, reach: int) -> range:
    """Return the lower places of a group that are within reach of the pattern for a place."""
    if pattern is Pattern.FOLD:
        meant = size - 1 - rank
        return range(max(rank + 1, meant - reach), min(size, meant + reach + 1))
    if pattern is Pattern.SLIDE:
        meant = rank + size // 2
        return range(max(rank + 1, meant - reach), min(size, meant + reach + 1))
    return range(rank + 1, min(size, rank + reach + 2))


def _between(line: ScoreLine, at: int, reach: int) -> Iterator[Pairing]:
    lower = line.ranked[at + 1]
    for up, one in enumerate(reversed(line.ranked[at])):
        if up * up > reach:
            return
        for other in lower[: isqrt(reach - up * up) + 1]:
            if line.adjacent[one] >> other & 1:
                yield one, other
