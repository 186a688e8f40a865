"""The eighteen kinds of trouble a reader must survive, one test each, with the notation page's examples."""

import pytest

from games.pdn import (
    Comment,
    Junk,
    MoveNumber,
    MoveText,
    Nag,
    Setup,
    Variation,
    clocks,
    parse_date,
    read_games,
)
from games.pdn.results import parse_result


def games(text):
    return list(read_games(text))


def only(text):
    (record,) = games(text)
    return record


def squares(record):
    return [move.squares for move in record.moves]


def codes(record):
    return [warning.code for warning in record.warnings]


def test_kind_01_letter_moves_without_a_game_type_are_read_without_knowing_the_variant():
    record = only("1. c3-d4 f6-g5")
    assert squares(record) == [("c3", "d4"), ("f6", "g5")]
    assert record.tag("GameType") == ""
    assert record.warnings == []


def test_kind_02_tags_in_another_language_answer_to_their_standard_name():
    record = only('[Bianco "Rossi A."]\n[Risultato "1-0"]\n[Red "Neri"]\n[Setup "1"]\n\n1. 22-18 1-0')
    assert [tag.name for tag in record.tags] == ["Bianco", "Risultato", "Red", "Setup"]
    assert record.tag("White") == "Rossi A."
    assert record.tag("Result") == "1-0"
    assert record.tag("Black") == "Neri"
    assert record.tag("SetUp") == "1"


@pytest.mark.parametrize(
    ("tags", "white", "black"),
    [
        pytest.param('[P1 "A"][P2 "B"][GameType "20"]', "A", "B", id="White begins on the 10x10 board"),
        pytest.param('[P1 "A"][P2 "B"][GameType "21"]', "B", "A", id="Black begins in American"),
        pytest.param('[P1 "A"][P2 "B"][Variant "American/English"]', "B", "A", id="the Variant tag says so"),
    ],
)
def test_kind_02_first_and_second_player_get_their_colour_from_who_begins(tags, white, black):
    record = only(tags)
    assert (record.tag("White"), record.tag("Black")) == (white, black)
    assert record.tag("White", first_to_move="B") == "B"


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        pytest.param('[White       "Petrov"]', "White", "Petrov", id="padded"),
        pytest.param("[White \u201cPetrov\u201d]", "White", "Petrov", id="curly quotes"),
        pytest.param("[White Petrov]", "White", "Petrov", id="no quotes"),
        pytest.param('[White "Petrov]', "White", "Petrov", id="closing quote missing"),
        pytest.param('[White "Petrov"', "White", "Petrov", id="closing bracket missing"),
        pytest.param('[Event "Cup [A] final"]', "Event", "Cup [A] final", id="bracket inside the value"),
        pytest.param('[Event "The "Big" Cup"]', "Event", 'The "Big" Cup', id="quotes inside the value"),
        pytest.param(r'[White "a \"b\" c"]', "White", 'a "b" c', id="escaped quotes"),
        pytest.param('[Event "Long\nname"]', "Event", "Long name", id="value over two lines"),
        pytest.param("[White]", "White", "", id="no value at all"),
    ],
)
def test_kind_03_a_faulty_tag_is_read(text, name, value):
    record = only(f'{text}\n[Black "Ivanov"]\n1. 32-28 *')
    assert [(tag.name, tag.value) for tag in record.tags] == [(name, value), ("Black", "Ivanov")]
    assert squares(record) == [(32, 28)]


def test_kind_03_a_tag_given_twice_is_kept_twice_and_any_order_and_no_blank_line_will_do():
    record = only('[Result "*"]\n[Event "?"]\n[White "A"]\n[Event "Open"]\n1. 11-15 *')
    assert [tag.name for tag in record.tags] == ["Result", "Event", "White", "Event"]
    assert [tag.line for tag in record.tags] == [1, 2, 3, 4]
    assert record.tag("Event") == "Open"


@pytest.mark.parametrize(
    ("text", "standard"),
    [
        ("3 mei 1998", "1998.05.03"),
        ("1952.", "1952.??.??"),
        ("7.11.96", "1996.11.07"),
        ("2001.02.03 - 2001.02.09", "2001.02.03 - 2001.02.09"),
        ("1841-??-??", "1841.??.??"),
        ("13-01-1996", "1996.01.13"),
        ("17 april 2009", "2009.04.17"),
        ("2007/2008", "2007.??.?? - 2008.??.??"),
        ("5/23/2003", "2003.05.23"),
    ],
)
def test_kind_04_dates_of_every_form_are_understood(text, standard):
    assert only(f'[Date "{text}"]').tag("Date") == text
    assert parse_date(text).text == standard


@pytest.mark.parametrize(
    "fen", ["W:W27,K3:B9,12.", "W : W 27, k3 : B 9", "B:Wa3,c3:Bb8", "W:W31-50:B1-20", "B:W99:B0"]
)
def test_kind_05_a_position_tag_is_returned_as_found(fen):
    assert only(f'[FEN "{fen}"]').tag("FEN") == fen


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("12. 09-13 32x27x18", [(9, 13), (32, 27, 18)]),
        ("12.9-13 32 x 18", [(9, 13), (32, 18)]),
        ("12. c3:e5", [("c3", "e5")]),
        ("12. c3e5", [("c3", "e5")]),
        ("12 . 9-13", [(9, 13)]),
        ("12. 9\u201313", [(9, 13)]),
        ("12. C3-D4", [("c3", "d4")]),
        ("12. 3228 18- 2", [(32, 28), (18, 2)]),
        ("12. 32\u044528", [(32, 28)]),
        ("12. cb4", [("c", "b4")]),
    ],
)
def test_kind_06_squares_are_found_however_the_move_is_written(text, read):
    record = only(text)
    assert squares(record) == read
    assert record.body[0] == MoveNumber(12, 1, 0)


def test_kind_06_what_was_mended_in_a_move_is_told_with_its_place():
    record = only("1. 09-13\n22 - 18 9\u201313")
    told = [(warning.code, warning.line, warning.column) for warning in record.warnings]
    assert told == [("leading_zero", 1, 4), ("blanks_in_move", 2, 1), ("odd_separator", 2, 9)]


@pytest.mark.parametrize(
    ("text", "sign"), [("9x13", "x"), ("18-25", "-"), ("22X15", "x"), ("c3:e5", ":"), ("c3e5", "")]
)
def test_kind_07_the_separator_is_reported_as_written(text, sign):
    assert only(f"1. {text}").moves[0].sign == sign


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("34. 8-11 22-18 11-15", [34]),
        ("1. 8-11 2. 22-18 3. 11-15", [1, 2, 3]),
        ("1. 8-11 22-18 7. 11-15", [1, 7]),
        ("5. 8-11 22-18 1. 11-15", [5, 1]),
        ("0. 8-11 22-18 0. 11-15", [0, 0]),
        ("8-11 22-18 11-15", []),
        ("1 8-11 22-18 2 11-15", [1, 2]),
    ],
)
def test_kind_08_move_numbers_may_be_anything(text, numbers):
    record = only(text)
    assert squares(record) == [(8, 11), (22, 18), (11, 15)]
    assert [item.number for item in record.body if isinstance(item, MoveNumber)] == numbers


@pytest.mark.parametrize(
    ("text", "dots"),
    [
        ("15... 20-25", 3),
        ("15. ... 20-25", 4),
        ("1.. 20-25", 2),
        ("15.\u2026 20-25", 4),
        ("1.\n... 20-25", 4),
    ],
)
def test_kind_09_dots_behind_a_number_belong_to_it(text, dots):
    record = only(text)
    assert squares(record) == [(20, 25)]
    assert record.body[0].dots == dots


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("5x14!", "!"),
        ("5x14 !", "!"),
        ("5x14(?)", "?"),
        ("5x14*", "*"),
        ("5x14 ?! ", "?!"),
        ("5x14(!?!!!)", "!?!!!"),
    ],
)
def test_kind_10_strength_belongs_to_the_move_before_it(text, strength):
    record = only(f"3. {text} 4. 22-18 $4 $146 *")
    assert record.moves[0].strength == strength
    assert [move.squares for move in record.moves] == [(5, 14), (22, 18)]
    assert [item.number for item in record.body if isinstance(item, Nag)] == [4, 146]


def test_kind_10_a_star_ends_the_game_where_no_move_follows():
    first, second = games("1. 11-15 22-18*\n1. 9-14 *")
    assert first.terminator == "*"
    assert first.moves[-1].strength == ""
    assert squares(second) == [(9, 14)]


def test_kind_11_variations_nest_and_hold_comments():
    record = only("32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19 14x23")
    outer = record.body[2]
    inner = outer.elements[2]
    assert isinstance(outer, Variation)
    assert inner.elements[-1].text == "Black wins"
    assert inner.elements[0].strength == "?"
    assert squares(record) == [(32, 28), (19, 23), (28, 19), (14, 23)]


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        pytest.param("(1. 32-28) 33-29", [], id="a variation before the first move"),
        pytest.param("33-29 (a good move) 18-23", ["a good move"], id="round brackets as comment"),
        pytest.param("33-29 (see (Raman), 1951) 18-23", ["see (Raman), 1951"], id="round brackets inside"),
        pytest.param("33-29 { nested { comment } } 18-23", ["nested { comment }"], id="nested braces"),
        pytest.param("33-29 {a { b} 18-23", ["a { b"], id="a brace too many"),
        pytest.param("33-29 18-23 {never closed\n", ["never closed"], id="unclosed"),
        pytest.param("33-29 ; to the line's end 1-1\n18-23", ["to the line's end 1-1"], id="semicolon"),
        pytest.param("33-29\n% 31-27 skipped\n18-23", [], id="a line that starts with percent"),
        pytest.param("33-29 {two\n  lines} 18-23", ["two lines"], id="line breaks are blanks"),
    ],
)
def test_kind_11_comments_of_every_form(text, comments):
    record = only(text)
    assert [item.text for item in record.body if isinstance(item, Comment)] == comments
    assert squares(record) in ([(33, 29)], [(33, 29), (18, 23)])


def test_kind_11_an_unclosed_comment_never_swallows_the_next_game():
    first, second = games('1. 33-29 {oops\n2. 31-27\n\n[White "A"]\n\n1. 32-28 {fine} *')
    assert "comment_unclosed" in codes(first)
    assert squares(first) == [(33, 29), (31, 27)]
    assert squares(second) == [(32, 28)]


def test_kind_11_clocks_and_private_commands_are_found():
    record = only("1. 32-28 {[%clock w1:20:05 B1:18:40] good} 19-23 {[%inbook][%depth 12]} *")
    times = [(clock.side, clock.text, clock.is_running) for clock in clocks(record.body[2])]
    assert times == [("W", "1:20:05", False), ("B", "1:18:40", True)]
    assert record.body[2].words == "good"
    assert record.body[4].commands == (("inbook", ""), ("depth", "12"))
    assert record.has_commands


@pytest.mark.parametrize(
    ("ending", "terminator"),
    [
        ("", None),
        ("*", "*"),
        ("\u00bd-\u00bd", "\u00bd-\u00bd"),
        ("0.5-0.5", "0.5-0.5"),
        ("1 1/2 - 1/2", "1 1/2 - 1/2"),
        ("1+ - 1-", "1+ - 1-"),
        ("1.01-0.99", "1.01-0.99"),
        ("7-3", "7-3"),
        ("2-0 (forfeit)", "2-0"),
        ("1-1", "1-1"),
        ("0-0", "0-0"),
    ],
)
def test_kind_12_every_ending_is_read(ending, terminator):
    record = only(f'[Result "{ending or "*"}"]\n\n1. 32-28 19-23 {ending}')
    assert record.terminator == terminator
    assert squares(record) == [(32, 28), (19, 23)]
    assert record.tag("Result") == (ending or "*")


def test_kind_12_a_contradicting_terminator_and_a_star_behind_a_result_are_kept():
    assert only('[Result "1-0"]\n1. 32-28 0-1').terminator == "0-1"
    both = only("1. 32-28 1-0 *")
    assert both.terminator == "1-0"
    assert codes(both) == ["second_terminator"]


@pytest.mark.parametrize(
    ("text", "plies", "terminator"),
    [
        pytest.param('[Result "4-6"]\n1. 33-29 5-10 2. 4-6', 2, "4-6", id="last and equal to the tag"),
        pytest.param('[Result "6-4"]\n1. 33-29 5-10 4-6', 2, "4-6", id="last, out of the same total"),
        pytest.param('[Result "4-6"]\n1. 33-29 4-6 2. 30-24', 3, None, id="in mid game it is a move"),
        pytest.param('[Result "4-6"]\n1. 33-29 4-6 *', 2, "*", id="before a terminator it is a move"),
        pytest.param('[Result "1-0"]\n1. 33-29 4-6', 2, None, id="beside another result it is a move"),
        pytest.param("1. 33-29 4-6", 2, None, id="without a tag it is a move"),
    ],
)
def test_kind_12_a_ten_point_score_is_told_from_a_move(text, plies, terminator):
    record = only(text)
    assert len(record.moves) == plies
    assert record.terminator == terminator


@pytest.mark.parametrize(
    ("text", "moves", "terminator"),
    [
        pytest.param("1. 2-0", [], "2-0", id="forfeit: a number and a result"),
        pytest.param('[White "A"]\n41. - - *', [(), ()], "*", id="two unknown half-moves"),
        pytest.param("1. 32-28 -- 2. 31-27 \u2026 *", [(32, 28), (), (31, 27), ()], "*", id="unknown moves"),
        pytest.param('[White "A"]\n[Black "B"]\n', [], None, id="only tags"),
        pytest.param('[FEN "W:W31:B1"]', [], None, id="only a position"),
    ],
)
def test_kind_13_records_without_moves_are_games(text, moves, terminator):
    record = only(text)
    assert squares(record) == moves
    assert record.terminator == terminator


def test_kind_13_positions_one_behind_another_are_one_game_each():
    assert len(games('[FEN "W:W31:B1"]\n[FEN "W:W32:B1"]\n[FEN "W:W33:B1"]\n')) == 3
    assert len(games('[FEN "W:W31:B1"] *\r\n[FEN "W:W32:B1"] *\r\n')) == 2
    assert len(games('[White "A"]\n[Black "B"]\n\n[White "C"]\n[Black "D"]\n')) == 2


def test_kind_13_a_forfeit_does_not_lose_the_rest_of_the_file():
    first, second = games('[White "A"]\n\n1. 1-0\n\n\n[White "B"]\n\n1. c3-d4 *')
    assert (first.terminator, second.tag("White")) == ("1-0", "B")


def test_kind_14_glued_text_is_set_apart_and_kept():
    record = only("1. 7-11White overstepped the time 1-0 and the crowd cheered")
    assert squares(record) == [(7, 11)]
    assert [item.text for item in record.body if isinstance(item, Junk)] == [
        "White overstepped the time",
        "and the crowd cheered",
    ]
    assert record.terminator == "1-0"


def test_kind_14_page_headers_and_wrappers_make_no_games():
    text = (
        '[pdn]\n[White "A"]\n1. 32-28 *\n[/pdn]\nRound 2, board 12-13, May 2003\n'
        '[pdn]\n[White "B"]\n1. 31-27 *\n[/pdn]\n'
    )
    first, second = games(text)
    assert (first.tag("White"), second.tag("White")) == ("A", "B")
    assert (squares(first), squares(second)) == ([(32, 28)], [(31, 27)])
    assert second.line == 7


@pytest.mark.parametrize(
    "text",
    [
        "1.8-11,22-18;2.11-15",
        "1. 8-11, 22-18, 2. 11-15",
        "| 1 | 8-11 | 22-18 |\n| 2 | 11-15 |",
        "1) 8-11 22-18 2) 11-15",
    ],
)
def test_kind_14_commas_semicolons_and_tables_between_moves_are_stray(text):
    assert squares(only(text)) == [(8, 11), (22, 18), (11, 15)]


def test_kind_14_stray_dots_and_brackets_cost_nothing():
    record = only("3. 8-3 . ) 12-18 1-0")
    assert squares(record) == [(8, 3), (12, 18)]
    assert codes(record) == ["stray_text", "bracket_unopened"]


def test_kind_15_hops_written_apart_are_two_half_moves_and_a_trailing_hop_is_one():
    assert squares(only("1. e5xc3 2. c3xe1")) == [("e5", "c3"), ("c3", "e1")]
    assert squares(only("1. 5x14 x23 2. 30-26")) == [(5, 14, 23), (30, 26)]
    assert squares(only("1. 26x17x10x1")) == [(26, 17, 10, 1)]


def test_kind_16_line_ends_marks_and_long_lines():
    text = '[White "A"]\r\r1. 32-28 *\r\r[White "B"]\r\r1. 31-27 *\r\x1a'
    first, second = games("\ufeff" + text)
    assert (first.line, second.line) == (1, 5)
    assert second.locate(second.moves[0].offset) == (7, 4)
    long_line = " ".join(f"{n}. 32-28 19-23" for n in range(1, 5001))
    assert len(only(long_line).moves) == 10_000


def test_kind_17_the_record_keeps_the_result_as_written_and_says_which_side_of_it_won():
    record = only('[GameType "21"]\n[Result "1-0"]\n1. 11-15 1-0')
    assert record.tag("Result") == record.terminator == "1-0"
    assert parse_result("1-0").outcome == "first"


def test_kind_18_a_setup_in_mid_game_is_an_element_of_the_body():
    record = only('1. 32-28 /FEN "B:W28,31:B5,6"/ 1... 5-10 2. 31-27 *')
    assert Setup("B:W28,31:B5,6", 9) in record.body
    assert record.has_setups
    assert squares(record) == [(32, 28), (5, 10), (31, 27)]


def test_kind_18_moves_behind_the_end_are_the_next_record():
    first, second = games("1. 32-28 1-0 2. 31-27 *")
    assert squares(first) == [(32, 28)]
    assert squares(second) == [(31, 27)]


@pytest.mark.parametrize(
    ("text", "is_move"),
    [("1-1", False), ("1-10", True), ("1-0", False), ("1-01", True), ("0-1", False), ("10-1", True)],
)
def test_the_traps_between_results_and_moves(text, is_move):
    record = only(f"5. 32-28 {text}")
    assert (len(record.moves) == 2) is is_move
    assert isinstance(record.moves[-1], MoveText)
