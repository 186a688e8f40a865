"""What the engine would have: which boards differ, and by which criterion the given round is worse."""

import pytest
from small_fields import field, given

from tournaments.pairing.checking.comparison import BoardDifference, Verdict, compare
from tournaments.pairing.checking.findings import Code
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.values import Pair, Proposal

EIGHT = [""] * 8
FOUR = ["W3:2", "B4:2", "B1:0", "W2:0"]


def compared(snapshot, text):
    return compare(snapshot, pair_dutch(snapshot), given(text))


def test_the_same_round_in_another_order_of_boards_is_the_same():
    assert compared(field(EIGHT), "6-2 1-5 8-4 3-7").verdict is Verdict.SAME


def test_later_in_the_order_of_generation():
    comparison = compared(field(EIGHT), "1-6 5-2 3-7 8-4")
    assert comparison.verdict is Verdict.LATER_IN_ORDER
    assert comparison.bracket == 0
    assert comparison.boards == (BoardDifference(1, Pair(1, 6)), BoardDifference(2, Pair(5, 2)))
    assert comparison.engine_pairs == (Pair(1, 5), Pair(6, 2))


def test_colours_alone():
    comparison = compared(field(FOUR), "1-2 3-4")
    assert comparison.verdict is Verdict.COLOURS_DIFFER
    assert comparison.criterion == "5.2.1"
    assert comparison.boards == (BoardDifference(1, Pair(1, 2)),)


def test_more_downfloaters_than_need_be():
    comparison = compared(field(FOUR), "4-1 2-3")
    assert (comparison.verdict, comparison.criterion, comparison.bracket) == (Verdict.WORSE, "C6", 2)
    assert (comparison.given, comparison.engine) == ((2,), (0,))


def test_a_bye_for_somebody_with_more_points():
    comparison = compared(field(["W4:2", "W5:2", "Z", "B1:0", "B2:0"]), "2-3 4-5 1")
    assert (comparison.verdict, comparison.criterion) == (Verdict.WORSE, "C5")
    assert (comparison.given, comparison.engine) == ((2,), (0,))


def test_colour_preferences_missed():
    comparison = compared(
        field(["W5:2", "B6:2", "W7:2", "B8:2", "B1:0", "W2:0", "B3:0", "W4:0"]), "1-3 2-4 5-8 6-7"
    )
    assert (comparison.verdict, comparison.criterion, comparison.bracket) == (Verdict.WORSE, "C12", 2)
    assert (comparison.given, comparison.engine) == ((2,), (0,))


@pytest.mark.parametrize(
    ("text", "criterion", "code"),
    [
        pytest.param("1-3 2-4", "C1", Code.REMATCH, id="a second meeting"),
        pytest.param("1-2", "C.04.2", Code.PLAYER_MISSING, id="somebody forgotten comes before C1"),
    ],
)
def test_what_must_not_be_is_said_first(text, criterion, code):
    comparison = compared(field(FOUR), text)
    assert (comparison.verdict, comparison.criterion) == (Verdict.ILLEGAL, criterion)
    assert comparison.finding.code is code


# 7, 1 and 10 could have the bye; 7 is paired above, 1 has sat out once and 10 never.
THREE_CANDIDATES = [
    "H B6:0 W9:1",
    "W7:2 B4:2 W3:2",
    "B8:2 W5:1 B2:0",
    "F W2:0 B10:2",
    "W9:2 B3:1 W6:0",
    "B10:1 W1:2 B5:2",
    "B2:0 W10:1 H",
    "W3:0 B9:0 u",
    "B5:0 W8:2 B1:1",
    "W6:1 B7:1 W4:0",
]


def test_of_the_candidates_left_in_the_last_bracket_the_bye_is_for_who_sat_out_least():
    right = Proposal(pairs=(Pair(9, 2), Pair(4, 5), Pair(3, 7), Pair(8, 1)), bye=10)
    comparison = compare(field(THREE_CANDIDATES, absent=(6,)), right, given("9-2 4-5 3-7 8-10 1"))
    assert (comparison.verdict, comparison.criterion, comparison.bracket) == (Verdict.WORSE, "C9", 1)
    assert (comparison.given, comparison.engine) == ((1,), (0,))


def test_an_engine_that_does_worse_than_a_given_round_is_found_out():
    wrong = Proposal(pairs=(Pair(9, 2), Pair(4, 5), Pair(3, 7), Pair(8, 10)), bye=1)
    comparison = compare(field(THREE_CANDIDATES, absent=(6,)), wrong, given("9-2 4-5 3-7 8-1 10"))
    assert (comparison.verdict, comparison.criterion) == (Verdict.BETTER, "C9")
