"""Pairing lists on paper: by board for the door, by name for those who look for themselves."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.paper import Column, Paper, PaperSize
from tournaments.models import Round
from tournaments.web.boards import BoardLine
from tournaments.web.name_lines import NameLine, name_lines

LIST_SIZE = 11.0  # points


def hall_of(row: Round) -> str:
    """The event and the section, as they stand above a sheet."""
    return f"{row.section.event.name} · {row.section.name}"


def _sheet(row: Round, title: str, size: PaperSize) -> Paper:
    paper = Paper(title=f"{hall_of(row)}, {title}", size=size)
    paper.foot = f"{hall_of(row)} · {title}"
    paper.add_page()
    paper.heading(above=hall_of(row), title=title)
    return paper


def list_by_board(row: Round, lines: list[BoardLine], size: PaperSize) -> Paper:
    """Who plays whom at which board, with the points before the round."""
    paper = _sheet(row, _("Round %(number)s, by board") % {"number": row.number}, size)
    columns = (
        Column(pgettext("a table in the hall", "Board"), 1.4, "R"),
        Column(_("White in game 1"), 6),
        Column(_("Points"), 1.3, "R"),
        Column(_("Black in game 1"), 6),
        Column(_("Points"), 1.3, "R"),
        Column(_("Result"), 2, "C"),
    )
    paper.ruled_table(columns, (_board_row(line) for line in lines), size=LIST_SIZE)
    return paper


def _board_row(line: BoardLine) -> tuple[str, ...]:
    number = str(line.pairing.board_number or "")
    first = (number, line.first.name, str(line.first_points))
    if line.second is None:
        return (*first, line.pairing.get_bye_display(), "", "")
    return (*first, line.second.name, str(line.second_points), line.total)


def list_by_name(row: Round, lines: list[BoardLine], size: PaperSize) -> Paper:
    """Everybody by name with board, side and opponent."""
    paper = _sheet(row, _("Round %(number)s, by name") % {"number": row.number}, size)
    columns = (
        Column(_("Name"), 6),
        Column(pgettext("a table in the hall", "Board"), 1.4, "R"),
        Column(_("Side in game 1"), 2.4),
        Column(_("Opponent"), 6),
    )
    paper.ruled_table(columns, (_name_row(one) for one in name_lines(lines)), size=LIST_SIZE, bold=0)
    return paper


def _name_row(one: NameLine) -> tuple[str, ...]:
    number = str(one.line.pairing.board_number or "")
    if one.opponent is None:
        return one.entry.name, number, "", one.line.pairing.get_bye_display()
    return one.entry.name, number, _("White") if one.is_white else _("Black"), one.opponent.name
