"""Counts held against a line to a win, and the articles on which an arbiter's decision can rest."""

import pytest

from games.laws.adjudication import (
    GROUNDS,
    NAMES_THE_ARBITER,
    Interference,
    count_notes,
    grounds,
    is_left_to_the_arbiter,
)
from games.laws.books import LAW_BOOKS
from games.rules import VARIANTS, Position, legal_moves, move_text, play

ENGLISH = VARIANTS["english"]


def walked(fen, moves, variant=ENGLISH):
    """The positions of a walk."""
    positions = [Position.from_fen(fen, variant)]
    for text in moves.split():
        legal = legal_moves(positions[-1], variant)
        move = next(one for one in legal if move_text(one, variant) == text)
        positions.append(play(positions[-1], move, variant))
    return positions


def shuffle(plies):
    """Two kings that go to and fro for so many plies."""
    return " ".join(["1-5", "32-28", "5-1", "28-32"][nth % 4] for nth in range(plies))


def only(book, line, **known):
    (note,) = count_notes(LAW_BOOKS[book], ENGLISH, line, **known)
    return note


@pytest.mark.parametrize("key", GROUNDS)
def test_every_ground_is_an_article_in_force(key):
    assert grounds(LAW_BOOKS[key])


@pytest.mark.parametrize(
    ("key", "is_left"),
    [
        pytest.param("wcdf", True, id="WCDF preface and 1.32: the referee"),
        pytest.param("fmjd-64", True, id="FMJD-64 7.2.9: an obvious win"),
        pytest.param("standard-laws", False, id="Standard Laws name nobody"),
        pytest.param("fmjd-annex-1", False, id="FMJD 7.3 names nobody"),
        pytest.param("czech", False, id="Czech: the arbiter, but not read in its source"),
        pytest.param("brazilian-seed", False, id="Brazilian: silent"),
    ],
)
def test_who_decides_by_each_book(key, is_left):
    assert is_left_to_the_arbiter(LAW_BOOKS[key]) is is_left


def test_the_articles_that_name_an_arbiter_are_among_the_grounds():
    assert set().union(*GROUNDS.values()) >= NAMES_THE_ARBITER


class TestCounts:
    """The fifty moves of SL-D3 and the forty of WCDF 1.32.2 against a line."""

    FEN = "B:WK32:BK1"

    def test_a_short_win_excludes_the_count_and_says_how_much_may_have_been_counted(self):
        note = only("standard-laws", walked(self.FEN, shuffle(10)), before=(), within=10)
        assert (note.interference, note.longest, note.spare) == (Interference.EXCLUDED, 10, 89)

    def test_what_was_counted_before_is_counted_with_it(self):
        game = walked(self.FEN, shuffle(95))
        note = only("standard-laws", game[90:], before=game[:90], within=9)
        assert (note.interference, note.before, note.longest) == (Interference.EXCLUDED, 90, 95)
        note = only("standard-laws", game[90:], before=game[:90], within=10)
        assert note.interference is Interference.POSSIBLE

    def test_a_line_that_fills_the_count_is_told(self):
        line = walked(self.FEN, shuffle(100))
        assert only("standard-laws", line, before=(), within=120).interference is Interference.REACHED
        assert only("standard-laws", line[1:], before=(), within=120).interference is Interference.POSSIBLE

    def test_the_forty_moves_of_the_wcdf_are_eighty_plies(self):
        assert only("wcdf", walked(self.FEN, shuffle(80)), before=(), within=99).longest == 80
        assert only("wcdf", walked(self.FEN, shuffle(79)), before=(), within=79).spare == 0

    def test_a_move_of_a_man_begins_the_count_again(self):
        line = walked("B:WK32:BK1,12", "1-5 32-28 12-16 28-32 5-1")
        assert only("standard-laws", line, before=(), within=9).longest == 2

    def test_counts_of_an_ending_run_only_while_it_stands(self):
        variant = VARIANTS["international"]
        line = walked("W:WK46,K45:BK5", "45-40 5-10", variant)
        notes = count_notes(LAW_BOOKS["fmjd-annex-1"], variant, line, before=(), within=30)
        by_article = {note.clock.article: note.interference for note in notes}
        assert by_article["FMJD-6.2"] is Interference.EXCLUDED
        assert by_article["FMJD-6.4"] is Interference.POSSIBLE
