"""What each rule set allows, case by case."""

import random

import pytest
from random_views import random_view

from games.rules import (
    VARIANTS,
    Position,
    Side,
    legal_moves,
    move_text,
    must_capture,
    no_move_left,
    play,
    readings,
    winner_on_the_board,
)


def texts(fen, key):
    variant = VARIANTS[key]
    moves = legal_moves(Position.from_fen(fen, variant), variant)
    return {move_text(move, variant, moves) for move in moves}


@pytest.mark.parametrize(
    ("key", "fen", "expected"),
    [
        pytest.param("english", "B:W14:B1,9", {"9x18"}, id="SL-M8 a capture outranks every quiet move"),
        pytest.param("english", "B:W14,18:B9", {"9-13"}, id="SL-M3 no capture without an empty square"),
        pytest.param("english", "B:W26,27:B22", {"22x31"}, id="SL-M18 a man just crowned does not go on"),
        pytest.param("english", "B:W10:B14", {"14-17", "14-18"}, id="SL-I1d no man captures backward"),
        pytest.param("english", "B:W10:BK14", {"14x7"}, id="SL-M2 a king captures backward"),
        pytest.param("english", "B:WK18:B14", {"14x23"}, id="SL-M13 a man captures a king"),
        pytest.param("english", "B:W14,15,24:B10", {"10x17", "10x28"}, id="SL-M10 the choice is free"),
        pytest.param(
            "english", "B:W1:B9,K14", {"9-13", "14-10", "14-17", "14-18"}, id="SL-M2 a king takes one step"
        ),
        pytest.param("international", "W:W33:B28,18,29", {"33x13"}, id="FMJD 4.13 the most pieces"),
        pytest.param("international", "W:W15:B10,9", {"15x13"}, id="FMJD 4.15 a man passes the far row"),
        pytest.param("international", "W:W15:B10,8", {"15x4"}, id="FMJD 4.15 a man does not fly on"),
        pytest.param(
            "international", "W:WK46:B37,23", {"46x19", "46x14", "46x10", "46x5"}, id="a king lands anywhere"
        ),
        pytest.param("russian", "W:Wb6:Bc7,e7,g5", {"b6:h4"}, id="a man crowned at once goes on as a king"),
        pytest.param("russian", "B:Bg3:Wf2,d2,b4", {"g3:a5"}, id="and so does a man of the other side"),
        pytest.param("russian", "W:WKa1:Bc3,e7", {"a1:d8"}, id="a king must land where it can go on"),
        pytest.param("brazilian", "W:Wb6:Bc7,e7,g5", {"b6xh4"}, id="BR-7 a man captures backward"),
        pytest.param("pool", "W:W9:B6,7", {"9x11"}, id="APCA a man passes the far row"),
        pytest.param("czech", "W:Wb6:Bc7,e7", {"b6xd8"}, id="CFD the move ends on the far row"),
        pytest.param("czech", "W:WKa1,c5:Bb2,d6", {"a1xc7", "a1xb8"}, id="CFD the king must capture"),
        pytest.param("italian", "B:WK18:B14", {"14-19"}, id="FID a man takes no king"),
        pytest.param("italian", "B:WK18,K17:BK14,K9", {"14x21"}, id="FID a king takes a king"),
        pytest.param("italian", "W:W24:B20,18", {"24x15"}, id="FID a man captures"),
        pytest.param("italian", "W:W24,K22:B20,18", {"22x13"}, id="FID as many with the king: the king"),
        pytest.param("italian", "W:WK18:B14,7,K15,8", {"18x20"}, id="FID as many pieces: the most kings"),
    ],
)
def test_legal_moves(key, fen, expected):
    assert texts(fen, key) == expected


def test_a_capture_straight_on_is_one_route_whatever_the_landing_square():
    variant = VARIANTS["international"]
    moves = legal_moves(Position.from_fen("W:WK46:B37,14", variant), variant)
    assert [move.route for move in moves] == [(46, 32, 5), (46, 32, 10)]
    assert {move.captured for move in moves} == {(37, 14)}


def test_ambiguous_captures_are_written_with_their_whole_path():
    """PDN 3.0: two captures with the same ends that take other pieces."""
    assert texts("B:W6,7,14,15:BK10", "english") == {"10x1", "10x3", "10x17", "10x19"}
    fen = "B:W9,10,17,18:B6"
    assert texts(fen, "english") == {"6x13x22", "6x15x22"}


@pytest.mark.parametrize(
    ("fen", "written", "captured"),
    [
        pytest.param("B:W9,10,17,18:B6", (6, 22), [(9, 17), (10, 18)], id="the ends alone"),
        pytest.param("B:W9,10,17,18:B6", (6, 13, 22), [(9, 17)], id="the square between"),
        pytest.param("B:W9,10,17,18:B6", (6, 10, 18, 22), [(10, 18)], id="all that is captured"),
        pytest.param("B:W9,10,17,18:B6", (6, 9, 18, 22), [], id="of each way one"),
        pytest.param("B:W9,10,17,18:B6", (6, 14, 22), [], id="a square of no way"),
        pytest.param("W:WK3:B7,6,24,15,8,16", (3, 10, 1), [(7, 6)], id="the whole of the shorter way"),
        pytest.param("W:WK3:B7,6,24,15,8,16", (3, 19, 1), [(8, 16, 15, 6)], id="a square of the longer way"),
    ],
)
def test_what_a_written_capture_can_mean(fen, written, captured):
    variant = VARIANTS["english"]
    found = readings(Position.from_fen(fen, variant), variant, written)
    assert sorted(move.captured for move in found) == captured


@pytest.mark.parametrize("key", VARIANTS)
def test_steps_and_captures_are_counted_as_they_are_listed(key):
    variant, lots = VARIANTS[key], random.Random(key)  # noqa: S311 - the same positions
    generator = variant.tables.generator
    for _ in range(40):
        view = random_view(variant, lots)
        assert generator.count_steps(*view) == len(generator.list_steps(*view))
        captures = generator.list_captures(*view)
        assert generator.can_capture(*view) == bool(captures)
        assert generator.count(1, *view, False) == len(captures or generator.list_steps(*view))


def test_captured_pieces_stay_and_block_until_the_capture_ends():
    """FMJD 4.11: the king on 47 cannot pass over 24 a second time, so the stroke ends on 20 or 15."""
    variant = VARIANTS["international"]
    position = Position.from_fen("W:WK47:B33,24,13,9,22", variant)
    for move in legal_moves(position, variant):
        assert len(set(move.captured)) == len(move.captured)


def test_a_man_that_ends_on_the_crowning_row_is_crowned():
    """SL-M17."""
    variant = VARIANTS["english"]
    position = Position.from_fen("B:W5:B25", variant)
    after = [play(position, move, variant) for move in legal_moves(position, variant)]
    assert [position.to_fen(variant) for position in after] == ["W:W5:BK29", "W:W5:BK30"]


@pytest.mark.parametrize(
    ("key", "fen", "winner"),
    [
        pytest.param("breakthrough", "B:WK1,30:B20", Side.WHITE, id="BT-1 White has the first king"),
        pytest.param("breakthrough", "W:W30:BK50,20", Side.BLACK, id="BT-1 Black has it"),
        pytest.param("breakthrough", "W:W30:B20", None, id="BT-1 nobody has one"),
        pytest.param("breakthrough", "B:W30:B", Side.WHITE, id="BT-1 no piece is left before"),
        pytest.param("international", "W:WK30:B20", None, id="a king alone wins nothing"),
        pytest.param("international", "W:W:B20", Side.BLACK, id="no piece is left"),
        pytest.param("antidraughts", "W:W:B20", Side.WHITE, id="AD-1 no piece is left"),
    ],
)
def test_who_has_won_on_the_board(key, fen, winner):
    variant = VARIANTS[key]
    assert winner_on_the_board(Position.from_fen(fen, variant), variant) is winner


def test_a_side_without_a_move_has_lost():
    """SL-O2: no move on one's turn loses, blocked or without pieces."""
    variant = VARIANTS["english"]
    assert no_move_left(Position.from_fen("B:W5,1:B", variant), variant)
    assert no_move_left(Position.from_fen("W:W13:B9,6", variant), variant)
    assert not no_move_left(Position.start(variant), variant)


def test_must_capture_tells_whether_a_capture_is_there():
    variant = VARIANTS["english"]
    assert must_capture(Position.from_fen("B:W14:B9", variant), variant)
    assert not must_capture(Position.start(variant), variant)
