"""Measure of C8: how well the next bracket can be paired with these downfloaters, whatever the round is."""

from itertools import combinations

import rustworkx

from tournaments.pairing.checking.brackets import GivenBracket
from tournaments.pairing.checking.past import Past
from tournaments.pairing.values import NOBODY, Snapshot

Edge = tuple[int, int, tuple[int, ...]]


def outlook(bracket: GivenBracket, eligible: tuple[Past, ...], snapshot: Snapshot) -> tuple[int, ...]:
    """Count the players left over by the next bracket, then the downfloaters of each score among them.

    The whole rest must remain pairable throughout (C4); one of `eligible` has the bye if one is needed.
    The best pairing is a maximum-weight matching whose digits are these wishes, from the first.
    """
    if not bracket.below:
        return ()
    bottom = bracket.below[0].score
    people = {past.number: past for past in (*bracket.down, *bracket.below)}
    scores = sorted({past.score for past in bracket.down}, reverse=True)
    edges: list[Edge] = [
        (one.number, other.number, _digits(one, other, bottom, scores))
        for one, other in combinations(people.values(), 2)
        if may_meet(one, other, snapshot)
    ]
    if len(people) % 2:
        nothing_inside = (1, 0, *(0 for _ in scores))
        edges += [(past.number, NOBODY, nothing_inside) for past in eligible if past.number in people]
    most = (len(people) // 2 + 1, len(people) // 2)
    floaters = tuple(sum(past.score == score for past in bracket.down) for score in scores)
    _pairs, inside, *came = _best(edges, most + floaters)
    over = len(bracket.down) + len(bracket.following) - 2 * inside
    return (over, *(many - down for many, down in zip(floaters, came, strict=True)))


def may_meet(one: Past, other: Past, snapshot: Snapshot) -> bool:
    """Check C1, C3 and the section's prohibitions."""
    if one.rounds_met(other.number) or frozenset((one.number, other.number)) in snapshot.forbidden:
        return False
    clash = one.is_absolute and other.is_absolute and one.wish == other.wish
    return not clash or one.is_topscorer or other.is_topscorer


def _digits(one: Past, other: Past, bottom: int, scores: list[int]) -> tuple[int, ...]:
    """Digits of a pair: any pair; one in the next bracket; one there with a downfloater of each score."""
    inside = min(one.score, other.score) == bottom
    came = max(one.score, other.score)
    return (1, int(inside), *(int(inside and score == came) for score in scores))


def _best(edges: list[Edge], most: tuple[int, ...]) -> list[int]:
    """Return the digits of the best matching, added up; no sum of a digit is above its `most`."""
    numbers = sorted({number for one, other, _digits in edges for number in (one, other)})
    index = {number: at for at, number in enumerate(numbers)}
    digits = {_sort_pair(index[one], index[other]): each for one, other, each in edges}
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(numbers)
    graph.add_edges_from([(one, other, _number(each, most)) for (one, other), each in digits.items()])
    mates = rustworkx.max_weight_matching(graph, weight_fn=int)
    chosen = [digits[_sort_pair(*pair)] for pair in mates]
    return [sum(each[at] for each in chosen) for at in range(len(most))]


def _sort_pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _number(digits: tuple[int, ...], most: tuple[int, ...]) -> int:
    number = 0
    for digit, largest in zip(digits, most, strict=True):
        number = number * (largest + 1) + digit
    return number
