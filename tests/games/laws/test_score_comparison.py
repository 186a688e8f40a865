"""Two score sheets of one game: the first half-move where they differ, and what reconciles them."""

import pytest
from law_cases import sheet

from games.laws import UnreadableSheetError, compare_records
from games.pdn import read_game
from games.rules import VARIANTS, Side

SCORE = "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 26-22 10-14 18x9 5x14 22-18"
GAME = SCORE.split()


def compared(first, second, results=("*", "*"), variant="english"):
    records = [
        read_game(sheet(" ".join(texts), result=result))
        for texts, result in zip((first, second), results, strict=True)
    ]
    return compare_records(*records, variant=VARIANTS[variant])


def test_equal_sheets_agree():
    comparison = compared(GAME, GAME)
    assert comparison.agrees
    assert comparison.results_agree
    assert comparison.differ_at is None


def test_a_sheet_that_stops_earlier_contradicts_nothing():
    comparison = compared(GAME, GAME[:9])
    assert comparison.agrees
    assert comparison.plies == (14, 9)


def test_two_spellings_of_one_move_are_no_difference():
    full_path = [*GAME[:6], "15x22", *GAME[7:]]
    spelled = [text.replace("x", "-") for text in full_path]
    assert compared(GAME, spelled).agrees


def test_the_first_half_move_that_differs_is_shown_with_its_position():
    second = [*GAME[:4], "9-14", *GAME[5:]]
    comparison = compared(GAME, second)
    assert (comparison.differ_at, comparison.side) == (5, Side.BLACK)
    assert comparison.first.written[0] == "9-13"
    assert comparison.second.written[0] == "9-14"
    assert comparison.first.is_legal
    assert comparison.second.is_legal
    assert "9-13" in comparison.legal
    assert comparison.position == comparison.position._replace(side=Side.BLACK)


def test_the_sheet_that_breaks_down_is_reconciled_by_the_other():
    second = [*GAME[:4], "9-14", *GAME[5:]]
    comparison = compared(GAME, second)
    assert comparison.first.is_complete
    assert not comparison.second.is_complete
    assert [(r.kind, r.ply, r.text) for r in comparison.reconciliations] == [("first_is_right", 5, "9-13")]


def test_an_illegal_move_in_one_sheet_is_named():
    comparison = compared([*GAME[:4], "9-18", *GAME[5:]], GAME)
    assert (comparison.first.is_legal, comparison.second.is_legal) == (False, True)
    assert [r.kind for r in comparison.reconciliations] == ["second_is_right"]


@pytest.mark.parametrize("in_first", [True, False])
def test_a_half_move_left_out_in_one_sheet(in_first):
    shorter = GAME[:4] + GAME[5:]
    sheets = (shorter, GAME) if in_first else (GAME, shorter)
    kinds = [r.kind for r in compared(*sheets).reconciliations]
    assert kinds == ["left_out_in_first" if in_first else "left_out_in_second"]


def test_results_that_differ_are_told_apart_from_moves():
    comparison = compared(GAME, GAME, ("1-0", "1/2-1/2"))
    assert comparison.agrees
    assert not comparison.results_agree
    assert comparison.results == ("1-0", "1/2-1/2")


def test_the_rule_set_comes_from_the_sheet_that_can_be_played():
    records = [read_game(sheet(" ".join(texts))) for texts in ([*GAME[:4], "9-18", *GAME[5:]], GAME)]
    comparison = compare_records(*records)
    assert comparison.variant is VARIANTS["english"]
    assert comparison.differ_at == 5


def read(moves, fen="", tags=()):
    return read_game(sheet(moves, fen=fen, tags=tags))


def test_sheets_that_start_from_different_positions_differ_at_once():
    comparison = compare_records(read("1-5", "B:W32:B1"), read("1-5", "B:W31:B1"))
    assert comparison.differ_at == 1
    assert comparison.position != comparison.other_position
    assert comparison.reconciliations == ()


def test_a_position_put_on_the_board_in_one_sheet_only_is_a_difference():
    plain, lifted = read("1-5 32-28", "B:W32,31:B1"), read('1-5 /FEN "W:W32:B5"/ 32-28', "B:W32,31:B1")
    comparison = compare_records(plain, lifted)
    assert (comparison.differ_at, comparison.side) == (2, Side.WHITE)


def test_a_sheet_that_stops_before_a_position_put_on_the_board_contradicts_nothing():
    lifted = read('1-5 /FEN "W:W32:B5"/ 32-28', "B:W32,31:B1")
    assert compare_records(read("1-5", "B:W32,31:B1"), lifted).agrees


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        pytest.param({"fen": "B:W99:B1"}, "fen_square_off_board", id="its position cannot be read"),
        pytest.param({"tags": [("GameType", "32")]}, "variant_not_played", id="rules not played here"),
    ],
)
@pytest.mark.parametrize("place", [1, 2])
def test_a_sheet_that_cannot_be_read_is_refused_by_its_number(options, reason, place):
    sheets = [read("11-15"), read("11-15")]
    sheets[place - 1] = read("11-15", **options)
    with pytest.raises(UnreadableSheetError) as refused:
        compare_records(*sheets)
    assert refused.value.facts == {"sheet": place, "reason": reason}
