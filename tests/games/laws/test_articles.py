"""The articles of the written laws, each by its identifier: what they allow, forbid, and show."""

import pytest
from law_cases import found, judged

from games.judging.pages.drawing import CELL, BoardDrawing
from games.laws import LAW_BOOKS, Sanction
from games.rules import VARIANTS, Position, legal_moves, move_text, no_move_left, play

ENGLISH, BRAZILIAN = VARIANTS["english"], VARIANTS["brazilian"]


def texts(fen, variant):
    moves = legal_moves(Position.from_fen(fen, variant), variant)
    return {move_text(move, variant, moves) for move in moves}


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        pytest.param("B:W32:B10", {"10-14", "10-15"}, id="SL-M1"),
        pytest.param("B:W32:BK14", {"14-9", "14-10", "14-17", "14-18"}, id="SL-M2"),
        pytest.param("B:W14:B9", {"9x18"}, id="SL-M3"),
        pytest.param("B:W14,23:B9", {"9x27"}, id="SL-M4"),
        pytest.param("B:W32:B14,18", {"14-17", "18-22", "18-23"}, id="SL-M5"),
        pytest.param("B:W14,22:B9", {"9x25"}, id="SL-M6"),
        pytest.param("B:W6,7,14,15:BK2", {"2x2"}, id="SL-M7"),
        pytest.param("B:W14:B1,9", {"9x18"}, id="SL-M8"),
        pytest.param("B:W14,23,22:B9", {"9x27", "9x25"}, id="SL-M9"),
        pytest.param("B:W14,15,24:B10", {"10x17", "10x28"}, id="SL-M10"),
        pytest.param("B:WK18:B14", {"14x23"}, id="SL-M13"),
        pytest.param("B:WK18:BK14", {"14x23"}, id="SL-M13, by a king"),
        pytest.param("B:W26,27:B22", {"22x31"}, id="SL-M18"),
        pytest.param("B:W32:BK6", {"6-1", "6-2", "6-9", "6-10"}, id="A-M3"),
        pytest.param("B:W10:B14", {"14-17", "14-18"}, id="A-M4"),
        pytest.param("B:W14,22,6:B9,1", {"9x25", "1x26"}, id="A-M5"),
    ],
)
def test_moves_of_english_draughts(fen, expected):
    assert texts(fen, ENGLISH) == expected


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        pytest.param("W:Wc3:Bh8", {"c3-b4", "c3-d4"}, id="BR-3"),
        pytest.param(
            "W:WKa1:Bh2", {f"a1-{square}" for square in ("b2", "c3", "d4", "e5", "f6", "g7", "h8")}, id="BR-4"
        ),
        pytest.param("W:Wc3,a1:Bd4,f6", {"c3xg7"}, id="BR-5"),
        pytest.param("W:Wc3:Bb4,d4,f6", {"c3xg7"}, id="BR-6"),
        pytest.param("W:Wd4:Bc3", {"d4xb2"}, id="BR-7"),
        pytest.param("W:WKa1:Bd4", {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}, id="BR-8"),
        pytest.param("W:WKa1:Bd4,e5", {"a1-b2", "a1-c3"}, id="BR-8, the square behind is taken"),
    ],
)
def test_moves_of_brazilian_draughts(fen, expected):
    assert texts(fen, BRAZILIAN) == expected


@pytest.mark.parametrize(
    ("variant", "men", "fen"),
    [
        pytest.param("english", 12, "B:W21-32:B1-12", id="SL-S1, S2, S6"),
        pytest.param("brazilian", 12, "W:W21-32:B1-12", id="BR-1"),
    ],
)
def test_how_a_game_begins(variant, men, fen):
    rules = VARIANTS[variant]
    start = Position.start(rules)
    assert start == Position.from_fen(fen, rules)
    assert start.white_men.bit_count() == start.black_men.bit_count() == men


@pytest.mark.parametrize(
    ("fen", "variant"),
    [
        pytest.param("B:W21-32:B", "english", id="SL-O2: all captured"),
        pytest.param("W:W13:B9,6", "english", id="SL-O2: shut in"),
        pytest.param("W:W:Ba3", "brazilian", id="BR-9: no pieces"),
        pytest.param("W:Wa3:Bb4,c5", "brazilian", id="BR-9: no legal move"),
    ],
)
def test_without_a_move_the_game_is_lost(fen, variant):
    rules = VARIANTS[variant]
    assert no_move_left(Position.from_fen(fen, rules), rules)


@pytest.mark.parametrize(
    ("book", "article"),
    [
        pytest.param("standard-laws", "SL-O2", id="SL-W1"),
        pytest.param("acf-faq", "A-M2", id="A-M2"),
    ],
)
def test_the_last_move_wins(book, article):
    verdict = judged("9x18", fen="B:W14:B9", result="1/2-1/2", book=book)
    finding = found(verdict, "result_against_board")
    assert (finding.article, finding.facts["winner"]) == (article, "black")


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
def test_a_game_may_end_by_resignation_or_agreement_whatever_stands_on_the_board(result):
    """SL-O4, SL-W2, SL-D1, SL-O3."""
    verdict = judged("11-15 23-19", result=result)
    assert verdict.findings == ()
    assert verdict.result.board == "open"


def test_colours_are_those_of_the_first_move_and_then_by_turns():
    """SL-S6, SL-S7."""
    assert judged("22-18").first_error.code == "out_of_turn"
    assert judged("11-15 8-11").first_error.code == "out_of_turn"
    assert judged("11-15 23-19").is_legal


def test_pieces_that_were_jumped_are_gone_at_once_and_none_for_a_jump_that_was_missed():
    """SL-M11, SL-M14."""
    position = Position.from_fen("B:W14,23:B9", ENGLISH)
    (move,) = legal_moves(position, ENGLISH)
    assert play(position, move, ENGLISH).white_men == 0
    verdict = judged("11-15 22-18 {[%recalled b 8-11]} 15x22")
    assert verdict.replay.positions[-1].black_men.bit_count() == 12
    assert [one.sanction for one in verdict.proposals] == [Sanction.CAUTION]


@pytest.mark.parametrize(
    ("fen", "moves", "code", "article"),
    [
        pytest.param("", "11-15 22-18 8-11", "must_capture", "A-M7", id="A-M7"),
        pytest.param("B:W14,23:B9", "9x18", "capture_incomplete", "A-M5", id="A-M5"),
        pytest.param("", "11-15 22-17 15-11", "man_moved_backward", "A-M4", id="A-M4"),
        pytest.param("B:W14:BK9", "9x18x9", "jumped_twice", "A-M6", id="A-M6"),
        pytest.param("B:W25,26:B21", "21x30x23", "went_on_through_king_row", "A-M8", id="A-M8"),
    ],
)
def test_what_the_acf_answers_forbid(fen, moves, code, article):
    error = judged(moves, fen=fen, book="acf-faq").first_error
    assert (error.code, error.article) == (code, article)


def test_men_of_the_acf_answers_jump_kings():
    """A-M1."""
    assert judged("14x23", fen="B:WK18:B14", book="acf-faq").is_legal
    assert LAW_BOOKS["acf-faq"].article_for("man_captured_king") == "A-M1"


def test_a_man_on_the_far_row_is_a_king():
    """SL-M17."""
    position = Position.from_fen("B:W5:B25", ENGLISH)
    after = {play(position, move, ENGLISH).to_fen(ENGLISH) for move in legal_moves(position, ENGLISH)}
    assert after == {"W:W5:BK29", "W:W5:BK30"}


def test_diagrams_show_play_on_the_dark_squares_with_the_double_corner_at_the_right():
    """SL-S3, SL-B4."""
    drawing = BoardDrawing(fen="W:W32:B1", geometry=ENGLISH.geometry, uses_letters=False)
    places = {cell.square: (cell.x // CELL, cell.y // CELL) for cell in drawing.cells}
    assert len(places) == 32
    assert {(column + row) % 2 for column, row in places.values()} == {1}  # the far left corner is light
    assert {piece.square: (piece.x // CELL, piece.y // CELL) for piece in drawing.pieces} == {
        square: places[square] for square in (1, 32)
    }


def test_the_third_occurrence_draws_in_the_brazilian_text():
    """BR-D2."""
    moves = "a1-b2 h2-g1 b2-a1 g1-h2 " * 2
    verdict = judged(moves.strip(), fen="W:WKa1:BKh2", variant="brazilian", book="brazilian-seed")
    assert ("repetition", "BR-D2") in {(one.code, one.article) for one in verdict.claims}
