"""PDF pairing lists: by board for the door, by name for players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.paper.blank_paper import headed_paper
from club.paper.paper_formats import Column, Letterhead, PaperSize
from tournaments.models import Round, Section
from tournaments.results.pages.boards import BoardLine
from tournaments.rounds.pages.name_lines import NameLine, name_lines

if TYPE_CHECKING:
    from club.paper.paper import Paper

LIST_SIZE = 11.0  # points
EMPTY = "\N{EN DASH}"


def place_of(section: Section) -> str:
    """Return the event and the section for the head of a sheet."""
    return f"{section.event.name} · {section.name}"


def list_by_board(
    row: Round, lines: Sequence[BoardLine], size: PaperSize, letterhead: Letterhead | None = None
) -> Paper:
    """Render the pairings by board, with the points before the round."""
    title = _("Round %(number)s, by board") % {"number": row.number}
    paper = headed_paper(place_of(row.section), title, size=size, letterhead=letterhead)
    sides = side_names(row)
    columns = (
        Column(pgettext("a table in the hall", "Board"), 1.4, "R"),
        Column(sides[0], 6),
        Column(_("Points"), 1.3, "R"),
        Column(sides[1], 6),
        Column(_("Points"), 1.3, "R"),
        Column(_("Result"), 2, "C"),
    )
    rows = (told for line in lines for told in (_board_row(line), *_member_rows(line)))
    paper.ruled_table(columns, rows, size=LIST_SIZE)
    return paper


def side_names(row: Round) -> tuple[str, str]:
    """Return the column headings for White and Black."""
    if row.section.is_team:
        return _("White on board 1"), _("Black on board 1")
    if row.section.games_per_pairing == 1:
        return _("White"), _("Black")
    return _("White in game 1"), _("Black in game 1")


def _side_name(row: Round) -> str:
    """Return the heading of the column of sides."""
    is_one = row.section.is_team or row.section.games_per_pairing == 1
    return _("Side") if is_one else _("Colour in game 1")


def _member_rows(line: BoardLine) -> Iterator[tuple[str, ...]]:
    """Return the members at the boards of a team match, with results; no rows between players."""
    for cell in line.games:
        if cell.first or cell.second:
            number = f"{line.pairing.board_number}.{cell.result.number}"
            yield number, cell.first or EMPTY, "", cell.second or EMPTY, "", cell.text


def _board_row(line: BoardLine) -> tuple[str, ...]:
    number = str(line.pairing.board_number or "")
    first = (number, line.first.name, str(line.first_points))
    if line.second is None:
        return (*first, line.pairing.get_bye_display(), "", "")
    return (*first, line.second.name, str(line.second_points), line.total)


def list_by_name(
    row: Round, lines: Sequence[BoardLine], size: PaperSize, letterhead: Letterhead | None = None
) -> Paper:
    """Render all players by name with board, side and opponent."""
    title = _("Round %(number)s, by name") % {"number": row.number}
    paper = headed_paper(place_of(row.section), title, size=size, letterhead=letterhead)
    columns = (
        Column(_("Name"), 6),
        Column(pgettext("a table in the hall", "Board"), 1.4, "R"),
        Column(_side_name(row), 2.4),
        Column(_("Opponent"), 6),
    )
    paper.ruled_table(columns, (_name_row(one) for one in name_lines(lines)), size=LIST_SIZE, bold=0)
    return paper


def _name_row(one: NameLine) -> tuple[str, ...]:
    if one.opponent is None:
        return one.entry.name, one.place, "", one.line.pairing.get_bye_display()
    return one.entry.name, one.place, _("White") if one.is_white else _("Black"), one.opponent.name
