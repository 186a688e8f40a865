"""A record under construction: its lines of elements, the open brackets, the repairs made.

Variations are stored in a list, not on the call stack, so that no nesting can exhaust it. Stray words
side by side become one element, cut out of the text once it is known how far they reach.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.pdn.brackets import Brackets, Enclosed
from games.pdn.elements import Comment, Element, Junk, MoveText, Remark, Variation
from games.pdn.moves import read_move
from games.pdn.wrapping import join_lines

Token: TypeAlias = re.Match[str]
Handler: TypeAlias = Callable[["Assembly", Token, int], int]

NOWHERE: Final = -1
STOP: Final = -1  # what a handler returns where the record has ended before its token
_GAP: Final = re.compile(r"[ \t]*+")
_MAX_STRENGTH_LENGTH: Final = 20
_SHOWN: Final = 80  # characters of stray text in a warning


class Assembly:
    """The parts of one record; positions count in the text, offsets from the record's start."""

    def __init__(self, brackets: Brackets, start: int, limits: Limits) -> None:
        """Prepare an empty record; `brackets` knows the text."""
        self.brackets = brackets
        self.text = brackets.text
        self.size = brackets.size
        self.start = start
        self.end = start  # where the next record may begin
        self.begin = NOWHERE  # the first thing that makes it a record
        self.limits = limits
        self.tags: list[tuple[str, str, int]] = []
        self.body: list[Element] = []
        self.moves: list[MoveText] = []
        self.terminator: str | None = None
        self.remarks: list[Remark] = []
        self.unlisted = 0
        self.has_play = False
        self.line = self.body  # the line being built: the body or the innermost variation
        self.number = 0  # the last move number of the main line
        self.names: set[str] = set()  # of the tags
        self.trailing: list[Element] = []  # behind the end of the game
        self.ended_at = 0  # place behind the result or `*`; the rest of its line belongs to it
        self.searched_to = start  # no page header begins before it
        self.before = start  # end of the last thing that is not a blank
        self._outer: list[list[Element]] = []
        self._opened: list[int] = []
        self._strays: list[tuple[list[Element], int, int, int]] = []  # line, place in it, start, end

    @property
    def is_game(self) -> bool:
        """True if there are tags, a body, or both; a lone terminator or stray words are no game."""
        if self.tags or self.has_play:
            return True
        return self.terminator is not None and any(isinstance(it, Comment) for it in self.body)

    @property
    def depth(self) -> int:
        """Number of open variations."""
        return len(self._outer)

    @property
    def last(self) -> Element | None:
        """The last element of the line being built."""
        return self.line[-1] if self.line else None

    def remark(self, code: str, position: int, **facts: object) -> None:
        """Note a mended thing; past the limit it is only counted."""
        if len(self.remarks) < self.limits.warnings:
            self.remarks.append(Remark(code, position - self.start, facts))
        else:
            self.unlisted += 1

    def begun(self, position: int) -> None:
        """Note where the record proper begins, behind page headers and stray words."""
        if self.begin == NOWHERE:
            self.begin = position

    def cut(self) -> None:
        """Report that the record was longer than the limit; what was read of it stays."""
        self.remark("record_cut", self.start, characters=self.end - self.start)

    # -- elements ----------------------------------------------------------------------------------

    def add(self, element: Element, end: int) -> None:
        """Add an element that ends at a place."""
        self.line.append(element)
        self.before = end

    def add_move(self, written: str, position: int) -> None:
        """Add a half-move, in the main line or in the variation that is open."""
        text, squares, sign, mended = read_move(written)
        for code in mended:
            self.remark(code, position, text=text)
        self.begun(position)
        self.has_play = True
        self.add_half_move(MoveText(text, squares, sign, "", position - self.start))
        self.before = position + len(written)

    def add_half_move(self, move: MoveText) -> None:
        """Add a half-move that is read already, an unknown one too."""
        self.line.append(move)
        if not self._outer:
            self.moves.append(move)

    def strengthen(self, strength: str, end: int) -> bool:
        """Give a strength to the half-move just read; False when there is none."""
        last = self.last
        if not isinstance(last, MoveText) or len(last.strength) > _MAX_STRENGTH_LENGTH:
            return False
        stronger = last._replace(strength=last.strength + strength)
        self.line[-1] = stronger
        if not self._outer:
            self.moves[-1] = stronger
        self.before = end
        return True

    def add_comment(self, enclosed: Enclosed, position: int) -> int:
        """Add a comment and return the place behind it."""
        if enclosed.mended:
            self.remark(enclosed.mended, position)
        text = comment_text(self.text[enclosed.start : enclosed.stop])
        self.add(Comment(text, position - self.start), enclosed.end)
        return enclosed.end

    def add_stray(self, position: int, end: int) -> None:
        """Add stray text; words side by side on a line are one element."""
        line, at = self.line, len(self.line) - 1
        last = self._strays[-1] if self._strays else None
        if last is not None and last[0] is line and last[1] == at and self._is_gap(last[3], position):
            self._strays[-1] = (line, at, last[2], end)
        else:
            self.remark("stray_text", position, text=self.text[position : min(end, position + _SHOWN)])
            line.append(Junk("", position - self.start))
            self._strays.append((line, at + 1, position, end))
        self.before = end

    def _is_gap(self, start: int, stop: int) -> bool:
        return _GAP.fullmatch(self.text, start, stop) is not None

    def seal(self) -> None:
        """Cut the stray text out, now that it is known how far each piece goes."""
        for line, at, start, end in self._strays:
            line[at] = Junk(self.text[start:end], start - self.start)
        self._strays.clear()

    # -- variations --------------------------------------------------------------------------------

    def open_variation(self, position: int, end: int) -> None:
        """Begin a line inside the line being built."""
        self._outer.append(self.line)
        self._opened.append(position)
        self.line = []
        self.before = end

    def close_variation(self) -> None:
        """End the innermost line and add it to the one around it."""
        self.seal()
        variation = Variation(tuple(self.line), self._opened.pop() - self.start)
        self.line = self._outer.pop()
        self.line.append(variation)

    def close_all(self, position: int) -> None:
        """End every line that is still open when the game ends."""
        if self._outer:
            self.remark("variation_unclosed", position, count=len(self._outer))
        while self._outer:
            self.close_variation()


def comment_text(raw: str) -> str:
    """Return the text of a comment: line breaks become blanks, full-width braces become braces."""
    text = join_lines(raw.strip())
    if "\uff5b" in text or "\uff5d" in text:
        return text.replace("\uff5b", "{").replace("\uff5d", "}")
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Sizes at which the reader cuts with a warning; all in characters unless named."""

    record: int = 1_000_000  # one game with its tags and comments
    tag_value: int = 65_536
    barren: int = 16_000_000  # text read without a single game before the source is refused
    nesting: int = 64  # depth of variations; deeper ones are stored as text
    warnings: int = 200  # a record; the rest are counted
    chunk: int = 262_144  # bytes or characters taken from the source at a time


DEFAULT_LIMITS = Limits()
