"""Wall lists: pairings by board, where players sit, standings, and the poster of the check-in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.core.names import family_first, fold_name
from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import GREY, POINT, Orientation, Scale
from club.paper.wall_list import MARGIN, Row, WallColumn, draw_head, wall_list
from tournaments.entries.pages.check_in_pages import note_poster, poster_address
from tournaments.printing.pages.pdf_lists import side_names
from tournaments.rounds.pages.name_lines import NameLine, name_lines
from tournaments.standings.columns import Place, cells, columns_of
from tournaments.standings.selectors.grids import grid_now

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from club.paper.paper import Paper
    from tournaments.printing.orders import PrintOrder
    from tournaments.results.pages.boards import BoardLine

EMPTY: Final = "\N{EN DASH}"
RANK, NAME, POINTS = "rank", "name", "PTS"  # keys of columns
TITLE_OF_POSTER: Final = 44.0


def wall_by_board(order: PrintOrder) -> Paper:
    """Render the pairings by board; the boards of a match stay together."""
    row = order.round
    white, black = side_names(row)
    columns = (
        WallColumn(pgettext("a table in the hall", "Board"), "R", "B"),
        WallColumn(white, is_flexible=True),
        WallColumn(_("Points"), "R"),
        WallColumn(_("Result"), "C"),
        WallColumn(black, is_flexible=True),
        WallColumn(_("Points"), "R"),
    )
    title = _("Round %(number)s: pairings") % {"number": row.number}
    groups = (_board_rows(line) for line in order.lines)
    return _wall(order, columns, groups, title)


def _board_rows(line: BoardLine) -> list[tuple[str, ...]]:
    number = str(line.pairing.board_number or "")
    first = (number, line.first.name, str(line.first_points))
    if line.second is None:
        return [(*first, "", line.pairing.get_bye_display(), "")]
    rows: list[tuple[str, ...]] = [(*first, line.total or EMPTY, line.second.name, str(line.second_points))]
    rows += [
        (f"{number}.{cell.result.number}", cell.first or EMPTY, "", cell.text, cell.second or EMPTY, "")
        for cell in line.games
        if cell.first or cell.second
    ]
    return rows


def wall_by_name(order: PrintOrder) -> Paper:
    """Render the players by name with board and colour: where do I sit."""
    row = order.round
    columns = (
        WallColumn(_("Name"), is_flexible=True),
        WallColumn(pgettext("a table in the hall", "Board"), "R", "B"),
        WallColumn("", is_disc=True),
        WallColumn(pgettext("a side of the board", "Colour")),
    )
    title = _("Round %(number)s: where do I sit?") % {"number": row.number}
    found = [(_sort_name(one), one) for one in name_lines(order.lines)]
    found.sort(key=lambda each: fold_name(each[0]))
    return _wall(order, columns, ([_name_row(name, one)] for name, one in found), title)


def _sort_name(one: NameLine) -> str:
    """Return a player's family name first; the name of a team as it is."""
    is_team = one.line.pairing.round.section.is_team and not one.board
    return one.entry.name if is_team else family_first(one.entry.name)


def _name_row(name: str, one: NameLine) -> tuple[str, ...]:
    if one.opponent is None:
        return name, one.place, "", one.line.pairing.get_bye_display()
    colour = _("White") if one.is_white else _("Black")
    return name, one.place, "white" if one.is_white else "black", colour


def wall_standings(order: PrintOrder) -> Paper:
    """Render the standings with points and the first tie-breaks."""
    grid = grid_now(order.section)
    shown = columns_of(grid.table, Place.SCREEN)
    heads = [
        WallColumn(
            "" if one.key == RANK else str(one.head),
            "L" if one.key == NAME else "R",
            "B" if one.key in {RANK, POINTS} else "",
            is_flexible=one.key == NAME,
        )
        for one in shown
    ]
    rows = ([[cell.text for cell in cells(row, shown)]] for row in grid.table.rows)
    title = _("Standings after round %(number)s") % {"number": grid.table.after}
    if grid.is_provisional:
        title = f"{title} ({pgettext('standings', 'provisional')})"
    return _wall(
        order, heads, rows, title, note=_legend(grid.table.columns, [str(one.head) for one in shown])
    )


def _legend(columns: tuple[tuple[str, str], ...], heads: list[str]) -> str:
    return " \N{MIDDLE DOT} ".join(f"{code} {name}" for code, name in columns if code in heads)


def _wall(
    order: PrintOrder,
    columns: Sequence[WallColumn],
    groups: Iterable[Sequence[Row]],
    title: str,
    *,
    note: str = "",
) -> Paper:
    return wall_list(
        columns,
        groups,
        order.head(title),
        order.letterhead,
        size=order.size,
        orientation=order.orientation,
        pages=order.pages,
        note=note,
    )


def check_in_poster(order: PrintOrder) -> Paper:
    """Render the sheet for the door: scan the code and tap your name."""
    if not order.is_sample:
        note_poster(order.section)
    title = pgettext("players arrive", "Check-in")
    is_landscape = order.orientation is Orientation.LANDSCAPE
    paper = blank_paper(
        title=f"{order.event.name}, {title}", size=order.size, is_landscape=is_landscape, margin=MARGIN
    )
    paper.add_page()
    draw_head(paper, order.head(title), order.letterhead)
    address = poster_address(order.request, order.section)
    told = _("Scan, and tap your name")
    x, width, top = paper.l_margin, paper.epw, paper.t_margin + 34
    side = min(width - 20, paper.h - top - 66)
    if is_landscape:
        side = paper.h - top - 22
        paper.code(address, x=x, y=top, width=side)
        room, left = width - side - 14, x + side + 14
        lines = paper.lines_of(told, width=room, size=TITLE_OF_POSTER, style="B")
        y = top + side / 2 - (len(lines) - 2) * TITLE_OF_POSTER * POINT * 0.6
        for at, line in enumerate(lines):
            paper.words(
                line,
                x=left,
                y=y + at * TITLE_OF_POSTER * POINT * 1.2,
                width=room,
                size=TITLE_OF_POSTER,
                style="B",
            )
    else:
        paper.words(told, x=x, y=top + 16, width=width, size=TITLE_OF_POSTER, style="B", side="C")
        paper.code(address, x=x + (width - side) / 2, y=top + 28, width=side)
    paper.set_text_color(GREY)
    paper.words(address, x=x, y=paper.h - MARGIN - 2, width=width, size=Scale.SMALL, side="C")
    paper.set_text_color(0)
    return paper
