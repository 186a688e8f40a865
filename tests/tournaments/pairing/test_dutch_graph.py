"""Perfect matchings by masks beside the matchings of rustworkx."""

import random

import pytest
import rustworkx

from tournaments.pairing.swiss.graph import Matching, bits, is_perfect

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
