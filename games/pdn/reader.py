"""Reading the games of a source one after another, in bounded memory and without ever failing.

A window of text slides over the source. A record that reaches the end of the window is read again when more
text has come. A record longer than the limit is cut there with a warning, and reading goes on at the next
line that is a tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from games.pdn.assembly import DEFAULT_LIMITS, Limits
from games.pdn.brackets import Brackets
from games.pdn.decoding import NotPdn, Source, TextPieces
from games.pdn.elements import Element, Tag
from games.pdn.parts import Part
from games.pdn.plain import PLAIN, plain_tags
from games.pdn.records import GameRecord
from games.pdn.scanner import Scan
from games.pdn.tags import TAG_LINE

_BLANKS: Final = re.compile(r"[\s\x00\x1a\ufeff]*+")
_MARGIN: Final = 4_096  # a record that ends this near to the end of the window may go on
_TAIL: Final = 512  # retained while skipping, so that a tag line cut in two is found
_PART_LIMITS: Final = Limits(chunk=65_536)  # little is read twice
_AHEAD: Final = 8_192  # characters wanted in the window where a record begins: most are shorter


def read_games(source: Source, *, limits: Limits = DEFAULT_LIMITS) -> GameReader:
    """Read the games of a text, of bytes or of an open file, one by one as they are asked for.

    Raises `NotPdn` (while being iterated) for a source that contains no game at all, never for a game.
    """
    return GameReader(source, limits)


def read_part(file: BinaryIO, part: Part) -> GameReader:
    """Read one part of a file (`parts.py`), lines counted from the file's first, games from the part's.

    The reading may be let go on into the next part by its `until`.
    """
    file.seek(part.begin)
    return GameReader(file, _PART_LIMITS if part.begin else DEFAULT_LIMITS, part)


def read_game(text: str) -> GameRecord:
    """Return the first game of a text; `NotPdn` when there is none."""
    return next(read_games(text))


class GameReader(Iterator[GameRecord]):
    """Games of one source; also reports the encoding and the line ends found so far."""

    def __init__(self, source: Source, limits: Limits = DEFAULT_LIMITS, part: Part | None = None) -> None:
        """Take the source; nothing is read before the first game is asked for."""
        self.limits = limits
        self.until = 0 if part is None else part.until  # the line where the next part begins; 0 is none
        self._is_later = part is not None and part.begin > 0  # a part without a game is no fault
        self.games = 0
        self.characters = 0  # behind us, blanks not counted
        self._passed = 0  # behind us, all
        self._pieces = TextPieces(source, limits.chunk, "" if part is None else part.encoding)
        self._text = ""
        self._position = 0
        self._brackets = Brackets("")
        self._is_complete = False  # the window contains the end of the source
        self._is_skipping = False
        self._line = 1 if part is None else part.line
        self._column = 1

    @property
    def encoding(self) -> str:
        """Encoding found so far: ascii, utf-8, latin-1, windows-1251, utf-16, or text."""
        return self._pieces.encoding

    @property
    def line_ends(self) -> str:
        """Kind of line ends so far: lf, crlf, cr, mixed or none."""
        return self._pieces.line_ends

    @property
    def misfits(self) -> int:
        """Bytes that did not fit the encoding so far."""
        return self._pieces.misfits

    @property
    def place(self) -> tuple[int, int]:
        """Return line and column of the reading: of the next record, once a part is at its end."""
        return self._line, self._column

    def __next__(self) -> GameRecord:
        """Return the next game; `NotPdn` when the source ends, or goes on, without any."""
        while self._settle():
            if self.until and self._line >= self.until:
                raise StopIteration
            record = self._read_plain() or self._read_scanned()
            if record is not None:
                return record
        if not self.games and not self._is_later:
            code = "no_game" if self.characters else "empty"
            raise NotPdn(code, characters=self.characters)
        raise StopIteration

    # -- the window --------------------------------------------------------------------------------

    def _settle(self) -> bool:
        """Move to the first letter of the next record; False at the end of the source."""
        while True:
            if self._is_skipping and not self._skip():
                return False
            blanks = _BLANKS.match(self._text, self._position)
            assert blanks is not None  # noqa: S101 - matches the empty text too
            self._advance(blanks.end(), is_blank=True)
            ahead = len(self._text) - self._position
            if ahead >= _AHEAD or (ahead and self._is_complete):
                return True
            if not self._fill():
                return self._position < len(self._text)

    def _fill(self) -> bool:
        """Bring more text into the window, as much again as it has of the present record."""
        wanted = max(self.limits.chunk, len(self._text) - self._position)
        pieces = [self._text[self._position :]]
        while wanted > 0 and not self._is_complete:
            piece = self._pieces.read()
            self._is_complete = not piece
            wanted -= len(piece)
            pieces.append(piece)
        self._text = "".join(pieces)
        self._position = 0
        self._brackets = Brackets(self._text)
        return len(self._text) > len(pieces[0])

    def _skip(self) -> bool:
        """Go on to the next line that is a tag, behind a record that was cut."""
        while True:
            bracket = self._text.find("[", self._position)
            found = TAG_LINE.search(self._text, bracket) if bracket >= 0 else None
            if found is None and bracket >= 0:
                found = TAG_LINE.search(self._text, self._position)
            if found is not None:
                self._advance(found.start())
                self._is_skipping = False
                return True
            self._advance(max(self._position, len(self._text) - _TAIL))
            if not self._fill():
                self._advance(len(self._text))
                return False

    def _advance(self, to: int, *, is_blank: bool = False) -> None:
        """Leave text behind and count its lines and columns."""
        if to == self._position:
            return
        passed = self._text[self._position : to]
        breaks = passed.count("\n")
        if "\r" in passed:
            breaks += passed.count("\r") - passed.count("\r\n")
            if passed[0] == "\n" and self._position and self._text[self._position - 1] == "\r":
                breaks -= 1
        if breaks:
            self._line += breaks
            self._column = len(passed) - max(passed.rfind("\n"), passed.rfind("\r"))
        else:
            self._column += len(passed)
        if not is_blank:
            self.characters += len(passed)
        self._passed += len(passed)
        self._position = to
        if not (self.games or self._is_later) and self._passed > self.limits.barren:
            raise NotPdn("no_game", characters=self._passed)

    # -- records -------------------------------------------------------------------------------------

    def _read_plain(self) -> GameRecord | None:
        """Read a record that needs no mending, or None."""
        text, start = self._text, self._position
        found = PLAIN.match(text, start)
        if found is None:
            return None
        tags_end, moves_start, moves_end = found.end(1), found.start(2), found.end(2)
        if text.startswith("[FEN", start) and text.find("[FEN", start + 1, tags_end) >= 0:
            return None
        self.games += 1
        record = GameRecord(
            tags=plain_tags(text, start, tags_end, self._line),
            play=(moves_start - start, moves_end - start),
            terminator=found[3],
            index=self.games,
            line=self._line,
            origin=(self._line, self._column),
            source=text[start : found.end(3)],
            encoding=self.encoding,
            read_body=_body_of,
        )
        self._advance(found.end())
        return record

    def _read_scanned(self) -> GameRecord | None:
        """Read a record through the scanner; None when it contains no game or needs more text."""
        scan = Scan(self._brackets, self._position, self.limits).run()
        is_cut = False
        if not self._is_complete and self._reaches_end(scan):
            if len(self._text) - self._position < self.limits.record:
                self._brackets.reach = 0
                self._fill()
                return None
            is_cut = scan.is_text_read
            if is_cut:
                scan.cut()
        record = self._record(scan) if scan.is_game else None
        self._advance(scan.end)
        self._is_skipping = is_cut
        return record

    def _reaches_end(self, scan: Scan) -> bool:
        return max(scan.end, self._brackets.reach) > len(self._text) - _MARGIN

    def _record(self, scan: Scan) -> GameRecord:
        self.games += 1
        record = GameRecord(
            body=scan.body,
            moves=scan.moves,
            terminator=scan.terminator,
            index=self.games,
            origin=(self._line, self._column),
            source=self._text[scan.start : scan.end].rstrip(),
            encoding=self.encoding,
            remarks=scan.remarks,
            unlisted_warnings=scan.unlisted,
        )
        record.line = record.locate(max(scan.begin - scan.start, 0))[0]
        line, before = self._line, scan.start
        for name, value, position in scan.tags:
            line += _line_breaks(self._text, before, position)
            record.tags.append(Tag(name, value, line))
            before = position
        return record


def _line_breaks(text: str, start: int, stop: int) -> int:
    passed = text[start:stop]
    breaks = passed.count("\n")
    return breaks + passed.count("\r") - passed.count("\r\n") if "\r" in passed else breaks


def _body_of(source: str) -> list[Element]:
    """Body of a record's own text, for a record whose moves alone were read at first."""
    return Scan(Brackets(source), 0, DEFAULT_LIMITS).run().body
