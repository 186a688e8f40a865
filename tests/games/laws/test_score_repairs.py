"""Repairs: small edits that make the rest of a score legal, best first."""

import time
from collections import Counter

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


# Of each score the first offers, how many there are of each kind, and how many make the whole score legal.
OFFERS = {
    "another move at the last half-move": (
        "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 4-3",
        [
            ("move", 10, "4-3", "24-19", 10),
            ("move", 10, "4-3", "18-14", 10),
            ("move", 10, "4-3", "18-15", 10),
            ("move", 10, "4-3", "20-16", 10),
            ("move", 10, "4-3", "21-17", 10),
            ("move", 10, "4-3", "23-19", 10),
            ("move", 10, "4-3", "26-22", 10),
            ("move", 10, "4-3", "29-25", 10),
            ("move", 10, "4-3", "30-25", 10),
        ],
        {"move": 10},
        10,
    ),
    "neighbours at the end": (
        "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 26-22 4-8",
        [
            ("missing", 9, "", "5-9", 10),
            ("missing", 9, "", "6-9", 10),
            ("missing", 9, "", "10-15", 10),
            ("missing", 9, "", "12-16", 10),
            ("transposed", 9, "26-22 4-8", "4-8 26-22", 10),
            ("doubled", 9, "26-22", "", 10),
            ("missing", 9, "", "3-8", 9),
            ("missing", 9, "", "4-8", 9),
            ("move", 9, "26-22", "6-9", 9),
        ],
        {"doubled": 1, "missing": 6, "move": 10, "transposed": 1},
        6,
    ),
    "the only legal move": (
        "11-15 24-20 8-11 28-24 9-13 22-18 9-25 25x18 4-8 26-22 10-14 18x9",
        [
            ("move", 7, "9-25", "15x22", 12),
            ("doubled", 7, "9-25", "", 7),
        ],
        {"doubled": 1, "move": 1},
        1,
    ),
    "the only legal move before a later slip": (
        "11-15 24-20 8-11 28-24 9-13 22-18 9-25 25x18 4-8 26-22 10-14 18x9 9-25",
        [
            ("move", 7, "9-25", "15x22", 12),
            ("doubled", 7, "9-25", "", 7),
        ],
        {"doubled": 1, "move": 1},
        0,
    ),
    "written twice at the end": (
        "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 4-8",
        [
            ("doubled", 10, "4-8", "", 10),
            ("doubled", 9, "4-8", "", 10),
            ("move", 10, "4-8", "24-19", 10),
            ("move", 10, "4-8", "32-28", 10),
            ("move", 10, "4-8", "18-14", 10),
            ("move", 10, "4-8", "18-15", 10),
            ("move", 10, "4-8", "20-16", 10),
            ("move", 10, "4-8", "21-17", 10),
            ("move", 10, "4-8", "23-19", 10),
        ],
        {"doubled": 2, "move": 10},
        12,
    ),
    "written twice with a half-move between": (
        "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 26-22 4-8 10-14",
        [
            ("doubled", 11, "4-8", "", 12),
            ("transposed", 11, "4-8 10-14", "10-14 4-8", 11),
            ("move", 11, "4-8", "5-9", 11),
            ("move", 11, "4-8", "6-9", 11),
            ("move", 9, "4-8", "5-9", 11),
            ("move", 9, "4-8", "6-9", 11),
            ("move", 11, "4-8", "10-14", 11),
            ("move", 11, "4-8", "10-15", 11),
            ("move", 11, "4-8", "11-15", 11),
        ],
        {"doubled": 1, "move": 12, "transposed": 1},
        1,
    ),
    "two of one side at the end": (
        "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 26-22 10-14 18x9 1-5 22-18 5x14",
        [
            ("swapped_pair", 13, "1-5 5x14", "5x14 1-5", 15),
            ("move", 13, "1-5", "5x14", 14),
            ("doubled", 13, "1-5", "", 13),
        ],
        {"doubled": 1, "move": 1, "swapped_pair": 1},
        1,
    ),
    "a stray half-move in mid game": (
        "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 1-32 26-22 10-14 18x9 5x14 22-18 1-5 18x9",
        [
            ("doubled", 10, "1-32", "", 17),
            ("transposed", 10, "1-32 26-22", "26-22 1-32", 10),
            ("move", 10, "1-32", "26-22", 10),
            ("move", 10, "1-32", "18-14", 10),
            ("move", 10, "1-32", "18-15", 10),
            ("move", 10, "1-32", "21-17", 10),
            ("move", 10, "1-32", "20-16", 10),
            ("move", 10, "1-32", "23-19", 10),
            ("move", 10, "1-32", "24-19", 10),
        ],
        {"doubled": 1, "move": 10, "transposed": 1},
        1,
    ),
    "a half-move left out": (
        "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 26-22 18x9 5x14 22-18 1-5 18x9 5x14 29-25",
        [
            ("missing", 11, "", "10-14", 17),
            ("departure", 11, "18x9", "5-9", 11),
            ("departure", 11, "18x9", "6-9", 11),
            ("doubled", 11, "18x9", "", 11),
            ("move", 11, "18x9", "10-14", 11),
            ("move", 11, "18x9", "10-15", 11),
            ("move", 11, "18x9", "13-17", 11),
            ("move", 11, "18x9", "11-15", 11),
            ("move", 11, "18x9", "11-16", 11),
        ],
        {"departure": 2, "doubled": 1, "missing": 1, "move": 6},
        1,
    ),
    "a slip that shows later": (
        "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 26-22 10-15 18x9 5x14 22-18 1-5 18x9 5x14 29-25",
        [
            ("digit", 11, "10-15", "10-14", 18),
            ("arrival", 12, "18x9", "18-14", 12),
            ("doubled", 12, "18x9", "", 12),
            ("move", 12, "18x9", "23-19", 12),
            ("move", 12, "18x9", "24-19", 12),
            ("move", 12, "18x9", "20-16", 12),
            ("move", 12, "18x9", "21-17", 12),
            ("move", 12, "18x9", "22-17", 12),
            ("move", 12, "18x9", "29-25", 12),
        ],
        {"arrival": 1, "digit": 1, "doubled": 1, "move": 10},
        1,
    ),
    "a slip further back than is looked at": (
        " ".join(edited(p5="9-14")),
        [
            ("digit", 5, "9-14", "9-13", 32),
            ("move", 5, "9-14", "12-16", 11),
            ("departure", 5, "9-14", "10-14", 10),
            ("move", 8, "25x18", "26x17", 9),
            ("arrival", 8, "25x18", "25x9", 8),
            ("doubled", 8, "25x18", "", 8),
            ("move", 5, "9-14", "4-8", 8),
            ("move", 5, "9-14", "3-8", 8),
        ],
        {"arrival": 1, "departure": 1, "digit": 1, "doubled": 1, "move": 4},
        1,
    ),
    "written twice at the start": (
        "11-15 11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18",
        [
            ("doubled", 2, "11-15", "", 9),
            ("doubled", 1, "11-15", "", 9),
            ("transposed", 2, "11-15 24-20", "24-20 11-15", 2),
            ("move", 2, "11-15", "21-17", 2),
            ("move", 2, "11-15", "22-17", 2),
            ("move", 2, "11-15", "22-18", 2),
            ("move", 2, "11-15", "23-18", 2),
            ("move", 2, "11-15", "23-19", 2),
            ("move", 2, "11-15", "24-19", 2),
        ],
        {"doubled": 2, "move": 7, "transposed": 1},
        2,
    ),
    "written twice, first half-move for third": (
        "11-15 24-20 11-15 8-11 28-24 9-13 22-18 15x22 25x18",
        [
            ("doubled", 3, "11-15", "", 9),
            ("transposed", 3, "11-15 8-11", "8-11 11-15", 3),
            ("move", 3, "11-15", "12-16", 3),
            ("move", 3, "11-15", "10-14", 3),
            ("move", 3, "11-15", "15-18", 3),
            ("move", 3, "11-15", "15-19", 3),
            ("move", 1, "11-15", "12-16", 3),
            ("move", 1, "11-15", "10-14", 3),
            ("move", 3, "11-15", "9-13", 3),
        ],
        {"doubled": 1, "move": 12, "transposed": 1},
        1,
    ),
    "two of one side in mid game": (
        " ".join([*GAME[:12], "1-5", "22-18", "5x14", *GAME[15:20]]),
        [
            ("swapped_pair", 13, "1-5 5x14", "5x14 1-5", 20),
            ("move", 13, "1-5", "5x14", 14),
            ("doubled", 13, "1-5", "", 13),
        ],
        {"doubled": 1, "move": 1, "swapped_pair": 1},
        1,
    ),
    "neighbours in mid game": (
        "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 26-22 4-8 10-14 18x9 5x14 22-18 1-5 18x9 5x14 29-25",
        [
            ("transposed", 9, "26-22 4-8", "4-8 26-22", 18),
            ("missing", 9, "", "5-9", 10),
            ("missing", 9, "", "6-9", 10),
            ("missing", 9, "", "10-15", 10),
            ("missing", 9, "", "12-16", 10),
            ("doubled", 9, "26-22", "", 10),
            ("swapped_pair", 9, "26-22 10-14", "10-14 26-22", 9),
            ("missing", 9, "", "3-8", 9),
            ("missing", 9, "", "4-8", 9),
        ],
        {"doubled": 1, "missing": 6, "move": 10, "swapped_pair": 1, "transposed": 1},
        1,
    ),
}


@pytest.mark.parametrize("name", OFFERS)
def test_what_is_offered_and_in_which_order(name):
    score, first, kinds, complete = OFFERS[name]
    offered = best(score.split(), 1000)
    told = [(one.kind, one.ply, one.written, one.text, one.reached) for one in offered]
    assert told[: len(first)] == first
    assert Counter(one.kind for one in offered) == kinds
    assert sum(one.makes_all_legal for one in offered) == complete
    assert offered == sorted(offered, key=lambda one: (not one.makes_all_legal, -one.reached))


def test_five_are_offered_unless_more_are_asked_for():
    verdict = judged(" ".join([*GAME[:9], "4-3"]))
    assert len(propose_repairs(verdict)) == 5
    assert len(propose_repairs(verdict, 2)) == 2


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
