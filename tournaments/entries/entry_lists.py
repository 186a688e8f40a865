"""Parser for pasted lists of players: one player a line, columns in any order after the name."""

import csv
import re
from dataclasses import dataclass, field, replace

from club.core.name_normalization import normalize_name
from tournaments.entries.errors import (
    LineNotUnderstood,
    LineTooLong,
    NothingToEnter,
    PasteUnclear,
    RatingTooHigh,
)
from tournaments.entries.models.entry import MAX_RATING

MAX_NAME, MAX_CLUB, MAX_SHOWN = 200, 120, 40
NUMBER_LIKE = re.compile(r"[-+]?[\dOoIl.,]*\d[\dOoIl.,]*")
"""A number, or what typing and scanning make of one: 17O0, -5, 1650.5."""


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One line of a list; `number` is its line in the text or row in the file, 0 where there is none."""

    name: str
    rating: int = 0
    club_name: str = ""
    federation: str = ""
    title: str = ""
    category: str = ""
    number: int = field(default=0, compare=False)
    unread: str = field(default="", compare=False)  # a cell of the rating that is no rating: the preview asks

    def __post_init__(self) -> None:
        """Normalise names, so that equal names are equal to the letter."""
        object.__setattr__(self, "name", normalize_name(self.name))


def read_lines(text: str) -> list[EntryLine]:
    """Parse a pasted list of players, one a line: name, rating, federation in three capitals, club.

    Tabs and semicolons separate columns, commas too where CSV quotes a cell. "Last, First" retains its comma;
    without a column of its own, a rating may be at the end of the line, plain or in brackets. The numbers and
    dots of a numbered list are removed. Raises PasteUnclear with every cell that is no clear rating,
    federation or club, or comes twice in a line; LineNotUnderstood; NothingToEnter.
    """
    lines, doubts = [], list[tuple[int, str]]()
    for number, columns in rows_of_paste(text):
        line, unclear = _read_line(number, columns)
        lines.append(replace(line, number=number))
        doubts += [(number, cell) for cell in unclear]
    if doubts:
        raise PasteUnclear(cells=[cell for _number, cell in doubts], lines=[number for number, _ in doubts])
    if not lines:
        raise NothingToEnter
    return lines


def rows_of_paste(text: str) -> list[tuple[int, list[str]]]:
    """Return the non-blank lines of a paste: their numbers and columns."""
    rows = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().lstrip("\N{BULLET}-*").strip()
        line = re.sub(r"^\d{1,3}[.)]\s+", "", line)
        if line:
            rows.append((number, _columns(line)))
    return rows


def _read_line(number: int, columns: list[str]) -> tuple[EntryLine, list[str]]:
    """Return the player of a line, and the unclear cells."""
    name, *rest = columns
    name, line = normalize_name(name), ", ".join(columns)
    if not name or name.isdigit():
        raise LineNotUnderstood(line=number, text=line, why="no_name")
    if len(name) > MAX_NAME or any(len(part) > MAX_CLUB for part in rest):
        raise too_long(number, next(part for part in columns if len(part) > MAX_CLUB))
    found: dict[str, str] = {}
    unclear = [name.split()[-1]] if not rest and _is_doubtful(name.split()[-1]) else []
    for part in filter(None, rest):
        kind = _kind_of(part)
        if kind in found or not kind:
            unclear.append(part)
        found[kind] = part
    rating = int(found.get("rating", 0))
    if rating > MAX_RATING:
        raise RatingTooHigh(line=number, text=line, why="rating_too_high", limit=MAX_RATING)
    return EntryLine(name, rating, found.get("club", ""), found.get("federation", "")), unclear


def too_long(number: int, part: str) -> LineTooLong:
    """Return the refusal of a name or a club that is too long for a row; a page shows its beginning."""
    return LineTooLong(line=number, text=part[:MAX_SHOWN] + "…", why="too_long", name=MAX_NAME, club=MAX_CLUB)


def _kind_of(cell: str) -> str:
    """Classify a cell as rating, federation or club; empty for an invalid number."""
    if cell.isascii() and cell.isdecimal():
        return "rating"
    if re.fullmatch(r"[A-Z]{3}", cell):
        return "federation"
    return "" if NUMBER_LIKE.fullmatch(cell) else "club"


def _is_doubtful(word: str) -> bool:
    """Check that the last word of a line without columns resembles an unreadable rating."""
    figures = word.strip("()")
    return len(figures) > 1 and NUMBER_LIKE.fullmatch(figures) is not None


def _columns(line: str) -> list[str]:
    delimiter = next((one for one in "\t;" if one in line), ",")
    if re.search(rf'(^|{delimiter})\s*"', line):
        cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))
    else:
        cells = re.split(r"[\t;]", line)
    parts = [part.strip() for part in cells]
    if len(parts) > 1:
        return parts[1:] if re.fullmatch(r"[0-9]{1,3}[.)]?", parts[0]) else parts
    found = re.fullmatch(r"(.*?)[\s,]+\(?([0-9]{2,4})\)?", parts[0])
    return [found[1].strip(" ,"), found[2]] if found else parts
