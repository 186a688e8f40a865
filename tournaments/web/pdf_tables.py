"""Standings and cross-tables on paper."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.paper import Column, Paper, PaperSize
from tournaments.models import Section
from tournaments.selectors.standings import StandingRow, StandingTable

TABLE_SIZE = 10.5  # points
COLUMNS_UPRIGHT = 7
ROUNDS_UPRIGHT, ROUNDS_ACROSS = 8, 16


def place_of(section: Section) -> str:
    """The event and the section, as they stand above a sheet."""
    return f"{section.event.name} · {section.name}"


def standings_sheet(
    section: Section, table: StandingTable, size: PaperSize, *, is_provisional: bool = False
) -> Paper:
    """The standings with a column for each tie-break."""
    title = _title(
        _("Standings after round %(number)s") % {"number": table.after}, is_provisional=is_provisional
    )
    paper = _sheet(section, title, size, is_landscape=len(table.columns) > COLUMNS_UPRIGHT)
    columns = (
        Column(_("Rank"), 1.3, "R"),
        Column(_("Name"), 5.5),
        Column(pgettext("of a player", "Club"), 3),
        *(Column(code, 1.5, "R") for code, _name in table.columns),
    )
    paper.ruled_table(columns, (_standing(row) for row in table.rows), size=TABLE_SIZE, bold=1)
    told = " · ".join(f"{code} {name}" for code, name in table.columns)
    paper.set_y(paper.get_y() + 5)
    if told and paper.get_y() < paper.low:
        paper.words(told, x=paper.l_margin, y=paper.get_y(), width=paper.epw, size=9)
    return paper


def _title(title: str, *, is_provisional: bool) -> str:
    return f"{title} ({pgettext('standings', 'provisional')})" if is_provisional else title


def _sheet(section: Section, title: str, size: PaperSize, *, is_landscape: bool) -> Paper:
    paper = Paper(title=f"{place_of(section)}, {title}", size=size, is_landscape=is_landscape)
    paper.foot = f"{place_of(section)} · {title}"
    paper.add_page()
    paper.heading(above=place_of(section), title=title)
    return paper


def _standing(row: StandingRow) -> tuple[str, ...]:
    rank = f"{row.rank}=" if row.is_shared else str(row.rank)
    return rank, row.entry.name, row.entry.club_name, *(value.text for value in row.values)


def crosstable_sheet(
    section: Section,
    lines: Sequence[tuple[StandingRow, Sequence[str]]],
    size: PaperSize,
    *,
    is_provisional: bool = False,
) -> Paper:
    """Everybody's rounds in the order of the standings; many rounds go on in a further table."""
    rounds = len(lines[0][1]) if lines else 0
    is_landscape = rounds > ROUNDS_UPRIGHT
    title = _title(
        _("Cross-table after round %(number)s") % {"number": rounds}, is_provisional=is_provisional
    )
    paper = _sheet(section, title, size, is_landscape=is_landscape)
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
