"""The way into a list: open a file or the one in a zip, recognise its kind by its content, read it."""

import codecs
import re
import zipfile
from collections.abc import Iterator
from typing import IO, Any, Final, cast

from club.core.outside_data import UNREADABLE
from club.lists.columns import MAX_HEADING_ROW
from club.paper.sheets import NotATable, read_table
from tournaments.exchange.errors import ListFileUnknown, ListLineBroken, ListTooLarge
from tournaments.exchange.player_lists.documents import json_players, report_players, xml_players
from tournaments.exchange.player_lists.fixed_width import fixed_width_players, is_heading
from tournaments.exchange.player_lists.players import (
    MAX_SHOWN_TEXT,
    FoundPlayers,
    RatingKind,
    Search,
    numbered,
    pick,
)
from tournaments.exchange.player_lists.tables import Table, delimiter_of, rows_of_text

HEAD: Final = 8192
MAX_LINE: Final = 100_000
LEAST_LINE: Final = 64
"""Bytes that a line counts against the limit at least: a line takes time, however short it is."""
MAX_UNPACKED: Final = 2_000_000_000
"""Bytes of a list that a command reads; a request has the limit of the site's settings."""
COST_OF_A_TABLE: Final = 10
"""A byte of a delimited list takes ten times the time of a byte of FIDE's, so that a tenth is read."""
MAX_WHOLE: Final = 20_000_000
"""Bytes of a file that is read at once: a spreadsheet, a report, a JSON document."""
FOREIGN: Final = (
    (b"\xd0\xcf\x11\xe0", "xls"),
    (b"%PDF", "pdf"),
    (b"\x1f\x8b", "gz"),
    (b"Rar!", "rar"),
    (b"7z\xbc\xaf", "7z"),
)
"""Beginnings of files that are no list, with the reason that the refusal explains."""
TRF_RECORD: Final = re.compile(rb"(?:0[0-9]{2}|1[0-9]{2}|XX[A-Z]|###) ")
"""Beginning of a report: any record; Lidraughts begins with XXR."""
READABLE: Final = (".txt", ".xml", ".csv", ".dra", ".tsv", ".trf", ".trfx", ".json", ".ndjson", ".xlsx")


class BoundedFile:
    """Binary file that refuses to give more than its limit, however small it was packed."""

    def __init__(self, file: IO[bytes], limit: int) -> None:
        self.file, self.limit, self.left = file, limit, limit

    def read(self, size: int) -> bytes:
        """Return the next bytes. Raises ListTooLarge."""
        data = self.file.read(size)
        self._count(len(data))
        return data

    def lines(self) -> Iterator[bytes]:
        """Return the lines. Raises ListLineBroken for one that does not end."""
        number = 0
        while line := self.file.readline(MAX_LINE):
            self._count(max(len(line), LEAST_LINE))
            number += 1
            if len(line) == MAX_LINE:
                raise ListLineBroken(line=number, text=line[:MAX_SHOWN_TEXT].decode("utf-8", "replace"))
            yield line

    def whole(self) -> bytes:
        """Return the whole file. Raises ListTooLarge beyond what is read at once."""
        data = self.file.read(MAX_WHOLE + 1)
        if len(data) > MAX_WHOLE:
            raise ListTooLarge(limit=MAX_WHOLE)
        return data

    def _count(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise ListTooLarge(limit=self.limit)


def read_list(
    file: IO[bytes],
    *,
    search: Search,
    rating: RatingKind = RatingKind.STANDARD,
    name: str = "",
    variant: str = "",
    limit: int = MAX_UNPACKED,
) -> FoundPlayers:
    """Return the players of a file who are asked for.

    The name of the file matters to messages alone. `variant` is the game of the section, for sites that have
    a rating for each. `limit` is in unpacked bytes of a list of FIDE. Raises refusals of
    `exchange/errors.py`, and TrfError for a report.
    """
    try:
        return _read(file, search, rating, name=name, variant=variant, limit=limit)
    except UNREADABLE as error:
        if isinstance(error, UnicodeError):
            raise ListFileUnknown(name=name, why="encoding") from None
        raise ListFileUnknown(name=name, why="damaged") from None


def _read(
    file: IO[bytes], search: Search, rating: RatingKind, *, name: str, variant: str, limit: int
) -> FoundPlayers:
    head = _head(file)
    if head.startswith(b"PK"):
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if "[Content_Types].xml" not in names:
                member = _member(archive, name, limit)
                with archive.open(member) as inner:
                    if _head(inner).startswith(b"PK"):
                        raise ListFileUnknown(name=name, why="nested")
                    return _read(inner, search, rating, name=member, variant=variant, limit=limit)
        file.seek(0)
        return _read_sheet(file, search, rating, name)
    for beginning, why in FOREIGN:
        if head.startswith(beginning):
            raise ListFileUnknown(name=name, why=why)
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    is_of_fide = start.startswith(b"<") or _is_fixed_width(head)
    bounded = BoundedFile(file, limit if is_of_fide else limit // COST_OF_A_TABLE)
    return _read_text(bounded, head, search, rating, name=name, variant=variant)


def _head(file: IO[bytes]) -> bytes:
    head = file.read(HEAD)
    file.seek(0)
    return head


def _member(archive: zipfile.ZipFile, name: str, limit: int) -> str:
    """Return the name of the list in a zip: the largest readable file. Raises ListTooLarge."""
    found = [
        one
        for one in archive.infolist()
        if one.filename.lower().endswith(READABLE) and not one.filename.startswith("__MACOSX")
    ]
    if not found:
        raise ListFileUnknown(name=name, why="empty_zip")
    largest = max(found, key=lambda one: one.file_size)
    if largest.file_size > limit:
        raise ListTooLarge(limit=limit)
    return largest.filename


def _read_sheet(file: IO[bytes], search: Search, rating: RatingKind, name: str) -> FoundPlayers:
    try:
        rows = read_table(BoundedFile(file, MAX_WHOLE).whole())
    except NotATable:
        raise ListFileUnknown(name=name, why="damaged") from None
    numbered_rows = ((number, row) for number, row in enumerate(rows, start=1) if any(row))
    table = Table(numbered_rows)
    return pick(table.kind, table.players(search, rating), search)


def _read_text(
    bounded: BoundedFile, head: bytes, search: Search, rating: RatingKind, *, name: str, variant: str
) -> FoundPlayers:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        if b"<fideid" not in head.lower():
            raise ListFileUnknown(name=name, why="markup")
        return pick("fide_xml", xml_players(cast("Any", bounded), search, rating), search)
    if TRF_RECORD.match(start):
        return pick("trf", report_players(bounded.whole(), name), search)
    lines = numbered(_decoded(bounded, head, name))
    if start[:1] in {b"{", b"["}:
        return pick("lidraughts", json_players(lines, rating, variant), search)
    if _is_fixed_width(head):
        return pick("fide_text", fixed_width_players(lines, search, rating), search)
    top = _top(head)
    if not top:
        raise ListFileUnknown(name=name, why="empty")
    table = Table(rows_of_text(lines, delimiter_of(top)))
    return pick(table.kind, table.players(search, rating), search)


def _is_fixed_width(head: bytes) -> bool:
    first = next((line for line in head.decode("latin-1").splitlines() if line.strip()), "")
    return is_heading(first) and not any(sign in first for sign in "\t;,")


def _top(head: bytes) -> list[str]:
    text = head.decode("utf-16", "ignore") if head[:2] in UTF_16 else head.decode("latin-1")
    return [line for line in text.splitlines() if line.strip()][:MAX_HEADING_ROW]


UTF_16: Final = frozenset({codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE})


def _decoded(bounded: BoundedFile, head: bytes, name: str) -> Iterator[str]:
    """Decode the lines: UTF-16 by its mark, else UTF-8, and Windows' letters in a line that is not."""
    if head[:2] in UTF_16:
        yield from bounded.whole().decode("utf-16").splitlines(keepends=True)
        return
    if b"\0" in head:
        raise ListFileUnknown(name=name, why="binary")
    for number, raw in enumerate(bounded.lines()):
        line = raw.removeprefix(codecs.BOM_UTF8) if number == 0 else raw
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            yield line.decode("cp1252", "replace")
