"""Columns of the standings, declared once for pages, screens, paper, spreadsheets and the API.

A snapshot stores the rounds of every entry and no columns besides the tie-breaks: a new column is computed
from them, and stands in earlier snapshots too.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Entry
from tournaments.standings.selectors.system_standings import StandingRow, StandingTable


class Place(Enum):
    """Medium of the standings."""

    PAGE = "page"
    SCREEN = "screen"
    PAPER = "paper"
    FILE = "file"
    API = "api"


READ: Final = frozenset({Place.PAGE, Place.SCREEN, Place.PAPER})
TIE_BREAK_PLACES: Final = READ | {Place.FILE}
TIE_BREAKS_ON_A_SCREEN: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingColumn:
    """One column: `key` and `value` are for programs, `head` and `text` for readers.

    `kind` is the type of the value in the API, `share` the width on paper. `is_wanted` says which tables have
    the column, `decides` which cells separated the player from the one above. Those that are
    `is_last` follow the tie-breaks.
    """

    key: str
    shown_in: frozenset[Place]
    value: Callable[[StandingRow], Any]
    kind: type = int
    head: Any = ""
    title: Any = ""
    text: Callable[[StandingRow], str] | None = None
    share: float = 1.5
    is_wanted: Callable[[StandingTable], bool] = lambda _table: True
    decides: Callable[[StandingRow], bool] = lambda _row: False
    is_last: bool = False

    @property
    def is_number(self) -> bool:
        """True if the column is aligned to the right."""
        return self.kind is int


class Cell(NamedTuple):
    """Text of a row in a column."""

    column: StandingColumn
    text: str
    decides: bool


COLUMNS: Final = (
    StandingColumn(
        key="rank",
        shown_in=frozenset(Place),
        value=lambda row: row.rank,
        head=_("Rank"),
        text=lambda row: f"{row.rank}=" if row.is_shared else str(row.rank),
        share=1.3,
    ),
    StandingColumn(
        key="movement",
        shown_in=frozenset({Place.PAGE}),
        value=lambda row: row.movement,
        head="\N{UP DOWN ARROW}",
        title=_("Places gained or lost since the round before"),
        text=lambda row: "" if row.movement is None else str(abs(row.movement)),
        is_wanted=lambda table: any(row.rank_before is not None for row in table.rows),
    ),
    StandingColumn(
        key="is_shared", shown_in=frozenset({Place.API}), value=lambda row: row.is_shared, kind=bool
    ),
    StandingColumn(key="entry", shown_in=frozenset({Place.API}), value=lambda row: row.entry, kind=Entry),
    StandingColumn(key="number", shown_in=frozenset({Place.FILE}), value=lambda row: row.entry.number),
    StandingColumn(
        key="name",
        shown_in=TIE_BREAK_PLACES,
        value=lambda row: row.entry.name,
        kind=str,
        head=_("Name"),
        share=5.5,
    ),
    StandingColumn(
        key="federation", shown_in=frozenset({Place.FILE}), value=lambda row: row.entry.federation, kind=str
    ),
    StandingColumn(
        key="club_name",
        shown_in=frozenset({Place.PAPER, Place.FILE}),
        value=lambda row: row.entry.club_name,
        kind=str,
        head=pgettext_lazy("of a player", "Club"),
        share=3,
        is_wanted=lambda table: any(row.entry.club_name for row in table.rows),
    ),
    StandingColumn(key="points", shown_in=frozenset({Place.API}), value=lambda row: row.points),
    StandingColumn(key="played", shown_in=frozenset({Place.FILE, Place.API}), value=lambda row: row.played),
    StandingColumn(
        key="performance",
        shown_in=frozenset({Place.PAGE}),
        value=lambda row: row.performance,
        head=pgettext_lazy("rating of a result, short", "Perf."),
        title=_("Performance rating"),
        text=lambda row: "" if row.performance is None else str(row.performance),
        is_wanted=lambda table: any(row.performance is not None for row in table.rows),
        is_last=True,
    ),
    StandingColumn(
        key="rating_change",
        shown_in=frozenset({Place.PAGE}),
        value=lambda row: row.rating_change,
        head="\N{PLUS-MINUS SIGN}",
        title=_("Change of the rating by this event"),
        text=lambda row: _signed(row.rating_change),
        is_wanted=lambda table: any(row.rating_change is not None for row in table.rows),
        is_last=True,
    ),
)
"""All columns in order; those of the tie-breaks come before the last ones."""


def columns_in(place: Place) -> list[StandingColumn]:
    """Return the columns that any table has in a place, without tie-breaks."""
    return [column for column in COLUMNS if place in column.shown_in]


def columns_of(table: StandingTable, place: Place) -> list[StandingColumn]:
    """Return the columns of a table in a place, with its tie-breaks. A file has empty columns as well."""
    columns = [one for one in columns_in(place) if place is Place.FILE or one.is_wanted(table)]
    most = TIE_BREAKS_ON_A_SCREEN if place is Place.SCREEN else None
    tie_breaks = [_tie_break(at, *named) for at, named in enumerate(table.columns[:most])]
    last = [one for one in columns if one.is_last]
    return [one for one in columns if not one.is_last] + tie_breaks + last


def cells(row: StandingRow, columns: Iterable[StandingColumn]) -> list[Cell]:
    """Return a row for readers."""
    return [
        Cell(one, one.text(row) if one.text else str(one.value(row)), one.decides(row)) for one in columns
    ]


def _tie_break(at: int, code: str, name: str) -> StandingColumn:
    return StandingColumn(
        key=code,
        shown_in=TIE_BREAK_PLACES,
        value=lambda row: _figure(row.values[at].text),
        head=code,
        title=name,
        text=lambda row: row.values[at].text,
        decides=lambda row: row.values[at].decides,
    )


def _figure(text: str) -> int | str:
    """Return a whole number as such, so that spreadsheets sort by it."""
    return int(text) if text.isascii() and text.isdecimal() else text


def _signed(change: float | None) -> str:
    """Return a change with its sign, in whole points."""
    return "" if change is None else f"{round(change):+d}".replace("-", "\N{MINUS SIGN}")
