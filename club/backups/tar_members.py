"""Strict reader of the tar files that `backup` writes.

Names and sizes determine every byte outside the contents: headers, padding and the end of the file. A reader
of tar in general ignores most of these bytes, so that a flipped bit among them is not found.
"""

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Final

ENCODING: Final = "utf-8"
ERRORS: Final = "surrogateescape"
BLOCK: Final = tarfile.BLOCKSIZE
MAX_RECORDS = 1 << 16
"""Bytes of an extended header: it has a path and a size, nothing else."""
SIZE, KIND, NAME = slice(124, 136), slice(156, 157), slice(0, 100)


class TarDamagedError(ValueError):
    """The bytes are not those that `backup` writes."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the archive; its content begins at `start`."""

    name: str
    size: int
    start: int


def open_for_writing(file: IO[bytes]) -> tarfile.TarFile:
    """Open a tar file whose headers `header_of` writes."""
    return tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT, encoding=ENCODING, errors=ERRORS)


def member_of(name: str, size: int) -> tarfile.TarInfo:
    """Return a member without a date or an owner, so that the same state gives the same bytes."""
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member


def header_of(name: str, size: int) -> bytes:
    """Return the bytes before the content of a member."""
    return member_of(name, size).tobuf(tarfile.PAX_FORMAT, ENCODING, ERRORS)


def read_members(file: IO[bytes], *, length: int) -> Iterator[Member]:
    """Yield every member; refuse a byte outside the contents that differs from what `backup` writes."""
    position = 0
    while True:
        file.seek(position)
        found = _read_header(file)
        if found is None:
            break
        name, size, header = found
        start = position + len(header)
        if header != header_of(name, size) or start + size > length:
            raise TarDamagedError(name)
        yield Member(name, size, start)
        file.seek(start + size)
        padding = -size % BLOCK
        if file.read(padding) != bytes(padding):
            raise TarDamagedError(name)
        position = start + size + padding
    _check_end(file, position=position, length=length)


def _read_header(file: IO[bytes]) -> tuple[str, int, bytes] | None:
    """Read name, size and bytes of the next header; None at the end marker."""
    header = file.read(BLOCK)
    if header == bytes(BLOCK):
        return None
    records: dict[bytes, bytes] = {}
    if header[KIND] == tarfile.XHDTYPE:
        size = _number(header[SIZE], base=8)
        if size > MAX_RECORDS:
            raise TarDamagedError
        content = file.read(size + -size % BLOCK)
        records = _records(content[:size])
        header += content + file.read(BLOCK)
    last = header[-BLOCK:]
    if len(last) < BLOCK:
        raise TarDamagedError
    name = records.get(b"path", last[NAME].rstrip(b"\0")).decode(ENCODING, ERRORS)
    size = _number(records[b"size"], base=10) if b"size" in records else _number(last[SIZE], base=8)
    return name, size, header


def _records(content: bytes) -> dict[bytes, bytes]:
    """Read the records of an extended header: length, keyword and value."""
    found: dict[bytes, bytes] = {}
    while content:
        length = _number(content.partition(b" ")[0], base=10)
        keyword, equals, value = content[:length].partition(b" ")[2].partition(b"=")
        if not equals or not value.endswith(b"\n"):
            raise TarDamagedError
        found[keyword] = value[:-1]
        content = content[length:]
    return found


def _number(digits: bytes, *, base: int) -> int:
    try:
        return int(digits.rstrip(b"\0"), base)
    except ValueError as error:
        raise TarDamagedError from error


def _check_end(file: IO[bytes], *, position: int, length: int) -> None:
    """Require two blocks of zeros at least, and no more than fill the last record."""
    whole = position + 2 * BLOCK
    whole += -whole % tarfile.RECORDSIZE
    if length != whole:
        raise TarDamagedError
    file.seek(position)
    if file.read(whole - position) != bytes(whole - position):
        raise TarDamagedError
