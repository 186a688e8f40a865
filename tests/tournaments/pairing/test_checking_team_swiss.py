"""The checker of a Swiss for teams: silent on what the engine makes, and every fault named."""

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from random_histories import past_of, with_lent_points

from tournaments.pairing.checking.findings import Code, GivenRound, Severity, given_by
from tournaments.pairing.checking.team_swiss import check_team_swiss
from tournaments.pairing.lexicographic.team_colours import PreferenceType
from tournaments.pairing.lexicographic.team_swiss import TeamSwissOptions, pair_team_swiss
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.reasons import Code as ReasonCode
from tournaments.pairing.values import (
    Colour,
    NoLegalPairing,
    Pair,
    Player,
    PlayerRound,
    RoundKind,
    Snapshot,
)

W, B = Colour.WHITE, Colour.BLACK
OPTIONS = st.builds(
    TeamSwissOptions,
    score_by=st.sampled_from(ScoreBy),
    preference=st.sampled_from(PreferenceType),
    first_by_second_score=st.booleans(),
)


@tries(150)
@given(st.integers(0, 10**6), st.integers(4, 9), st.integers(0, 4), OPTIONS)
def test_the_checker_has_nothing_against_the_engine(seed, many, played, options):
    snapshot = with_lent_points(past_of(seed, many, played, 6), seed)
    try:
        proposal = pair_team_swiss(snapshot, options)
    except NoLegalPairing:
        return
    report = check_team_swiss(snapshot, options, given_by(proposal))
    assert report.of(Severity.ILLEGAL) == ()
    assert report.about(Code.COLOUR_ALLOCATION) == ()
    assert report.about(Code.BYE_SCORE) == () or bye_is_needed_elsewhere(proposal)


def bye_is_needed_elsewhere(proposal):
    """The engine says who below could not be spared."""
    told = {each.code for each in proposal.reasons.bye.reasons}
    return ReasonCode.BYE_NEEDED_ELSEWHERE in told


def played(opponent, colour, points, boards):
    return PlayerRound(RoundKind.PLAYED, opponent, colour, points, boards)


def four(*, rounds=5):
    """1 beat 3 and 2 beat 4, both with White."""
    players = (
        Player(number=1, rounds=(played(3, W, 2, 5),)),
        Player(number=2, rounds=(played(4, W, 2, 6),)),
        Player(number=3, rounds=(played(1, B, 0, 3),)),
        Player(number=4, rounds=(played(2, B, 0, 2),)),
    )
    return Snapshot(players=players, round_number=2, rounds=rounds)


def findings_of(report, severity):
    return {(each.code, each.players) for each in report.of(severity)}


@pytest.mark.parametrize(
    ("pairs", "byes", "expected"),
    [
        pytest.param([(1, 3), (2, 4)], (), {(Code.REMATCH, (1, 3)), (Code.REMATCH, (2, 4))}, id="met"),
        pytest.param([(2, 1)], (), {(Code.PLAYER_MISSING, (3,)), (Code.PLAYER_MISSING, (4,))}, id="left out"),
        pytest.param([(2, 1)], (3, 4), {(Code.SEVERAL_BYES, (3, 4))}, id="two byes"),
    ],
)
def test_what_must_not_be(pairs, byes, expected):
    given_round = GivenRound(tuple(Pair(*pair) for pair in pairs), byes)
    report = check_team_swiss(four(), TeamSwissOptions(), given_round)
    assert expected <= findings_of(report, Severity.ILLEGAL)


def test_a_team_has_the_bye_once():
    past = Player(number=5, rounds=(PlayerRound(RoundKind.ALLOCATED_BYE, points=1, game_points=4),))
    snapshot = four()
    snapshot = Snapshot(players=(*snapshot.players, past), round_number=2, rounds=5)
    given_round = GivenRound((Pair(2, 1), Pair(3, 4)), (5,))
    report = check_team_swiss(snapshot, TeamSwissOptions(), given_round)
    assert findings_of(report, Severity.ILLEGAL) == {(Code.BYE_RIGHT, (5,))}


@pytest.mark.parametrize(
    ("by_second", "white"),
    [pytest.param(True, 1, id="with board points"), pytest.param(False, 2, id="by number alone")],
)
def test_white_on_the_first_board_is_due_to_one_of_them(by_second, white):
    """Both had White; the first team changes, and who that is hangs on the second score (4.2.2, 4.3.8)."""
    options = TeamSwissOptions(first_by_second_score=by_second)
    given_round = GivenRound((Pair(3 - white, white), Pair(4, 3)))
    report = check_team_swiss(four(), options, given_round)
    assert next(each.fact("white") for each in report.about(Code.COLOUR_ALLOCATION)) == white


def test_two_teams_that_prefer_one_colour():
    report = check_team_swiss(
        four(), TeamSwissOptions(preference=PreferenceType.B), GivenRound((Pair(2, 1), Pair(3, 4)))
    )
    assert findings_of(report, Severity.QUALITY) >= {
        (Code.COLOUR_PREFERENCE, (2, 1)),
        (Code.COLOUR_PREFERENCE, (3, 4)),
    }
    assert {each.article for each in report.about(Code.COLOUR_PREFERENCE)} == {"C.04.6 1.7"}
