"""Input that is no record at all, or one of monstrous size: a clear answer, soon, in bounded memory."""

import io
import random
import time
import tracemalloc
from contextlib import suppress

import pytest
from effort import amount

from games.pdn import Junk, Limits, NotPdn, read_games
from games.pdn.assembly import DEFAULT_LIMITS

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40


class Endless(io.RawIOBase):
    """A file of a given size made of one repeated text, never wholly in memory."""

    def __init__(self, text, size):
        self.block, self.left = text * (1 + 1_000_000 // len(text)), size

    def read(self, size=-1):
        taken = min(size, self.left, len(self.block))
        self.left -= taken
        return self.block[:taken]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "empty", id="an empty file"),
        pytest.param(b" \r\n\x1a", "empty", id="nothing but blanks"),
        pytest.param("", "empty", id="an empty text"),
        pytest.param(PNG, "binary", id="a PNG"),
        pytest.param(b"\x00" * 5000, "binary", id="NUL bytes"),
        pytest.param(bytes(range(1, 9)) * 100, "binary", id="control characters"),
        pytest.param(b"PK\x03\x04" + b"abc" * 50, "binary", id="a zip"),
        pytest.param(b"%PDF-1.7 1. 32-28", "binary", id="a PDF document"),
        pytest.param(b"Dear arbiter, the round begins at ten.\n", "no_game", id="a letter"),
        pytest.param(b"<html><body>Not found</body></html>", "no_game", id="an error page"),
        pytest.param(b"{only a comment}", "no_game", id="only a comment"),
        pytest.param(b"*", "no_game", id="only a separator"),
    ],
)
def test_a_source_without_a_game_is_refused(data, code):
    with pytest.raises(NotPdn) as refusal:
        list(read_games(data))
    assert refusal.value.code == code


def timed(source):
    """The first records (half-moves and warnings) and the seconds of a reading that keeps no record."""
    begun = time.process_time()
    kept = []
    for record in read_games(source):
        if len(kept) < 10:
            kept.append((len(record.moves), [warning.code for warning in record.warnings]))
    return kept, time.process_time() - begun


def measured(source, limits=DEFAULT_LIMITS):
    """Number of games and peak memory of a reading that keeps no record."""
    tracemalloc.start()
    count = sum(1 for _ in read_games(source, limits=limits))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return count, peak


def test_a_line_of_letters_without_end_is_refused_early_in_little_memory():
    with pytest.raises(NotPdn) as refusal:
        next(read_games(Endless(b"a", 1_000_000_000)))
    assert refusal.value.code == "no_game"
    assert refusal.value.facts["characters"] < DEFAULT_LIMITS.barren + DEFAULT_LIMITS.record * 4


def test_a_single_line_of_moves_without_end_is_cut_and_says_so():
    ((moves, warnings),), seconds = timed(Endless(b"12. 32-28 19-23 ", 40_000_000))
    assert moves > 100_000
    assert warnings == ["record_cut"]
    assert seconds < 30


def test_a_single_line_of_moves_is_read_in_bounded_memory():
    count, peak = measured(Endless(b"12. 32-28 19-23 ", 4_000_000), Limits(record=100_000, chunk=50_000))
    assert count == 1
    assert peak < 15_000_000


def test_games_on_one_long_line_are_read_one_by_one():
    count, peak = measured(Endless(b'[White "A"] 1. 32-28 19-23 2-0 ', 31 * 5_000))
    assert count == 5_000
    assert peak < 12_000_000


def test_a_tag_of_five_million_letters_is_cut_and_the_next_game_is_read():
    text = '[Event "' + "x" * 5_000_000 + '"]\n1. 32-28 *\n\n[White "B"]\n\n1. 31-27 *\n'
    kept, seconds = timed(text)
    assert [moves for moves, _ in kept] == [0, 1]
    assert "record_cut" in kept[0][1]
    assert seconds < 20


def test_a_tag_over_the_limit_is_shortened():
    (record,) = read_games('[Event "' + "x" * 70_000 + '"]\n1. 32-28 *\n')
    assert len(record.tag("Event")) == DEFAULT_LIMITS.tag_value
    assert record.warnings[0].code == "tag_cut"
    assert record.warnings[0].facts == {"name": "Event", "characters": 70_000}


def test_a_hundred_thousand_brackets_are_flattened_not_followed():
    text = "1. 32-28 " + "(" * 100_000 + "19-23" + ")" * 100_000 + " 19-23 *"
    (record,) = read_games(text)
    assert len(record.moves) == 2
    assert record.warnings[0].code == "nested_too_deep"
    stray = [element for element in record.elements() if isinstance(element, Junk)]
    assert len(stray[0].text) > 190_000


@pytest.mark.parametrize(
    "piece",
    [
        "(", ")", "{", "}", "[", "]", "{}", "()", "(1. ", "{ ", "[a ", '[a "', '[a "b\\"]z', "\n(a",
        "\n{a", "{a\n", "(a\n1-0\n", "{a\n1-0\n", "* ", "1-0 ", "1-1-", "5-9*", "5-9* {a} ", "! ", "32",
        "1. ", "1 ", "1 2 ", "-- ", "... ", "\u2026 ", "$1 ", "a ", "a", "3228 ", "/FEN ", '/FEN "', "%",
        "\n%", ";", "\n;", '[FEN "a"]', '[FEN "a"]\n', '\n\n[A "b"]\n', '[A "b"]', "\r", "\r\n", "1/2",
        "\\", '"', "c3", "c3d4", "1x2x", "1 - 2 - ", "({", "(((a)", "\x1a", "\n\n", '{[A "', '\n[A "b"] {',
        "x\n5-9 4-6\n", "1-0 {", "1. 5-9 1-0 {a} b\n", "1. 5-9 * (a) ", "\u00bd", "12.", "1.1.", "5-9 x",
    ],
)  # fmt: skip
def test_no_repeated_text_takes_more_than_linear_time(piece):
    text = "1. 32-28 " + piece * (amount(30_000, 100_000) // len(piece))
    begun = time.process_time()
    count = sum(1 for _ in read_games(text))
    assert count >= 1
    assert time.process_time() - begun < 8


def test_random_bytes_never_stop_the_reader():
    chance = random.Random(64)  # noqa: S311 - a fixed sequence of spoilt bytes
    for _ in range(200):
        data = b"1. 32-28 " + chance.randbytes(chance.randrange(400))
        with suppress(NotPdn):
            for record in read_games(data):
                assert record.source


def test_memory_stays_flat_over_a_long_file():
    game = b'[Event "Club"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n1. 11-15 23-19 2. 8-11 1-0\n\n'
    small, large = (measured(Endless(game, len(game) * count))[1] for count in (2_000, 8_000))
    assert large < small + 500_000
