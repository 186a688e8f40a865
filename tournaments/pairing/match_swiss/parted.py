"""Best round of a large field, found stretch by stretch, with only the pairs that can be part of it.

The omitted pairs are proven to be in no best round, so that the answer is that of all pairs together:

- A stretch that reaches its least sum of squared score differences crosses no gap out of it; with any
  crossing its differences alone cost more. In it, when the finer criteria reach their bounds, no pair can
  cost more by the pattern than the whole stretch does above its bound.
- A stretch that does not (its players have met, or may not meet) is joined with a neighbour and weighed
  with all its pairs; it is final if it is better than with any player leaving it, for half the squared gap
  over which they leave. The other half belongs to the stretch on the other side.
"""

from collections.abc import Mapping, Sequence

from tournaments.pairing.criteria import Criterion, Matched, Pairing, Penalty, Weighted, lightest, packed
from tournaments.pairing.match_swiss.bounds import Members, StretchBounds
from tournaments.pairing.match_swiss.line import ScoreLine, Stretch
from tournaments.pairing.match_swiss.near import all_pairs, near_pairs
from tournaments.pairing.match_swiss.prices import EXACT_BITS, doubled_prices
from tournaments.pairing.values import NoLegalPairing

SMALL = 40
"""Maximum number of players for weighing all pairs at once."""
FARTHER = 16
ATTEMPTS = 5
"""Number of price computations before all relevant pairs of a stretch are weighed."""


class PartedRound:
    """Round whose criteria begin with the score difference and end with the pattern."""

    def __init__(
        self,
        line: ScoreLine,
        criteria: Sequence[Criterion],
        sets: Mapping[str, Sequence[Members]],
        lot: Penalty,
    ) -> None:
        self.line, self.criteria, self.sets, self.lot = line, criteria, sets, lot

    def pairs(self) -> tuple[Pairing, ...]:
        """Return the best of all rounds, by lot where several are."""
        line = self.line
        waiting = line.stretches()[::-1]
        done: list[tuple[Stretch, tuple[Pairing, ...]]] = []
        while waiting:
            stretch = waiting.pop()
            pairs = self._best(stretch)
            if pairs is not None:
                done.append((stretch, pairs))
            elif waiting and (not done or self._prefers_lower(stretch)):
                waiting.append(Stretch(stretch.first, waiting.pop().last))
            elif done:
                waiting.append(Stretch(done.pop()[0].first, stretch.last))
            else:
                raise NoLegalPairing
        return tuple(sorted(pair for _, pairs in done for pair in pairs))

    def _prefers_lower(self, stretch: Stretch) -> bool:
        """Return whether the gap below is the smaller one."""
        return self.line.gaps[stretch.last] <= self.line.gaps[stretch.first - 1]

    def _best(self, stretch: Stretch) -> tuple[Pairing, ...] | None:
        if all(self.line.is_odd[at] for at in stretch.gaps):
            pairs = self._tight(stretch)
            if pairs is not None:
                return pairs
        return self._with_all_pairs(stretch)

    def _tight(self, stretch: Stretch) -> tuple[Pairing, ...] | None:
        """Return the best pairs inside a stretch; None where it does not reach its least differences."""
        line = self.line
        vertices = line.vertices(stretch)
        least = line.least_squares(stretch)
        bounds = StretchBounds(line, stretch).found(self.criteria[1:-1], self.sets)
        reach, widest = 1, len(vertices) ** 2
        while len(vertices) > SMALL and reach < widest:
            weighted = Weighted(near_pairs(line, stretch, bounds, reach), self.criteria, vertices)
            matched = weighted.best()
            if matched is None or matched.costs[:-1] != (least, *list(bounds.least.values())[:-1]):
                reach *= FARTHER
                continue
            above = matched.costs[-1] - bounds.least["pattern"]
            if above <= reach:
                return weighted.drawn(matched.costs, self.lot)
            pairs = near_pairs(line, stretch, bounds, above)
            for outside in bounds.outside:
                pairs = [pair for pair in pairs if not outside.issuperset(pair)]
            priced = self._reduce_by_prices(weighted, matched, pairs)
            if priced is None:
                priced = Weighted(pairs, self.criteria, vertices)
            return priced.drawn(matched.costs, self.lot)
        weighted = Weighted(all_pairs(line, stretch), self.criteria, vertices)
        matched = weighted.best()
        if matched is None or matched.costs[0] > least:
            return None
        return weighted.drawn(matched.costs, self.lot)

    def _reduce_by_prices(
        self, weighted: Weighted, matched: Matched, pairs: Sequence[Pairing]
    ) -> Weighted | None:
        """Reduce to the pairs of the best rounds, if prices determine them; only few are weighed for that."""
        pattern = self.criteria[-1].penalty
        for _ in range(ATTEMPTS):
            price = self._prices(weighted, matched)
            if price is None:
                return None
            near = [pair for pair in pairs if 2 * pattern(*pair) <= price[pair[0]] + price[pair[1]]]
            bill = Weighted(near, self.criteria, weighted.vertices).bill(matched.costs)
            dearer = [
                2 * weight - price[one] - price[other]
                for (one, other), weight in zip(bill.edges, bill.weights, strict=True)
            ]
            if min(dearer) >= 0:
                tight = [edge for edge, more in zip(bill.edges, dearer, strict=True) if more == 0]
                return Weighted(tight, self.criteria, weighted.vertices)
            cheaper = [edge for edge, more in zip(bill.edges, dearer, strict=True) if more < 0]
            edges = sorted({*weighted.edges, *cheaper})
            weighted = Weighted(edges, self.criteria, weighted.vertices)
            found = weighted.best()
            if found is None:
                return None
            matched = found
        return None

    @staticmethod
    def _prices(weighted: Weighted, matched: Matched) -> dict[int, int] | None:
        bill = weighted.bill(matched.costs)
        if bill.bits + len(weighted.vertices).bit_length() > EXACT_BITS:
            return None
        return doubled_prices(weighted.vertices, bill.edges, bill.weights, matched.pairs)

    def _with_all_pairs(self, stretch: Stretch) -> tuple[Pairing, ...] | None:
        """Return the best pairs of any stretch; None where it may be better to leave it."""
        weighted = Weighted(all_pairs(self.line, stretch), self.criteria, self.line.vertices(stretch))
        matched = weighted.best()
        if matched is None or not Leaving(self.line, stretch, weighted, matched).is_worse():
            return None
        return weighted.drawn(matched.costs, self.lot)


class Leaving:
    """Stretch with the choice of leaving it, compared with the best round that remains inside.

    Score differences are counted above the least, in halves.
    """

    def __init__(self, line: ScoreLine, stretch: Stretch, weighted: Weighted, matched: Matched) -> None:
        self.line, self.stretch = line, stretch
        self.weighted, self.matched = weighted, matched
        self.above = 2 * (matched.costs[0] - line.least_squares(stretch))
        fees = {vertex: self._fee(vertex) for vertex in weighted.vertices if vertex != line.bye}
        self.fees = {vertex: fee for vertex, fee in fees.items() if fee is not None and fee <= self.above}

    def is_worse(self) -> bool:
        """Return whether every round in which a player leaves costs more."""
        if sum(sorted(self.fees.values())[:2]) > self.above or len(self.fees) < 2:  # noqa: PLR2004
            return True
        rows = {**self._staying(), **self._leaving()}
        columns = list(zip(*rows.values(), strict=True))
        most = [max(values) * (len(self.weighted.vertices) // 2) for values in columns]
        weights, _ = packed(columns, most)
        pairs = lightest(self.weighted.vertices, list(rows), weights)
        if pairs is None:
            return False
        costs = tuple(sum(rows[pair][at] for pair in pairs) for at in range(len(columns)))
        return costs == (self.above, *self.matched.costs[1:], len(pairs))

    def _staying(self) -> dict[Pairing, tuple[int, ...]]:
        """Map the pairs made inside to their costs; the last value marks them."""
        rows = {}
        for at, pair in enumerate(self.weighted.edges):
            groups = sorted(map(self.line.group_of.__getitem__, pair))
            above = 2 * (self.weighted.columns[0][at] - self._odd(*groups))
            if above <= self.above:
                rows[pair] = (above, *(column[at] for column in self.weighted.columns[1:]), 1)
        return rows

    def _leaving(self) -> dict[Pairing, tuple[int, ...]]:
        """Map pairs of two who both leave, where that costs no more than to meet."""
        rest = (0,) * len(self.weighted.columns)
        staying = self._staying()
        rows = {}
        for one, fee in self.fees.items():
            for other, other_fee in self.fees.items():
                both = fee + other_fee
                pair = one, other
                if one < other and both <= self.above and (pair not in staying or both <= staying[pair][0]):
                    rows[pair] = (both, *rest)
        return rows

    def _fee(self, vertex: int) -> int | None:
        """Return the least cost of leaving, over the nearer end; None where there is no end."""
        line, stretch = self.line, self.stretch
        group = line.group_of[vertex]
        fees = []
        if stretch.last < line.last:
            way = sum(line.gaps[group : stretch.last]) ** 2 - self._odd(group, stretch.last)
            fees.append(2 * way + line.gaps[stretch.last] ** 2)
        if stretch.first > 0:
            way = sum(line.gaps[stretch.first : group]) ** 2 - self._odd(stretch.first, group)
            fees.append(2 * way + line.gaps[stretch.first - 1] ** 2)
        return min(fees, default=None)

    def _odd(self, upper: int, lower: int) -> int:
        """Return the squares of the gaps between two groups that must be crossed anyway."""
        return sum(self.line.gaps[at] ** 2 for at in range(upper, lower) if self.line.is_odd[at])
