"""FEN as real files write it."""

import pytest

from games.rules import (
    NO_ROWS,
    VARIANTS,
    FenError,
    KingRow,
    KingRows,
    Position,
    Side,
    fen_after,
    king_rows_of_fen,
    parse_fen,
)

BOARD = VARIANTS["english"].geometry


@pytest.mark.parametrize(
    ("text", "white", "kings", "black"),
    [
        pytest.param("W:W27,K3:B9,12.", (27,), (3,), (9, 12), id="final dot"),
        pytest.param("W: W27, K3 : B9 ,12", (27,), (3,), (9, 12), id="spaces"),
        pytest.param("W:W27,k3:B9,12", (27,), (3,), (9, 12), id="small k"),
        pytest.param("W:B9,12:W27,K3", (27,), (3,), (9, 12), id="colours in either order"),
        pytest.param(
            "W:W27,,K3:B9,12:H0:F1", (27,), (3,), (9, 12), id="doubled comma, counters of a play site"
        ),
        pytest.param("W:Wf2,Kf8:Bb6,h6", (27,), (3,), (9, 12), id="letter squares"),
    ],
)
def test_reading_forgives_habits(text, white, kings, black):
    placement = parse_fen(text, BOARD).placement
    assert (placement.white_men, placement.white_kings, placement.black_men) == (white, kings, black)


def test_ranges_are_read_with_and_without_kings():
    placement = parse_fen("B:WK31-K50:B1-20", VARIANTS["international"].geometry).placement
    assert placement.white_kings == tuple(range(31, 51))
    assert placement.black_men == tuple(range(1, 21))


def test_an_open_side_to_move_is_the_side_that_begins():
    assert parse_fen("?:W29,13,11:B22,4,2", BOARD).side is None
    assert Position.from_fen("?:W29:B4", VARIANTS["english"]).side is Side.BLACK


def test_a_colour_without_pieces_is_a_position():
    """PDN 3.0, null move: a FEN with a side and no pieces of the other."""
    assert parse_fen("B:W:B4", BOARD).placement.white_men == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("", "fen_side_missing", id="empty"),
        pytest.param("W27:B9", "fen_side_missing", id="no side"),
        pytest.param("W:W33:B9", "fen_square_off_board", id="a square of the larger board"),
        pytest.param("W:W0:B9", "fen_square_off_board", id="nought"),
        pytest.param("W:Wa2:B9", "fen_square_off_board", id="a light square"),
        pytest.param("W:W9:B9", "fen_square_twice", id="two pieces on one square"),
        pytest.param("W:Wx:B9", "fen_piece_unreadable", id="no square"),
        pytest.param("W:27:B9", "fen_colour_missing", id="no colour"),
        pytest.param("W:W" + "1," * 2000, "fen_too_long", id="longer than any position"),
    ],
)
def test_what_describes_no_position_is_refused_by_name(text, code):
    with pytest.raises(FenError) as refusal:
        parse_fen(text, BOARD)
    assert refusal.value.code == code


def test_writing_uses_the_variants_own_squares():
    start = Position.start(VARIANTS["russian"]).to_fen(VARIANTS["russian"])
    assert start.startswith("W:Wa3,c3,e3,g3,")
    assert Position.start(VARIANTS["english"]).to_fen(VARIANTS["english"]).startswith("B:W21,22,")


def test_a_range_written_backward_names_the_same_squares():
    rules = VARIANTS["english"]
    assert Position.from_fen("W:W32-30:B1-3", rules) == Position.from_fen("W:W30-32:B1-3", rules)


FRISIAN = VARIANTS["frisian"]


@pytest.mark.parametrize(
    ("fen", "rows"),
    [
        pytest.param("W:WK40,26:BK5,6:+2+3", ((3, 40), (2, 5)), id="black's first, of the only kings"),
        pytest.param("W:WK40,K1,26:BK5:+0+201", ((2, 1), (0, 0)), id="with the square of one of several"),
        pytest.param("W:WK40,K1,26:BK5:H0:F1:+0+3", ((0, 0), (0, 0)), id="of several kings without a square"),
        pytest.param("W:WK40,26:BK5:+0+333", ((0, 0), (0, 0)), id="of a square without a king"),
        pytest.param("W:WK40,26:BK5:+0+0", ((0, 0), (0, 0)), id="none made"),
        pytest.param("W:WK40,26:BK5", ((0, 0), (0, 0)), id="none told"),
    ],
)
def test_king_moves_in_a_row_are_read_as_play_sites_write_them(fen, rows):
    assert king_rows_of_fen(fen, FRISIAN) == rows
    assert king_rows_of_fen(fen, VARIANTS["international"]) == NO_ROWS


def test_king_moves_in_a_row_are_written_only_where_there_are_some():
    position = Position.from_fen("W:WK1,26:BK5,6", FRISIAN)
    rows = KingRows(KingRow(2, 1), KingRow())
    assert fen_after([position], [], FRISIAN, 0, rows) == "W:W26,K1:B6,K5:+0+201"
    assert fen_after([position], [], FRISIAN, 0) == "W:W26,K1:B6,K5"
    assert king_rows_of_fen("W:W26,K1:B6,K5:+0+201", FRISIAN) == rows


def test_spaces_within_are_mended_and_those_around_are_nothing():
    geometry = VARIANTS["english"].geometry
    assert parse_fen(" W:W18:B9\n", geometry).mended == ()
    assert parse_fen("W: W18 : B9.", geometry).mended == ("fen_spaces", "fen_final_dot")
