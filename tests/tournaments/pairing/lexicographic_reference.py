"""Double-Swiss and team Swiss by enumeration, straight from the articles: slow, and for small fields only.

C.04.5 and C.04.6 in force from 1 Feb 2026. Nothing is shared with the engine but the values.
"""

from functools import cache
from itertools import combinations

from tournaments.pairing.values import NoLegalPairing, RoundKind


def pairings(players):
    """3.6.1: every way to pair these numbers, each pair with the smaller number first."""
    if not players:
        yield ()
        return
    first, *rest = sorted(players)
    for other in rest:
        for more in pairings([each for each in rest if each != other]):
            yield ((first, other), *more)


def identifier(pairing):
    """3.6.2: the top members in rising order, then their opponents."""
    ordered = sorted(pairing)
    return tuple(top for top, _ in ordered) + tuple(bottom for _, bottom in ordered)


class Reference:
    """`pair_quality` gives what else a system asks of a pair, most important first, as a tuple of counts."""

    def __init__(self, snapshot, *, free_rounds, points, pair_quality):
        self.snapshot, self.points, self.pair_quality = snapshot, points, pair_quality
        self.players = {player.number: player for player in snapshot.players}
        self.asks_floats = snapshot.round_number <= snapshot.rounds - free_rounds
        self.can_pair = cache(self._can_pair)

    def past(self, number):
        return self.players[number].rounds[: self.snapshot.round_number - 1]

    def score(self, number, before=None):
        rounds = self.past(number)[: (before or self.snapshot.round_number) - 1]
        return sum(getattr(each, self.points) for each in rounds)

    def may_meet(self, one, other):
        """C1."""
        met = any(each.is_played and each.opponent == other for each in self.past(one))
        return not met and frozenset((one, other)) not in self.snapshot.forbidden

    def may_have_bye(self, number):
        """C2."""
        barring = {RoundKind.ALLOCATED_BYE, RoundKind.FORFEIT_WIN, RoundKind.FULL_BYE}
        return all(each.kind not in barring for each in self.past(number))

    def floated(self, number):
        """1.5: whether the opponent of the round before had another score."""
        last = self.snapshot.round_number - 1
        if last < 1 or last > len(self.past(number)) or not self.past(number)[-1].is_played:
            return False
        opponent = self.past(number)[-1].opponent
        return self.score(number, last) != self.score(opponent, last)

    def legal(self, players):
        return (pairing for pairing in pairings(players) if all(self.may_meet(*pair) for pair in pairing))

    def _can_pair(self, players):
        return len(players) % 2 == 0 and any(True for _ in self.legal(players))

    def bye(self, numbers):
        """3.4.1 to 3.4.4."""
        able = [
            number
            for number in numbers
            if self.may_have_bye(number) and self.can_pair(frozenset(numbers) - {number})
        ]
        if not able:
            raise NoLegalPairing
        played = {n: sum(each.is_played for each in self.past(n)) for n in able}
        return min(able, key=lambda n: (self.score(n), -played[n], -n))

    def fewest_sets(self, waiting):
        """C3 and C4: residents, and all the legal sets of the fewest upfloaters."""
        top = max(map(self.score, waiting))
        residents = [n for n in waiting if self.score(n) == top]
        lower = [n for n in waiting if self.score(n) != top]
        for many in range(len(lower) + 1):
            legal = [
                each
                for each in combinations(lower, many)
                if self.can_pair(frozenset((*residents, *each)))
                and self.can_pair(frozenset(lower) - frozenset(each))
            ]
            if legal:
                return residents, lower, legal
        raise NoLegalPairing

    def next_bracket_needs(self, residents, lower, upfloaters):
        """C6: the upfloaters that the following score group will need, if anybody of it is left.

        It is the next one in the standings: the text has no other in its place once it is empty.
        """
        rest = [n for n in lower if n not in upfloaters]
        top = self.score(residents[0])
        standings = [self.score(player.number) for player in self.snapshot.present]
        following = max(score for score in standings if score < top)
        if not any(self.score(n) == following for n in rest):
            return 0
        return len(self.fewest_sets(rest)[2][0])

    def upfloaters(self, waiting):
        residents, lower, legal = self.fewest_sets(waiting)
        if not legal[0]:
            return residents, ()

        def quality(upfloaters):
            scores = sorted(map(self.score, upfloaters))
            again = sum(map(self.floated, upfloaters)) if self.asks_floats else 0
            ordered = tuple(sorted(upfloaters, key=lambda n: (-self.score(n), n)))
            needs = self.next_bracket_needs(residents, lower, upfloaters)
            return [-each for each in scores], needs, again, ordered

        return residents, min(legal, key=quality)

    def bracket(self, residents, upfloaters):
        """3.6.4."""

        def quality(pairing):
            asked = [self.pair_quality(self, *pair) for pair in pairing]
            opponents = 0
            if self.asks_floats:
                for pair in pairing:
                    up = [n for n in pair if n in upfloaters]
                    opponents += len(up) == 1 and sum(self.floated(n) for n in pair if n not in up)
            return tuple(map(sum, zip(*asked, strict=True))), opponents, identifier(pairing)

        return min(self.legal([*residents, *upfloaters]), key=quality)

    def round(self):
        """The pairs and the bye."""
        numbers = [player.number for player in self.snapshot.present]
        bye = self.bye(numbers) if len(numbers) % 2 else 0
        waiting = [n for n in numbers if n != bye]
        if not self.can_pair(frozenset(waiting)):
            raise NoLegalPairing
        pairs = set()
        while waiting:
            residents, upfloaters = self.upfloaters(waiting)
            pairs |= {frozenset(pair) for pair in self.bracket(residents, upfloaters)}
            waiting = [n for n in waiting if n not in residents and n not in upfloaters]
        return pairs, bye
