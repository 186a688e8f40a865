"""Moves as players number them, from the half-moves that the program counts."""

import pytest

from games.judging.move_numbers import WHITE_BEGINS, MoveNumbers, move_count
from games.judging.selectors.viewer import viewer_payload
from games.laws import LAW_BOOKS, judge
from games.pdn import read_game
from games.rules import VARIANTS, Side

ENGLISH, INTERNATIONAL = VARIANTS["english"], VARIANTS["international"]
BLACK_TO_MOVE, WHITE_TO_MOVE = "B:W32:B1", "W:W32:B1"


@pytest.mark.parametrize(
    ("variant", "start", "labels"),
    [
        pytest.param(ENGLISH, BLACK_TO_MOVE, ["1 (Black)", "1 (White)", "2 (Black)"], id="Black begins"),
        pytest.param(ENGLISH, WHITE_TO_MOVE, ["1 (White)", "2 (Black)", "2 (White)"], id="White from a FEN"),
        pytest.param(INTERNATIONAL, "", ["1 (White)", "1 (Black)", "2 (White)"], id="White begins"),
        pytest.param(
            INTERNATIONAL, BLACK_TO_MOVE, ["1 (Black)", "2 (White)", "2 (Black)"], id="Black from a FEN"
        ),
        pytest.param(None, BLACK_TO_MOVE, ["1 (Black)", "1 (White)", "2 (Black)"], id="unknown rules"),
        pytest.param(None, "", ["1", "1", "2"], id="nothing known"),
    ],
)
def test_a_half_move_is_labelled_as_on_the_score_sheet(variant, start, labels):
    numbers = MoveNumbers.of_fen(start, variant)
    assert [numbers.label(ply) for ply in (1, 2, 3)] == labels
    assert numbers.label(0) == "0"


@pytest.mark.parametrize("ply", range(6))
@pytest.mark.parametrize("variant", [ENGLISH, INTERNATIONAL])
@pytest.mark.parametrize("start", [BLACK_TO_MOVE, WHITE_TO_MOVE])
def test_a_later_position_gives_the_same_numbers(start, variant, ply):
    other = {BLACK_TO_MOVE: WHITE_TO_MOVE, WHITE_TO_MOVE: BLACK_TO_MOVE}[start]
    later = other if ply % 2 else start
    assert MoveNumbers.of_fen(later, variant, ply=ply) == MoveNumbers.of_fen(start, variant)


def test_a_side_that_plays_twice_keeps_its_name():
    numbers = MoveNumbers(sides=(Side.WHITE, Side.WHITE))
    assert [numbers.label(ply) for ply in (1, 2, 3)] == ["1 (White)", "1 (White)", "2 (White)"]


def test_lists_and_spans():
    assert WHITE_BEGINS.listed((0, 4, 8)) == "0, 2 (Black), 4 (Black)"
    assert WHITE_BEGINS.span((1, 100)) == "1 (White)\N{EN DASH}50 (Black)"
    assert WHITE_BEGINS.listed(()) == WHITE_BEGINS.span(()) == "\N{EN DASH}"


def test_moves_are_counted_by_the_side_that_made_more():
    assert [move_count(plies) for plies in (0, 1, 2, 3)] == [0, 1, 1, 2]


def test_a_note_of_an_earlier_version_is_shown_with_the_move_of_a_player():
    record = read_game("1. 11-15 22-18 {Case 2: caution (SL-I1) - half-move 3} 2. 15x22 25x18 *")
    verdict = judge(record, LAW_BOOKS["standard-laws"], variant=ENGLISH)
    shown = str(viewer_payload(verdict))
    assert "caution (SL-I1) - Black's 2nd move" in shown
    assert "half-move 3" not in shown
    assert [verdict.replay.move_name(ply) for ply in (1, 2, 21, 24, 42)] == [
        "Black's 1st move",
        "White's 1st move",
        "Black's 11th move",
        "White's 12th move",
        "White's 21st move",
    ]
