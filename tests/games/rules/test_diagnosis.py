"""The kind of each illegal move (design of the judge, Standard Laws SL-I1)."""

import pytest

from games.rules import VARIANTS, Position, diagnose, legal_moves, path_fault


@pytest.mark.parametrize(
    ("key", "fen", "squares", "code"),
    [
        pytest.param("english", "B:W14:B1,9", (1, 5), "must_capture", id="SL-I1a a jump overlooked"),
        pytest.param("english", "B:W14,23:B9", (9, 18), "capture_incomplete", id="SL-M9 a jump broken off"),
        pytest.param(
            "international", "W:W33:B28,18,29", (33, 24), "not_the_priority_capture", id="FMJD 4.13"
        ),
        pytest.param("czech", "W:WKa1,c5:Bb2,d6", (14, 7), "not_the_priority_capture", id="the king first"),
        pytest.param("english", "B:W21:B1", (9, 14), "empty_square", id="nothing stands there"),
        pytest.param("english", "W:W10:B14,1", (14, 21), "not_your_piece", id="the other side's piece"),
        pytest.param("english", "W:W10:B14,1", (14, 17), "out_of_turn", id="SL-I1h the other side's move"),
        pytest.param("english", "W:W30:B1", (30, 21), "wrong_square", id="SL-I1c two squares away"),
        pytest.param("english", "W:W10,6:B1", (10, 6), "occupied_square", id="SL-I1c arrival taken"),
        pytest.param("english", "W:W22:B1", (22, None), "off_board", id="no such square"),
        pytest.param("english", "W:W22:B1", (22, 40), "off_board", id="a number beyond the board"),
        pytest.param("english", "B:W30:B14", (14, 10), "man_moved_backward", id="SL-I1d back a step"),
        pytest.param("english", "B:W10:B14", (14, 7), "man_captured_backward", id="SL-I1d back in a jump"),
        pytest.param("english", "B:W32:B14,18", (14, 23), "jumped_own_piece", id="SL-M5"),
        pytest.param("english", "B:W26,27:B22", (22, 31, 24), "went_on_through_king_row", id="SL-I1g, M18"),
        pytest.param("english", "W:W6:B1,2,9,10", (6, 13), "moves_after_end", id="SL-O2 the game was over"),
        pytest.param("turkish", "W:Wd4:Bh8", (36, 27), "wrong_square", id="Turkish: a man goes aslant"),
        pytest.param("turkish", "W:Wd4:Bh8", (36, 44), "man_moved_backward", id="Turkish: a man goes back"),
        pytest.param(
            "turkish",
            "W:Wd4:Bd3,h8",
            (36, 52),
            "man_captured_backward",
            id="Turkish: a man captures backward",
        ),
        pytest.param(
            "turkish", "W:WKd4:Bf4,b4", (36, 39, 33), "turned_back", id="kish: a turn of 180 degrees"
        ),
        pytest.param(
            "turkish", "W:Wa3:Ba4,b3,c4", (41, 25), "not_the_priority_capture", id="Turkish: majority"
        ),
        pytest.param("thai", "W:WK29:B18", (29, 11), "landed_too_far", id="Thai: a king lands beyond"),
        pytest.param(
            "thai", "W:WK29:B18,7", (29, 11, 2), "landed_too_far", id="Thai: and goes on from there"
        ),
        pytest.param(
            "thai", "W:W9:B6,7", (9, 2, 11), "went_on_through_king_row", id="Thai: the move had ended"
        ),
        pytest.param("killer", "W:WK46:BK28", (46, 19), "landed_too_far", id="killer: beyond a king"),
        pytest.param("killer", "W:WK46:BK28,13", (46, 23), "capture_incomplete", id="killer: broken off"),
        pytest.param("frisian", "W:W28:B1", (28, 18), "wrong_square", id="Frisian: no step straight ahead"),
        pytest.param("frisian", "W:W28:B38", (28, 23), "must_capture", id="Frisian: a capture straight back"),
        pytest.param(
            "spantsiretti",
            "W:Wb6:Bc7,e7",
            (11, 2),
            "capture_incomplete",
            id="Spantsiretti: stops where crowned",
        ),
        pytest.param("canadian", "W:W50:B44,32", (50, 37), "capture_incomplete", id="Canadian: broken off"),
        pytest.param("spanish", "W:W15:B11,32", (15, 6), "man_captured_backward", id="Spanish: backward"),
        pytest.param("italian", "B:WK18:B14", (14, 21), "man_captured_king", id="FID a man takes a king"),
    ],
)
def test_kind_of_an_illegal_move(key, fen, squares, code):
    variant = VARIANTS[key]
    assert diagnose(Position.from_fen(fen, variant), variant, squares).code == code


def test_jumping_one_piece_twice():
    variant = VARIANTS["english"]
    position = Position.from_fen("B:W18,27:BK14", variant)
    fault = diagnose(position, variant, (14, 23, 14))
    assert fault.code == "jumped_twice"
    assert fault.facts["over"] == 18


def test_a_move_wrongly_made_is_replaced_with_the_same_piece_where_it_can_move():
    """SL-M16."""
    variant = VARIANTS["english"]
    fault = diagnose(Position.from_fen("B:W14:B1,9", variant), variant, (1, 5))
    assert not fault.mover_can_move
    assert [(move.origin, move.destination) for move in fault.legal] == [(9, 18)]
    assert diagnose(Position.from_fen("B:W14,23:B9", variant), variant, (9, 18)).mover_can_move


def test_the_majority_rule_names_what_decides():
    variant = VARIANTS["italian"]
    position = Position.from_fen("W:W24,K22:B20,18", variant)
    assert diagnose(position, variant, (24, 15)).facts["criterion"] == "by_king"


@pytest.mark.parametrize(
    ("key", "fen", "squares", "criterion"),
    [
        pytest.param(
            "frisian", "W:W46,50:BK36,40,20", (46, 26), "most_value", id="Frisian: a king for two men"
        ),
        pytest.param("frisian", "W:W27,K40:B22,30", (27, 18), "by_king", id="Frisian: the man for the king"),
        pytest.param("czech", "W:Wf4,Kf8:BKc5,Ke5", (19, 10), "by_king", id="CFD the man for the king"),
        pytest.param("italian", "W:WK19:B14,K5,K23", (19, 28), "most_pieces", id="FID fewer pieces"),
        pytest.param("italian", "W:WK3,K9:B5,K6", (9, 2, 11), "king_earliest", id="FID the king met later"),
        pytest.param("spanish", "W:W6:B10,K11", (6, 13), "most_kings", id="Spanish: a man for a king"),
        pytest.param("portuguese", "W:W6:B10,K11", (6, 13), "most_kings", id="FPD a man for a king"),
    ],
)
def test_a_capture_that_falls_behind_names_what_decides(key, fen, squares, criterion):
    variant = VARIANTS[key]
    fault = diagnose(Position.from_fen(fen, variant), variant, squares)
    assert (fault.code, fault.facts.get("criterion")) == ("not_the_priority_capture", criterion)


@pytest.mark.parametrize("key", VARIANTS)
def test_no_legal_move_is_ever_called_for(key):
    """Every two squares that are no legal move get a kind, and the kinds are among the known ones."""
    variant = VARIANTS[key]
    position = Position.start(variant)
    legal = {(move.origin, move.destination) for move in legal_moves(position, variant)}
    squares = range(1, variant.geometry.squares + 1)
    for start in squares:
        for end in squares:
            if (start, end) not in legal:
                fault = diagnose(position, variant, (start, end))
                assert fault.code in KNOWN


KNOWN = {
    "must_capture", "capture_incomplete", "not_the_priority_capture", "empty_square", "not_your_piece",
    "wrong_square", "occupied_square", "off_board", "man_moved_backward", "man_captured_backward",
    "man_captured_king", "jumped_own_piece", "jumped_twice", "went_on_through_king_row", "out_of_turn",
    "moves_after_end", "turned_back", "landed_too_far",
}  # fmt: skip


@pytest.mark.parametrize(
    ("fen", "squares", "expected"),
    [
        pytest.param("W:W33:B29", (33, 23), ("no_line", 33, 23, 23), id="no diagonal"),
        pytest.param("W:W33,24:B29", (33, 24), ("occupied_square", 33, 24, 24), id="the arrival is taken"),
        pytest.param("W:W33,29:B1", (33, 24), ("jumped_own_piece", 33, 24, 29), id="a man of one's own"),
        pytest.param("W:WK33:B29", (33, 24, 33), ("jumped_twice", 24, 33, 29), id="one piece twice"),
        pytest.param("W:W33:B29,24", (33, 20), ("pieces_in_a_row", 33, 20, 20), id="two in a row"),
        pytest.param("W:W33:B1", (33, 24), ("nothing_jumped", 33, 24, 24), id="an empty way"),
        pytest.param("W:W33:B29", (33, 20), ("too_far", 33, 20, 20), id="a man lands beyond"),
        pytest.param("W:W33:B29,20", (33, 24, 15), ("nothing_jumped", 24, 15, 15), id="each leg alone"),
        pytest.param("W:WK33:B29", (33, 20), ("nothing_jumped", 33, 20, 20), id="a king may land beyond"),
    ],
)
def test_the_first_leg_of_a_path_that_cannot_be_made(fen, squares, expected):
    variant = VARIANTS["international"]
    assert path_fault(Position.from_fen(fen, variant), variant, squares) == expected
