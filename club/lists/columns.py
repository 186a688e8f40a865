"""Columns of a list: declared once, found by their headings in any order, read cell by cell."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from club.core.names import fold_name
from club.lists.cells import InvalidCell, plain_cell

MAX_HEADING_ROW = 30  # rows: title and facts of an event precede the heading; Swiss-Manager has about 20
Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a list, with its known headings separated by commas, in the languages of the site.

    `read` parses a cell or raises InvalidCell; `empty` is the value of an empty one. A longer cell than
    `max_length` is invalid, so that nothing is truncated silently. A field with a `joint` may span several
    columns; it separates their cells.
    """

    label: Any
    headings: str
    read: Callable[[str], Any] = str
    empty: Any = ""
    max_length: int = 0
    joint: str = ""


class ListColumns(dict[str, Column]):
    """Columns of one kind of list, by field."""

    def __init__(self, **columns: Column) -> None:
        super().__init__(columns)
        self.by_heading = {
            heading: field for field, column in columns.items() for heading in words_of(column.headings)
        }

    def labels(self) -> dict[str, Any]:
        """Name each field for people, after a choice for columns that are ignored."""
        return {"": gettext_lazy("not imported")} | {field: column.label for field, column in self.items()}

    def heading_at(self, rows: Sequence[Sequence[str]]) -> int:
        """Return the index of the heading row: the first row with the most known headings."""
        known = [
            sum(plain_heading(cell) in self.by_heading for cell in row) for row in rows[:MAX_HEADING_ROW]
        ]
        return known.index(max(known)) if known else 0

    def guess(self, rows: Sequence[Sequence[str]]) -> dict[int, str]:
        """Guess the field of each column by its heading; empty if no heading is known."""
        headings = rows[self.heading_at(rows)] if rows else ()
        return self.chosen(self.by_heading.get(plain_heading(heading), "") for heading in headings)

    def chosen(self, fields: Iterable[str]) -> dict[int, str]:
        """Map the columns to the fields chosen for them: each field once, unless its cells are joined."""
        found: dict[int, str] = {}
        for at, field in enumerate(fields):
            if field in self and (self[field].joint or field not in found.values()):
                found[at] = field
        return found

    def cells(self, row: Sequence[str], columns: Mapping[int, str]) -> dict[str, str]:
        """Return the cells of a row by field, without surrounding spaces; missing ones are empty."""
        found = dict.fromkeys(self, "")
        for at, field in columns.items():
            cell = plain_cell(row[at]) if at < len(row) else ""
            found[field] = self[field].joint.join(filter(None, (found[field], cell)))
        return found

    def read(self, field: str, cell: str) -> Any:
        """Return the value of a cell. Raises InvalidCell."""
        column = self[field]
        if column.max_length and len(cell) > column.max_length:
            raise InvalidCell("too_long", cell)
        return column.read(cell) if cell else column.empty


def words_of(text: str) -> list[str]:
    """Fold the words of a list that are separated by commas."""
    return [fold_name(word) for word in text.split(",")]


def plain_heading(heading: str) -> str:
    """Normalize a heading for lookup: without capitals, accents and surrounding punctuation."""
    return fold_name(heading.replace("_", " ")).strip(" :.*")


def rows_below(rows: Sequence[Sequence[str]], heading: int | None) -> Iterable[tuple[int, Sequence[str]]]:
    """Return the rows below the heading with their numbers from 1, without empty ones."""
    first = 0 if heading is None else heading + 1
    numbered = enumerate(rows[first:], start=first + 1)
    return ((number, row) for number, row in numbered if any(cell.strip() for cell in row))
