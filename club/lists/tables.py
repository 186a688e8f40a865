"""Table of an uploaded list, up to a maximum size; its columns are guessed or named."""

from collections.abc import Mapping
from dataclasses import dataclass

from club.lists.columns import ListColumns, Rows
from club.lists.errors import NoTable, TooManyLines
from club.paper.sheets import NotATable, read_table

MAX_LINES, MAX_COLUMNS, MAX_FILE_SIZE = 2000, 30, 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRead:
    """An uploaded list: its rows, the field of each column, and the index of the heading row, if any."""

    rows: Rows
    columns: Mapping[int, str]
    heading: int | None

    @property
    def has_heading(self) -> bool:
        """True if a row has the names of the columns."""
        return self.heading is not None


def table_of(data: bytes) -> Rows:
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
    rows: Rows,
    declared: ListColumns,
    columns: Mapping[int, str] | None = None,
    *,
    has_heading: bool | None = None,
) -> ListRead:
    """Read a list with the declared columns.

    They are named by the uploader, else by the heading row, else the only column is the name.
    """
    guessed = declared.guess(rows)
    if columns is None or has_heading is None:
        has_heading = bool(guessed)
    if columns is None:
        columns = guessed or {0: "name"}
    return ListRead(rows=rows, columns=columns, heading=declared.heading_at(rows) if has_heading else None)
