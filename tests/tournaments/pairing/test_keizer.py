"""The Keizer ladder: points by hand, and club nights that hold together."""

from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from match_events import everybody_once, met, play_round, with_absences

from tournaments.pairing.keizer.ladder import ladder
from tournaments.pairing.keizer.options import PARTS, FractionTooLarge, KeizerOptions
from tournaments.pairing.keizer.round import pair_keizer
from tournaments.pairing.reasons import Code
from tournaments.pairing.values import Colour, Pair, Player, PlayerRound, RoundKind, Snapshot


def club(many, rounds=30):
    players = tuple(Player(number=n, rating=2000 - 10 * n) for n in range(1, many + 1))
    return Snapshot(players=players, round_number=1, rounds=rounds)


def points(snapshot, options):
    return {rung.number: rung.points for rung in ladder(snapshot, options)}


def test_the_ladder_begins_in_the_order_of_rating():
    rungs = ladder(club(4), KeizerOptions(top_value=40))
    assert [(rung.number, rung.value, rung.points) for rung in rungs] == [
        (1, 40, 40 * PARTS),
        (2, 39, 39 * PARTS),
        (3, 38, 38 * PARTS),
        (4, 37, 37 * PARTS),
    ]


def test_the_first_night_pairs_neighbours_and_the_last_stays_out():
    proposal = pair_keizer(club(5), KeizerOptions())
    assert [{pair.white, pair.black} for pair in proposal.pairs] == [{1, 2}, {3, 4}]
    assert proposal.bye == 5
    assert [one.code for one in proposal.reasons.bye.reasons] == [Code.BYE_LAST_ON_LADDER]


def test_reasons_count_rounds_since_a_meeting_and_byes_before():
    rows = {
        1: (PlayerRound(RoundKind.PLAYED, 2, Colour.WHITE, 2), PlayerRound(RoundKind.ZERO_BYE)),
        2: (PlayerRound(RoundKind.PLAYED, 1, Colour.BLACK, 0), PlayerRound(RoundKind.ZERO_BYE)),
        3: (PlayerRound(RoundKind.ALLOCATED_BYE), PlayerRound(RoundKind.ALLOCATED_BYE)),
    }
    players = [Player(number=n, rating=2000 - n, rounds=rounds) for n, rounds in rows.items()]
    pair = pair_keizer(Snapshot(players=tuple(players[:2]), round_number=3, rounds=9), KeizerOptions())
    again = [one for one in pair.reasons.pairs[0].meeting if one.code is Code.REMATCH]
    assert [dict(one.facts) for one in again] == [{"round": 1, "distance": 2}]
    alone = pair_keizer(Snapshot(players=tuple(players[2:]), round_number=3, rounds=9), KeizerOptions())
    byes = [one for one in alone.reasons.bye.reasons if one.code is Code.BYE_AGAIN]
    assert [dict(one.facts) for one in byes] == [{"byes": 2}]


def test_a_win_is_worth_the_value_of_the_beaten_and_a_bye_a_part_of_ones_own():
    """Values 10 and 9 for the two who played, 8 for the bye: own value once, then the round."""
    rows = {
        1: PlayerRound(RoundKind.PLAYED, 2, Colour.WHITE, 2),
        2: PlayerRound(RoundKind.PLAYED, 1, Colour.BLACK, 0),
        3: PlayerRound(RoundKind.ALLOCATED_BYE),
    }
    players = tuple(Player(number=n, rating=2000 - n, rounds=(one,)) for n, one in rows.items())
    snapshot = Snapshot(players=players, round_number=2, rounds=9)
    result = points(snapshot, KeizerOptions(top_value=10))
    # 3 passes 2 with the bye: 3 is worth 9 and 2 is worth 8.
    assert result == {1: (10 + 8) * PARTS, 3: 9 * PARTS + 6 * PARTS, 2: 8 * PARTS}


@pytest.mark.parametrize(
    ("kind", "missed", "expected"),
    [
        pytest.param(RoundKind.ZERO_BYE, 1, PARTS * 2 // 6, id="an absence is worth a third"),
        pytest.param(RoundKind.ZERO_BYE, 3, 2 * (PARTS * 2 // 6), id="beyond the limit nothing"),
        pytest.param(RoundKind.FULL_BYE, 3, 3 * (PARTS * 4 // 6), id="club duty is never too much"),
    ],
)
def test_absences(kind, missed, expected):
    player = Player(number=1, rounds=(PlayerRound(kind),) * missed)
    snapshot = Snapshot(players=(player,), round_number=missed + 1, rounds=9)
    options = KeizerOptions(top_value=1, absence_limit=2, own_value=False)
    assert points(snapshot, options) == {1: expected}


def test_fractions_go_from_none_to_all():
    with pytest.raises(FractionTooLarge):
        KeizerOptions(bye=PARTS + 1)


@tries(20)
@given(many=st.integers(3, 14), seed=st.integers(0, 10_000), wait=st.integers(1, 5))
def test_a_season_of_club_nights(many, seed, wait):
    options = KeizerOptions(rematch_after=wait)
    snapshot = club(many)
    for number in range(1, 13):
        snapshot = with_absences(snapshot, seed, 5)
        proposal = pair_keizer(snapshot, options)
        everybody_once(snapshot, proposal)
        assert proposal == pair_keizer(snapshot, options)
        told = [each for each in proposal.reasons.about_round if each.code is Code.REMATCHES_NEEDED]
        least = told[0].fact("distance") if told else min(wait, number)
        past = met(snapshot)
        gaps = [number - past[pair] for pair in map(frozenset, map(seats, proposal.pairs)) if pair in past]
        assert all(gap >= least for gap in gaps)
        assert not told or told[0].fact("rematches") == len(gaps)
        snapshot = play_round(snapshot, proposal, seed, games=1)


def seats(pair: Pair):
    return pair.white, pair.black


def test_the_place_on_the_ladder_follows_the_results():
    snapshot = play_round(club(8), pair_keizer(club(8), KeizerOptions()), 3, games=1)
    rungs = ladder(snapshot, KeizerOptions())
    assert [rung.place for rung in rungs] == list(range(1, 9))
    assert sorted(rungs, key=lambda rung: -rung.points) == list(rungs)
    gone = replace(snapshot, players=tuple(replace(each, is_present=False) for each in snapshot.players))
    assert pair_keizer(gone, KeizerOptions()).pairs == ()
