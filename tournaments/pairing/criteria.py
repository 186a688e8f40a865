"""Best perfect matching by several criteria, the first outweighing all that follow.

Each criterion is a penalty of a pair. The penalties of all of them are laid side by side in one whole
number, each in a field wide enough for the sum over a whole matching, so that one maximum-weight matching
obeys them in order.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import rustworkx

WEIGHT_BITS = 124
"""Usable bits of the 127 that rustworkx takes: its dual variables need room."""

Pairing = tuple[int, int]
Penalty = Callable[[int, int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """Criterion to minimise: the sum of a penalty over the pairs.

    `most` bounds that sum where it is known better than as the highest penalty for every pair. It need only
    be valid for matchings that are best by the criteria before: a sum beyond it spills over into those, which
    makes it worse.
    """

    name: str
    penalty: Penalty
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Matched:
    """Perfect matching, lower vertex first, and its cost by each criterion."""

    pairs: tuple[Pairing, ...]
    costs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bill:
    """Pairs with their weights, and the maximum bits of the weight of a whole round."""

    edges: list[Pairing]
    weights: list[int]
    bits: int


class WeightsTooWide(OverflowError):
    """Error: the criteria of so many pairs do not fit into the weights of one matching."""

    code = "weights_too_wide"


def packed(columns: Sequence[Sequence[int]], most: Sequence[int]) -> tuple[list[int], int]:
    """Pack the values of all criteria of each pair in one whole number; return them and the bits allowed.

    Each column has a field wide enough for `most`, and none where that is 0. The lightest matching is the
    best one if every sum of the best one is within `most`, and the last column's sum in every matching: a
    sum that spills over makes a matching worse by a criterion that comes before.
    """
    weights = [0] * len(columns[0]) if columns else []
    bits = 0
    for values, largest in zip(columns, most, strict=True):
        if not largest:
            continue
        width = largest.bit_length()
        bits += width
        weights = [(weight << width) + value for weight, value in zip(weights, values, strict=True)]
    if bits > WEIGHT_BITS:
        raise WeightsTooWide(bits)
    return weights, bits


def lightest(
    vertices: Sequence[int], edges: Sequence[Pairing], weights: Sequence[int]
) -> tuple[Pairing, ...] | None:
    """Return the lightest perfect matching of these vertices, lower vertex first; None if there is none."""
    top = max(weights, default=0) + 1
    seat = {vertex: at for at, vertex in enumerate(vertices)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(vertices)
    graph.add_edges_from(
        [(seat[one], seat[other], top - weight) for (one, other), weight in zip(edges, weights, strict=True)]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) != len(vertices):
        return None
    named = ((vertices[one], vertices[other]) for one, other in found)
    return tuple(sorted((min(pair), max(pair)) for pair in named))


class Weighted:
    """Allowed pairs, each with the weight that the criteria give it."""

    def __init__(
        self, edges: Sequence[Pairing], criteria: Sequence[Criterion], vertices: Sequence[int]
    ) -> None:
        self.edges, self.criteria, self.vertices = edges, criteria, vertices
        self.columns = [[each.penalty(*edge) for edge in edges] for each in criteria]
        self.weights, self.bits = packed(self.columns, self._most())

    def _most(self) -> list[int]:
        """List the highest penalty for every pair, or a known better bound."""
        pairs = len(self.vertices) // 2
        highest = [max(values, default=0) * pairs for values in self.columns]
        return [
            most if criterion.most is None else min(most, criterion.most)
            for criterion, most in zip(self.criteria, highest, strict=True)
        ]

    def best(self, without: Pairing | None = None) -> Matched | None:
        """Return the lightest perfect matching, if any; without one pair on request."""
        edges, weights = self.edges, self.weights
        if without is not None:
            kept = [at for at, edge in enumerate(edges) if edge != without]
            edges, weights = [edges[at] for at in kept], [weights[at] for at in kept]
        pairs = lightest(self.vertices, edges, weights)
        return None if pairs is None else Matched(pairs, self.costs(pairs))

    def drawn(self, costs: Sequence[int], lot: Penalty) -> tuple[Pairing, ...]:
        """Return the best matching; of several the one with the lowest sum of lots.

        `costs` are its own, or those of another matching from which it differs by the last criterion at
        most. It contains no pair that alone is above one of these.
        """
        kept = self._edges_within(costs)
        edges = [self.edges[at] for at in kept]
        lots = [lot(*edge) for edge in edges]
        highest = max(lots, default=0) * (len(self.vertices) // 2)
        weights, _ = packed([*self._columns_of(kept), lots], [*costs, highest])
        pairs = lightest(self.vertices, edges, weights)
        if pairs is None:
            raise LookupError(costs)
        return pairs

    def bill(self, costs: Sequence[int]) -> Bill:
        """List the pairs that may be part of a round with these costs, in weights made for it."""
        kept = self._edges_within(costs)
        weights, bits = packed(self._columns_of(kept), costs)
        return Bill([self.edges[at] for at in kept], weights, bits)

    def _edges_within(self, costs: Sequence[int]) -> list[int]:
        kept = list(range(len(self.edges)))
        for values, most in zip(self.columns, costs, strict=True):
            kept = [at for at in kept if values[at] <= most]
        return kept

    def _columns_of(self, kept: Sequence[int]) -> list[list[int]]:
        return [[values[at] for at in kept] for values in self.columns]

    def costs(self, pairs: Iterable[Pairing]) -> tuple[int, ...]:
        """Return the cost of these pairs by each criterion."""
        pairs = list(pairs)
        return tuple(sum(each.penalty(*pair) for pair in pairs) for each in self.criteria)

    def first_loss(self, best: Matched, without: Pairing) -> tuple[str, int] | None:
        """Return the first criterion that suffers without a pair, and by how much.

        None when nothing can replace it.
        """
        other = self.best(without)
        if other is None:
            return None
        for criterion, now, then in zip(self.criteria, best.costs, other.costs, strict=True):
            if now != then:
                return criterion.name, then - now
        return "", 0
