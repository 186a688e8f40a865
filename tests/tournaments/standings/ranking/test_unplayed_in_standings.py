"""Articles 15 and 16 of C.07, each with a case small enough to add up by hand; points are 2/1/0."""

import pytest
from small_events import event, value, values

from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.values import Basis, Score


def adjusted(results, number):
    return TiebreakContext(results).adjusted(Score.MATCH)[number]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param("2w1 U 3w0", 4, id="16.2.1 the allocated bye as awarded"),
        pytest.param("2w1 F 3w0", 4, id="16.2.1 a full-point bye as awarded"),
        pytest.param("2w1 3w0 3+", 4, id="16.2.2 a forfeit won as awarded"),
        pytest.param("2w1 Z 3w0", 2, id="16.2.3 a bye followed by play as awarded"),
        pytest.param("2w1 H 3w0", 3, id="16.2.3 a half-point bye followed by play as awarded"),
        pytest.param("2w1 3w0 3-", 2, id="16.2.4 a forfeit lost as awarded"),
        pytest.param("2w1 3w0 Z", 3, id="16.2.5 a bye in the last round is a draw"),
        pytest.param("2w1 Z Z", 4, id="16.2.5 every round after a withdrawal is a draw"),
        pytest.param("2w1 Z 3-", 3, id="16.2.5 a bye followed only by a forfeit lost is a draw"),
        pytest.param("2w1 Z 3w0 Z", 3, id="16.2.3 of two byes only the one behind the last game is a draw"),
        pytest.param("2w1 Z U", 4, id="16.2.3 a bye followed by the allocated bye as awarded"),
        pytest.param("Z Z Z", 3, id="16.2.5 also without any game"),
        pytest.param("2w1 3w0 H", 3, id="16.2.5 a half-point bye in the last round is a draw"),
        pytest.param("2w1", 4, id="16.1.1 a missing round is a zero-point bye"),
    ],
)
def test_the_score_that_opponents_count(row, expected):
    results = event(row, "1b0 Z Z", "Z Z Z")
    assert adjusted(results, 1) == expected
    parts = TiebreakContext(results).adjusted_parts(1, Score.MATCH)
    assert sum(part.amount for part in parts) == expected
    assert [part.round for part in parts] == list(range(1, len(parts) + 1))


def test_an_own_unplayed_round_is_against_a_dummy_with_ones_own_score():
    results = event("2w= U", "1b= 3w1", "U 2b0")
    part = value(results, "BH", 3).parts[0]
    assert (part.amount, part.basis) == (2, Basis.DUMMY)  # 16.4: two points of his own, two draws are two


def test_the_dummy_of_a_bye_is_at_most_a_draw_in_every_round():
    results = event("2w1 3b1 U", "1b0 4w1 4w1", "4b1 1w0 Z", "3w0 2b0 2b0")
    part = value(results, "BH", 1).parts[2]
    assert (part.amount, part.basis) == (3, Basis.DUMMY_CAPPED_BY_DRAWS)  # 16.4.2: 6 of his own, 3 draws


def test_the_dummy_of_a_forfeit_is_at_most_the_scheduled_opponents_score():
    results = event("2w1 3+", "1b0 4w1", "4b= 1-", "3w= 2b0")
    part = value(results, "BH", 1).parts[1]
    assert (part.amount, part.basis) == (1, Basis.DUMMY_CAPPED_BY_OPPONENT)  # 16.4.1


def test_with_p_a_forfeit_counts_like_a_game():
    results = event("2w1 3+", "1b0 4w1", "4b1 1-", "3w0 2b0")
    assert value(results, "BH/P", 3).parts[1].amount == 4
    assert value(results, "BH", 3).parts[1].amount == 2


def test_a_cut_takes_the_lowest_voluntary_round_first():
    results = event("2w1 3b1 H", "1b0 4w1 4w1", "4b0 1w0 Z", "3w1 2b0 2b0")
    parts = value(results, "BH/C1", 1).parts
    assert [part.amount for part in parts] == [4, 1, 3]
    assert [part.cut for part in parts] == ["", "", "16.5.1"]


def test_a_voluntary_round_below_the_least_significant_value_is_not_taken_instead():
    results = event("2w1 3b1 Z", "1b0 4w0 4w0", "4b0 1w0 Z", "3w1 2b1 2b1")
    parts = value(results, "SB/C1", 1).parts
    assert [part.amount for part in parts] == [0, 2, 0]  # number 2 has nothing: that product is the least
    assert [part.cut for part in parts] == ["", "", "16.5.1"]  # not below it, so that it goes first
    results = event("2w= 3b1 Z", "1b= 4w0 4w0", "4b0 1w0 Z", "3w1 2b1 2b1")
    parts = value(results, "SB/C1", 1).parts
    assert [part.amount for part in parts] == [1, 2, 0]
    assert [part.cut for part in parts] == ["14.1", "", ""]


def test_sonneborn_berger_cuts_the_lowest_opponent_and_not_the_lowest_product():
    results = event("2w0 3b1 4w1", "1b1 4w1 3w1", "4b1 1w0 2b0", "3w0 2b0 1b0")
    parts = value(results, "SB/C1", 1).parts
    assert [(part.score, part.amount, part.cut) for part in parts] == [(6, 0, ""), (2, 4, ""), (0, 0, "14.1")]


def test_in_a_round_robin_a_forfeit_is_a_game():
    results = event("2w1 3+", "1b0 U", "U 1-", is_round_robin=True)
    assert value(results, "SB", 1).amount == 2 * 2 + 2 * 2  # 15.2: both others have two points, of a rest
    assert [part.basis for part in value(results, "SB", 1).parts][1] is Basis.FORFEIT_AS_PLAYED


@pytest.mark.parametrize(("is_round_robin", "won"), [(False, 1), (True, 2)])
def test_games_won_are_those_at_the_board_and_forfeits_of_a_round_robin(is_round_robin, won):
    """7.2 and 15.2; a bye is never one."""
    results = event("2+ 3b1 U", "1- Z Z", "U 1w0 Z", is_round_robin=is_round_robin)
    assert values(results, "WON") == {1: won, 2: 0, 3: 0}
    assert values(results, "WIN") == {1: 3, 2: 0, 3: 1}
    assert values(results, "BPG") == {1: 1, 2: 0, 3: 0}
    assert values(results, "BWG") == {1: 1, 2: 0, 3: 0}


def test_in_a_round_robin_a_forfeit_lost_is_no_round_one_elected_to_play():
    results = event("2+ 3b1", "1- 4w1", "4w1 1w0", "3b0 2b0", is_round_robin=True)
    assert values(results, "REP") == {1: 2, 2: 1, 3: 2, 4: 2}
    assert values(results, "WON")[1] == 2
    assert values(results, "ARO") == dict.fromkeys(range(1, 5))


def test_fore_buchholz_draws_the_final_round():
    results = event("2w1 3w1", "1b0 4w1", "4b1 1b0", "3w0 2b0")
    assert values(results, "BH")[1] == 2 + 2
    assert values(results, "FB")[1] == (0 + 1) + (2 + 1)  # 8.3
    assert values(results, "BH/F") == values(results, "FB")


def test_fore_buchholz_keeps_a_bye_of_the_final_round():
    results = event("2w1 3w1", "1b0 U", "U 1b0")
    assert values(results, "FB")[1] == (0 + 2) + (2 + 1)
