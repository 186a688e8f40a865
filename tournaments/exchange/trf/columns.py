"""Records with fixed columns: one table of columns serves both reading and writing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tournaments.exchange.trf.errors import ColumnMissing, ColumnUnreadable, TooWide
from tournaments.exchange.trf.results import tenths_of, text_of


class Kind(Enum):
    """Content type of a column; a padded number is written with leading zeros."""

    TEXT = "text"
    RIGHT = "text at the right end"
    NUMBER = "number"
    PADDED = "padded number"
    POINTS = "points"


TEXTS = frozenset({Kind.TEXT, Kind.RIGHT})


@dataclass(frozen=True, slots=True)
class Column:
    """Columns `first` to `last`, counted from 1, both included."""

    name: str
    first: int
    last: int
    kind: Kind = Kind.NUMBER
    required: bool = False

    @property
    def width(self) -> int:
        """Width in characters."""
        return self.last - self.first + 1

    def moved(self, by: int) -> "Column":
        """The same column further right."""
        return Column(self.name, self.first + by, self.last + by, self.kind, self.required)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The columns of a record; `each` is repeated every `step` columns to the end of the line."""

    code: str
    attribute: str
    value: Callable[..., Any]
    columns: tuple[Column, ...]
    each: Column | None = None
    step: int = 5
    by_words: bool = False
    keeps_blanks: bool = False
    """Whether a blank among repeated numbers is nobody, and not nothing."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, with its human-readable position."""

    file: str
    number: int
    text: str

    @property
    def code(self) -> str:
        """The first three characters, which name the record."""
        return self.text[:3]

    @property
    def content(self) -> str:
        """Content after the code."""
        return self.text[3:].strip()

    def at(self, column: int, found: str) -> dict[str, Any]:
        """Return place and text, for an error."""
        return {"file": self.file, "line": self.number, "column": column, "found": found}

    def unreadable(
        self, column: int, found: str, wanted: str, *, last: int | None = None
    ) -> ColumnUnreadable:
        """Return the error of an invalid value from a column on, by default to the end of the line."""
        return ColumnUnreadable(**self.at(column, found), last=last or len(self.text), wanted=wanted)


def value_in(line: Line, column: Column) -> Any:
    """Parse the value of a column."""
    text = line.text[column.first - 1 : column.last].strip()
    return understood(line, column, text)


def understood(line: Line, column: Column, text: str) -> Any:
    """Convert a column's text to its value; raise ColumnUnreadable for an invalid one."""
    if not text:
        if column.required:
            raise ColumnMissing(**line.at(column.first, ""), record=line.code, name=column.name)
        return "" if column.kind in TEXTS else None
    if column.kind in TEXTS:
        return text
    if column.kind is Kind.POINTS:
        value = tenths_of(text)
    else:
        value = int(text) if text.isascii() and text.isdigit() else None
    if value is None:
        wanted = "points" if column.kind is Kind.POINTS else "number"
        raise line.unreadable(column.first, text, wanted, last=column.last)
    return value


def repeated(layout: Layout, length: int) -> Iterator[Column]:
    """The places of the repeated column on a line of this length."""
    if layout.each is not None:
        for first in range(layout.each.first, length + 1, layout.step):
            yield layout.each.moved(first - layout.each.first)


def stray(layout: Layout, line: Line) -> int:
    """Return the first non-blank column between the record's columns; 0 if there is none."""
    free = [True] * max(len(line.text), 3)
    places = [*layout.columns, *repeated(layout, len(line.text))]
    for first, last in [(1, 3), *((column.first, column.last) for column in places)]:
        free[first - 1 : last] = [False] * len(free[first - 1 : last])
    for at, is_free in enumerate(free[: len(line.text)], start=1):
        if is_free and line.text[at - 1] != " ":
            return at
    return 0


def record_by_columns(layout: Layout, line: Line) -> Any:
    """Parse the record of a line whose columns are in place."""
    values = {column.name: value_in(line, column) for column in layout.columns}
    if layout.each is not None:
        found = [value_in(line, column) for column in repeated(layout, len(line.text))]
        if layout.keeps_blanks:
            found = [0 if value is None else value for value in found]
        values[layout.each.name] = without_blanks(layout.each, found)
    return layout.value(**values)


def without_blanks(each: Column, found: list[Any]) -> tuple[Any, ...]:
    """Remove blanks from a repeated column's values: texts retain their gaps, numbers do not."""
    if each.kind is not Kind.TEXT:
        return tuple(value for value in found if value is not None)
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def record_by_words(layout: Layout, line: Line) -> Any:
    """Parse the record of a line with shifted columns: its words in order, optional ones missing first."""
    words = line.content.split()
    columns = list(layout.columns)
    optional = [column for column in columns if not column.required]
    for column in optional[: max(len(columns) - len(words), 0)]:
        columns.remove(column)
    wanted = {column.name: "" for column in layout.columns}
    texts = wanted | {column.name: word for column, word in zip(columns, words, strict=False)}
    values = {column.name: understood(line, column, texts[column.name]) for column in layout.columns}
    if layout.each is not None:
        rest = [understood(line, layout.each, word) for word in words[len(columns) :]]
        values[layout.each.name] = tuple(rest)
    elif len(words) > len(columns):
        extra = words[len(columns)]
        raise line.unreadable(line.text.rfind(extra) + 1, extra, "end")
    return layout.value(**values)


def written(layout: Layout, record: Any) -> str:
    """Write the line of a record."""
    line = layout.code
    for column in layout.columns:
        line = line.ljust(column.first - 1) + cell_text(layout.code, column, getattr(record, column.name))
    if layout.each is not None:
        for at, value in enumerate(getattr(record, layout.each.name)):
            place = layout.each.moved(at * layout.step)
            line = line.ljust(place.first - 1) + cell_text(layout.code, place, value)
    return line.rstrip()


def cell_text(code: str, column: Column, value: Any) -> str:
    """Format a value to the width of its column."""
    if value is None:
        return " " * column.width
    if column.kind in TEXTS:
        text = str(value).rjust(column.width) if column.kind is Kind.RIGHT else str(value).ljust(column.width)
    elif column.kind is Kind.POINTS:
        text = text_of(value).rjust(column.width)
        if len(text) > column.width:  # 100 points and more: the decimal is dropped if it is zero
            text = text.removesuffix(".0").rjust(column.width)
    else:
        text = str(value).rjust(column.width, "0" if column.kind is Kind.PADDED else " ")
    if len(text) > column.width:
        raise TooWide(record=code, name=column.name, width=column.width, found=text)
    return text
