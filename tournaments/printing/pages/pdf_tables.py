"""Standings and cross-tables on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.paper.blank_paper import headed_paper
from club.paper.paper_formats import Column, Letterhead, PaperSize
from tournaments.models import Section
from tournaments.printing.pages.pdf_lists import place_of
from tournaments.standings.columns import Place, cells, columns_in, columns_of
from tournaments.standings.selectors.standings import StandingRow, StandingTable

if TYPE_CHECKING:
    from club.paper.paper import Paper

TABLE_SIZE = 10.5  # points
COLUMNS_UPRIGHT = 7
NAME = "name"  # the column in bold; it takes the width of columns that are left out
LEGEND = 6.0  # millimetres for the names of the tie-breaks
ROUNDS_UPRIGHT, ROUNDS_ACROSS = 8, 16


def standings_sheet(
    section: Section,
    table: StandingTable,
    size: PaperSize,
    *,
    is_provisional: bool = False,
    letterhead: Letterhead | None = None,
) -> Paper:
    """Render the standings with a column for each tie-break."""
    title = _title(
        _("Standings after round %(number)s") % {"number": table.after}, is_provisional=is_provisional
    )
    is_landscape = len(table.columns) > COLUMNS_UPRIGHT
    paper = headed_paper(
        place_of(section), title, size=size, is_landscape=is_landscape, letterhead=letterhead
    )
    columns = columns_of(table, Place.PAPER)
    left_out = sum(one.share for one in columns_in(Place.PAPER) if one not in columns)
    heads = [
        Column(
            str(one.head),
            one.share + (left_out if one.key == NAME else 0),
            "R" if one.is_number else "L",
        )
        for one in columns
    ]
    rows = ([cell.text for cell in cells(row, columns)] for row in table.rows)
    bold = [one.key for one in columns].index(NAME)
    paper.ruled_table(heads, rows, size=TABLE_SIZE, bold=bold, below=LEGEND)
    _print_legend(paper, table)
    return paper


def _print_legend(paper: Paper, table: StandingTable) -> None:
    """Explain the codes of the columns, on a new page if the last one is full."""
    told = " · ".join(f"{code} {name}" for code, name in table.columns)
    if not told:
        return
    if paper.get_y() + LEGEND > paper.low + 1:
        paper.add_page()
    y = paper.get_y() + 5
    paper.words(told, x=paper.l_margin, y=y, width=paper.epw, size=9)


def _title(title: str, *, is_provisional: bool) -> str:
    return f"{title} ({pgettext('standings', 'provisional')})" if is_provisional else title


def crosstable_sheet(
    section: Section,
    lines: Sequence[tuple[StandingRow, Sequence[str]]],
    size: PaperSize,
    *,
    is_provisional: bool = False,
    letterhead: Letterhead | None = None,
) -> Paper:
    """Render all rounds in the order of the standings; many rounds continue in a further table."""
    rounds = len(lines[0][1]) if lines else 0
    is_landscape = rounds > ROUNDS_UPRIGHT
    title = _title(
        _("Cross-table after round %(number)s") % {"number": rounds}, is_provisional=is_provisional
    )
    paper = headed_paper(
        place_of(section), title, size=size, is_landscape=is_landscape, letterhead=letterhead
    )
    for first in range(0, max(rounds, 1), ROUNDS_ACROSS):
        wanted = range(first, min(first + ROUNDS_ACROSS, rounds))
        if first:
            paper.add_page()
        columns = (
            Column(_("Rank"), 1.3, "R"),
            Column(_("No."), 1.2, "R"),
            Column(_("Name"), 5),
            *(Column(str(at + 1), 1.5, "R") for at in wanted),
            Column(_("Points"), 1.6, "R"),
        )
        rows = (_cross(row, [cells[at] for at in wanted]) for row, cells in lines)
        paper.ruled_table(columns, rows, size=TABLE_SIZE, bold=2)
    return paper


def _cross(row: StandingRow, cells: Sequence[str]) -> tuple[str, ...]:
    return str(row.rank), str(row.entry.number), row.entry.name, *cells, str(row.points)
