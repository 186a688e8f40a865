"""Ends of comments and bracketed texts: nested, unclosed, or running into the next game.

The standard's comment is in braces without nesting; real files nest braces, forget to close
them, and use round brackets for comments. A comment never reaches over a line that is a tag.
Everything found is remembered for the whole text, so that the time stays linear for any content.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final, NamedTuple

from games.pdn.tags import TAG_LINE

_EITHER: Final = {"{": re.compile(r"[{}]"), "(": re.compile(r"[()]")}
_RETURN: Final = "\r"


class Enclosed(NamedTuple):
    """Bracketed text: inner text from `start` to `stop`, `end` behind the bracket."""

    start: int
    stop: int
    end: int
    mended: str  # "" or the code of what was wrong


class Brackets:
    """Finds the ends of brackets and lines in one text."""

    def __init__(self, text: str) -> None:
        """Store the text; nothing is searched yet."""
        self.text = text
        self.size = len(text)
        self.reach = 0  # furthest place an answer depended on
        self._next: dict[str, tuple[int, int]] = {}
        self._tag_lines: list[int] | None = None
        self._pairs: dict[str, dict[int, int]] = {}

    def comment(self, opening: int) -> Enclosed:
        """Enclosed text of the brace comment that opens at a place."""
        start = opening + 1
        close = self.closing("}", start)
        if close < 0:
            stop = self.line_end(start)
            return Enclosed(start, stop, stop, "comment_unclosed")
        if self.text.find("{", start, close) < 0:
            return Enclosed(start, close, close + 1, "")
        balanced = self._partner("{", opening)
        stop = balanced if balanced >= 0 else close
        return Enclosed(start, stop, stop + 1, "comment_nested")

    def round(self, opening: int) -> Enclosed:
        """Enclosed text of a round bracket, to its own closing one or to the end of the line."""
        start = opening + 1
        close = self.closing(")", start)
        if close >= 0 and self.text.find("(", start, close) >= 0:
            close = self._partner("(", opening)
        if close >= 0:
            return Enclosed(start, close, close + 1, "")
        stop = self.line_end(start)
        return Enclosed(start, stop, stop, "bracket_unclosed")

    def closing(self, bracket: str, start: int) -> int:
        """Place of the next closing bracket before the next tag line, or -1."""
        found = self._following(bracket, start)
        stop = self._next_tag_line(start)
        self._advance(min(found, stop))
        return found if found < stop or (found < self.size and stop == self.size) else -1

    def line_end(self, start: int) -> int:
        """Place of the next line break, or the end of the text."""
        stop = min(self._following("\n", start), self._following(_RETURN, start))
        self._advance(stop)
        return stop

    def _advance(self, place: int) -> None:
        self.reach = max(self.reach, place)

    def _following(self, letter: str, start: int) -> int:
        """Place of the next such letter, or the size of the text; asked in rising order mostly."""
        low, high = self._next.get(letter, (0, -1))
        if low <= start <= high:
            return high
        found = self.text.find(letter, start)
        high = self.size if found < 0 else found
        self._next[letter] = (start, high)
        return high

    def _next_tag_line(self, start: int) -> int:
        if self._tag_lines is None:
            self._tag_lines = [found.start() for found in TAG_LINE.finditer(self.text)]
        at = bisect_left(self._tag_lines, start)
        return self._tag_lines[at] if at < len(self._tag_lines) else self.size

    def _partner(self, bracket: str, opening: int) -> int:
        """Place of the bracket that closes an opening one, no tag line between, or -1."""
        if bracket not in self._pairs:
            self._pairs[bracket] = self._all_pairs(bracket)
        partner = self._pairs[bracket].get(opening, -1)
        self._advance(partner if partner >= 0 else self._next_tag_line(opening))
        return partner

    def _all_pairs(self, bracket: str) -> dict[int, int]:
        pairs: dict[int, int] = {}
        waiting: list[int] = []
        boundary = self._next_tag_line(0)
        for found in _EITHER[bracket].finditer(self.text):
            place = found.start()
            if place >= boundary:
                waiting.clear()
                boundary = self._next_tag_line(place)
            if found[0] == bracket:
                waiting.append(place)
            elif waiting:
                pairs[waiting.pop()] = place
        return pairs
