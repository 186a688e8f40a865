"""Several counts in one whole number, the first outweighing all that follow, exact for any width.

A matching may be found for numbers of 125 bits. Counts that do not fit at once are solved in stages: as soon
as the best total of a count is known, its field need not be wider than what the best falls short of `most`.
A matching with less of a count cannot make up for it by more of those that follow: the best remains best.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import rustworkx

from tournaments.pairing.swiss.bracket import Likeness, PlacePair

WEIGHT_BITS = 125
"""Usable bits of the 127 that rustworkx has: it needs four times the greatest weight."""


class WeightsTooWide(OverflowError):
    """Broken promise: one count more does not fit, though all before it are settled."""

    code = "weights_too_wide"


@dataclass(frozen=True, slots=True)
class Count:
    """Count to maximise: the sum over the pairs of a matching, by an article.

    No pair counts less than 0, and no matching has more than `most`.
    """

    article: str
    most: int
    of_pair: Callable[[int, int], int]


class Quality:
    """Counts in order of importance, each pair's in one number as wide as they need together.

    `totals` are those of the best matching, as far as they are known.
    """

    def __init__(self, counts: Iterable[Count]) -> None:
        self.counts = list(counts)
        self.totals: list[int] = []
        self.packed: dict[PlacePair, int] = {}

    def weigh(self, pairs: Iterable[PlacePair], likeness: Callable[[int, int], Likeness | None]) -> None:
        """Compute the weights of these pairs; pairs that are alike share one computation."""
        packing = [(count.most + 1, count.of_pair) for count in self.counts]
        seen: dict[Likeness, int] = {}
        for pair in pairs:
            alike = likeness(*pair)
            if alike is None:
                self.packed[pair] = _pack(packing, pair)
                continue
            if alike not in seen:
                seen[alike] = _pack(packing, pair)
            self.packed[pair] = seen[alike]

    def again(self, pairs: Iterable[PlacePair]) -> "Quality":
        """Return the same counts for fewer pairs, without known totals."""
        fewer = Quality(self.counts)
        fewer.packed = {pair: self.packed[pair] for pair in pairs}
        return fewer

    @property
    def is_settled(self) -> bool:
        """True if the best total of every count is known."""
        return len(self.totals) == len(self.counts)

    def extended(self, count: Count, pairs: Iterable[PlacePair]) -> "Quality":
        """Return the counts with one more below, for the pairs that are still open."""
        wider = Quality((*self.counts, count))
        wider.totals = list(self.totals)
        radix = count.most + 1
        wider.packed = {pair: self.packed[pair] * radix + count.of_pair(*pair) for pair in pairs}
        return wider

    def radices(self, many: int) -> list[int]:
        """Return the number of values that the field of each of the first counts must distinguish."""
        known = [count.most - total + 1 for count, total in zip(self.counts, self.totals, strict=False)]
        return (known + [count.most + 1 for count in self.counts[len(known) :]])[:many]

    def stage(self, pairs: Sequence[PlacePair]) -> tuple[int, list[int]]:
        """Return as many of the first counts as fit at once, and the weight of each pair by them.

        One of them at least is not settled yet. The greatest weight decides, because settled ones may be
        narrower than their values.
        """
        for many in range(len(self.counts), len(self.totals), -1):
            if prod(self.radices(many)) <= 1 << WEIGHT_BITS:
                numbers = self.numbers(pairs, many)
                if max(numbers, default=0) < 1 << WEIGHT_BITS:
                    return many, numbers
        if self.is_settled:
            return len(self.counts), self.numbers(pairs, len(self.counts))
        raise WeightsTooWide(self.counts[len(self.totals)].article)

    def numbers(self, pairs: Sequence[PlacePair], many: int) -> list[int]:
        """Return the weight of each pair by the first counts."""
        wide = [count.most + 1 for count in self.counts]
        narrow = self.radices(many)
        if wide == narrow:
            return [self.packed[pair] for pair in pairs]
        repacked = {number: _repack(number, wide, narrow) for number in set(self.packed.values())}
        return [repacked[self.packed[pair]] for pair in pairs]

    def settle(self, matched: Iterable[PlacePair], many: int) -> None:
        """Store the totals of a best matching by the first counts."""
        matched = list(matched)
        self.totals = [sum(count.of_pair(*pair) for pair in matched) for count in self.counts[:many]]


def best_matching(vertices: Sequence[int], pairs: Sequence[PlacePair], quality: Quality) -> list[PlacePair]:
    """Return a matching that is best by every count; the totals are known afterwards."""
    while True:
        many, numbers = quality.stage(pairs)
        matched = heaviest(vertices, dict(zip(pairs, numbers, strict=True)))
        quality.settle(matched, many)
        if quality.is_settled:
            return matched


def heaviest(vertices: Sequence[int], weights: Mapping[PlacePair, int]) -> list[PlacePair]:
    """Return the matching with the greatest sum of weights, the lower vertex of each pair first."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=True)
    seat = {vertex: at for at, vertex in enumerate(vertices)}
    graph.add_nodes_from(vertices)
    graph.add_edges_from([(seat[one], seat[other], weight) for (one, other), weight in weights.items()])
    found = rustworkx.max_weight_matching(graph, weight_fn=int)
    matched = ((vertices[one], vertices[other]) for one, other in found)
    return [(min(pair), max(pair)) for pair in matched]


def _pack(packing: Sequence[tuple[int, Callable[[int, int], int]]], pair: PlacePair) -> int:
    number = 0
    for radix, of_pair in packing:
        number = number * radix + of_pair(*pair)
    return number


def _repack(number: int, wide: Sequence[int], narrow: Sequence[int]) -> int:
    """Return the first fields of a number in other widths."""
    values = []
    for radix in reversed(wide):
        number, value = divmod(number, radix)
        values.append(value)
    result = 0
    for radix, value in zip(narrow, reversed(values), strict=False):
        result = result * radix + value
    return result
