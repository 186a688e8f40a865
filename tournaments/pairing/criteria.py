"""The best perfect matching by several criteria, the first outweighing all that follow.

Each criterion is a penalty of a pair. The penalties of all of them are laid side by side in one whole
number, each in a field wide enough for the sum over a whole matching, so that one maximum-weight matching
obeys them in order.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import rustworkx

WEIGHT_BITS = 124
"""What may be used of the 127 bits that rustworkx takes: its dual variables need room."""

Pairing = tuple[int, int]
Penalty = Callable[[int, int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """Something to keep small: the sum of a penalty over the pairs.

    `most` bounds that sum where it is known better than as the highest penalty for every pair. It need only
    hold for matchings that are best by the criteria before: a sum beyond it spills over into those, which
    makes it worse.
    """

    name: str
    penalty: Penalty
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Matched:
    """A perfect matching, lower vertex first, and what it costs by each criterion."""

    pairs: tuple[Pairing, ...]
    costs: tuple[int, ...]


class WeightsTooWide(OverflowError):
    """The criteria of so many pairs do not fit into the weights of one matching."""

    code = "weights_too_wide"


class Weighted:
    """The pairs that may be made, with the weight that the criteria give each."""

    def __init__(
        self, edges: Sequence[Pairing], criteria: Sequence[Criterion], vertices: Sequence[int]
    ) -> None:
        self.edges, self.criteria, self.vertices = edges, criteria, vertices
        self.bits = 0
        self.weights = self._packed()

    def _packed(self) -> list[int]:
        packed = [0] * len(self.edges)
        for criterion in self.criteria:
            values = [criterion.penalty(one, other) for one, other in self.edges]
            most = max(values, default=0) * (len(self.vertices) // 2)
            if criterion.most is not None:
                most = min(most, criterion.most)
            if not most:
                continue
            width = most.bit_length()
            self.bits += width
            packed = [(weight << width) + value for weight, value in zip(packed, values, strict=True)]
        if self.bits > WEIGHT_BITS:
            raise WeightsTooWide(self.bits)
        return packed

    def best(self, without: Pairing | None = None) -> Matched | None:
        """The lightest perfect matching, if there is any; without one pair when asked."""
        top = max(self.weights, default=0) + 1
        seat = {vertex: at for at, vertex in enumerate(self.vertices)}
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(self.vertices)
        graph.add_edges_from(
            [
                (seat[edge[0]], seat[edge[1]], top - weight)
                for edge, weight in zip(self.edges, self.weights, strict=True)
                if edge != without
            ]
        )
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(found) != len(self.vertices):
            return None
        named = ((self.vertices[one], self.vertices[other]) for one, other in found)
        pairs = tuple(sorted((min(pair), max(pair)) for pair in named))
        return Matched(pairs, self.costs(pairs))

    def costs(self, pairs: Iterable[Pairing]) -> tuple[int, ...]:
        """What these pairs cost by each criterion."""
        pairs = list(pairs)
        return tuple(sum(each.penalty(*pair) for pair in pairs) for each in self.criteria)

    def first_loss(self, best: Matched, without: Pairing) -> tuple[str, int] | None:
        """The first criterion that suffers without a pair, and by how much.

        None when nothing can replace it.
        """
        other = self.best(without)
        if other is None:
            return None
        for criterion, now, then in zip(self.criteria, best.costs, other.costs, strict=True):
            if now != then:
                return criterion.name, then - now
        return "", 0
