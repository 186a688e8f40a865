"""Every draw clock of every law book: from which half-move, by which article, how sure, and what resets it.

A row is a position, moves (a number is that many quiet half-moves), and the first half-move on which the
draw may be claimed, with the half-moves that prove it; one quiet half-move less proves nothing.
"""

import pytest
from clock_lines import after, script, shuffle
from law_cases import judged

from games.laws import LAW_BOOKS
from games.laws.clocks import is_capture_forced, main_road
from games.rules import VARIANTS, Position, Side

SURE, UNSURE = "confirmed", "unconfirmed"
LAW, CLAIM, ARBITER = "mandatory", "claimable", "arbiter"

TABLE = [
    # -- international and what keeps its book ---------------------------------------------------
    ("fmjd-annex-1", "W:WK26,K47,K37,K29:BK9", [50], "FMJD-6.2", (1, 50), LAW, SURE, "25 king moves each"),
    (
        "fmjd-annex-1",
        "W:WK2,K20,K29,K36:BK39,K3,K17",
        [10, "1x21", 50],
        "FMJD-6.2",
        (12, 61),
        LAW,
        SURE,
        "a capture begins the 25 anew",
    ),
    ("fmjd-annex-1", "W:WK41,K38,K5:BK39", [32], "FMJD-6.3", (1, 32), LAW, SURE, "16: three kings"),
    (
        "fmjd-annex-1",
        "W:WK39,K3,K38:BK44,11",
        ["39x6", 32],
        "FMJD-6.3",
        (2, 33),
        LAW,
        SURE,
        "the 16 begin with the move after the one that makes the material",
    ),
    (
        "fmjd-annex-1",
        "W:WK48,43,20:BK17",
        [4, "10-4", 27],
        "FMJD-6.3",
        (1, 32),
        LAW,
        SURE,
        "a promotion from king and two men to two kings and a man does not begin the 16 anew",
    ),
    ("fmjd-annex-1", "W:WK16,K38:BK35", [10], "FMJD-6.4", (1, 10), LAW, SURE, "5: two kings"),
    (
        "fmjd-annex-1",
        "W:WK33,K44,K36:BK12",
        [5, "6x50", 10],
        "FMJD-6.4",
        (7, 16),
        LAW,
        SURE,
        "the capture that leaves two kings ends the 16 and the 5 begin behind it",
    ),
    (
        "fmjd-annex-1",
        "W:WK11,K36:BK12",
        [3, "1x12", 6],
        "FMJD-6.4",
        (1, 10),
        LAW,
        SURE,
        "the 5 are never begun anew, not by a capture either",
    ),
    ("killer", "W:WK9,K37,K49:BK5", [32], "FMJD-6.3", (1, 32), ARBITER, UNSURE, "Killer as 10x10"),
    ("antidraughts", "W:WK9,K37:BK49", [10], "FMJD-6.4", (1, 10), ARBITER, UNSURE, "antidraughts"),
    ("canadian", "W:WK64,K58,K61:BK49", [32], "CA-D1", (1, 32), ARBITER, UNSURE, "Canadian: 16"),
    (
        "canadian",
        "W:WK25,K14,8:BK7",
        ["8-1", 32],
        "CA-D1",
        (2, 33),
        ARBITER,
        UNSURE,
        "Canadian: counted from the third king on",
    ),
    ("canadian", "W:WK18,K9,33:BK16", [32], "FMJD-6.3", (1, 32), ARBITER, UNSURE, "Canadian: as 10x10"),
    # -- FMJD-64 ---------------------------------------------------------------------------------
    ("fmjd-64", "W:WKb6,Ka7,Kb4:BKg7", [30], "F64-7.2.4", (1, 30), CLAIM, SURE, "7.2.4: three kings"),
    (
        "fmjd-64",
        "W:WKd8,Kh6,Ka3,Kb6:BKg3",
        [5, "a7:d4", 30],
        "F64-7.2.4",
        (7, 36),
        CLAIM,
        SURE,
        "7.2.4: a king lost, three still against one: counted anew",
    ),
    (
        "fmjd-64",
        "W:WKg5,Kd8,c7:BKg7",
        ["c7-b8", 30],
        "F64-7.2.4",
        (2, 31),
        CLAIM,
        SURE,
        "7.2.4: counted from the promotion that makes three kings",
    ),
    (
        "fmjd-64",
        "W:WKb6,Kf4,Kh2,Kd2:BKb2,Kf8,Kg1,Kh8",
        [30],
        "F64-7.2.5",
        (1, 30),
        CLAIM,
        SURE,
        "7.2.5: fifteen king moves each",
    ),
    (
        "fmjd-64",
        "W:WKb6,Ka7,Kb4:BKg7,Kg1",
        [60],
        "F64-7.2.6",
        (1, 60),
        CLAIM,
        SURE,
        "7.2.6: thirty with five pieces",
    ),
    (
        "fmjd-64",
        "W:WKb6,Kf4,Kh2,d2:BKb2,Kf8,Kg1",
        [120],
        "F64-7.2.6",
        (1, 120),
        CLAIM,
        SURE,
        "7.2.6: sixty with seven pieces, whichever moves",
    ),
    (
        "fmjd-64",
        "W:WKh2,Kf6:BKh6,g5",
        ["f6:h4", 10],
        "F64-7.2.8",
        (2, 11),
        CLAIM,
        SURE,
        "7.2.8: from the capture that leaves two kings against one",
    ),
    (
        "fmjd-64",
        "W:WKa3,h6:BKb6",
        [2, "g7-f8", 7],
        "F64-7.2.8",
        (1, 10),
        CLAIM,
        SURE,
        "7.2.8: king and man become two kings, the count goes on",
    ),
    (
        "spantsiretti",
        "W:WKg7,Kc1:BKj8",
        [10],
        "F64-7.2.8",
        (1, 10),
        ARBITER,
        UNSURE,
        "Spantsiretti as Russian, as far as is known",
    ),
    # -- Brazilian -------------------------------------------------------------------------------
    (
        "brazilian-seed",
        "W:WKh6,Ka1,Kf2:BKg3,e3",
        ["f2xa7", 40],
        "BR-D3",
        (2, 41),
        LAW,
        SURE,
        "CBD: three kings, twenty moves each",
    ),
    ("brazilian-seed", "W:WK15,K22:BK2", [40], "BR-D1", (1, 40), LAW, SURE, "CBD: twenty king moves each"),
    (
        "brazilian/fmjd-64",
        "W:WKb6,Ka7,Kb4:BKg7",
        [30],
        "F64-7.2.4",
        (1, 30),
        CLAIM,
        SURE,
        "Brazilian by FMJD-64",
    ),
    # -- other national rules --------------------------------------------------------------------
    ("italian", "W:WK29:BK1", [80], "IT-D2", (1, 80), ARBITER, UNSURE, "Italian count of forty"),
    ("spanish", "W:WK9,K5,K17:BK8", [24], "ES-D2", (1, 24), ARBITER, UNSURE, "Spanish twelve"),
    (
        "spanish",
        "W:WK28,K11,K12:BK16,15",
        ["12x19", 24],
        "ES-D2",
        (2, 25),
        ARBITER,
        UNSURE,
        "Spanish twelve, from the capture that leaves one king",
    ),
    ("portuguese", "W:WK9,K5,K17:BK8", [24], "PT-D2", (1, 24), ARBITER, UNSURE, "Portuguese twelve"),
    ("american-pool", "W:WK1,K5,K7:BK3", [25], "AP-D3", (1, 25), ARBITER, UNSURE, "pool: 13 own moves"),
    (
        "american-pool",
        "W:WK28,K11,K12:BK16,15",
        ["11x18", 26],
        "AP-D3",
        (3, 27),
        ARBITER,
        UNSURE,
        "pool: the thirteenth move of the stronger side ends the count",
    ),
    ("american-pool", "W:WK1,K5:BK3,K28", [30], "AP-D2", (1, 30), ARBITER, UNSURE, "pool: 15 each"),
    ("jamaican-pool", "W:WKa3,Kb2,Ka5:BKh2", [25], "AP-D3", (1, 25), ARBITER, UNSURE, "Jamaican pool"),
    ("unified-pool", "W:WKb6,Ka7,Kb4:BKg7", [25], "AP-D3", (1, 25), ARBITER, UNSURE, "unified pool"),
    ("frisian", "W:WK9,K37:BK49", [14], "FR-D1", (1, 14), ARBITER, UNSURE, "Frisian: two kings, seven"),
    ("frisian", "W:WK9:BK37", [4], "FR-D3", (1, 4), ARBITER, UNSURE, "Frisian: two more on play sites"),
    ("frysk", "W:WK9,K37:BK49", [14], "FR-D1", (1, 14), ARBITER, UNSURE, "Frysk! as Frisian"),
    (
        "turkish",
        "W:WKh3,Ka1:BKc4,Ke8",
        [3, "a8xc8", 50],
        "TK-D3",
        (5, 54),
        ARBITER,
        UNSURE,
        "Turkish: 25 moves each without a capture",
    ),
    # -- English before 2008 ---------------------------------------------------------------------
    ("acf-before-2008", "B:WK32:BK1", [80], "AO-D1", (1, 80), ARBITER, SURE, "old ACF: 40, on request"),
    ("eda-before-2008", "B:WK32:BK1", [100], "ED-D2", (1, 100), CLAIM, SURE, "EDA: 50 moves each"),
]


def game_of(key):
    """The variant and the law book that a row names."""
    variant, _, book = key.rpartition("/")
    return variant or LAW_BOOKS[book].variants[0], book


def verdict_of(key, fen, line):
    variant, book = game_of(key)
    verdict = judged(" ".join(line), fen=fen, variant=variant, book=book)
    assert verdict.is_legal, verdict.first_error
    return verdict


def claim_by(verdict, article):
    return next((claim for claim in verdict.claims if claim.article == article), None)


@pytest.mark.parametrize(
    ("key", "fen", "parts", "article", "evidence", "status", "certainty"),
    [pytest.param(*row[:-1], id=row[-1]) for row in TABLE],
)
def test_clock(key, fen, parts, article, evidence, status, certainty):
    line = script(fen, game_of(key)[0], parts)
    verdict = verdict_of(key, fen, line)
    claim = claim_by(verdict, article)
    assert (claim.evidence, claim.from_ply) == (evidence, evidence[1] + 1)
    assert (claim.status, claim.facts["certainty"]) == (status, certainty)
    assert claim.side is verdict.replay.positions[claim.from_ply - 1].side
    assert claim_by(verdict_of(key, fen, line[: evidence[1] - 1]), article) is None
    assert verdict.result.winner == "none"


def test_every_clock_of_every_book_stands_in_the_table():
    told = {(game_of(row[0])[1], row[3]) for row in TABLE}
    elsewhere = {
        ("standard-laws", "SL-D3"),
        ("acf-faq", "SL-D3"),
        ("wcdf", "WCDF-1.32.2"),
        ("fmjd-64", "F64-7.2.7"),
        ("frisian", "FR-D2"),
        ("turkish", "TK-D1"),
    }
    derived = {"canadian", "killer", "antidraughts", "spantsiretti", "jamaican-pool", "unified-pool", "frysk"}
    clocks = {(book.key, clock.article) for book in LAW_BOOKS.values() for clock in book.clocks}
    assert {one for one in clocks if one[0] not in derived} - told - elsewhere == set()
    assert {book for book, _ in clocks & told} >= derived


# -- what sets a count back, and what does not -------------------------------------------------------


def played_on(key, fen, *parts):
    """The verdict on moves, each part written out or made by a function of the position reached."""
    line = []
    for part in parts:
        here = after(fen, game_of(key)[0], line)
        line += part(here) if callable(part) else part.split()
    return verdict_of(key, fen, line)


def quietly(variant, plies, **conditions):
    return lambda here: shuffle(here, variant, plies, **conditions)


F2, E3 = (VARIANTS["russian"].geometry.square_named(name) for name in ("f2", "e3"))
FIVE_WITH_A_MAN = "W:WKf4,Kh2,f2:BKg7,Kf8"


def test_a_man_s_move_sets_the_fifteen_of_7_2_5_back_and_not_the_balance_of_7_2_6():
    verdict = played_on(
        "fmjd-64",
        FIVE_WITH_A_MAN,
        quietly("russian", 20, still={F2}),
        "f2-e3",
        quietly("russian", 39, still={E3}),
    )
    assert claim_by(verdict, "F64-7.2.5").evidence == (22, 51)
    assert claim_by(verdict, "F64-7.2.6").evidence == (1, 60)


@pytest.mark.parametrize(
    ("fen", "moves", "quiet", "evidence"),
    [
        pytest.param("B:WK32:BK1,12", "12-16", 79, (1, 80), id="a man's move is no advantage"),
        pytest.param("B:WK28:B21", "21-25 28-32 25-30", 80, (4, 83), id="a new king is one"),
    ],
)
def test_old_acf_the_stronger_side_has_forty_moves_to_show_more(fen, moves, quiet, evidence):
    still = {16} if moves == "12-16" else set()
    verdict = played_on("acf-before-2008", fen, moves, quietly("english", quiet, still=still))
    assert claim_by(verdict, "AO-D1").evidence == evidence
    assert {claim.code for claim in verdict.claims} == {"move_count"}


# -- 7.2.7: the main road -----------------------------------------------------------------------------

THREE_AGAINST_THE_ROAD = "B:WKb8,Kf8,Kh6:BKb2"


def on_road(position, _made=0):
    return position.black_kings in main_road(VARIANTS["russian"])


def test_7_2_7_counts_while_the_single_king_holds_the_main_road():
    hold = quietly("russian", 10, keeps=on_road)
    verdict = played_on("fmjd-64", THREE_AGAINST_THE_ROAD, hold)
    claim = claim_by(verdict, "F64-7.2.7")
    assert (claim.evidence, claim.from_ply, claim.status) == ((1, 10), 11, CLAIM)


def test_7_2_7_begins_anew_when_the_king_comes_back_to_the_road():
    line = quietly("russian", 19, keeps=lambda position, made: on_road(position) != (made in {7, 8}))
    verdict = played_on("fmjd-64", THREE_AGAINST_THE_ROAD, line)
    assert claim_by(verdict, "F64-7.2.7").evidence == (10, 19)


# -- clauses that contradict each other, and the arbiter's note ---------------------------------------


@pytest.mark.parametrize(
    ("fen", "contradicts"),
    [
        pytest.param("W:WKb6,Ka7,Kb4:BKg7,Kg1", ["F64-7.2.6"], id="five pieces: thirty moves say otherwise"),
        pytest.param("W:WKb6,Kf4,Kh2,Kd2:BKb2,Kf8,Kg1,Kh8", [], id="eight pieces: nothing says otherwise"),
    ],
)
def test_7_2_5_is_contradicted_only_where_7_2_6_counts_too(fen, contradicts):
    claim = claim_by(verdict_of("fmjd-64", fen, shuffle(fen, "russian", 30)), "F64-7.2.5")
    assert claim.facts["contradicts"] == contradicts


def test_every_count_of_fmjd_64_is_claimed_and_gives_way_to_a_plain_win():
    for clock in LAW_BOOKS["fmjd-64"].clocks:
        assert clock.status.value == CLAIM
        assert clock.subject_to == ("F64-7.2.9",)
    fen = "W:WKb6,Ka7,Kb4:BKg7,Kg1"
    claim = claim_by(verdict_of("fmjd-64", fen, shuffle(fen, "russian", 60)), "F64-7.2.6")
    assert claim.facts["subject_to"] == ["F64-7.2.9"]


# -- endings that are drawn at once -------------------------------------------------------------------


def test_frisian_one_king_each_is_drawn_at_once():
    fen = "W:WK9:BK37"
    (claim, *_rest) = verdict_of("frisian", fen, shuffle(fen, "frisian", 1)).claims
    assert (claim.article, claim.from_ply, claim.evidence, claim.status) == ("FR-D2", 1, (0, 0), ARBITER)
    assert claim.facts["moves"] == 0


@pytest.mark.parametrize(
    ("fen", "is_forced"),
    [
        pytest.param("W:WK46:BK5", True, id="taken now, along the diagonal"),
        pytest.param("W:WK47:BK17", True, id="taken now, along the file"),
        pytest.param("W:WK9:BK37", False, id="both are safe"),
    ],
)
def test_frisian_a_king_about_to_be_taken_holds_the_draw_up(fen, is_forced):
    rules = VARIANTS["frisian"]
    assert is_capture_forced(Position.from_fen(fen, rules), rules) is is_forced
    claims = verdict_of("frisian", fen, []).claims
    assert [claim.article for claim in claims] == ([] if is_forced else ["FR-D2"])


def test_frisian_the_draw_begins_with_the_capture_that_leaves_one_king_each():
    fen = "W:WK47,K36:BK30"
    line = script(fen, "frisian", [3, "8x10", 4])
    verdict = verdict_of("frisian", fen, line)
    assert claim_by(verdict, "FR-D2").evidence == (4, 4)
    assert claim_by(verdict, "FR-D3").evidence == (5, 8)
    assert claim_by(verdict, "FR-D3").facts["contradicts"] == ["FR-D2"]
    assert claim_by(verdict, "FR-D1") is None


@pytest.mark.parametrize(
    ("fen", "move", "status"),
    [
        pytest.param("W:WKg2:BKf6,g6", "g2xg8", ARBITER, id="a king each"),
        pytest.param("W:Wb4,g2:Ba5,h7", "", None, id="two men each"),
        pytest.param("W:Wa3:Bh5", "a3-a4", ARBITER, id="a man each"),
        pytest.param("W:WKa3:BKa6", "", ARBITER, id="no source says what holds when one can be taken"),
    ],
)
def test_turkish_one_piece_each_is_drawn_at_once(fen, move, status):
    claim = claim_by(verdict_of("turkish", fen, [move] if move else []), "TK-D1")
    assert (claim and claim.status) == status


def test_portuguese_repetition_is_claimed_by_the_opponent_of_who_made_it():
    fen = "W:WK9:BK8"
    verdict = played_on("portuguese", fen, "9-2 8-12 2-9 12-8 9-2 8-12 2-9 12-8")
    (claim,) = [claim for claim in verdict.claims if claim.code == "repetition"]
    assert (claim.side, claim.from_ply, claim.evidence) == (Side.WHITE, 9, (0, 4, 8))
    assert (claim.article, claim.status) == ("PT-D1", CLAIM)
