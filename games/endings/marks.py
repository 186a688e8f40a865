"""Marks of placements: one byte each, as small a set of them as can be.

A placement with a capture is not stored, as the captures lead to fewer pieces. A won one is stored only as
won, as the distance follows from the best answer; a lost one with its distance.
"""

import re
from collections.abc import Mapping
from typing import Protocol

from games.endings.core import HAS_CAPTURE, JUST_WON
from games.endings.pieces import Pieces, needed_by, pairs_of
from games.endings.values import DRAWN, LOST_NOW

DRAWN_MARK = 0
WON_MARK = 1
LOST_MARK = 2  # lost in 2n plies is this mark plus n
MARK_OF_CODE = bytes(
    LOST_MARK + code // 2 if code % 2 else WON_MARK if code else DRAWN_MARK for code in range(256)
)
CODE_OF_MARK = bytes(
    {DRAWN_MARK: DRAWN, WON_MARK: JUST_WON}.get(mark, (2 * (mark - LOST_MARK) + LOST_NOW) & 255)
    for mark in range(256)
)
HAS_CAPTURES = re.compile(re.escape(bytes((HAS_CAPTURE,))) + rb"+")


class Marks(Protocol):
    """Source of the marks of finished slices."""

    @property
    def slices(self) -> frozenset[Pieces]:
        """The slices that are there."""

    def mark(self, pieces: Pieces, number: int) -> int:
        """Return the mark of a placement of one of them."""


class MarksInMemory:
    """Marks that were just worked out."""

    def __init__(self, marks: Mapping[Pieces, bytes]) -> None:
        self._marks = marks

    @property
    def slices(self) -> frozenset[Pieces]:
        """The slices that are there."""
        return frozenset(self._marks)

    def mark(self, pieces: Pieces, number: int) -> int:
        """Return the mark of a placement of one of them."""
        return self._marks[pieces][number]


def marks_of(codes: bytearray, open_moves: bytearray) -> bytes:
    """Return the marks of a slice; ``open_moves`` marks the placements that have a capture.

    Those repeat the mark before them, which packs best.
    """
    marks = bytearray(codes.translate(MARK_OF_CODE))
    for capture in HAS_CAPTURES.finditer(open_moves):
        start, end = capture.span()
        marks[start:end] = (marks[start - 1 : start] or b"\0") * (end - start)
    return bytes(marks)


def answerable(slices: frozenset[Pieces]) -> frozenset[Pieces]:
    """Return the slices whose every capture and crowning leads to slices that are there too.

    Files of a build under way contain some slices of a number of pieces; these answer before the build ends.
    """
    found: set[Pieces] = set()
    for pieces in sorted(slices, key=lambda one: (one.total, one.men + one.enemy_men)):
        if slices.issuperset(pieces.pair) and found.issuperset(needed_by(pieces.pair)):
            found.add(pieces)
    return frozenset(found)


def complete_up_to(slices: frozenset[Pieces]) -> int:
    """Up to how many pieces every slice is there; nought when not even those of two are."""
    total = 1
    while all(pieces in slices for pair in pairs_of(total + 1) for pieces in pair):
        total += 1
    return total if total > 1 else 0
