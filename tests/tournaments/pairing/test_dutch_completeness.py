"""Nothing is refused that can be paired: tiny fields with all their legal rounds counted out."""

from dataclasses import replace
from itertools import combinations

import pytest
from effort import amount
from match_events import lot
from random_histories import past_of
from small_fields import field

from tournaments.pairing.checking.dutch import absolute_criteria, check_dutch
from tournaments.pairing.checking.findings import GivenRound, given_by
from tournaments.pairing.checking.past import pasts_of
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.values import NoLegalPairing, Pair

CASES, AT_ONCE = amount(800, 16000), 400


def tiny(seed):
    """Four to eight players after one to four rounds, up to half of all pairs prohibited."""
    many = 4 + lot("size", seed) % 5
    played = 1 + lot("played", seed) % min(4, many - 1)
    snapshot = past_of(f"tiny {seed}", many, played, played + (1 if lot("last", seed) % 5 == 0 else 3))
    dense = lot("dense", seed) % 50
    pairs = combinations(range(1, many + 1), 2)
    apart = (frozenset(pair) for pair in pairs if lot("apart", seed, *pair) % 100 < dense)
    return replace(snapshot, forbidden=frozenset(apart))


def has_legal_round(snapshot):
    """Whether C1 to C3 and the prohibitions leave a round with everybody in it, by the checker's code."""
    pasts = pasts_of(snapshot)
    present = tuple(player.number for player in snapshot.present)
    legal = {
        frozenset(pair)
        for pair in combinations(present, 2)
        if frozenset(pair) not in snapshot.forbidden
        and not list(absolute_criteria(GivenRound((Pair(*pair),), ()), (Pair(*pair),), pasts))
    }

    def can_be_completed(waiting, bye_is_open):
        if not waiting:
            return True
        first, *others = waiting
        if bye_is_open and not pasts[first].is_barred and can_be_completed(others, False):
            return True
        return any(
            frozenset((first, other)) in legal
            and can_be_completed([each for each in others if each != other], bye_is_open)
            for other in others
        )

    return can_be_completed(list(present), len(present) % 2 == 1)


@pytest.mark.sampled
@pytest.mark.parametrize("first", range(0, CASES, AT_ONCE))
def test_a_round_is_refused_only_if_there_is_none(first):
    for seed in range(first, first + AT_ONCE):
        snapshot = tiny(seed)
        if not has_legal_round(snapshot):
            with pytest.raises(NoLegalPairing):
                pair_dutch(snapshot)
            continue
        proposal = pair_dutch(snapshot)
        seated = [number for pair in proposal.pairs for number in (pair.white, pair.black)]
        seated += [proposal.bye] * bool(proposal.bye)
        assert sorted(seated) == sorted(player.number for player in snapshot.present), seed
        assert check_dutch(snapshot, given_by(proposal)).is_legal, seed


def test_two_who_can_only_meet_each_other_do_so_in_the_first_bracket_that_has_both():
    """C4, C6 and article 3.2: together they would be moved down in vain, for residents are met below."""
    lines = ["F F", "F H", "F H", "F H", "H H", "H H", "Z H", "Z H"]
    alone = [(one, other) for one in (1, 2) for other in range(3, 9)]
    proposal = pair_dutch(field(lines, forbidden=alone))
    assert {1, 2} in [{pair.white, pair.black} for pair in proposal.pairs]


def test_tiny_fields_are_of_both_kinds():
    kinds = [has_legal_round(tiny(seed)) for seed in range(400)]
    assert min(kinds.count(True), kinds.count(False)) > 40
