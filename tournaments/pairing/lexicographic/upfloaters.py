"""Choice of players moved up to the top score group (article 3.5 of C.04.5 and C.04.6).

Of all perfect matchings of those still to be paired, the ones that join the fewest residents with lower
players have the fewest upfloaters (C4): with as few as possible, every upfloater meets a resident, as two
upfloaters who meet each other could stay where they are. So C4 to C7 are sums over the pairs of one
matching, and C3 is that it is perfect.

- C5: as few as can be of the lowest score, then of the next higher, and so on.
- C6: as few upfloaters as can be in the bracket of the following score group. By the text, C1, C3 and
  C4 are "complied with" there; read as "as much as possible" (article 2.3), not as all or nothing
  (unconfirmed). The following score group is the next one in the standings of the round. Once all its
  members "became or are upfloaters", or have the bye, it is empty and C6 asks nothing: no lower group takes
  its place.
- C7: upfloaters who were floaters in the round before, counted likewise.

Then the first set by score and number (3.5.3, 3.5.4): each candidate in turn is moved up if the criteria
allow it.
"""

from collections.abc import Iterable, Sequence

from tournaments.pairing.criteria import WEIGHT_BITS, Criterion, Pairing, Penalty, Weighted
from tournaments.pairing.lexicographic.meetings import LexicographicRules, Meetings
from tournaments.pairing.lineup import Float
from tournaments.pairing.values import NoLegalPairing


class Upfloaters:
    """Search for the set that joins the residents of the top score group."""

    def __init__(self, meetings: Meetings, rules: LexicographicRules, waiting: Sequence[int]) -> None:
        self.meetings, self.rules = meetings, rules
        self.lineup = meetings.lineup
        score = self.lineup.score
        self.waiting = list(waiting)
        self.top = score[self.waiting[0]]
        self.residents = [place for place in self.waiting if score[place] == self.top]
        self.lower = self.waiting[len(self.residents) :]
        self.next_waiting = score[self.lower[0]] if self.lower else None
        # Of the standings, not of the players waiting: a group emptied by upfloaters still follows.
        self.following = max((each for each in score if each < self.top), default=None)

    def best(self) -> list[int]:
        """Return the upfloaters, highest score first, then by number."""
        if not self._is_odd():
            if self._can_part(self.residents, self.lower):
                return []
        elif (single := self._faultless_single()) is not None:
            return [single]
        edges = self.meetings.edges(self.waiting)
        fewest = Weighted(edges, [Criterion(name="C4", penalty=self._moves_up)], self.waiting).best()
        if fewest is None:
            raise NoLegalPairing
        return self._first_set(edges, self.criteria(fewest.costs[0]))

    def _is_odd(self) -> bool:
        return len(self.residents) % 2 == 1

    def _can_part(self, ones: Iterable[int], others: Iterable[int]) -> bool:
        """Return whether two parts can each be paired without the other."""
        masks = (sum(1 << place for place in part) for part in (ones, others))
        return all(map(self.meetings.can_all_be_paired, masks))

    def _faultless_single(self) -> int | None:
        """Return the first player of the highest score below with whom no criterion misses anything.

        No player comes before: one refused earlier cannot be moved up, or costs more by C6 or C7.
        """
        score = self.lineup.score
        highest = [place for place in self.lower if score[place] == self.next_waiting]
        below = self.lower[len(highest) :]
        for one in highest:
            left = [place for place in highest if place != one]
            is_legal = self._can_part([*self.residents, one], [*left, *below])
            if is_legal and not self._is_floater(one) and self._needs_least(left, below):
                return one
        return None

    def _needs_least(self, residents: list[int], below: list[int]) -> bool:
        """Check C6: the following bracket can do with as few upfloaters as its size allows."""
        if self.next_waiting != self.following:
            return True
        if len(residents) % 2 == 0:
            return self._can_part(residents, below)
        return any(
            self._can_part([*residents, one], [place for place in below if place != one]) for one in below
        )

    def criteria(self, upfloaters: int) -> list[Criterion]:
        """List C4 to C7 as penalties of a pair of places, with the number of upfloaters that C4 leaves."""
        return [
            Criterion(name="C4", penalty=self._moves_up),
            *(
                Criterion(name=f"C5 {score}", penalty=self._moves_up_from(score), most=upfloaters)
                for score in self._scores()
            ),
            Criterion(name="C6", penalty=self._leaves_following),
            Criterion(name="C7", penalty=self._floats_again, most=upfloaters),
        ]

    def _scores(self) -> list[int]:
        """List the scores below, the lowest first; the highest needs no field of its own."""
        return sorted({self.lineup.score[place] for place in self.lower})[:-1]

    def is_moved_up(self, one: int, other: int) -> bool:
        """Return whether a pair moves its lower player up to the top score group."""
        score = self.lineup.score
        return score[one] == self.top and score[other] != self.top

    def _moves_up(self, one: int, other: int) -> int:
        return int(self.is_moved_up(one, other))

    def _moves_up_from(self, score: int) -> Penalty:
        return lambda one, other: int(self.is_moved_up(one, other) and self.lineup.score[other] == score)

    def _leaves_following(self, one: int, other: int) -> int:
        score = self.lineup.score
        return int(score[one] == self.following and score[other] != self.following)

    def _floats_again(self, one: int, other: int) -> int:
        return int(self.is_moved_up(one, other) and self._is_floater(other))

    def _is_floater(self, place: int) -> bool:
        """Check for a floater by C7, in the rounds where it applies."""
        if not self.rules.asks_for_floats(self.lineup):
            return False
        return self.lineup.floated(place, 1, bye_floats=False) is not Float.NONE

    def _first_set(self, edges: list[Pairing], criteria: list[Criterion]) -> list[int]:
        """Decide on each candidate by score and number: move up if the best quality allows, many at once."""
        room = WEIGHT_BITS - Weighted(edges, criteria, self.waiting).bits
        chosen: list[int] = []
        for start in range(0, len(self.lower), room):
            part = self.lower[start : start + room]
            first = Criterion(name="3.5.4", penalty=self._stays_down(part), most=(1 << len(part)) - 1)
            matched = Weighted(edges, [*criteria, first], self.waiting).best()
            if matched is None:
                raise NoLegalPairing
            moved = {other for one, other in matched.pairs if self.is_moved_up(one, other)}
            chosen += [place for place in part if place in moved]
            edges = [pair for pair in edges if self._agrees(pair, set(part), moved)]
        return chosen

    def _stays_down(self, part: Sequence[int]) -> Penalty:
        """Penalty of 3.5.4: a bit for each candidate who is not moved up, the first candidate's highest."""
        bit = {place: 1 << (len(part) - 1 - at) for at, place in enumerate(part)}

        def penalty(one: int, other: int) -> int:
            stays = 0 if self.is_moved_up(one, other) else bit.get(other, 0)
            return bit.get(one, 0) + stays

        return penalty

    def _agrees(self, pair: Pairing, settled: set[int], moved: set[int]) -> bool:
        """Return whether a pair agrees with the settled decisions on its two players."""
        up = {pair[1]} if self.is_moved_up(*pair) else set()
        return all((place in up) == (place in moved) for place in pair if place in settled)
