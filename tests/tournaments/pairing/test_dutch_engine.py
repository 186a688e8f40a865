"""The Dutch engine against itself: two ways to one answer, and what holds in every round."""

import random
from itertools import combinations

import pytest
from effort import sample, tries
from hypothesis import given
from hypothesis import strategies as st
from match_events import entrants
from random_histories import past_of

from tournaments.pairing.checking.comparison import Verdict
from tournaments.pairing.checking.dutch import check_dutch
from tournaments.pairing.checking.findings import given_by
from tournaments.pairing.swiss import dutch, order, weights
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.swiss.next_best import NEXT_BEST_UP_TO, next_best, with_next_best
from tournaments.pairing.values import NoLegalPairing, Snapshot

SEEDS, AT_ONCE = range(120), 10
in_parts = pytest.mark.parametrize("first", sample(SEEDS[::AT_ONCE], one_in=3))


def past(seed):
    return past_of(f"dutch {seed}", 6 + seed % 19, 1 + seed % 5, 7 if seed % 3 else 2 + seed % 5)


def paired(snapshot):
    try:
        proposal = pair_dutch(snapshot)
    except NoLegalPairing:
        return None
    return proposal.pairs, proposal.bye


def all_paired(first):
    """What is paired in the pasts of ten seeds, by seed, so that a difference shows its seed."""
    return {seed: paired(past(seed)) for seed in range(first, first + AT_ONCE)}


@in_parts
def test_a_bracket_without_a_fault_is_what_weighing_finds(first, monkeypatch):
    quick = all_paired(first)
    monkeypatch.setattr(dutch.IdealBracket, "first", lambda _: None)
    assert all_paired(first) == quick


@in_parts
def test_looking_at_everybody_below_finds_what_the_proofs_spared(first, monkeypatch):
    quick = all_paired(first)
    monkeypatch.setattr(
        dutch,
        "_solve_by_steps",
        lambda bracket, field, completion: dutch.solve_with_all_below(
            field, bracket, has_bye=completion.has_bye
        ),
    )
    assert all_paired(first) == quick


@in_parts
def test_the_outlook_proves_what_the_plain_case_does_not(first, monkeypatch):
    quick = all_paired(first)
    monkeypatch.setattr(dutch.Below, "exits", None)
    monkeypatch.setattr(dutch.Below, "leave_no_wish", lambda *_: False)
    monkeypatch.setattr(dutch, "FEW_BELOW", 0)
    assert all_paired(first) == quick


def test_brackets_are_weighed_with_their_exits(monkeypatch):
    sent_down = []
    weigh = dutch.solve_at_exits

    def noted(graph):
        solution = weigh(graph)
        sent_down.append((graph.exits.many, len(solution.floaters)))
        return solution

    monkeypatch.setattr(dutch, "solve_at_exits", noted)
    for seed in SEEDS:
        paired(past(seed))
    assert {many for many, _ in sent_down} >= {0, 1, 2}
    assert all(many == went for many, went in sent_down)


@pytest.mark.parametrize("bits", [28, 21])
@in_parts
def test_narrow_weights_give_the_answer_of_wide_ones_in_more_stages(first, bits, monkeypatch):
    monkeypatch.setattr(dutch.IdealBracket, "first", lambda _: None)
    wide = all_paired(first)
    for module in (weights, order):
        monkeypatch.setattr(module, "WEIGHT_BITS", bits)
    assert all_paired(first) == wide


def test_narrow_weights_are_solved_in_several_stages(monkeypatch):
    stages = []
    settle = weights.Quality.settle

    def noted(quality, matched, many):
        stages.append(many < len(quality.counts))
        settle(quality, matched, many)

    monkeypatch.setattr(dutch.IdealBracket, "first", lambda _: None)
    monkeypatch.setattr(weights, "WEIGHT_BITS", 21)
    monkeypatch.setattr(weights.Quality, "settle", noted)
    for seed in SEEDS:
        paired(past(seed))
    assert any(stages)


@pytest.mark.parametrize("bits", [125, 28, 21])
def test_no_weight_is_wider_than_allowed(bits, monkeypatch):
    widest = []
    heaviest = weights.heaviest

    def noted(vertices, weighed):
        widest.append(max(weighed.values(), default=0).bit_length())
        return heaviest(vertices, weighed)

    monkeypatch.setattr(dutch.IdealBracket, "first", lambda _: None)
    for module in (weights, order):
        monkeypatch.setattr(module, "WEIGHT_BITS", bits)
        monkeypatch.setattr(module, "heaviest", noted)
    for seed in SEEDS:
        paired(past(seed))
    assert max(widest) <= bits


def test_weights_that_cannot_be_narrowed_are_a_broken_promise(monkeypatch):
    monkeypatch.setattr(dutch.IdealBracket, "first", lambda _: None)
    monkeypatch.setattr(weights, "WEIGHT_BITS", 1)
    with pytest.raises(weights.WeightsTooWide):
        pair_dutch(past(7))
    assert order.WeightsTooWide is weights.WeightsTooWide


@pytest.mark.parametrize(
    ("many", "bits"), [(1, 125), (2, 125), (2, 7), (3, 9), (3, 10), (4, 11), (4, 12), (4, 125)]
)
def test_counts_are_compared_in_turn_however_many_fit_at_once(monkeypatch, many, bits):
    """The first count decides; of its best matchings the second, and so on."""
    monkeypatch.setattr(weights, "WEIGHT_BITS", bits)
    pairs = list(combinations(range(6), 2))
    for seed in range(20):
        draw = random.Random(f"{bits} {many} {seed}")  # noqa: S311 - weights, not secrets
        worth = [{pair: draw.randint(4, 5) for pair in pairs} for _count in range(many)]
        counts = [
            weights.Count(str(at), 15, lambda one, other, of=of: of[one, other])
            for at, of in enumerate(worth)
        ]
        quality = weights.Quality(counts)
        quality.weigh(pairs, lambda *_pair: None)
        matched = weights.best_matching(range(6), pairs, quality)
        best = max(
            [sum(of[pair] for pair in made) for of in worth]
            for made in combinations(pairs, 3)
            if len(set().union(*made)) == 6
        )
        assert quality.totals == best
        assert [sum(of[pair] for pair in matched) for of in worth] == best
        assert all(one < other for one, other in matched)


@tries(60)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 24), played=st.integers(1, 5))
def test_every_round_is_legal_and_everybody_is_in_it_once(seed, players, played):
    snapshot = past_of(f"legal {seed}", players, played, 7)
    answer = paired(snapshot)
    assert answer == paired(snapshot)
    if answer is None:
        return
    pairs, bye = answer
    seated = [number for pair in pairs for number in (pair.white, pair.black)] + [bye] * bool(bye)
    assert sorted(seated) == sorted(player.number for player in snapshot.present)
    assert check_dutch(snapshot, given_by(pair_dutch(snapshot))).is_legal


@tries(40)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 24))
def test_every_pair_and_the_bye_have_reasons(seed, players):
    try:
        proposal = pair_dutch(past_of(f"told {seed}", players, 3, 7))
    except NoLegalPairing:
        return
    told = proposal.reasons
    assert [(each.white, each.black) for each in told.pairs] == [
        (pair.white, pair.black) for pair in proposal.pairs
    ]
    assert all(each.colour.rule.startswith("C.04.3 5.2.") for each in told.pairs)
    assert (told.bye.player if told.bye else 0) == proposal.bye


@pytest.mark.parametrize("seed", sample(range(0, 120, 3), one_in=2))
def test_without_any_of_its_pairs_a_round_is_worse_or_later_in_order(seed):
    snapshot = past(seed)
    try:
        proposal = pair_dutch(snapshot)
    except NoLegalPairing:
        return
    for pair in proposal.pairs:
        other = next_best(snapshot, proposal, pair.white, pair.black)
        if other is not None:
            assert other.comparison.verdict in (Verdict.WORSE, Verdict.LATER_IN_ORDER)
            assert (other.more > 0) == (other.comparison.verdict is Verdict.WORSE)


def test_a_large_field_is_told_without_what_there_would_be_instead():
    snapshot = Snapshot(players=entrants(NEXT_BEST_UP_TO + 1), round_number=1, rounds=7)
    proposal = pair_dutch(snapshot)
    assert with_next_best(snapshot, proposal) is proposal


def test_a_round_in_which_nobody_is_present_has_no_fault():
    snapshot = Snapshot(players=(), round_number=1, rounds=3)
    assert check_dutch(snapshot, given_by(pair_dutch(snapshot))).is_legal
