"""Large fields are paired in parts, few pairs looked at: the round is that of all pairs together."""

import time

import pytest
from effort import amount
from match_fields import field_of

from tournaments.pairing.criteria import Weighted
from tournaments.pairing.match_swiss import parted
from tournaments.pairing.match_swiss.legality import legality, shared
from tournaments.pairing.match_swiss.options import MatchSwissOptions
from tournaments.pairing.match_swiss.prices import doubled_prices
from tournaments.pairing.match_swiss.quality import criteria
from tournaments.pairing.match_swiss.round import MatchRound, pair_match_swiss
from tournaments.pairing.values import NoLegalPairing, Player, Snapshot


def legal_by_looking_at_every_pair(lineup, options, legal):
    """The pairs that rematch rule, prohibitions and hard groups leave, one after the other."""
    number = lineup.snapshot.round_number
    pairs = [
        (one, other)
        for one in range(lineup.size)
        for other in range(one + 1, lineup.size)
        if number - lineup.last_met[one].get(other, -number) >= legal.distance
        and not lineup.is_forbidden(one, other)
        and not shared(lineup, one, other, options.hard_groups)
    ]
    if lineup.size % 2:
        pairs += [
            (place, lineup.size)
            for place in range(lineup.size)
            if legal.bye_is_second or not lineup.byes[place]
        ]
    return sorted(pairs)


def compared(seeds, fewest, most):
    """Pair each field in parts and with all pairs; how many could be paired in parts."""
    paired = 0
    for seed in seeds:
        snapshot, options = field_of(seed, fewest, most)
        whole_field = MatchRound(snapshot, options)
        lineup = whole_field.lineup
        try:
            legal = legality(lineup, options)
        except NoLegalPairing:
            continue
        edges = legal_by_looking_at_every_pair(lineup, options, legal)
        assert sorted(legal.edges) == edges, seed
        reference = Weighted(edges, criteria(lineup, options, legal), legal.vertices)
        best = reference.best()
        _, whole = whole_field.whole(legal)
        assert (reference.costs(whole.pairs), whole.costs) == (best.costs, best.costs), seed
        if lineup.size and legal.distance == legal.wanted:
            paired += 1
            assert whole_field.parted(legal) == whole, seed
    return paired


@pytest.mark.sampled
@pytest.mark.parametrize(
    "small", [pytest.param(4, id="hardly ever all pairs"), pytest.param(13, id="small parts with all pairs")]
)
def test_small_fields_are_paired_alike_in_parts_and_as_a_whole(small, monkeypatch):
    monkeypatch.setattr(parted, "SMALL", small)
    many = amount(80, 1000)
    assert compared(range(small * 1000, small * 1000 + many), 2, 60) > many * 4 // 5


@pytest.mark.sampled
def test_fields_of_a_hundred_and_more_are_paired_alike_in_parts_and_as_a_whole():
    many = amount(2, 20)
    assert compared(range(many), 100, 220) == many


def test_the_answer_does_not_depend_on_the_order_in_which_players_are_given():
    snapshot, options = field_of(7, 50, 60)
    turned = Snapshot(
        players=snapshot.players[::-1],
        round_number=snapshot.round_number,
        rounds=snapshot.rounds,
        forbidden=snapshot.forbidden,
    )
    assert pair_match_swiss(turned, options) == pair_match_swiss(snapshot, options)


def test_another_seed_draws_other_lots_for_rounds_that_are_equally_good():
    players = tuple(Player(number=n, groups=frozenset({"club"} if n in {1, 4} else ())) for n in range(1, 7))
    snapshot = Snapshot(players=players, round_number=1, rounds=3)
    rounds = {
        pair_match_swiss(snapshot, MatchSwissOptions(hard_groups=frozenset({"club"}), seed=str(seed))).pairs
        for seed in range(12)
    }
    assert len(rounds) == 2


def test_no_prices_where_a_circle_of_halves_is_cheaper():
    triangles = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    edges, costs = [*triangles, (0, 3)], [0] * 6 + [8]
    matching = [(0, 3), (1, 2), (4, 5)]
    assert doubled_prices(range(6), edges, costs, matching) is None
    prices = doubled_prices(range(4), [(0, 1), (2, 3), (0, 2), (1, 3)], [1, 2, 2, 3], [(0, 1), (2, 3)])
    assert sum(prices.values()) == 6
    assert prices[0] + prices[2] <= 4
    assert prices[1] + prices[3] <= 6


def test_a_first_round_of_two_thousand_takes_no_look_at_every_pair():
    players = tuple(Player(number=number) for number in range(1, 2002))
    started = time.process_time()
    proposal = pair_match_swiss(Snapshot(players=players, round_number=1, rounds=9), MatchSwissOptions())
    assert (len(proposal.pairs), proposal.bye) == (1000, 2001)
    assert time.process_time() - started < 5
