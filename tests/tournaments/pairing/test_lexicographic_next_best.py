"""What a Double-Swiss or team Swiss round would be without one of its pairs (C.04.5, C.04.6)."""

from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from match_events import entrants
from random_histories import past_of

from tournaments.pairing.lexicographic.double_swiss import double_swiss_with_next_best, pair_double_swiss
from tournaments.pairing.lexicographic.team_swiss import (
    TeamSwissOptions,
    pair_team_swiss,
    team_swiss_with_next_best,
)
from tournaments.pairing.lineup import Lineup, ScoreBy
from tournaments.pairing.reasons import Code
from tournaments.pairing.values import NoLegalPairing, Player, PlayerRound, RoundKind, Snapshot

SCORE = ScoreBy.GAME_POINTS
EXPECTED_CODES = {Code.NEXT_BEST_BOARDS, Code.NEXT_DECIDED_LATER, Code.NO_OTHER}


def double_swiss(snapshot):
    proposal = pair_double_swiss(snapshot, score_by=SCORE)
    return double_swiss_with_next_best(snapshot, proposal, score_by=SCORE)


def last_reason(proposal, white, black):
    """The last reason of a pair."""
    (pair,) = [one for one in proposal.reasons.pairs if {one.white, one.black} == {white, black}]
    return pair.meeting[-1]


@tries(100)
@given(seed=st.integers(0, 1_000_000), many=st.integers(2, 12), played=st.integers(0, 5))
def test_what_is_told_is_the_round_without_the_pair(seed, many, played):
    snapshot = past_of(seed, many, played, played + 3)
    try:
        proposal = double_swiss(snapshot)
    except NoLegalPairing:
        return
    for pair in proposal.reasons.pairs:
        reason, facts = pair.meeting[-1], dict(pair.meeting[-1].facts)
        assert reason.code in EXPECTED_CODES
        two = frozenset((pair.white, pair.black))
        apart = replace(snapshot, forbidden=snapshot.forbidden | {two})
        if reason.code is Code.NO_OTHER:
            with pytest.raises(NoLegalPairing):
                pair_double_swiss(apart, score_by=SCORE)
            continue
        other = pair_double_swiss(apart, score_by=SCORE)
        seats = [f"{one.white}-{one.black}" for one in other.pairs if two & {one.white, one.black}]
        assert facts["instead"].split(", ")[: len(seats)] == seats
        assert facts.get("more", 1) > 0
        if facts.get("criterion") == "upfloaters":
            assert moved_up(snapshot, other) != moved_up(snapshot, proposal)


def moved_up(snapshot, proposal):
    lineup = Lineup(snapshot, SCORE, second_orders=False)
    score = dict(zip((player.number for player in lineup.players), lineup.score, strict=True))
    return sorted(
        (score[one.white], score[one.black]) for one in proposal.pairs if score[one.white] != score[one.black]
    )


def test_a_second_float_is_named():
    """1 and 2 won, 3 and 4 lost: apart, the winners both take somebody up."""
    won, lost = (PlayerRound(RoundKind.PLAYED, 9, None, points=at, game_points=at) for at in (4, 0))
    players = tuple(Player(number=at, rounds=(won if at < 3 else lost,)) for at in range(1, 5))
    snapshot = Snapshot(players=players, round_number=2, rounds=5)
    reason = last_reason(double_swiss(snapshot), 1, 2)
    facts = dict(reason.facts)
    assert (reason.code, reason.rule) == (Code.NEXT_BEST_BOARDS, "C.04.5 C4")
    assert (facts["criterion"], facts["more"]) == ("upfloaters", 2)


def test_the_only_pair_there_is():
    proposal = double_swiss(Snapshot(players=entrants(2), round_number=1, rounds=3))
    assert last_reason(proposal, 1, 2).code is Code.NO_OTHER


def test_where_the_order_decides_it_says_so():
    proposal = double_swiss(Snapshot(players=entrants(4), round_number=1, rounds=3))
    reason = last_reason(proposal, 1, 3)
    assert (reason.code, dict(reason.facts)["instead"]) == (Code.NEXT_DECIDED_LATER, "1-4, 3-2")


def test_teams_are_told_it_too():
    snapshot = Snapshot(players=entrants(6), round_number=1, rounds=5)
    options = TeamSwissOptions()
    proposal = team_swiss_with_next_best(snapshot, pair_team_swiss(snapshot, options), options)
    assert {pair.meeting[-1].code for pair in proposal.reasons.pairs} <= EXPECTED_CODES
