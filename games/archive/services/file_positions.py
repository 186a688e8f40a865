"""End of a slice in an archive's bytes: from line and column of the next record to its first byte."""

import re
from itertools import islice
from typing import BinaryIO, NamedTuple

LINE_END = re.compile(rb"\r\n|\r|\n")
CHUNK = 262_144
UTF8_MARK = b"\xef\xbb\xbf"
CONTINUES, CONTINUES_MASK = 0x80, 0xC0  # of a continuation byte of UTF-8
EIGHT_BIT = {"latin-1": "cp1252", "windows-1251": "cp1251"}


class FilePosition(NamedTuple):
    """The first byte of a record, and its line and column in the whole file (both from 1)."""

    byte: int
    line: int
    column: int

    def to_file(self, line: int, column: int) -> tuple[int, int]:
        """Convert line and column of a reader that began here to those of the file."""
        if line == 1:
            return self.line, self.column + column - 1
        return self.line + line - 1, column


def file_position_of(
    file: BinaryIO, *, begin: FilePosition, line: int, column: int, encoding: str
) -> FilePosition:
    """Return the place for `line` and `column` of a reader that began at `begin`."""
    file.seek(begin.byte)
    byte = begin.byte + _bytes_of_lines(file, line - 1)
    file.seek(byte)
    if byte == 0 and file.read(len(UTF8_MARK)) == UTF8_MARK:
        byte += len(UTF8_MARK)
    file.seek(byte)
    byte += _bytes_of_letters(file, column - 1, is_wide=encoding not in EIGHT_BIT)
    return FilePosition(byte, *begin.to_file(line, column))


def _bytes_of_lines(file: BinaryIO, lines: int) -> int:
    """Count the bytes of the next lines, with any line ending."""
    passed = 0
    while lines and (piece := file.read(CHUNK)):
        if piece.endswith(b"\r"):
            piece += file.read(1)
        breaks = piece.count(b"\n") + piece.count(b"\r") - piece.count(b"\r\n")
        if breaks < lines:
            lines -= breaks
            passed += len(piece)
            continue
        last = next(islice(LINE_END.finditer(piece), lines - 1, None))
        return passed + last.end()
    return passed


def _bytes_of_letters(file: BinaryIO, letters: int, *, is_wide: bool) -> int:
    """Count the bytes of the next letters of the line; continuation bytes of UTF-8 are no letters."""
    if not is_wide or not letters:
        return letters
    passed = 0
    while piece := file.read(CHUNK):
        begun = len(piece) - sum(piece.count(code) for code in range(CONTINUES, CONTINUES_MASK))
        if begun <= letters:
            letters -= begun
            passed += len(piece)
            continue
        return passed + _offset_of_letter(piece, letters)
    return passed


def _offset_of_letter(piece: bytes, letters: int) -> int:
    """Return the offset in the piece at which the given letter begins."""
    begun = 0
    for offset, code in enumerate(piece):
        if code & CONTINUES_MASK != CONTINUES:
            if begun == letters:
                return offset
            begun += 1
    return len(piece)
