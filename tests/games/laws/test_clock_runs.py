"""Draw clocks by themselves: each ply counted, and what ends a count, on positions in a row."""

from dataclasses import replace

import pytest

from games.laws.clocks import Run, counted_at_end, events_between, is_fulfilled, may_run, runs
from games.laws.law_book import DrawClock, DrawStatus, Event, ForcedCapture, Material
from games.rules import VARIANTS, Position

RULES = VARIANTS["frisian"]
KING_EACH = Material(stronger=frozenset({(1, 0)}), weaker=frozenset({(1, 0)}))
TWO_TO_ONE = Material(stronger=frozenset({(2, 0)}), weaker=frozenset({(1, 0)}))
SAFE, TAKEN, TWO = "W:WK9:BK37", "W:WK46:BK5", "W:WK9,K10:BK37"


def at(*fens):
    return [Position.from_fen(fen, RULES) for fen in fens]


def clock(limit=0, condition=KING_EACH, reset=(Event.MAN_MOVE, Event.CAPTURE), **more):
    facts = {"key": "c", "code": "endgame_limit", "article": "A", "status": DrawStatus.CLAIMABLE}
    return DrawClock(limit=limit, condition=condition, reset=frozenset(reset), **facts, **more)


@pytest.mark.parametrize(
    ("fens", "forced", "found"),
    [
        ([TWO, SAFE, SAFE, TWO, SAFE], ForcedCapture.HOLDS_UP, [Run(1, 1, 2), Run(4, 4, 4)]),
        ([SAFE, TWO], ForcedCapture.COUNTS_NOT, [Run(0, 0, 0)]),
        ([TAKEN, SAFE, SAFE], ForcedCapture.HOLDS_UP, [Run(1, 1, 2)]),
        ([TAKEN, SAFE, SAFE], ForcedCapture.COUNTS_NOT, [Run(0, 0, 2)]),
        ([TAKEN, SAFE, SAFE], ForcedCapture.ASKS_ARBITER, [Run(0, 0, 2)]),
        ([SAFE, TAKEN], ForcedCapture.HOLDS_UP, [Run(0, 0, 1)]),
        ([TAKEN, TAKEN], ForcedCapture.HOLDS_UP, []),
        ([TWO, TWO], ForcedCapture.COUNTS_NOT, []),
    ],
)
def test_an_ending_that_is_drawn_at_once(fens, forced, found):
    assert runs(clock(forced_capture=forced), at(*fens), RULES) == found


# White goes to and fro with a king, Black as well; then White takes.
QUIET = ["W:WK9,K10:BK37", "B:WK4,K10:BK37", "W:WK4,K10:BK36", "B:WK9,K10:BK36", "W:WK9,K10:BK37"]


@pytest.mark.parametrize(
    ("limit", "more", "found"),
    [
        (4, {}, [Run(1, 4, 4)]),
        (3, {}, [Run(1, 3, 4)]),
        (5, {}, []),
        (4, {"by_stronger": True}, [Run(1, 3, 4)]),
        (2, {"by_stronger": True}, [Run(1, 1, 4)]),
        (6, {"by_stronger": True}, []),
        (4, {"condition": None}, [Run(1, 4, 4)]),
        (4, {"condition": KING_EACH}, []),
    ],
)
def test_moves_are_counted_to_the_limit(limit, more, found):
    assert runs(clock(limit, **{"condition": TWO_TO_ONE, **more}), at(*QUIET), RULES) == found


def test_a_capture_ends_the_count_and_the_next_begins_after_it():
    line = at(*QUIET, "B:WK9,K10:B", "W:WK9,K10:BK37", "B:WK4,K10:BK37", "W:WK4,K10:BK36")
    two = clock(2, condition=TWO_TO_ONE)
    assert runs(two, line, RULES) == [Run(1, 2, 4), Run(7, 8, 8)]
    assert [counted_at_end(two, line[: last + 1], RULES) for last in range(9)] == [0, 1, 2, 3, 4, 0, 0, 1, 2]


@pytest.mark.parametrize(
    ("before", "after", "events"),
    [
        ("W:WK9:BK37", "B:WK4:BK37", set()),
        ("W:W29:B12", "B:W24:B12", {Event.MAN_MOVE}),
        ("W:W6:B12", "B:WK1:B12", {Event.MAN_MOVE, Event.PROMOTION}),
        ("W:W29:B23", "B:W18:B", {Event.MAN_MOVE, Event.CAPTURE}),
        ("B:W29:B23", "W:W:B34", {Event.MAN_MOVE, Event.CAPTURE}),
        ("W:WK9:B23", "B:WK40:B", {Event.CAPTURE}),
        # let stand: Black moved although it was White's turn
        ("W:W29:B12", "B:W29:B17", {Event.MAN_MOVE}),
        ("B:W29:B12", "W:W24:B12", {Event.MAN_MOVE}),
        ("W:WK9:BK37", "B:WK9:BK32", set()),
    ],
)
def test_what_happens_in_one_ply(before, after, events):
    assert events_between(*at(before, after)) == events


@pytest.mark.parametrize(
    ("condition", "fen", "is_met"),
    [
        (Material(least=3), SAFE, False),
        (Material(least=2), SAFE, True),
        (Material(most=2), SAFE, True),
        (Material(most=2), TWO, False),
        (Material(both_have_kings=True), SAFE, True),
        (Material(both_have_kings=True), "W:WK9:B12", False),
        (Material(both_have_kings=True), "W:W29:BK12", False),
        (TWO_TO_ONE, TWO, True),
        (TWO_TO_ONE, "W:WK37:BK9,K10", True),
        (TWO_TO_ONE, SAFE, False),
        (replace(TWO_TO_ONE, weaker_holds_main_road=True), "W:WK9,K10:BK46", True),
        (replace(TWO_TO_ONE, weaker_holds_main_road=True), "W:WK9,K10:BK36", False),
        (None, TWO, True),
    ],
)
def test_a_condition_on_the_pieces(condition, fen, is_met):
    (position,) = at(fen)
    assert is_fulfilled(condition, position, RULES) is is_met


@pytest.mark.parametrize(
    ("one", "plies", "fen", "may"),
    [
        (clock(4), 3, SAFE, False),
        (clock(4), 4, SAFE, True),
        (clock(4, by_stronger=True), 3, SAFE, True),
        (clock(4, by_stronger=True), 2, SAFE, False),
        (clock(4), 4, TWO, False),
        (clock(4, TWO_TO_ONE), 4, TWO, True),
        (clock(4, TWO_TO_ONE), 4, "W:WK9,10:BK37", True),
        (clock(4, TWO_TO_ONE), 4, "W:WK9,K10:BK37,12", False),
        (
            clock(4, Material(stronger=frozenset({(3, 0)}), weaker=frozenset({(1, 0)}))),
            4,
            "W:W9,10:B37,38",
            False,
        ),
        (clock(4, Material(most=2)), 4, TWO, False),
        (clock(4, Material(most=3)), 4, TWO, True),
        (clock(4, None), 4, "W:W29,30,31,32:B1,2,3,4", True),
    ],
)
def test_a_clock_that_cannot_run_is_ruled_out(one, plies, fen, may):
    assert may_run(one, plies, *at(fen)) is may
