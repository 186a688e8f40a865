"""Table of an uploaded member list, up to a maximum size; its columns are guessed or named."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone

from club.members.column_headings import guess_columns
from club.members.errors import NoTable, TooManyLines
from club.members.member_lists import MemberLine, read_lines
from club.paper.sheets import NotATable, read_table

MAX_LINES, MAX_COLUMNS, MAX_FILE_SIZE = 2000, 30, 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRead:
    """An uploaded list: its rows, the field of each column, and whether the first row is a heading."""

    rows: list[list[str]]
    columns: Mapping[int, str]
    has_heading: bool

    @property
    def lines(self) -> list[MemberLine]:
        """Parsed members."""
        today = timezone.localdate()
        return read_lines(self.rows, self.columns, has_heading=self.has_heading, today=today)


def table_of(data: bytes) -> list[list[str]]:
    """Read the rows of a CSV file or a spreadsheet.

    Raises NoTable, TooManyLines.
    """
    if len(data) > MAX_FILE_SIZE:
        raise TooManyLines(most=MAX_LINES)
    try:
        rows = read_table(data)
    except NotATable:
        raise NoTable from None
    if not rows:
        raise NoTable
    if len(rows) > MAX_LINES + 1:
        raise TooManyLines(most=MAX_LINES)
    return [row[:MAX_COLUMNS] for row in rows]


def list_of(
    rows: list[list[str]], columns: Mapping[int, str] | None = None, *, has_heading: bool | None = None
) -> ListRead:
    """Read a list.

    Its columns are named by the uploader, else by its first row, else the only column is the name.
    """
    guessed = guess_columns(rows)
    if columns is None:
        return ListRead(rows=rows, columns=guessed or {0: "name"}, has_heading=bool(guessed))
    heading = bool(guessed) if has_heading is None else has_heading
    return ListRead(rows=rows, columns=columns, has_heading=heading)
