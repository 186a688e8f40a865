"""Rounds held against the Dutch system: what must not be, what is counted, defects that programs had."""

import pytest
from small_fields import field, given

from tournaments.pairing.checking.dutch import check_dutch
from tournaments.pairing.checking.findings import Code, Severity


def found(snapshot, text, severity=Severity.ILLEGAL):
    report = check_dutch(snapshot, given(text))
    return {(finding.code, finding.players, finding.article) for finding in report.of(severity)}


NEW_FOUR = ["", "", "", ""]
# 1 beat 3, 2 beat 4: two winners, two losers.
FOUR = ["W3:2", "B4:2", "B1:0", "W2:0"]
# Five after a round: 5 had the bye.
FIVE = ["W3:2", "B4:2", "B1:0", "W2:0", "U"]
# Both winners of two rounds had White twice.
WHITES = ["W3:2 W4:2", "W4:2 W3:2", "B1:0 B2:0", "B2:0 B1:0"]

ILLEGAL = [
    pytest.param(field(FOUR), "1-2 4-3", set(), id="winners meet and losers meet"),
    pytest.param(
        field(NEW_FOUR),
        "1-3 2-1",
        {(Code.PLAYER_TWICE, (1,), "C.04.2"), (Code.PLAYER_MISSING, (4,), "C.04.2")},
        id="a player twice and another not at all",
    ),
    pytest.param(
        field(NEW_FOUR),
        "1-3 2-7 4",
        {(Code.PLAYER_UNKNOWN, (7,), "C.04.2"), (Code.NEEDLESS_BYE, (4,), "C.04.1 3")},
        id="somebody nobody knows, and a bye in an even field",
    ),
    pytest.param(
        field(NEW_FOUR, absent=(4,)),
        "1-3 2-4",
        {(Code.PLAYER_ABSENT, (4,), "C.04.2")},
        id="somebody who is away",
    ),
    pytest.param(
        field(NEW_FOUR, forbidden=[(1, 3)]),
        "1-3 4-2",
        {(Code.PROHIBITED_PAIR, (1, 3), "section")},
        id="a prohibited pair",
    ),
    pytest.param(
        field(FOUR),
        "3-1 4-2",
        {(Code.REMATCH, (3, 1), "C1"), (Code.REMATCH, (4, 2), "C1")},
        id="second meetings",
    ),
    pytest.param(field(["+3", "+4", "-1", "-2"]), "3-1 2-4", set(), id="a forfeited game is no meeting"),
    pytest.param(
        field(WHITES),
        "1-2 3-4",
        {(Code.ABSOLUTE_COLOURS, (1, 2), "C3"), (Code.ABSOLUTE_COLOURS, (3, 4), "C3")},
        id="two who both must have Black",
    ),
    pytest.param(
        field(WHITES, rounds=3),
        "1-2 3-4",
        {(Code.ABSOLUTE_COLOURS, (3, 4), "C3")},
        id="topscorers of the last round may both need Black",
    ),
    pytest.param(field(FIVE), "1-2 5-4 3", set(), id="the bye to somebody who had none"),
    pytest.param(
        field(FIVE), "1-2 4-3 5", {(Code.BYE_RIGHT, (5,), "C2")}, id="a second bye (bbpPairings 6.0.0)"
    ),
    pytest.param(
        field([*FOUR, "+6", "-5", "Z"]),
        "1-2 4-3 6-7 5",
        {(Code.BYE_RIGHT, (5,), "C2")},
        id="a bye after a win by forfeit",
    ),
    pytest.param(
        field([*FOUR, "F"]), "1-2 4-3 5", {(Code.BYE_RIGHT, (5,), "C2")}, id="a bye after a full-point bye"
    ),
    pytest.param(
        field([*FOUR, "H"]), "1-2 4-3 5", set(), id="half-point byes do not bar from the bye (caissify)"
    ),
    pytest.param(
        field(["W3:2", "B4:2", "B1:0", "W2:0", "H"]),
        "1-5 2 3 4",
        {(Code.SEVERAL_BYES, (2, 3, 4), "C.04.1 3")},
        id="several byes (caissify)",
    ),
]


@pytest.mark.parametrize(("snapshot", "text", "expected"), ILLEGAL)
def test_what_must_not_be(snapshot, text, expected):
    assert found(snapshot, text) == expected


def quality(snapshot, text, code):
    report = check_dutch(snapshot, given(text))
    return [(finding.players, finding.article) for finding in report.about(code)]


def test_a_third_white_running_is_told_by_the_colours_given():
    report = check_dutch(field(WHITES), given("1-4 3-2"))
    assert [finding.players for finding in report.about(Code.THIRD_COLOUR)] == [(1,), (4,)]
    assert [finding.fact("running") for finding in report.about(Code.THIRD_COLOUR)] == [3, 3]
    assert [finding.players for finding in report.about(Code.COLOUR_DIFFERENCE)] == [(1,), (4,)]
    assert [finding.players for finding in report.about(Code.COLOUR_ALLOCATION)] == [(1, 4)]


COLOURS = [
    pytest.param(NEW_FOUR, "3-1 4-2", {((3, 1), "5.2.5"): 1}, id="odd numbers begin with the initial colour"),
    pytest.param(FOUR, "1-2 4-3", {((1, 2), "5.2.1"): 2, ((4, 3), "5.2.1"): 3}, id="both preferences"),
    pytest.param(
        ["W5:2 W6:1", "B6:2 W5:1", "Z Z", "Z Z", "B1:0 B2:1", "W2:0 B1:1"],
        "1-2 3-4 5-6",
        {((1, 2), "5.2.2"): 2},
        id="the stronger preference",
    ),
    pytest.param(
        ["W3:0 B5:2 W6:0", "W4:2 B6:2 W5:2", "B1:2 Z Z", "B2:0 Z Z", "Z W1:0 B2:0", "Z W2:0 B1:2"],
        "2-1 5-6 4-3",
        {((2, 1), "5.2.4"): 1},
        id="of equal preferences the higher score has its way, not the smaller number (caissify)",
    ),
]


@pytest.mark.parametrize(("lines", "text", "expected"), COLOURS)
def test_colours_other_than_allocated(lines, text, expected):
    report = check_dutch(field(lines), given(text))
    wrong = {
        (each.players, each.article): each.fact("white") for each in report.about(Code.COLOUR_ALLOCATION)
    }
    assert expected.items() <= wrong.items()


def test_the_higher_score_has_its_way_before_the_smaller_number():
    lines = COLOURS[-1].values[0]
    assert ((1, 2), "5.2.4") not in quality(field(lines), "1-2 5-6 4-3", Code.COLOUR_ALLOCATION)


def test_nothing_is_said_of_a_faultless_round():
    assert check_dutch(field(FOUR), given("2-1 3-4")).findings == ()


def test_floaters_are_counted_by_bracket():
    # 3 leads with 4 points, 1 and 2 have 3, 4 has 2; in round 2 player 3 had met somebody with less.
    snapshot = field(["W5:2 B2:1", "W6:2 W1:1", "B4:2 W5:2", "W3:0 B6:2", "B1:0 B3:0", "B2:0 W4:0"])
    report = check_dutch(snapshot, given("3-4 1-6 2-5"))
    assert [(each.players, dict(each.facts)) for each in report.about(Code.DOWNFLOATERS)] == [
        ((3, 1, 2), {"bracket": 3, "count": 3, "forced": 1}),
        ((1, 2), {"bracket": 2, "count": 2, "forced": 0}),
    ]
    [again] = report.about(Code.DOWNFLOAT_AGAIN)
    assert (again.players, again.article, again.fact("bracket")) == ((3,), "C14", 4)
    assert [each.fact("count") for each in report.about(Code.DOWNFLOATER_SCORES)] == [(4, 3, 3), (3, 3)]


@pytest.mark.parametrize(
    ("last", "floats_again"),
    [
        pytest.param("U", True, id="the allocated bye is a downfloat"),
        pytest.param("H", True, id="so is a half-point bye"),
        pytest.param("Z", False, id="a zero-point bye is none (caissify had the text of 2017)"),
        pytest.param("-9", False, id="nor is a loss by forfeit"),
        pytest.param("+9", True, id="a win by forfeit is"),
    ],
)
def test_unplayed_rounds_float_down_if_they_scored_more_than_a_loss(last, floats_again):
    lines = [last, *["Z"] * 7, "+1" if last == "-9" else "Z"]
    score = {"U": 2, "F": 2, "H": 1, "Z": 0, "-9": 0, "+9": 2}[last]
    snapshot = field(lines, absent=(9,), virtual={1: (0, 10 - score), 2: (0, 10), 3: (0, 10)})
    report = check_dutch(snapshot, given("2-3 1-4 5-6 7-8"))
    assert bool(report.about(Code.DOWNFLOAT_AGAIN)) == floats_again


def test_a_bye_above_the_lowest_score_names_who_has_less():
    [(players, article)] = quality(field([*FOUR, "Z"]), "2-3 4-5 1", Code.BYE_SCORE)
    assert (players, article) == ((1, 3, 4, 5), "C5")


def test_of_equal_scores_the_bye_is_for_who_has_played_most():
    snapshot = field(["W2:2", "B1:0", "Z"])
    finding = check_dutch(snapshot, given("1-2 3")).about(Code.BYE_UNPLAYED_GAMES)
    assert [(each.players, each.fact("count"), each.fact("fewest")) for each in finding] == [((3,), 1, 0)]


def test_wide_floats_say_how_many_score_groups_apart():
    snapshot = field(["W3:2 B4:2", "W4:1 B3:1", "B1:0 W2:1", "B2:1 W1:0"])
    [finding] = check_dutch(snapshot, given("3-1 4-2")).about(Code.WIDE_FLOAT)
    assert (finding.players, finding.fact("groups"), finding.fact("difference")) == ((1, 3), 2, 3)


def test_clubmates_and_the_order_of_boards_are_notes():
    snapshot = field(FOUR, groups={1: ("club:Dordrecht",), 2: ("club:Dordrecht",)})
    report = check_dutch(snapshot, given("4-3 2-1"))
    assert [(each.code, each.players) for each in report.of(Severity.NOTE)] == [
        (Code.BOARD_ORDER, (4, 3, 2, 1)),
        (Code.SAME_GROUP, (2, 1)),
    ]
    assert report.is_legal
