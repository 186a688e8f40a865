"""Order of generation (articles 3 and 4): of the candidates with the best quality, the first.

Several decisions are taken at a time. A decision is fixed by excluding all other pairs, then the
rest is matched again.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

from tournaments.pairing.swiss.bracket import BracketGraph, PlacePair, Solution, solution_of
from tournaments.pairing.swiss.weights import (
    WEIGHT_BITS,
    Count,
    Quality,
    WeightsTooWide,
    best_matching,
    heaviest,
)

PairTest = Callable[[int, int], bool]
Worth = Callable[[int, int, int], int]
"""Worth of a pair to one player: the player, then the pair."""


class Order:
    """Candidates of one quality, fewer with every decision."""

    def __init__(self, graph: BracketGraph, quality: Quality, pairs: Sequence[PlacePair]) -> None:
        self.graph, self.quality = graph, quality
        self.open = list(pairs)
        self.fixed: list[PlacePair] = []

    def first(self, inside: Sequence[PlacePair]) -> Solution:
        """Return the first of them, `inside` being the pairs of any."""
        bracket = self.graph.bracket
        self.choose_partners(self._choose_movers(inside), bracket.residents)
        taken = {place for pair in self.fixed for place in pair}
        rest = [place for place in bracket.residents if place not in taken]
        upper, lower = Exchanges(self, rest, len(inside) - len(self.fixed)).halves()
        self._confine(set(upper), set(lower))
        self.choose_partners(upper, lower)
        return solution_of(bracket, self.fixed)

    def _choose_movers(self, inside: Sequence[PlacePair]) -> list[int]:
        """Choose the moved-down players to pair: the set with the smallest differing number (4.4)."""
        movers = self.graph.bracket.movers
        if sum(one in self.graph.movers for one, _other in inside) == len(movers):
            return list(movers)
        return self.choose_leaders(movers, self.graph.is_inside)

    def choose_leaders(
        self, players: Sequence[int], counts: PairTest, *, rather_not: Collection[int] = ()
    ) -> list[int]:
        """Choose the players who are the higher ranked of a pair that counts.

        Each in turn is, if possible; each of `rather_not` is not, if possible.
        """

        def leads(place: int, one: int, other: int) -> int:
            if place != one or not counts(one, other):
                return 0
            return -1 if place in rather_not else 1

        leaders: list[int] = []
        for part in self._parts(players, 2):
            ahead = {one for one, other in self._best_matching(part, 2, leads) if counts(one, other)}
            chosen, others = ahead.intersection(part), set(part) - ahead
            leaders += [place for place in part if place in chosen]
            self.open = [
                (one, other)
                for one, other in self.open
                if other not in chosen and one not in (others if counts(one, other) else chosen)
            ]
        return leaders

    def choose_partners(self, upper: Sequence[int], lower: Sequence[int]) -> None:
        """Fix the partner of each of `upper`: lexicographically the smallest numbers (4.2)."""
        rank = {place: len(lower) - at for at, place in enumerate(lower)}

        def partner(place: int, one: int, other: int) -> int:
            return rank.get(other if place == one else one, 0) if self.graph.is_inside(one, other) else 0

        for part in self._parts(upper, len(lower) + 1):
            chosen = set(part)
            matched = self.graph.inside(self._best_matching(part, len(lower) + 1, partner))
            self._fix(pair for pair in matched if chosen.intersection(pair))

    def _confine(self, upper: set[int], lower: set[int]) -> None:
        """Restrict pairs inside the bracket to players of S1 with players of S2."""
        across = (upper, lower), (lower, upper)
        self.open = [
            (one, other)
            for one, other in self.open
            if not self.graph.is_inside(one, other)
            or (one, other) in self.fixed
            or any(one in firsts and other in seconds for firsts, seconds in across)
        ]

    def _fix(self, pairs: Iterable[PlacePair]) -> None:
        self.fixed += pairs
        kept, gone = set(self.fixed), {place for pair in self.fixed for place in pair}
        self.open = [pair for pair in self.open if pair in kept or not gone.intersection(pair)]

    def refine(self, *counts: Count) -> list[int]:
        """Reduce to candidates with as much as possible of each further count; return the totals."""
        for count in counts:
            self.quality = self.quality.extended(count, self.open)
        best_matching(self.graph.vertices, self.open, self.quality)
        return self.quality.totals[-len(counts) :]

    def _parts(self, players: Sequence[int], radix: int) -> Iterator[list[int]]:
        """Yield as many players at a time as fit below the quality."""
        greatest = max(self.quality.numbers(self.open, len(self.quality.counts)), default=0)
        room, size = (1 << WEIGHT_BITS) // (greatest + 1), 0
        while size < len(players) and radix ** (size + 1) <= room:
            size += 1
        if players and not size:
            raise WeightsTooWide(room)
        waiting = iter(players)
        while part := list(islice(waiting, size)):
            yield part

    def _best_matching(self, part: Sequence[int], radix: int, worth: Worth) -> list[PlacePair]:
        """Return a matching of the best quality, and among those of the greatest worth to each in turn."""
        place_value = {place: radix ** (len(part) - at) for at, place in enumerate(part, start=1)}
        scale = radix ** len(part)
        gone = {place for pair in self.fixed for place in pair}
        pairs = [pair for pair in self.open if pair[0] not in gone]
        weights = {}
        for pair, number in zip(pairs, self.quality.numbers(pairs, len(self.quality.counts)), strict=True):
            weight = number * scale
            for place in pair:
                if place in place_value:
                    weight += place_value[place] * worth(place, *pair)
            weights[pair] = weight
        left = [vertex for vertex in self.graph.vertices if vertex not in gone]
        return [*self.fixed, *heaviest(left, weights)]


class Exchanges:
    """S1 and S2 of residents that are to meet each other, after as few exchanges as can be (4.3)."""

    def __init__(self, order: Order, rest: Sequence[int], pairs: int) -> None:
        self.order, self.rest = order, rest
        self.upper, self.lower = rest[:pairs], rest[pairs:]
        self.number = {place: at for at, place in enumerate(rest)}
        self.original = frozenset(self.upper)

    def halves(self) -> tuple[list[int], list[int]]:
        """Return the two halves in order."""
        pairs, size = len(self.upper), len(self.rest)
        original, _sum = self.order.refine(
            Count("4.3.1", pairs, self._has_original), Count("4.3.2", size * (size // 2), self._smallness)
        )
        if original == pairs:
            return list(self.upper), list(self.lower)
        waiting = [*self.upper[::-1], *self.lower]
        first = sorted(self.order.choose_leaders(waiting, self._remains, rather_not=self.original))
        taken = set(first)
        return first, [place for place in self.rest if place not in taken]

    def _remains(self, one: int, other: int) -> bool:
        return one in self.number and other in self.number and self.order.graph.is_inside(one, other)

    def _has_original(self, one: int, other: int) -> int:
        """Count 4.3.1: the fewest exchanges leave the most pairs with the original S1 in front."""
        return int(one in self.original and self._remains(one, other))

    def _smallness(self, one: int, other: int) -> int:
        """Count 4.3.2: the smallest difference of exchanged numbers has the smallest sum of numbers in S1."""
        return len(self.rest) - self.number[one] if self._remains(one, other) else 0
