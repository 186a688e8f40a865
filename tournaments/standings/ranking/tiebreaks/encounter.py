"""Direct encounter among tied entries, and the extended chains for teams (C.07 6 and 13.3).

The value is the place within the tied group: 1 is best and equal places stay tied. No entry has a value if
the group could not be split.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from tournaments.pairing.values import NOBODY
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.tiebreaks.boards import boards_between
from tournaments.standings.ranking.values import Amount, Basis, Part, Score, Value, constant_parts

Group = tuple[int, ...]
Splitting = Callable[[TiebreakContext, Code, Group], "list[Group]"]
PAIR = 2


class Encounter:
    """A chain of ways to split a tied group; after each split it restarts in every part (13.3.3)."""

    def __init__(self, *chain: str) -> None:
        self.chain = chain

    def __call__(self, reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> dict[int, Value]:
        """Places within one tied group."""
        group = tuple(numbers)
        order = self._split(reckoning, code, group) if len(group) > 1 else [group]
        values, place = {}, 1
        parts = separate_parts(reckoning, code, group)
        for tied in order:
            for number in tied:
                amount = place if len(order) > 1 else None
                values[number] = Value(amount, constant_parts(parts[number]))
            place += len(tied)
        return values

    def _split(self, reckoning: TiebreakContext, code: Code, group: Group) -> list[Group]:
        """Split the group in order, as far as any link of the chain can."""
        if len(group) == 1:
            return [group]
        for link in self.chain:
            for tried in _links(link, reckoning, group):
                parts = tried(reckoning, code, group)
                if len(parts) > 1:
                    return [each for part in parts for each in self._split(reckoning, code, part)]
        return [group]


def _links(link: str, reckoning: TiebreakContext, group: Group) -> list[Splitting]:
    """Return the ways of a link: a score, or the boards if exactly two entries are left (13.3.2)."""
    if link == "primary":
        return [_by_score(secondary=False)]
    if link == "secondary":
        return [_by_score(secondary=True)]
    return boards_between(link, reckoning, group) if len(group) == PAIR else []


def _by_score(*, secondary: bool) -> Splitting:
    """Split by one of the two scores."""

    def split(reckoning: TiebreakContext, code: Code, group: Group) -> list[Group]:
        score = reckoning.score_of(code)
        return by_separate_standings(reckoning, code, group, score.other if secondary else score)

    return split


def by_separate_standings(reckoning: TiebreakContext, code: Code, group: Group, score: Score) -> list[Group]:
    """Split a group by the games among its members (6.2, 6.3)."""
    members = frozenset(group)
    met = {number: _averages(reckoning, code, number, members, score) for number in group}
    own: dict[int, Amount] = {number: sum(met[number].values()) for number in group}
    missing = {number: len(group) - 1 - len(met[number]) for number in group}
    if not any(missing.values()):
        return _levels(group, own)
    win = reckoning.scale(score).win
    return _sure_places(group, own, {number: own[number] + missing[number] * win for number in group})


def _levels(group: Group, own: dict[int, Amount]) -> list[Group]:
    """Group entries with the same separate score, best first (6.2)."""
    return [
        tuple(number for number in group if own[number] == level)
        for level in sorted(set(own.values()), reverse=True)
    ]


def _sure_places(group: Group, own: dict[int, Amount], most: dict[int, Amount]) -> list[Group]:
    """Split off entries alone at the top for any result of the missing games, and so on down (6.3).

    The others stay together.
    """
    left = sorted(group, key=lambda number: -own[number])
    sure: list[Group] = []
    while len(left) > 1 and own[left[0]] > max(most[number] for number in left[1:]):
        sure.append((left.pop(0),))
    rest = tuple(number for number in group if number in left)
    return [*sure, rest]


def _averages(
    reckoning: TiebreakContext, code: Code, number: int, members: frozenset[int], score: Score
) -> dict[int, Amount]:
    """Return the score against each opponent of the group; several meetings are averaged (6.1.2)."""
    scored: dict[int, list[int]] = {}
    points = reckoning.points(score)[number]
    for index, outcome in enumerate(reckoning.outcomes[number]):
        if outcome.opponent in members and reckoning.counts_as_played(outcome, code):
            scored.setdefault(outcome.opponent, []).append(points[index])
    return {
        opponent: each[0] if len(each) == 1 else Fraction(sum(each), len(each))
        for opponent, each in scored.items()
    }


def separate_parts(reckoning: TiebreakContext, code: Code, group: Group) -> dict[int, tuple[Part, ...]]:
    """List the games among a group; a last part counts in `score` the members not met (6.3)."""
    points = reckoning.points(reckoning.score_of(code))
    members = frozenset(group)
    parts = {}
    for number in group:
        among = [
            Part(index, each.opponent, points[number][index - 1], Basis.OWN_SCORE)
            if reckoning.counts_as_played(each, code)
            else Part(index, each.opponent, points[number][index - 1], Basis.AWARDED, cut="6.1.1")
            for index, each in enumerate(reckoning.outcomes[number], 1)
            if each.opponent in members
        ]
        missing = len(group) - 1 - len({part.opponent for part in among if not part.cut})
        if missing:
            among.append(Part(0, NOBODY, 0, Basis.MISSING, missing))
        parts[number] = tuple(among)
    return parts
