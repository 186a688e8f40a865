"""Claims as they are made at the board: right, wrong, or not to be said from what is there."""

import pytest

from games.laws import law_book_named
from games.pdn import read_game
from games.rules import VARIANTS, Position, Side, king_rows_of_fen
from tournaments.conduct import (
    DRAWS,
    Claimed,
    Kind,
    Word,
    answer_claim,
    answer_flag,
    answer_pairing,
    answer_result,
    rule_of_moves,
)

ENGLISH, INTERNATIONAL = VARIANTS["english"], VARIANTS["international"]
STANDARD, FMJD = law_book_named("standard-laws"), law_book_named("fmjd-annex-1")
KINGS = '[FEN "B:WK32:BK1"]\n\n'
# Both kings go to and fro: after half-moves 4, 8 and 12 stands what stood at the beginning.
TO_AND_FRO = " ".join(["1-5 32-28 5-1 28-32"] * 3)
QUIET = "1-5 32-28 5-9 28-24 9-5 24-28 5-1 28-32 1-6 32-27 6-1 27-32"


def asked(kind, claimant, *, text="", book=STANDARD, variant=ENGLISH, **more):
    record = read_game(text + " *") if text else None
    claimed = Claimed(kind=kind, claimant=claimant, record=record, **more)
    return answer_claim(claimed, book=book, variant=variant)


def test_whose_next_move_makes_the_position_for_the_fourth_time_has_a_draw():
    text = KINGS + TO_AND_FRO.rsplit(" ", 1)[0]  # White's 28-32 is written down and not made
    answer = asked(Kind.REPETITION, Side.WHITE, text=text, move="28-32")
    assert (answer.word, answer.code, answer.article) == (Word.RIGHT, "stands_with_the_move", "SL-D2")
    assert answer.plies == (0, 4, 8, 12)
    assert answer.is_draw


def test_the_move_has_to_be_named_by_the_standard_laws():
    text = KINGS + TO_AND_FRO.rsplit(" ", 1)[0]
    answer = asked(Kind.REPETITION, Side.WHITE, text=text)
    assert (answer.word, answer.code, answer.legal) == (Word.OPEN, "move_to_be_named", ("28-32",))


def test_a_position_made_already_is_left_to_the_arbiter_by_the_standard_laws():
    answer = asked(Kind.REPETITION, Side.WHITE, text=KINGS + TO_AND_FRO)
    assert (answer.word, answer.code, answer.facts["side"]) == (Word.OPEN, "made_already", "white")


def test_it_is_the_claim_of_whoever_makes_the_position():
    text = KINGS + TO_AND_FRO.rsplit(" ", 1)[0]
    answer = asked(Kind.REPETITION, Side.BLACK, text=text, move="28-32")
    assert (answer.word, answer.code, answer.facts["side"]) == (Word.WRONG, "not_their_claim", "white")


def test_three_times_is_not_four():
    text = KINGS + " ".join(TO_AND_FRO.split()[:7])
    answer = asked(Kind.REPETITION, Side.WHITE, text=text, move="28-32")
    assert (answer.word, answer.code, answer.plies) == (Word.WRONG, "not_so_often", (0, 4, 8))
    assert (answer.facts["count"], answer.facts["needed"]) == (3, 4)


def test_wcdf_asks_for_three():
    text = KINGS + " ".join(TO_AND_FRO.split()[:7])
    answer = asked(Kind.REPETITION, Side.WHITE, text=text, move="28-32", book=law_book_named("wcdf"))
    assert (answer.word, answer.article) == (Word.RIGHT, "WCDF-1.32.1")


def test_the_position_asked_about_may_lie_before_the_end_of_the_record():
    answer = asked(Kind.REPETITION, Side.WHITE, text=KINGS + TO_AND_FRO, ply=11, move="28-32")
    assert (answer.word, answer.ply) == (Word.RIGHT, 11)


def test_by_fmjd_the_third_occurrence_stands_for_either_side():
    text = '[FEN "W:WK46:BK45"]\n\n46-41 45-50 41-46 50-45 46-41 45-50 41-46 50-45'
    for side in Side:
        answer = asked(Kind.REPETITION, side, text=text, book=FMJD, variant=INTERNATIONAL)
        assert (answer.word, answer.code, answer.plies) == (Word.RIGHT, "stands_now", (0, 4, 8))


def test_a_position_alone_proves_no_repetition():
    answer = asked(Kind.REPETITION, Side.WHITE, fen="W:WK32:BK1")
    assert (answer.word, answer.code) == (Word.OPEN, "record_needed")


def test_a_move_that_cannot_be_played_gives_no_draw():
    answer = asked(Kind.REPETITION, Side.BLACK, text=KINGS + "1-5 32-28", move="5-20")
    assert (answer.word, answer.code) == (Word.WRONG, "move_cannot_be_played")
    assert "5-1" in answer.legal


def test_fifty_moves_are_a_hundred_half_moves():
    moves = (QUIET.split() * 9)[:100]
    answer = asked(Kind.MOVE_COUNT, Side.BLACK, text=KINGS + " ".join(moves))
    assert (answer.word, answer.article, answer.plies) == (Word.RIGHT, "SL-D3", (1, 100))
    short = asked(Kind.MOVE_COUNT, Side.WHITE, text=KINGS + " ".join(moves[:99]))
    assert (short.word, short.code, short.facts["count"]) == (Word.WRONG, "limit_not_reached", 99)


def test_the_move_written_down_counts_with_them():
    moves = (QUIET.split() * 9)[:100]
    text = KINGS + " ".join(moves[:99])
    answer = asked(Kind.MOVE_COUNT, Side.WHITE, text=text, move=moves[99])
    assert (answer.word, answer.facts["count"]) == (Word.RIGHT, 100)


def test_a_book_without_such_a_limit_says_so():
    answer = asked(Kind.ENDGAME_LIMIT, Side.WHITE, text=KINGS + QUIET)
    assert (answer.word, answer.code) == (Word.WRONG, "not_in_this_book")


def test_the_limit_of_an_endgame_needs_that_endgame():
    facts = {"book": FMJD, "variant": INTERNATIONAL}
    many = asked(Kind.ENDGAME_LIMIT, Side.WHITE, fen="W:WK46,K47,K48,K49:BK5", **facts)
    assert (many.word, many.code) == (Word.WRONG, "no_such_endgame")
    three = asked(Kind.ENDGAME_LIMIT, Side.WHITE, fen="W:WK46,K47,K48:BK5", **facts)
    assert (three.word, three.article, three.facts["needed"]) == (Word.OPEN, "FMJD-6.3", 32)


def test_five_moves_each_with_two_kings_against_one_are_a_draw():
    text = '[FEN "W:WK46,K47:BK45"]\n\n' + " ".join(["46-41 45-50 41-46 50-45"] * 3)
    facts = {"book": FMJD, "variant": INTERNATIONAL}
    answer = asked(Kind.ENDGAME_LIMIT, Side.BLACK, text=text, ply=10, **facts)
    assert (answer.word, answer.article) == (Word.RIGHT, "FMJD-6.4")
    assert asked(Kind.ENDGAME_LIMIT, Side.BLACK, text=text, ply=9, **facts).code == "limit_not_reached"


def test_the_opponents_illegal_move_is_found_in_the_record():
    answer = asked(Kind.ILLEGAL_MOVE, Side.BLACK, text="11-15 22-17 8-11 17-13 15-18 24-20")
    assert (answer.word, answer.article, answer.facts["incident"]) == (Word.RIGHT, "SL-I1a", "must_capture")
    assert (answer.ply, answer.legal) == (5, ("23x14",))


def test_ones_own_illegal_move_is_no_claim():
    answer = asked(Kind.ILLEGAL_MOVE, Side.WHITE, text="11-15 22-17 8-11 17-13 15-18 24-20")
    assert (answer.word, answer.code) == (Word.WRONG, "own_move_illegal")


def test_a_record_without_a_fault_bears_no_claim():
    answer = asked(Kind.ILLEGAL_MOVE, Side.WHITE, text="11-15 22-17")
    assert (answer.word, answer.code) == (Word.WRONG, "all_legal")


@pytest.mark.parametrize(
    ("move", "word", "code"),
    [
        pytest.param("24-20", Word.RIGHT, "move_is_illegal", id="a quiet move where a capture is there"),
        pytest.param("23x14", Word.WRONG, "move_is_legal", id="the capture itself"),
        pytest.param("he moved", Word.OPEN, "move_unreadable", id="words"),
    ],
)
def test_a_move_is_held_against_a_position_typed_in(move, word, code):
    answer = asked(Kind.ILLEGAL_MOVE, Side.BLACK, fen="W:W23,24:B18", move=move)
    assert (answer.word, answer.code) == (word, code)


@pytest.mark.parametrize(
    ("ply", "move", "word", "incident"),
    [
        pytest.param(6, "1-6", Word.RIGHT, "king_moved_too_often", id="the fourth move of one king"),
        pytest.param(4, "6-1", Word.WRONG, None, id="the third"),
        pytest.param(6, "26-21", Word.WRONG, None, id="a man instead"),
    ],
)
def test_a_move_is_held_against_the_moves_before_it(ply, move, word, incident):
    text = '[GameType "40"]\n[FEN "W:WK40,26:BK14"]\n\n40-1 14-5 1-6 5-10 6-1 10-5'
    frisian = {"variant": VARIANTS["frisian"], "book": law_book_named("frisian")}
    answer = asked(Kind.ILLEGAL_MOVE, Side.BLACK, text=text, move=move, ply=ply, **frisian)
    assert (answer.word, answer.facts.get("incident")) == (word, incident)
    assert answer.article == ("FR-7" if incident else "")


@pytest.mark.parametrize(
    ("told", "moves", "held"),
    [
        pytest.param(":+0+301", {"26-21"}, "1", id="after three moves of the king"),
        pytest.param(":+0+201", None, "", id="after two"),
    ],
)
def test_the_rule_of_moves_looks_back_at_the_moves_before(told, moves, held):
    variant, book = VARIANTS["frisian"], law_book_named("frisian")
    fen = f"W:W26,K1:BK5{told}"
    rule = rule_of_moves(Position.from_fen(fen, variant), variant, book, king_rows_of_fen(fen, variant))
    assert (rule.code, rule.held) == ("free", held)
    assert rule.articles[0] == ("FR-7" if held else "FR-2")
    assert moves is None or set(rule.moves) == moves


def test_a_draw_is_not_claimed_with_the_move_of_a_king_that_has_to_wait():
    frisian = {"variant": VARIANTS["frisian"], "book": law_book_named("frisian")}
    told = {"fen": "W:W26,K1:BK5:+0+301", "move": "1-6"}
    answer = asked(Kind.ENDGAME_LIMIT, Side.WHITE, **told, **frisian)
    assert (answer.code, answer.legal) == ("move_cannot_be_played", ("26-21",))


def test_a_king_that_has_to_wait_is_no_playable_piece():
    text = '[GameType "40"]\n[FEN "W:WK40,26:BK14"]\n\n40-1 14-5 1-6 5-10 6-1 10-5'
    frisian = {"variant": VARIANTS["frisian"], "book": law_book_named("frisian")}
    answer = asked(Kind.TOUCH_MOVE, Side.BLACK, text=text, move="1, 26-21", ply=6, **frisian)
    assert answer.facts.get("incident") == "touched_unmovable"


@pytest.mark.parametrize(
    ("told", "word", "code"),
    [
        pytest.param("22, 23-18", Word.RIGHT, "touched_not_moved", id="another piece was moved"),
        pytest.param("22, 22-17", Word.WRONG, "the_piece_was_moved", id="the piece itself was moved"),
        pytest.param("22", Word.OPEN, "piece_can_be_played", id="nothing moved yet"),
        pytest.param("30", Word.RIGHT, "touched_unmovable", id="a piece that cannot move"),
        pytest.param("30, 22, 23-18", Word.RIGHT, "touched_not_moved", id="the first playable one binds"),
        pytest.param("9", Word.WRONG, "no_piece_of_theirs", id="a piece of the claimant"),
        pytest.param("", Word.OPEN, "square_needed", id="no square told"),
    ],
)
def test_touch_move_is_answered_as_it_is_told(told, word, code):
    answer = asked(Kind.TOUCH_MOVE, Side.BLACK, text="11-15", move=told)
    assert (answer.word, answer.code) == (word, code)


def test_touches_written_in_the_record_answer_by_themselves():
    answer = asked(Kind.TOUCH_MOVE, Side.BLACK, text="11-15 {[%touch w 22]} 23-18")
    assert (answer.word, answer.article, answer.ply) == (Word.RIGHT, "SL-T4", 1)
    assert asked(Kind.TOUCH_MOVE, Side.WHITE, text="11-15 {[%touch w 22]} 23-18").word is not Word.RIGHT


def test_a_book_that_lets_a_corner_or_a_stuck_piece_pass_says_so():
    facts = {"book": FMJD, "variant": INTERNATIONAL}
    answer = asked(Kind.TOUCH_MOVE, Side.BLACK, fen="W:W31,36,32,37:B1", move="36", **facts)
    assert answer.code in {"no_offence_here", "piece_can_be_played"}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        pytest.param({}, "nothing_to_look_at", id="neither record nor position"),
        pytest.param({"fen": "nonsense"}, "position_unreadable", id="no position"),
        pytest.param({"text": "11-15", "ply": 9}, "record_ends_before", id="a record that ends before"),
    ],
)
def test_what_cannot_be_seen_cannot_be_said(more, code):
    answer = asked(Kind.ILLEGAL_MOVE, Side.WHITE, **more)
    assert (answer.word, answer.code) == (Word.OPEN, code)


def test_a_flag_is_the_clocks_word_and_not_the_programs():
    assert answer_flag(["", "0:00"]).code == "flag_noted"
    assert answer_flag(["", ""]).code == "flag_not_on_the_board"


def test_pairing_and_result_are_answered_by_what_was_written_down():
    assert answer_pairing(["met before"]).word is Word.RIGHT
    assert answer_pairing([]).word is Word.WRONG
    both = [("Anderson", "draw"), ("Wyllie", "draw")]
    assert answer_result("white", both).code == "reports_against_it"
    assert answer_result("draw", both).code == "reports_agree_with_it"
    assert answer_result("white", [("Anderson", "draw"), ("Wyllie", "white")]).code == "reports_differ"
    assert answer_result("white", both[:1]).code == "result_not_reported"


def test_an_answer_is_kept_as_plain_values():
    kept = asked(Kind.ILLEGAL_MOVE, Side.BLACK, fen="W:W23,24:B18", move="24-20").as_dict()
    assert (kept["kind"], kept["word"], kept["facts"]["articles"][0]) == ("illegal_move", "right", "SL-I1a")


@pytest.mark.parametrize(
    ("fen", "variant", "book", "code", "article"),
    [
        pytest.param("W:W23,24:B18", ENGLISH, STANDARD, "must_capture", "SL-M8", id="a capture is there"),
        pytest.param("W:W24:B1", ENGLISH, STANDARD, "free", "SL-M1", id="no capture"),
        pytest.param("W:W29:B25,22", ENGLISH, STANDARD, "no_move_left", "SL-O2", id="no move at all"),
        pytest.param(
            "W:W:B1",
            VARIANTS["antidraughts"],
            law_book_named("antidraughts"),
            "no_move_wins",
            "AD-1",
            id="wins",
        ),
        pytest.param("W:W28:B22", INTERNATIONAL, FMJD, "priority_capture", "FMJD-4.13", id="the most pieces"),
    ],
)
def test_the_rule_that_makes_the_legal_moves(fen, variant, book, code, article):
    found = rule_of_moves(Position.from_fen(fen, variant), variant, book)
    assert found.code == code
    assert article in found.articles


# ---- a position and the score from there ----

START = "B:WK32:BK1"
LAST_BUT_ONE = TO_AND_FRO.rsplit(" ", 1)[0]
FIFTY = " ".join((QUIET.split() * 9)[:100])
TWO_KINGS = "W:WK46,K47:BK45"
FIVE_EACH = " ".join(["46-41 45-50 41-46 50-45"] * 3)
INTERNATIONALLY = {"book": FMJD, "variant": INTERNATIONAL}
FROM_POSITIONS = {
    "repetition": (Kind.REPETITION, Side.WHITE, START, LAST_BUT_ONE, {"move": "28-32"}),
    "fifty moves": (Kind.MOVE_COUNT, Side.BLACK, START, FIFTY, {}),
    "endgame move limit": (
        Kind.ENDGAME_LIMIT,
        Side.BLACK,
        TWO_KINGS,
        FIVE_EACH,
        INTERNATIONALLY | {"ply": 10},
    ),
    "illegal move": (Kind.ILLEGAL_MOVE, Side.BLACK, "B:W32,28,24:B1,5", "1-6 28-23 6-9 23-27", {}),
    "touch": (Kind.TOUCH_MOVE, Side.BLACK, "B:W32,28:B1,5", "1-6", {"move": "28, 32-27"}),
}


@pytest.mark.parametrize("name", FROM_POSITIONS)
@pytest.mark.parametrize("is_tagged", [False, True], ids=["moves alone", "with a tag of its own"])
def test_a_score_is_replayed_from_the_position_beside_it(name, is_tagged):
    kind, claimant, fen, moves, more = FROM_POSITIONS[name]
    whole = asked(kind, claimant, text=f'[FEN "{fen}"]\n\n{moves}', **more)
    assert whole.word is Word.RIGHT
    text = f'[FEN "{fen}"]\n\n{moves}' if is_tagged else moves
    assert asked(kind, claimant, text=text, fen=fen, **more) == whole


@pytest.mark.parametrize("name", ["repetition", "fifty moves", "endgame move limit"])
def test_a_score_as_written_may_lead_to_the_position_beside_it(name):
    kind, claimant, fen, moves, more = FROM_POSITIONS[name]
    whole = asked(kind, claimant, text=f'[FEN "{fen}"]\n\n{moves}', **more)
    assert asked(kind, claimant, text=f'[FEN "{fen}"]\n\n{moves}', fen=whole.fen, **more) == whole


OTHERS = {
    "another position": ("W:W23,24:B18", LAST_BUT_ONE, "1-5"),
    "the other side to move": ("W:WK32:BK1", LAST_BUT_ONE, "1-5"),
    "a slip in mid score": (START, LAST_BUT_ONE.replace("5-1 28-32 1-5", "5-1 28-32 1-15", 1), "1-15"),
    "a half-move that is no move": (START, LAST_BUT_ONE.replace("28-32 1-5", "28-32 1-77", 1), "1-77"),
}
CLAIMS = [kind for kind in Kind if kind not in {Kind.FLAG, Kind.WRONG_PAIRING, Kind.RESULT}]


@pytest.mark.parametrize("kind", CLAIMS)
@pytest.mark.parametrize("claimant", list(Side))
@pytest.mark.parametrize("move", ["", "28-32", "28-5"])
@pytest.mark.parametrize("name", OTHERS)
def test_no_claim_is_wrong_by_a_score_that_cannot_be_replayed(name, kind, claimant, move):
    fen, moves, stop = OTHERS[name]
    answer = asked(kind, claimant, text=moves, fen=fen, move=move)
    assert answer.word is not Word.WRONG
    if kind in DRAWS or answer.code == "not_played_from_position":
        assert (answer.word, answer.code) == (Word.OPEN, "not_played_from_position")
        assert answer.facts["move"] == stop


@pytest.mark.parametrize("kind", sorted(DRAWS))
def test_no_draw_is_judged_by_a_score_that_stops(kind):
    text = KINGS + LAST_BUT_ONE.replace("28-32 1-5", "28-32 1-15", 1)
    for claimant in Side:
        answer = asked(kind, claimant, text=text)
        assert (answer.word, answer.code) == (Word.OPEN, "score_stops")
        facts = {name: answer.facts[name] for name in ("move", "side", "move_number")}
        assert facts == {"move": "1-15", "side": "black", "move_number": 3}
    assert asked(kind, Side.WHITE, text=text, ply=2).code != "score_stops"
    assert asked(kind, Side.WHITE, text=text, ply=9).code == "score_stops"


def test_a_claim_that_is_wrong_by_the_score_from_a_position_stays_wrong():
    text = " ".join(TO_AND_FRO.split()[:7])
    answer = asked(Kind.REPETITION, Side.WHITE, text=text, fen=START, move="28-32")
    assert (answer.word, answer.code, answer.facts["count"]) == (Word.WRONG, "not_so_often", 3)
    assert asked(Kind.ILLEGAL_MOVE, Side.WHITE, text=text, fen=START).code == "all_legal"


def test_a_position_that_is_none_is_named_beside_a_score_too():
    answer = asked(Kind.REPETITION, Side.WHITE, text=LAST_BUT_ONE, fen="nonsense")
    assert (answer.word, answer.code) == (Word.OPEN, "position_unreadable")
