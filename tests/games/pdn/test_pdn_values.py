"""GameType, results, clocks and marks: the values inside tags and comments."""

import pytest

from games.pdn import (
    Comment,
    clocks,
    game_type_named,
    game_type_of,
    marks,
    parse_date,
    parse_game_type,
    parse_result,
)
from games.pdn.results import result_format_of, result_in_family, result_text
from games.pdn.tag_writing import full_game_type


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("20", "20,W,10,10,N2,0"),
        ("21,B,8,8,N1,0", "21,B,8,8,N1,0"),
        ("22", "22,W,8,8,N2,1"),
        ("25", "25,W,8,8,A0,0"),
        ("20,W,0,0,N,0", "20,W,10,10,N2,0"),
        ("23,W,8,8,A0,0", "23,W,8,8,A0,0"),
        (" 27 , W, 12 ,12, N2 ,0 ", "27,W,12,12,N2,0"),
        ("25,W,8,8,A1,0", "25,W,8,8,A1,0"),
    ],
)
def test_a_game_type_is_read_whatever_its_form(text, full):
    assert parse_game_type(text).text == full


def test_a_wrong_corner_is_not_written_on():
    assert full_game_type("20,W,10,10,N1,0") == "20,W,10,10,N2,0"
    assert full_game_type("23,W,8,8,A0,0") == "23,W,8,8,A0,0"
    assert full_game_type("77") == "77"
    assert full_game_type("draughts") == "draughts"


@pytest.mark.parametrize("text", ["", "draughts", "20,X", "W,20", "20;W;10"])
def test_what_is_no_game_type_is_none(text):
    assert parse_game_type(text) is None


def test_numbers_outside_the_table_are_kept():
    assert parse_game_type("77").number == 77
    assert game_type_of(77) is None


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("American/English", 21),
        ("Russian", 25),
        ("Frisian draughts", 40),
        ("International", 20),
        ("American Pool Checkers", 23),
    ],
)
def test_the_name_of_a_variant_means_a_game_type(name, number):
    assert game_type_named(name).number == number


def test_an_unknown_name_means_nothing():
    assert game_type_named("Ludo") is None


@pytest.mark.parametrize(
    ("text", "outcome", "family"),
    [
        ("1-0", "first", "1-0"),
        ("0-1", "second", "1-0"),
        ("1/2-1/2", "draw", "1-0"),
        ("\u00bd-\u00bd", "draw", "1-0"),
        ("0.5-0.5", "draw", "1-0"),
        ("1/2", "draw", "1-0"),
        ("2-0", "first", "2-0"),
        ("0-2", "second", "2-0"),
        ("1-1", "draw", "2-0"),
        ("2:0", "first", "2-0"),
        ("0-0", "both_lost", ""),
        ("7-3", "first", "points"),
        ("4-6", "second", "points"),
        ("10\u20130", "first", "points"),
        ("*", "open", ""),
        ("", "open", ""),
        ("?", "open", ""),
        ("who knows", "unknown", ""),
    ],
)
def test_a_result_says_which_side_of_it_won(text, outcome, family):
    reading = parse_result(text)
    assert (reading.outcome, reading.family, reading.is_forfeit) == (outcome, family, False)


@pytest.mark.parametrize(
    ("text", "scores", "family", "ahead"),
    [
        ("1 1/2 - 1/2", ("1 1/2", "1/2"), "delft", "first"),
        ("\u00bd-1\u00bd", ("\u00bd", "1\u00bd"), "delft", "second"),
        ("1+ - 1-", ("1+", "1-"), "plus", "first"),
        ("1- - 1+", ("1-", "1+"), "plus", "second"),
        ("1.01-0.99", ("1.01", "0.99"), "goes", "first"),
        ("0,98-1,02", ("0,98", "1,02"), "goes", "second"),
    ],
)
def test_plus_draws_are_draws_with_somebody_ahead(text, scores, family, ahead):
    assert parse_result(text) == ("draw", False, scores, family, ahead)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("2-0 (forfeit)", "first"),
        ("0-1 forfeit", "second"),
        ("+:-", "first"),
        ("-:+", "second"),
        ("-:-", "both_lost"),
        ("0-2 reg.", "second"),
    ],
)
def test_a_forfeit_is_told(text, outcome):
    reading = parse_result(text)
    assert (reading.outcome, reading.is_forfeit) == (outcome, True)


def test_results_are_written_in_the_family_that_is_due():
    assert result_text("draw", "2-0") == "1-1"
    assert result_text("unknown") == "*"
    assert result_in_family("1-0", "2-0") == "2-0"
    assert result_in_family("4-6", "2-0") == "4-6"
    assert result_format_of("1 1/2 - 1/2") == "Delft"
    assert result_format_of("1-0") == ""


@pytest.mark.parametrize(
    ("command", "read"),
    [
        ("[%clk 0:10:00]", [("remaining", "", "0:10:00", False)]),
        ("[%clock 0:10:00]", [("remaining", "", "0:10:00", False)]),
        (
            "[%clock w0:10:00 B0:09:55]",
            [("remaining", "W", "0:10:00", False), ("remaining", "B", "0:09:55", True)],
        ),
        ("[%clk W1:00:00]", [("remaining", "W", "1:00:00", True)]),
        ("[%mct 1:02:03]", [("mechanical", "", "1:02:03", False)]),
        ("[%egt 0:0:9.56]", [("game_elapsed", "", "0:00:09", False)]),
        ("[%emt 0:00:05] [%eval 1]", [("move_elapsed", "", "0:00:05", False)]),
        ("[%clk 12:30]", [("remaining", "", "0:12:30", False)]),
        ("[%clk ?]", []),
        ("clk 0:10:00", []),
    ],
)
def test_clock_times_are_read_under_both_names_in_both_forms(command, read):
    assert [
        (clock.kind, clock.side, clock.text, clock.is_running) for clock in clocks(Comment(command))
    ] == read


def test_coloured_squares_and_arrows_are_read():
    assert marks("[%csl Gd4,R12][%cal Ga1b2,R12-23] text") == (
        ("G", ("d4",)),
        ("R", (12,)),
        ("G", ("a1", "b2")),
        ("R", (12, 23)),
    )


@pytest.mark.parametrize("text", ["", "-", "soon", "99.99.2001", "2001.13.45", "May"])
def test_what_is_no_date_is_none(text):
    assert parse_date(text) is None
