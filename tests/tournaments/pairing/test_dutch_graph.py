"""Perfect matchings by masks, and the exits of a bracket, beside the matchings of rustworkx."""

import random
from itertools import combinations
from types import SimpleNamespace

import pytest
import rustworkx

from tournaments.pairing.swiss.below import Below, Exits
from tournaments.pairing.swiss.bracket import Bracket
from tournaments.pairing.swiss.graph import Matching, bits, is_perfect, mask_of

GRAPHS, AT_ONCE = 300, 30


def random_graph(seed):
    chance = random.Random(seed)  # noqa: S311 - graphs, not secrets
    size, dense = chance.randint(2, 14), chance.choice([0.15, 0.3, 0.6])
    adjacent = [0] * size
    for one in range(size):
        for other in range(one):
            if chance.random() < dense:
                adjacent[one] |= 1 << other
                adjacent[other] |= 1 << one
    return adjacent


def largest_by_rustworkx(adjacent, alive):
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(adjacent)))
    graph.add_edges_from(
        [(one, other, 1) for one in bits(alive) for other in bits(adjacent[one] & alive) if other < one]
    )
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))


@pytest.mark.parametrize("first", range(0, GRAPHS, AT_ONCE))
def test_as_many_are_matched_as_can_be(first):
    for seed in range(first, first + AT_ONCE):
        adjacent = random_graph(seed)
        everybody = (1 << len(adjacent)) - 1
        left = Matching(adjacent, everybody).largest()
        pairs = largest_by_rustworkx(adjacent, everybody)
        assert len(adjacent) - left.bit_count() == 2 * pairs, seed
        assert is_perfect(adjacent, everybody) == (2 * pairs == len(adjacent)), seed


@pytest.mark.parametrize("first", range(0, GRAPHS, AT_ONCE))
def test_a_pair_is_fixed_only_if_the_others_can_still_all_be_matched(first):
    for seed in range(first, first + AT_ONCE):
        fix_pairs(seed)


def fix_pairs(seed):
    adjacent = random_graph(seed)
    everybody = (1 << len(adjacent)) - 1
    matching = Matching(adjacent, everybody)
    if not matching.is_perfect():
        return
    for one in range(len(adjacent)):
        for other in bits(adjacent[one] & matching.alive if matching.alive >> one & 1 else 0):
            rest = matching.alive & ~(1 << one | 1 << other)
            possible = 2 * largest_by_rustworkx(adjacent, rest) == rest.bit_count()
            assert matching.fix(one, other) == possible, seed
            if possible:
                break
    assert matching.alive == 0, seed


def test_a_single_exit_is_next_to_each_who_may_leave():
    exits = Exits.single(4, 0b0110, many=1)
    assert (exits.adjacent, exits.alive, exits.many) == ([0, 1 << 4, 1 << 4, 0, 0b0110], 1 << 4, 1)
    assert Exits.single(4, 0b0110, many=0) == Exits([0] * 5, 0, 0)


class WaysDown:
    """A bracket with two groups below it, and the best ways down counted by rustworkx."""

    def __init__(self, seed):
        self.adjacent = random_graph(seed)
        chance = random.Random(-seed)  # noqa: S311 - the same
        parts = sorted(chance.randint(0, 2) for _place in self.adjacent)
        self.members, self.following, self.lower = (
            [place for place, part in enumerate(parts) if part == number] for number in range(3)
        )
        bracket = Bracket((), tuple(self.members), mask_of(self.following), mask_of(self.lower), 0)
        of_graph = SimpleNamespace(graph_of=lambda lower, _following: (list(self.adjacent), lower))
        self.below = Below(of_graph, bracket)
        self.many = self.left_over(self.adjacent, [*self.following, *self.lower])

    @staticmethod
    def left_over(adjacent, places):
        return len(places) - 2 * largest_by_rustworkx(adjacent, mask_of(places))

    def crossings(self, floaters):
        """Count the fewest pairs across the groups if floaters meet the next group alone; None: no way."""
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(len(self.adjacent)))
        lower, places = set(self.lower), {*floaters, *self.following, *self.lower}
        for one, other in combinations(sorted(places), 2):
            if (
                self.adjacent[one] >> other & 1
                and other not in floaters
                and not (one in floaters and other in lower)
            ):
                graph.add_edge(one, other, 1000 - ((one in lower) != (other in lower)))
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(pairs) != len(places):
            return None
        return sum((one in lower) != (other in lower) for one, other in pairs)

    def fewest_crossings(self, many):
        """Count those that lower players need, or that find nobody in the next group, whoever comes down."""
        return max(
            self.left_over(self.adjacent, self.lower), self.left_over(self.adjacent, self.following) - many
        )


@pytest.mark.parametrize("first", range(0, 5 * GRAPHS, 5 * AT_ONCE))
def test_players_leave_a_bracket_by_an_exit_exactly_where_nothing_better_is_possible(first):
    """C4: all below can be paired. C8: as many pairs in the next bracket as can be."""
    for seed in range(first, first + 5 * AT_ONCE):
        ways = WaysDown(seed)
        below, fewest = ways.below, ways.fewest_crossings(ways.many)
        assert (below.many, below.size) == (ways.many, len(ways.following) + len(ways.lower)), seed
        for floaters in combinations(ways.members, ways.many):
            is_best = ways.crossings(floaters) == fewest
            assert below.leave_no_wish(mask_of(floaters)) == is_best, seed
            if below.exits is None:
                assert not is_best, seed
            else:
                exits = below.exits
                assert exits.many == ways.many, seed
                assert is_perfect(exits.adjacent, exits.alive | mask_of(floaters)) == is_best, seed
        for more in range(ways.many + 2, len(ways.members) + 1, 2):
            for floaters in combinations(ways.members, more):
                is_best = ways.crossings(floaters) == ways.fewest_crossings(more)
                assert below.leave_no_wish(mask_of(floaters)) == is_best, seed
