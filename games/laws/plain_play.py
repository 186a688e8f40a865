"""Replay of a score whose every half-move plainly means one legal move: nearly all scores."""

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from games.compiled import in_use
from games.laws.meanings import Meanings
from games.laws.plain_loop import play_written
from games.rules import Move, Position, Variant

WORD = 1 << 64  # a board of fewer bits is played on in machine words where the loop is compiled
_play_in_words = in_use(play_written)


class Played(NamedTuple):
    """Played part of a score that was read plainly.

    There is a position more than moves. ``is_whole`` is True if it was to the end, ``may_repeat`` if a
    position may occur there twice.
    """

    positions: list[Position]
    moves: list[Move]
    is_whole: bool
    may_repeat: bool


def play_plainly(
    variant: Variant, start: Position, written: Iterable[Hashable], meaning_of: Meanings
) -> Played:
    """Play half-moves from a position as long as each plainly means one legal move."""
    tables = variant.tables
    play = _play_in_words if tables.board < WORD else play_written
    return Played(*play(tables, variant.geometry, start, written, meaning_of))
