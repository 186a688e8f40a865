"""Columns of a list: guessed from the headings, corrected by a person, read as entries."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from club.core.name_normalization import normalize_name
from club.lists.cells import one_line, plain_cell
from club.paper.sheets import NotATable, read_table
from tournaments.entries.entry_lists import MAX_NAME, NUMBER_LIKE, EntryLine, too_long
from tournaments.entries.errors import ListWithoutNames
from tournaments.entries.models.entry import MAX_RATING

# Content of a column -> words of its heading, in the languages of the program.
HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "player", "naam", "speler", "nom", "joueur", "nome", "jogador", "имя", "фио", "игрок"),
    "first_name": ("first name", "firstname", "given name", "voornaam", "prénom", "имя игрока"),
    "rating": ("rating", "elo", "rtg", "рейтинг", "classement"),
    "federation": (
        "fed",
        "federation",
        "country",
        "land",
        "fédération",
        "pays",
        "país",
        "федерация",
        "страна",
    ),
    "club_name": ("club", "club_name", "vereniging", "clube", "клуб", "team"),
}
CELLS: Final[Mapping[str, str]] = {
    "rating": r"[0-9]{1,4}",
    "federation": r"[A-Z]{3}",
    "club_name": r".*[^\W\d_]{2}.*",
}
LENGTHS: Final = {"federation": 3, "club_name": 120}
MAX_ROWS, MAX_COLUMNS = 5_000, 60


def rows_of(data: bytes) -> list[list[str]]:
    """Read the rows of a CSV file or a spreadsheet without blank ones; raise NotATable if there are none."""
    cleaned = ([one_line(plain_cell(cell)) for cell in row[:MAX_COLUMNS]] for row in read_table(data))
    rows = [row for row in cleaned if any(row)]
    if not rows or len(rows) > MAX_ROWS:
        raise NotATable
    return rows


def guess_columns(heading: Sequence[str]) -> dict[str, int]:
    """Guess the columns from the headings; each column has one meaning."""
    found: dict[str, int] = {}
    words = [re.sub(r"[^\w ]", "", text.casefold()).strip() for text in heading]
    for exactly in (True, False):
        for kind, names in HEADINGS.items():
            for at, text in enumerate(words):
                fits = text in names if exactly else any(text.startswith(name) for name in names)
                if fits and kind not in found and at not in found.values():
                    found[kind] = at
    return found


def guess_columns_by_cells(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """Guess the columns of a list without a heading, where all cells of a column fit.

    A column of ratings may have cells that only resemble one (17O0): the preview asks about these alone.
    """
    found: dict[str, int] = {"name": 0}
    for at in range(1, max(map(len, rows))):
        cells = [row[at] for row in rows if at < len(row) and row[at]]
        fits = {kind for kind, pattern in CELLS.items() if all(re.fullmatch(pattern, cell) for cell in cells)}
        if any(map(_is_rating, cells)) and all(NUMBER_LIKE.fullmatch(cell) for cell in cells):
            fits.add("rating")
        kind = next((one for one in CELLS if one in fits and one not in found), None)
        if cells and kind is not None:
            found[kind] = at
    return found


def has_heading(rows: Sequence[Sequence[str]]) -> bool:
    """Check that the first row has the names of the columns."""
    return "name" in guess_columns(rows[0])


def lines_of(rows: Sequence[Sequence[str]], columns: Mapping[str, int]) -> list[EntryLine]:
    """Return the entries of a list without its heading. Raises LineTooLong for a row beyond the limits."""
    if "name" not in columns:
        raise ListWithoutNames(columns=", ".join(rows[0]))
    first = 1 if has_heading(rows) else 0
    lines = [_line(number, row, columns) for number, row in enumerate(rows[first:], start=first + 1)]
    return [line for line in lines if line is not None]


def _line(number: int, row: Sequence[str], columns: Mapping[str, int]) -> EntryLine | None:
    told = {kind: row[at] if at < len(row) else "" for kind, at in columns.items()}
    name = normalize_name(" ".join((told.get("first_name", ""), told["name"])))
    if not name:
        return None
    rating = told.get("rating", "")
    if len(name) > MAX_NAME:
        raise too_long(number, name)
    texts = {kind: told.get(kind, "")[:length] for kind, length in LENGTHS.items()}
    federation = texts["federation"].upper()
    if rating and not _is_rating(rating):
        return EntryLine(name, 0, texts["club_name"], federation, unread=rating)
    return EntryLine(name, int(rating or 0), texts["club_name"], federation)


def _is_rating(cell: str) -> bool:
    return cell.isascii() and cell.isdecimal() and int(cell[:9]) <= MAX_RATING
