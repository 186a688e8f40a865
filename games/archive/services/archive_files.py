"""Archives as files: accepted within a limit, stored under their own hash, cut at the ends of records."""

import codecs
import hashlib
import re
import tempfile
from collections.abc import Iterator
from itertools import islice
from typing import IO, BinaryIO, NamedTuple, Protocol, cast

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage

from games.core.errors import UploadTooLarge, translate_refusal
from games.pdn import NotPdn, read_games

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


WIDE_MARKS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class Readable(Protocol):
    """Protocol of a source of bytes: an upload, an open file, a pipe."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, empty at the end."""


class StoredArchive(NamedTuple):
    """An archive on the disk of the site."""

    name: str
    size: int
    sha256: str


def upload_limit() -> int:
    """Return the size limit of a file in bytes: the limit of the site for one request."""
    return int(settings.UPLOAD_LIMIT)


def store_archive(stream: Readable) -> StoredArchive:
    """Store the bytes under a name made of their hash; on any refusal nothing is left behind."""
    with tempfile.TemporaryFile() as spool:
        size, sha256 = _spool(stream, spool)
        require_archive(spool)
        name = f"imports/{sha256[:2]}/{sha256}.pdn"
        if default_storage.exists(name):
            if default_storage.size(name) == size:
                return StoredArchive(name, size, sha256)
            default_storage.delete(name)  # truncated when the machine stopped
        spool.seek(0)
        return StoredArchive(default_storage.save(name, File(spool)), size, sha256)


def _spool(stream: Readable, spool: IO[bytes]) -> tuple[int, str]:
    limit = upload_limit()
    digest = hashlib.sha256()
    size = 0
    for piece in _in_utf8(_pieces(stream)):
        size += len(piece)
        if size > limit:
            raise UploadTooLarge(limit=limit)
        digest.update(piece)
        spool.write(piece)
    return size, digest.hexdigest()


def _pieces(stream: Readable) -> Iterator[bytes]:
    while piece := stream.read(CHUNK):
        yield piece


def _in_utf8(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the same bytes, with UTF-16 converted to UTF-8.

    Only in UTF-8 can its lines be found again by their bytes.
    """
    first = next(pieces, b"")
    encoding = next((name for mark, name in WIDE_MARKS if first.startswith(mark)), None)
    if encoding is None:
        yield first
        yield from pieces
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(first[2:]).encode("utf-8", "replace")
    for piece in pieces:
        yield decoder.decode(piece).encode("utf-8", "replace")


def require_archive(file: IO[bytes]) -> None:
    """Find the first game; refuse a picture, a packed archive, or text without any game."""
    file.seek(0)
    try:
        next(read_games(cast("BinaryIO", file)))
    except NotPdn as refusal:
        raise translate_refusal(refusal) from refusal
