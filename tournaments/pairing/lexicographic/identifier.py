"""Pairing of a bracket: the first identifier among the best (article 3.6 of C.04.5 and C.04.6).

In each pair the smaller number is the top member. The identifier is the numbers of the top members in
rising order, followed by those of their opponents; identifiers are compared number by number.
"""

from collections.abc import Mapping, Sequence

from tournaments.pairing.criteria import WEIGHT_BITS, Criterion, Matched, Pairing, Penalty, Weighted
from tournaments.pairing.swiss.graph import Matching
from tournaments.pairing.values import NoLegalPairing


class BracketPairing:
    """Search for the first identifier; vertices are places, `number` gives their pairing numbers."""

    def __init__(
        self,
        players: Sequence[int],
        edges: Sequence[Pairing],
        criteria: Sequence[Criterion],
        number: Mapping[int, int],
    ) -> None:
        self.players = sorted(players, key=lambda place: number[place])
        self.seat = {place: at for at, place in enumerate(self.players)}
        self.edges, self.criteria = list(edges), list(criteria)

    def first(self) -> list[Pairing]:
        """Return the pairs in the order of their top members."""
        best = self._best(self.edges, ())
        if not any(best.costs):
            spotless = [pair for pair in self.edges if not any(each.penalty(*pair) for each in self.criteria)]
            pairs = self._halves(spotless)
            if pairs is not None:
                return pairs
        return self._bottoms(*self._tops())

    def _best(self, edges: Sequence[Pairing], more: Sequence[Criterion]) -> Matched:
        best = Weighted(edges, [*self.criteria, *more], self.players).best()
        if best is None:
            raise NoLegalPairing
        return best

    def _room(self) -> int:
        return WEIGHT_BITS - Weighted(self.edges, self.criteria, self.players).bits

    def _seats(self, pair: Pairing) -> Pairing:
        """Return a pair by seat, the top member first."""
        one, other = self.seat[pair[0]], self.seat[pair[1]]
        return (one, other) if one < other else (other, one)

    def _halves(self, spotless: Sequence[Pairing]) -> list[Pairing] | None:
        """Return the smaller half as top members, which no identifier can beat; None if it is impossible."""
        half = len(self.players) // 2
        adjacent = [0] * len(self.players)
        for pair in spotless:
            top, bottom = self._seats(pair)
            if top < half <= bottom:
                adjacent[top] |= 1 << bottom
                adjacent[bottom] |= 1 << top
        matching = Matching(adjacent, (1 << len(self.players)) - 1)
        if not matching.is_perfect():
            return None
        pairs = []
        for top in range(half):
            bottom = next(
                other
                for other in range(half, len(self.players))
                if (adjacent[top] & matching.alive) >> other & 1 and matching.fix(top, other)
            )
            pairs.append((self.players[top], self.players[bottom]))
        return pairs

    def _tops(self) -> tuple[list[int], list[Pairing]]:
        """Return the seats of the top members, and the pairs that agree.

        A small number is a bottom only where it must.
        """
        room = self._room()
        edges = self.edges
        for start in range(0, len(self.players), room):
            part = range(start, min(start + room, len(self.players)))
            most = (1 << len(part)) - 1
            asked = Criterion(name="3.6.2", penalty=self._bottom_bits(part), most=most)
            bottoms = {self._seats(pair)[1] for pair in self._best(edges, [asked]).pairs}
            edges = [pair for pair in edges if self._is_in_line(pair, part, bottoms)]
        return [at for at in range(len(self.players)) if at not in bottoms], edges

    def _bottom_bits(self, part: range) -> Penalty:
        def penalty(one: int, other: int) -> int:
            bottom = self._seats((one, other))[1]
            return 1 << (part[-1] - bottom) if bottom in part else 0

        return penalty

    def _is_in_line(self, pair: Pairing, part: range, bottoms: set[int]) -> bool:
        top, bottom = self._seats(pair)
        return not (top in part and top in bottoms) and not (bottom in part and bottom not in bottoms)

    def _bottoms(self, tops: list[int], edges: list[Pairing]) -> list[Pairing]:
        """Give each top member in turn the smallest number that leaves the best quality."""
        width = len(self.players).bit_length()
        room = self._room() // width
        partner: dict[int, int] = {}
        for start in range(0, len(tops), room):
            part = tops[start : start + room]
            most = (1 << width * len(part)) - 1
            asked = Criterion(name="3.6.2", penalty=self._partner_field(part, width), most=most)
            partner = dict(self._seats(pair) for pair in self._best(edges, [asked]).pairs)
            settled = {seat: partner[seat] for seat in part}
            edges = [pair for pair in edges if _respects_settled(self._seats(pair), settled)]
        return [(self.players[top], self.players[partner[top]]) for top in tops]

    def _partner_field(self, part: Sequence[int], width: int) -> Penalty:
        shift = {top: width * (len(part) - 1 - at) for at, top in enumerate(part)}

        def penalty(one: int, other: int) -> int:
            top, bottom = self._seats((one, other))
            return bottom << shift[top] if top in shift else 0

        return penalty


def _respects_settled(pair: Pairing, settled: Mapping[int, int]) -> bool:
    """Return whether a pair takes no player from a settled pair."""
    top, bottom = pair
    if top in settled:
        return settled[top] == bottom
    return bottom not in settled.values()
