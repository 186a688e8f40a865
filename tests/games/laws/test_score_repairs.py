"""Repairs: small edits that make the rest of a score legal, best first."""

import time

import pytest
from law_cases import judged

from games.laws import propose_repairs
from games.laws.lexicon import square_distance

# Moorhead - Wyllie, Manchester 1841: a game score, a fact without an author.
SCORE = (
    "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 26-22 10-14 18x9 5x14 22-18 1-5 18x9 5x14 "
    "29-25 11-15 24-19 15x24 25-22 24-28 22-18 6-9 27-24 8-11 24-19 7-10 20-16 11x20 18-15"
)
GAME = SCORE.split()


def edited(**changes):
    """The game with half-moves (from one) replaced."""
    texts = list(GAME)
    for name, text in changes.items():
        texts[int(name[1:]) - 1] = text
    return texts


def best(texts, limit=3, **options):
    return propose_repairs(judged(" ".join(texts), **options), limit)


def test_a_legal_score_needs_no_repair():
    assert best(GAME) == []


@pytest.mark.parametrize(
    ("changes", "kind", "ply", "text"),
    [
        pytest.param({"p5": "9-18"}, "digit", 5, "9-13", id="one digit of the arrival"),
        pytest.param({"p10": "36-22"}, "digit", 10, "26-22", id="one digit of the departure, off the board"),
        pytest.param({"p18": "29-35"}, "digit", 18, "29-25", id="one digit, a square that is not there"),
        pytest.param({"p9": "4-3"}, "digit", 9, "4-8", id="digits that look alike"),
        pytest.param({"p20": "42-19"}, "departure", 20, "24-19", id="digits turned round"),
        pytest.param({"p3": "8-1"}, "arrival", 3, "8-11", id="a digit lost"),
    ],
)
def test_one_wrong_square(changes, kind, ply, text):
    first = best(edited(**changes))[0]
    assert (first.kind, first.ply, first.text, first.makes_all_legal) == (kind, ply, text, True)


def test_a_slip_that_shows_later_is_mended_where_it_was_made():
    # 10-15 for 10-14 is legal; the score breaks down afterwards.
    repairs = best(edited(p11="10-15"))
    assert (11, "10-14") in [(repair.ply, repair.text) for repair in repairs]


def test_a_half_move_left_out_is_put_in():
    first = best(GAME[:10] + GAME[11:])[0]
    assert (first.kind, first.ply, first.text, first.written) == ("missing", 11, "10-14", "")


def test_a_half_move_written_twice_is_struck_out():
    first = best(GAME[:10] + GAME[9:])[0]
    assert (first.kind, first.written, first.makes_all_legal) == ("doubled", "26-22", True)


def test_two_moves_of_one_side_are_exchanged():
    texts = list(GAME)
    texts[12], texts[14] = texts[14], texts[12]
    first = best(texts)[0]
    assert (first.kind, first.ply, first.text) == ("swapped_pair", 13, "5x14 1-5")


def test_neighbouring_moves_are_exchanged():
    texts = list(GAME)
    texts[0], texts[1] = texts[1], texts[0]
    assert ("transposed", 1) in [(repair.kind, repair.ply) for repair in best(texts, 5)]


def test_with_two_slips_the_repair_that_goes_furthest_comes_first():
    repairs = best(edited(p5="9-18", p25="6-19"))
    assert repairs[0].text == "9-13"
    assert not repairs[0].makes_all_legal
    assert repairs[0].reached == 24


def test_repairs_go_further_than_the_failure_or_are_not_offered():
    verdict = judged(" ".join(edited(p5="9-18")))
    reached = len(verdict.record.moves) - verdict.replay.unplayed
    assert all(repair.reached > reached for repair in propose_repairs(verdict, 50))


def test_letter_squares_are_repaired_in_letters():
    first = best(["c3-d4", "f6-g5", "b2-c3", "g7-f6", "c3-b5", "f6-e5"], variant="russian", book="fmjd-64")[0]
    assert (first.kind, first.ply, first.text) == ("digit", 5, "c3-b4")


def test_a_failed_game_is_repaired_within_a_second():
    verdict = judged(" ".join(edited(p20="24-18")))
    started = time.process_time()
    propose_repairs(verdict)
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("nearer", "farther"),
    [
        pytest.param(("11", "17"), ("11", "12"), id="1 and 7 look alike"),
        pytest.param(("11", "12"), ("11", "22"), id="one digit before two"),
        pytest.param(("13", "31"), ("13", "24"), id="turned digits before other ones"),
        pytest.param(("1", "11"), ("1", "24"), id="a lost digit before another number"),
    ],
)
def test_likeness_of_squares(nearer, farther):
    assert square_distance(*nearer) < square_distance(*farther)
    assert square_distance(*nearer) == square_distance(*reversed(nearer))
