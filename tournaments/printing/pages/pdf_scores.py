"""PDF score sheets with a printed head: two for every game, one a player, on one page to be cut apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import PaperSize
from games.house_rules.selectors import variant_named
from tournaments.models import Entry, Round, TeamMember
from tournaments.printing.pages.pdf_lists import place_of
from tournaments.results.pages.boards import BoardLine
from tournaments.rounds.pages.name_lines import GameSheet, game_sheets

if TYPE_CHECKING:
    from club.paper.paper import Paper

MOVES_A_COLUMN = 25
LARGE_BOARD = 50  # squares: from this size on games have more moves than two columns hold
NUMBER_WIDTH = 8.0
BETWEEN = 4.0


def score_sheets(row: Round, boards: list[BoardLine], size: PaperSize) -> Paper:
    """Render the sheets of both players of every game next to each other."""
    title = _("Score sheets of round %(number)s") % {"number": row.number}
    paper = blank_paper(title=f"{place_of(row.section)}, {title}", size=size, is_landscape=True, margin=10)
    half = paper.w / 2
    for sheet in game_sheets(boards):
        paper.add_page()
        paper.set_dash_pattern(dash=2, gap=2)
        paper.line(half, 0, half, paper.h)
        paper.set_dash_pattern()
        for place, owner in enumerate((sheet.white, sheet.black)):
            left = place * half + paper.l_margin
            _sheet(paper, row, sheet, owner, x=left, width=half - 2 * paper.l_margin)
    return paper


def _sheet(
    paper: Paper, row: Round, sheet: GameSheet, owner: Entry | TeamMember, *, x: float, width: float
) -> None:
    top = paper.t_margin
    clock = f" · {row.section.clock}" if row.section.clock else ""
    paper.words(f"{place_of(row.section)}{clock}", x=x, y=top + 4, width=width, size=9)
    facts = {"number": row.number, "board": sheet.line.pairing.board_number, "game": sheet.game}
    told = _("Round %(number)s, board %(board)s, game %(game)s") % facts
    paper.words(told, x=x, y=top + 11, width=width, size=14, style="B")
    for at, (side, entry) in enumerate(((_("White"), sheet.white), (_("Black"), sheet.black))):
        y = top + 17.5 + 6 * at
        paper.words(side, x=x, y=y, width=16, size=9)
        style = "B" if entry == owner else ""
        paper.words(entry.name, x=x + 16, y=y, width=width - 16, size=12, style=style)
    if sheet.opening:
        paper.words(f"{_('Opening')} {sheet.opening}", x=x, y=top + 29, width=width, size=9)
    begins, ends = top + 31, paper.h - paper.b_margin - 14
    columns = 3 if variant_named(row.section.variant).geometry.squares >= LARGE_BOARD else 2
    column = (width - (columns - 1) * BETWEEN) / columns
    for place in range(columns):
        _moves(paper, row, x + place * (column + BETWEEN), column, begins, ends, 1 + place * MOVES_A_COLUMN)
    _signatures(paper, sheet, x=x, width=width)


def _moves(paper: Paper, row: Round, x: float, width: float, top: float, bottom: float, first: int) -> None:
    step = (bottom - top) / (MOVES_A_COLUMN + 1)
    each = (width - NUMBER_WIDTH) / 2
    is_white_first = variant_named(row.section.variant).first_to_move.key == "white"
    sides = (_("White"), _("Black")) if is_white_first else (_("Black"), _("White"))
    for place, side in enumerate(sides):
        left = x + NUMBER_WIDTH + place * each
        paper.words(side, x=left, y=top + step * 0.75, width=each, size=8, side="C")
    paper.set_draw_color(130)
    for at in range(MOVES_A_COLUMN + 1):
        y = top + step * (at + 1)
        paper.line(x, y, x + width, y)
        if at < MOVES_A_COLUMN:
            number = str(first + at)
            paper.words(number, x=x, y=y + step * 0.72, width=NUMBER_WIDTH - 1.5, size=8, side="R")
    for left in (x + NUMBER_WIDTH, x + NUMBER_WIDTH + each):
        paper.line(left, top, left, bottom)
    paper.set_draw_color(0)


def _signatures(paper: Paper, sheet: GameSheet, *, x: float, width: float) -> None:
    low = paper.h - paper.b_margin - 4
    each = (width - 2 * BETWEEN) / 3
    names = (pgettext("of a game, to be written in", "Result"), sheet.white.name, sheet.black.name)
    for place, name in enumerate(names):
        left = x + place * (each + BETWEEN)
        paper.line(left, low, left + each, low)
        paper.words(name, x=left, y=low + 3.5, width=each, size=8)
