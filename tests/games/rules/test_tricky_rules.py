"""The rules that programs and players get wrong, each by a position; sources as in ``laws`` and the facts."""

import pytest

from games.rules import VARIANTS, Position, Side, legal_moves, move_text, play
from games.rules.notation import passed_squares


def texts(key, fen):
    variant = VARIANTS[key]
    moves = legal_moves(Position.from_fen(fen, variant), variant)
    return {move_text(move, variant, moves) for move in moves}


CASES = [
    # FMJD Annex 1 (November 2015)
    pytest.param("international", "W:WK6:B7,8,29,K11", {"6x2"}, id="FMJD 4.11 the Turkish strike"),
    pytest.param(
        "international", "W:WK15:B18,20,34", {"15x1", "15x7", "15x12", "15x40", "15x45"},
        id="FMJD 4.8 no way back over a captured piece",
    ),
    pytest.param("international", "W:WK43:B8,14,32,42,K48", {"43x47"}, id="FMJD 4.8 an empty square twice"),
    pytest.param("international", "W:W15:B10,9", {"15x13"}, id="FMJD 4.15 a man passes the king row"),
    pytest.param("international", "W:W15,46:BK10,K41,32", {"46x28"}, id="FMJD 4.13 a man counts as a king"),
    pytest.param(
        "international", "W:W27,K40:B22,29", {"27x18", "40x23", "40x18", "40x12", "40x7", "40x1"},
        id="FMJD 4.14 as many pieces: man or king as you please",
    ),
    # Killer draughts, dctl king_halt; node counts of Random178
    pytest.param("killer", "W:WK46:BK28", {"46x23"}, id="killer: the king stops directly behind a king"),
    pytest.param(
        "killer", "W:WK46:B28", {"46x23", "46x19", "46x14", "46x10", "46x5"}, id="killer: not behind a man"
    ),
    pytest.param(
        "killer", "W:WK46:BK28,13", {"46x2", "46x8"},
        id="killer: it lands further on to capture on",
    ),
    pytest.param(
        "killer", "W:WK46:BK37,23", {"46x19", "46x14", "46x10", "46x5"}, id="killer: only the last one binds"
    ),
    # Frisian, Official Rules (2011)
    *[
        pytest.param("frisian", f"W:W28:B{over}", {f"28x{land}"}, id=f"Frisian: a man captures {where}")
        for over, land, where in [
            (18, 8, "straight ahead"), (38, 48, "straight back"), (27, 26, "to the left"),
            (29, 30, "to the right"),
            (22, 17, "ahead, left"), (23, 19, "ahead, right"),
            (32, 37, "back, left"), (33, 39, "back, right"),
        ]
    ],
    pytest.param("frisian", "W:W28:B1", {"28-22", "28-23"}, id="Frisian: but steps ahead aslant only"),
    pytest.param("frisian", "W:WK39:B31,K30,K43", {"39x26"}, id="Frisian: king and man outweigh a king"),
    pytest.param("frisian", "W:W46,50:BK36,40,20", {"50x10"}, id="Frisian: two men outweigh a king"),
    pytest.param("frisian", "W:WK19:B23,K30", {"19x35"}, id="Frisian: a king outweighs a man"),
    pytest.param(
        "frisian", "W:W46,50:BK36,K21,K11,40,20,9,13,23", {"46x6"}, id="Frisian: three kings for five men"
    ),
    pytest.param(
        "frisian", "W:W27,K40:B22,30", {"40x10", "40x20"},
        id="Frisian: equal value, the king before the man",
    ),
    pytest.param("frysk", "W:W46:B36", {"46x26"}, id="Frysk!: captures as Frisian"),
    # Canadian, Spantsiretti: PDN GameType 27 and 41
    pytest.param("canadian", "W:W13:B8,9", {"13x15"}, id="Canadian: a man passes the king row"),
    pytest.param(
        "spantsiretti", "W:Wb6:Bc7,e7", {"b6:f6", "b6:g5", "b6:h4", "b6:i3", "b6:j2"},
        id="Spantsiretti: crowned at once and going on as a king",
    ),
    # Russian, FMJD-64
    pytest.param(
        "russian", "W:Wb6:Bc7,e7,g5", {"b6:h4"},
        id="Russian: crowned inside a capture, on as a king",
    ),
    pytest.param("russian", "W:WKa1:Bc3,e7", {"a1:d8"}, id="Russian: a king lands where it can go on"),
    pytest.param("brazilian", "W:Wb6:Bc7,e7", {"b6xf6"}, id="Brazilian: a man passes the king row"),
    pytest.param("pool", "B:W25,26:B22", {"22x29", "22x31"}, id="APCA free choice, also backward elsewhere"),
    pytest.param("pool", "W:W9:B6,7", {"9x11"}, id="APCA a man passes the king row"),
    pytest.param("jamaican_pool", "B:Wd2:Bc3", {"c3xe1"}, id="Jamaican: rank 1 is at the far side of White"),
    pytest.param("unified_pool", "W:Wb6:Bc7,e7", {"b6xf6"}, id="unified pool: as American pool"),
    # English, WCDF and Standard Laws
    pytest.param("english", "B:W26,27:B22", {"22x31"}, id="WCDF 1.19 the move ends on the king row"),
    pytest.param("english", "B:W6,7,14,15:BK2", {"2x2"}, id="SL-M7 back to where it began, no piece twice"),
    # Italian, FID
    pytest.param("italian", "B:WK18:B14", {"14-19"}, id="FID a man takes no king"),
    pytest.param("italian", "W:WK19:B14,K5,K23", {"19x1"}, id="FID first the number"),
    pytest.param("italian", "W:W24,K22:B20,18", {"22x13"}, id="FID second with the king"),
    pytest.param("italian", "W:WK18:B14,7,K15,8", {"18x20"}, id="FID third the most kings"),
    pytest.param("italian", "W:WK3,K9:B5,K6", {"3x1"}, id="FID fourth the king met earliest"),
    # Spanish, Portuguese: dctl, FPD
    pytest.param("spanish", "W:W6:B10,K11", {"6x15"}, id="Spanish: as many pieces, the most kings"),
    pytest.param("spanish", "W:WK14,K30:B12,27,K21", {"30x3", "30x7"}, id="Spanish: number before quality"),
    pytest.param("spanish", "W:W15:B10", {"15-19", "15-20"}, id="Spanish: no man captures backward"),
    pytest.param("portuguese", "W:W6:B10,K11", {"6x15"}, id="FPD as many pieces, the most kings"),
    pytest.param("portuguese", "W:WK14,K30:B12,27,K21", {"30x3", "30x7"}, id="FPD number before quality"),
    # Czech, CFD
    pytest.param("czech", "W:Wf4,Kf8:BKc5,Ke5", {"f8xa3", "f8xb4"}, id="CFD the king must capture"),
    pytest.param("czech", "W:Wd2,Kf8:Be3,g5,c5", {"f8xa3", "f8xb4"}, id="CFD though the man would take more"),
    # Thai, mindsports.nl and dctl; captures are written with the sign of a step
    pytest.param("thai", "W:WK29:B18", {"29-15"}, id="Thai: the king lands directly behind"),
    pytest.param(
        "thai", "W:WK22:B18,25", {"22-15", "22-29"},
        id="Thai: it may turn straight round over what it lifted",
    ),
    pytest.param("thai", "W:W18:B22,1", {"18-14", "18-15"}, id="Thai: no man captures backward"),
    pytest.param("thai", "W:W9:B6,7", {"9-2"}, id="Thai: the move ends on the king row"),
    # Turkish, kish RULES.md
    pytest.param(
        "turkish", "W:Wd4:Bh8", {"d4-d5", "d4-c4", "d4-e4"},
        id="Turkish: a man goes ahead and sideways",
    ),
    pytest.param("turkish", "W:Wd4:Bd5,h1", {"d4xd6"}, id="Turkish: a man captures straight ahead"),
    pytest.param("turkish", "W:Wd4:Be4,h1", {"d4xf4"}, id="Turkish: a man captures sideways"),
    pytest.param("turkish", "W:Wd4:Bd3", {"d4-d5", "d4-c4", "d4-e4"}, id="Turkish: but never back"),
    pytest.param(
        "turkish", "W:WKa4:Bd4,f6,e7,d2", {"a4xd1"},
        id="Turkish: pieces are lifted at once, the way is free",
    ),
    pytest.param(
        "turkish", "W:WKd4:Bf4,b4", {"d4xa4", "d4xg4", "d4xh4"},
        id="Turkish: no turn of 180 degrees",
    ),
    pytest.param("turkish", "W:Wa3:Ba4,b3,c4", {"a3xc5"}, id="Turkish: the most pieces"),
    # unconfirmed: other sources crown at once, or stop (laws: "sources differ")
    pytest.param("turkish", "W:Wa6:Ba7,b8,f8", {"a6xc8"}, id="Turkish: over the king row as a man"),
    # played as international draughts; only what wins differs
    pytest.param("breakthrough", "W:W15:B10,9", {"15x13"}, id="breakthrough: moves as international"),
    pytest.param(
        "antidraughts", "W:W28:B23,22,1", {"28x17", "28x19"},
        id="antidraughts: captures are obligatory",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("key", "fen", "expected"), CASES)
def test_what_may_be_played(key, fen, expected):
    assert texts(key, fen) == expected


def test_every_variant_has_a_tricky_position():
    assert {case.values[0] for case in CASES} == set(VARIANTS)


def test_the_square_crossed_twice_is_empty_both_times():
    """FMJD 4.8: on its way from 43 to 47 the king passes 38 as it leaves and as it arrives."""
    variant = VARIANTS["international"]
    (move,) = legal_moves(Position.from_fen("W:WK43:B8,14,32,42,K48", variant), variant)
    assert passed_squares(move, variant.geometry).count(38) == 2
    assert len(set(move.captured)) == len(move.captured) == 4


@pytest.mark.parametrize(
    ("key", "fen", "is_king"),
    [
        pytest.param("russian", "W:Wb6:Bc7,e7", True, id="Russian: crowned on the way"),
        pytest.param("spantsiretti", "W:Wb6:Bc7,e7", True, id="Spantsiretti: the same"),
        pytest.param("brazilian", "W:Wb6:Bc7,e7", False, id="Brazilian: passing does not crown"),
        pytest.param("canadian", "W:W13:B8,9", False, id="Canadian: the same"),
        pytest.param("pool", "W:W9:B6,7", False, id="APCA the same"),
        pytest.param("frisian", "W:W15:B10,9", False, id="Frisian: the same"),
        pytest.param("turkish", "W:Wa6:Ba7,b8", True, id="Turkish: crowned where the move ends"),
        pytest.param("thai", "W:W9:B6,7", True, id="Thai: crowned where the move ends"),
    ],
)
def test_what_stands_on_the_board_after_it(key, fen, is_king):
    variant = VARIANTS[key]
    position = Position.from_fen(fen, variant)
    after = play(position, legal_moves(position, variant)[0], variant)
    assert bool(after.white_kings) is is_king


STARTS = [  # PDN 3.0 GameType; where no letter square is told the variant is written in numbers
    ("english", "21,B,8,8,N1,0", Side.BLACK, (0, 1), None, "21-32", "1-12"),
    ("italian", "22,W,8,8,N2,1", Side.WHITE, (0, 0), None, "21-32", "1-12"),
    ("pool", "23,B,8,8,N1,0", Side.BLACK, (0, 1), None, "21-32", "1-12"),
    ("jamaican_pool", "23,B,8,8,A1,1", Side.BLACK, (0, 0), (0, 0), "21-32", "1-12"),
    ("unified_pool", "23,W,8,8,A0,0", Side.WHITE, (0, 1), (7, 0), "21-32", "1-12"),
    ("spanish", "24,W,8,8,N1,1", Side.WHITE, (7, 7), None, "1-12", "21-32"),
    ("portuguese", "28,W,8,8,N1,1", Side.WHITE, (7, 7), None, "1-12", "21-32"),
    ("russian", "25,W,8,8,A0,0", Side.WHITE, (0, 1), (7, 0), "21-32", "1-12"),
    ("brazilian", "26,W,8,8,A0,0", Side.WHITE, (0, 1), (7, 0), "21-32", "1-12"),
    ("canadian", "27,W,12,12,N2,0", Side.WHITE, (0, 1), None, "43-72", "1-30"),
    ("czech", "29,W,8,8,A0,0", Side.WHITE, (0, 1), (7, 0), "21-32", "1-12"),
    ("turkish", "30,W,8,8,A0,0", Side.WHITE, (0, 0), (7, 0), "41-56", "9-24"),
    ("frisian", "40,W,10,10,N2,0", Side.WHITE, (0, 1), None, "31-50", "1-20"),
    ("international", "20,W,10,10,N2,0", Side.WHITE, (0, 1), None, "31-50", "1-20"),
    ("killer", "", Side.WHITE, (0, 1), None, "31-50", "1-20"),
    ("spantsiretti", "41,W,10,8,A0,0", Side.WHITE, (0, 1), (7, 0), "26-40", "1-15"),
    ("frysk", "97,W,10,10,N2,0", Side.WHITE, (0, 1), None, "46-50", "1-5"),
    ("breakthrough", "96,W,10,10,N2,0", Side.WHITE, (0, 1), None, "31-50", "1-20"),
    ("antidraughts", "98,W,10,10,N2,0", Side.WHITE, (0, 1), None, "31-50", "1-20"),
    ("thai", "31,W,8,8,N2,0", Side.WHITE, (0, 1), None, "25-32", "1-8"),
]


@pytest.mark.parametrize(
    ("key", "game_type", "begins", "one", "a1", "white", "black"), STARTS, ids=[start[0] for start in STARTS]
)
def test_where_the_squares_are_counted_from_and_what_stands_there(
    key, game_type, begins, one, a1, white, black
):
    """Cells are (row, column) with White at the bottom; square 1 and a1 stand where the GameType says."""
    variant = VARIANTS[key]
    geometry = variant.geometry
    assert (variant.game_type, variant.first_to_move, geometry.cell_of(1)) == (game_type, begins, one)
    assert variant.uses_letters is (a1 is not None)
    if a1:
        assert geometry.cell_of(geometry.square_named("a1")) == a1
    assert Position.start(variant) == Position.from_fen(f"{begins.letter}:W{white}:B{black}", variant)


def test_every_variant_has_its_start():
    assert {start[0] for start in STARTS} == set(VARIANTS)
