"""Cuts in a large file, so that several workers read its parts at once.

A cut is a guess: a tag behind a blank line, where a record nearly always begins. The reader of a part returns
where the record behind it begins; when that is the next cut the guess was right, for nothing that was
read before a record changes how it is read. When not, the reading of that part goes on (`GameReader.until`).
Where the cuts are depends on the file alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from games.pdn.assembly import DEFAULT_LIMITS
from games.pdn.decoding import NotPdn, TextPieces

_CUT: Final = re.compile(rb"\n[ \t]*+\r?\n(?=\[[A-Za-z]\w*+ ++\")")
_CUTTABLE: Final = frozenset({"ascii", "utf-8", "latin-1", "windows-1251"})  # a line end is a byte


class Part(NamedTuple):
    """One part of a file: its first byte and line, and what the reader has to know of the rest.

    `until` is the line where the next part begins, nought in the last one; `encoding` is "" in the first.
    """

    begin: int
    line: int
    until: int
    encoding: str


def parts_of(file: BinaryIO, size: int) -> list[Part]:
    """Cut a file into parts of about so many bytes; one where it cannot be cut."""
    encoding = _encoding_of(file)
    cuts = [(0, 1), *(_cuts(file, size) if encoding in _CUTTABLE else ())]
    ends = [line for _, line in cuts[1:]] + [0]
    known = "" if encoding == "ascii" else encoding
    return [
        Part(begin, line, end, known if begin else "") for (begin, line), end in zip(cuts, ends, strict=True)
    ]


def _encoding_of(file: BinaryIO) -> str:
    """Return the encoding that a reader of the whole file would find; "" of what is no text."""
    file.seek(0)
    pieces = TextPieces(file, DEFAULT_LIMITS.chunk)
    try:
        while pieces.encoding == "ascii" and pieces.read():
            pass
    except NotPdn:
        return ""
    return pieces.encoding


def _cuts(file: BinaryIO, size: int) -> Iterator[tuple[int, int]]:
    """First byte and line of each part but the first, at most one cut in so many bytes."""
    file.seek(0)
    passed, line = 0, 1
    before = b""
    while piece := file.read(size):
        if piece[0] == 10 and before.endswith(b"\r"):  # noqa: PLR2004 - the second half of a line end
            line -= 1
        found = _CUT.search(piece) if passed else None
        if found is not None:
            yield passed + found.end(), line + _breaks(piece[: found.end()])
        line += _breaks(piece)
        passed += len(piece)
        before = piece[-1:]


def _breaks(text: bytes) -> int:
    breaks = text.count(b"\n")
    return breaks + text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else breaks
