"""PDF sheets for a board: the card with its number, and the slip for its result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import FOOT, POINT, PaperSize
from tournaments.core.openings import ballots_of
from tournaments.models import PlayerReports, Round, Section
from tournaments.printing.pages.pdf_lists import hall_of
from tournaments.results.pages.boards import BoardLine, GameCell
from tournaments.results.pages.desk_cards import BoardCode

if TYPE_CHECKING:
    from club.paper.paper import Paper

CARDS_A_PAGE = 2
CARD_CODE = 62.0
SLIPS_A_PAGE = 4
SLIP_CODE = 30.0


def board_cards(section: Section, boards: Iterable[int], size: PaperSize, codes: BoardCode) -> Paper:
    """Render one card a board for the whole event, two a page: a number legible from afar, and its code."""
    title = f"{section.event.name} · {section.name}, {_('Board cards')}"
    paper = blank_paper(title=title, size=size, margin=FOOT)
    height = paper.h / CARDS_A_PAGE
    for at, board in enumerate(boards):
        place = at % CARDS_A_PAGE
        if place == 0:
            paper.add_page()
        else:
            _draw_cutting_line(paper, place * height)
        _card(paper, section, board, top=place * height, code=codes(board))
    return paper


def _draw_cutting_line(paper: Paper, y: float) -> None:
    paper.set_dash_pattern(dash=2, gap=2)
    paper.line(0, y, paper.w, y)
    paper.set_dash_pattern()


def _card(paper: Paper, section: Section, board: int, *, top: float, code: str) -> None:
    x, width = paper.l_margin, paper.epw
    beside = width - CARD_CODE - 6
    paper.words(f"{section.event.name} · {section.name}", x=x, y=top + 16, width=width, size=14)
    paper.words(_("Board"), x=x, y=top + 38, width=beside, size=28)
    paper.words(str(board), x=x, y=top + 112, width=beside, size=200, style="B")
    right = x + beside + 6
    paper.code(code, x=right, y=top + 30, width=CARD_CODE)
    told = (
        (_("Scan for pairings and results"),)
        if section.player_reports == PlayerReports.OFF
        else (_("Scan, choose your name, report the result."), _("Your opponent does the same."))
    )
    for line, text in enumerate(told):
        paper.words(
            text, x=right, y=top + 30 + CARD_CODE + 6 * (line + 1), width=CARD_CODE, size=11, side="C"
        )


def result_slips(row: Round, boards: list[BoardLine], size: PaperSize, codes: BoardCode) -> Paper:
    """Render four result slips a page, to be cut apart, signed and brought to the desk."""
    title = _("Result slips of round %(number)s") % {"number": row.number}
    paper = blank_paper(title=f"{hall_of(row)}, {title}", size=size, margin=FOOT)
    height = paper.h / SLIPS_A_PAGE
    for at, line in enumerate(boards):
        place = at % SLIPS_A_PAGE
        if place == 0:
            paper.add_page()
        else:
            _draw_cutting_line(paper, place * height)
        _slip(paper, row, line, top=place * height, height=height, codes=codes)
    return paper


def _slip(paper: Paper, row: Round, line: BoardLine, *, top: float, height: float, codes: BoardCode) -> None:
    x, beside = paper.l_margin, paper.epw - SLIP_CODE - 4
    facts = {"number": row.number, "board": line.pairing.board_number}
    paper.words(hall_of(row), x=x, y=top + 8, width=beside, size=9)
    told = _("Round %(number)s, board %(board)s") % facts
    paper.words(told, x=x, y=top + 14.5, width=beside, size=15, style="B")
    drawn = "   ".join(f"{ballot.number}: {ballot.label}" for ballot in ballots_of(line.pairing.ballot))
    if drawn:
        paper.words(f"{_('Opening')} {drawn}", x=x, y=top + 19.5, width=beside, size=9)
    paper.code(codes(line.pairing.board_number), x=x + beside + 4, y=top + 4, width=SLIP_CODE)
    step = min(9.0, (height - 22 - 14) / max(len(line.games), 1))
    y = top + 22
    for cell in line.games:
        _slip_game(paper, line, cell, y=y, width=beside, height=step)
        y += step
    half = (paper.epw - 10) / 2
    for place, entry in enumerate((line.first, line.second)):
        begins = x + place * (half + 10)
        paper.line(begins, top + height - 8, begins + half, top + height - 8)
        name = entry.name if entry else ""
        paper.words(name, x=begins, y=top + height - 4, width=half, size=8)


def _slip_game(
    paper: Paper, line: BoardLine, cell: GameCell, *, y: float, width: float, height: float
) -> None:
    sides = [cell.first or line.first.name, cell.second or (line.second.name if line.second else "")]
    white, black = sides if cell.first_is_white else sides[::-1]
    x, low, box = paper.l_margin, y + height / 2 + 11 * POINT * 0.35, 22.0
    each = (width - box - 8) / 2
    paper.words(str(cell.result.number), x=x, y=low, width=6, size=9)
    paper.words(white, x=x + 8, y=low, width=each - 2, size=11, side="R")
    paper.rect(x + 8 + each, y + 0.8, box, height - 1.6)
    paper.words(":", x=x + 8 + each, y=low, width=box, size=11, side="C")
    paper.words(black, x=x + 8 + each + box + 2, y=low, width=each - 2, size=11)
