"""Lower bounds of the finer criteria of a stretch: a round that reaches them needs no comparison.

All bounds apply to the rounds that cross each gap of the stretch once.

- Two of a set clash (colours wished, soft groups): in each group a member of a set that is more than half
  of it pays a half, every other player is paid a half. A gap can give back what the two who cross it pay.
- The floater, and the receiver of the bye, is at least the best of the candidates, by each criterion among
  those who are best by the ones before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.pairing.criteria import Criterion
from tournaments.pairing.lineup import Float
from tournaments.pairing.match_swiss.line import ScoreLine, Stretch

Members = frozenset[int]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Least cost by each criterion after the score difference.

    For the pattern also for each gap and for the bye. Where the bounds of clashes are reached, no member of
    one of the sets `outside` meets another of that set: each is needed by a player who would clash.
    """

    least: Mapping[str, int]
    over_gap: Mapping[int, int]
    of_bye: int
    outside: Sequence[Members]


class StretchBounds:
    """Bounds of one stretch under computation, criterion by criterion."""

    def __init__(self, line: ScoreLine, stretch: Stretch) -> None:
        self.line, self.stretch = line, stretch
        self.upper = {at: list(line.ranked[at]) for at in stretch.gaps}
        self.lower = {at: list(line.ranked[at + 1]) for at in stretch.gaps}
        self.bye = line.candidates(stretch)
        self.outside: list[Members] = []

    def found(self, criteria: Sequence[Criterion], sets: Mapping[str, Sequence[Members]]) -> Bounds:
        """Return all bounds; `sets` has for the criteria of clashes the sets of clashing players."""
        least: dict[str, int] = {}
        for criterion in criteria:
            if criterion.name in sets:
                least[criterion.name] = self._clashes(sets[criterion.name])
            elif criterion.name == "bye_unplayed":
                least[criterion.name] = _reduce_to_least(self.bye, self.line.lineup.unplayed.__getitem__)
            elif criterion.name.startswith("floats_repeated_"):
                least[criterion.name] = self._floats(int(criterion.name.rpartition("_")[2]))
            else:
                least[criterion.name] = 0
        over_gap = {at: self._pattern(at) for at in self.stretch.gaps}
        of_bye = _reduce_to_least(self.bye, self._from_end)
        least["pattern"] = sum(over_gap.values()) + of_bye
        return Bounds(least, over_gap, of_bye, self.outside)

    def _clashes(self, sets: Sequence[Members]) -> int:
        halves = 0
        outside = []
        above: Members | None = None
        for at in self.stretch.groups:
            many = len(self.line.members[at])
            mass, surplus = None, 0
            for one in sets:
                over = 2 * len(one.intersection(self.line.members[at])) - many
                if over > surplus:
                    mass, surplus = one, over
            halves += surplus
            if mass is not None:
                outside.append(frozenset(self.line.members[at]) - mass)
            if at > self.stretch.first and mass is not above:
                halves -= (mass is not None) + (above is not None)
            above = mass
        if halves < 0:
            return 0
        self.outside += outside
        return (halves + 1) // 2

    def _floats(self, back: int) -> int:
        lineup = self.line.lineup

        def again(direction: Float, place: int) -> int:
            return int(lineup.floated(place, back, bye_floats=True) is direction)

        over_gaps = sum(
            _reduce_to_least(self.upper[at], partial(again, Float.DOWN))
            + _reduce_to_least(self.lower[at], partial(again, Float.UP))
            for at in self.stretch.gaps
        )
        return over_gaps + _reduce_to_least(self.bye, partial(again, Float.DOWN))

    def _pattern(self, at: int) -> int:
        return _reduce_to_least(self.upper[at], self._from_end) + _reduce_to_least(
            self.lower[at], self._from_start
        )

    def _from_end(self, place: int) -> int:
        return int(self.line.from_end(place) ** 2)

    def _from_start(self, place: int) -> int:
        return int(self.line.rank[place] ** 2)


def _reduce_to_least(places: list[int], cost: Callable[[int], int]) -> int:
    """Reduce the places to those of least cost and return that cost; 0 for an empty list."""
    costs = [cost(place) for place in places]
    least = min(costs, default=0)
    places[:] = [place for place, each in zip(places, costs, strict=True) if each == least]
    return least
