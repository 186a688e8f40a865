"""Tables of a section for spreadsheets: entries, pairings, standings. CSV in UTF-8 with a byte order mark."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

from tournaments.models import Entry, Round, RoundState, Section
from tournaments.selectors.sections import boards_of, entries_of
from tournaments.selectors.standings import standing_rows

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
ENTRY_COLUMNS: Final = (
    *("number", "name", "rating", "title", "federation", "club_name", "category", "state"),
    *("first_round", "last_round"),
)
PAIRING_COLUMNS: Final = (
    *("round", "board", "game", "white_number", "white", "black_number", "black", "outcome", "ballot"),
)


def entries_csv(section: Section) -> str:
    """Who plays, a line each; what a player has not is empty."""
    rows = ([_plain(getattr(entry, name)) for name in ENTRY_COLUMNS] for entry in entries_of(section))
    return _csv(ENTRY_COLUMNS, rows)


def pairings_csv(section: Section) -> str:
    """A line for every game of every published round, told of the sides of that game; byes by their kind."""
    rounds = section.round_rows.exclude(state=RoundState.DRAFT).order_by("number")
    return _csv(PAIRING_COLUMNS, (line for row in rounds for line in _round_lines(row)))


def _round_lines(row: Round) -> Iterable[Sequence[object]]:
    for pairing in boards_of(row):
        first, second = pairing.white, pairing.black
        if second is None:
            yield (row.number, "", "", first.number, first.name, "", "", pairing.bye, "")
            continue
        for result in pairing.games.all():
            white, black = (first, second) if result.number % 2 == 1 else (second, first)
            board = (row.number, pairing.board_number, result.number)
            yield (*board, *_seat(white), *_seat(black), result.outcome, pairing.ballot)


def _seat(entry: Entry) -> tuple[object, str]:
    return entry.number, entry.name


def standings_csv(section: Section) -> str:
    """The standings with a column for each tie-break."""
    table = standing_rows(section)
    columns = ["rank", "number", "name", "federation", "club_name", "played"]
    rows = (
        [
            row.rank,
            row.entry.number,
            row.entry.name,
            row.entry.federation,
            row.entry.club_name,
            row.played,
            *(value.text for value in row.values),
        ]
        for row in table.rows
    )
    return _csv([*columns, *(code for code, _name in table.columns)], rows)


def _plain(value: object) -> object:
    return "" if value is None or value == 0 else value


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return f"\N{ZERO WIDTH NO-BREAK SPACE}{text.getvalue()}"


def _safe(cell: object) -> object:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell
