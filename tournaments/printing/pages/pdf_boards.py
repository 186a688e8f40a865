"""PDF sheets for a board: the card with its number, the cards with names, and the slip for its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from django.utils.translation import gettext as _

from club.paper.blank_paper import LINE_STEP, blank_paper, fit_lines
from club.paper.ornaments import Ink
from club.paper.paper_formats import FOOT, GREY, POINT, RULE, PaperSize, Scale
from tournaments.core.openings import ballots_of
from tournaments.events.selectors.sections import entries_of
from tournaments.models import Entry, EntryState, PlayerReports, Round, Section
from tournaments.printing.orders import SAMPLE, PrintOrder
from tournaments.printing.pages.pdf_lists import place_of
from tournaments.results.pages.boards import BoardLine, GameCell
from tournaments.results.pages.desk_cards import BoardCode

if TYPE_CHECKING:
    from club.paper.paper import Paper

Thing = TypeVar("Thing")

CARDS_A_PAGE = 2
CARD_EDGE = 11.0  # millimetres from the edge of a side of a folded card
CODE_SHARE = 0.82  # of the height of a side
FOLD_MARK = 6.0
CAPITAL = 0.66  # height of capitals and figures, of the type size
NAME_SIZES = (64.0, 56.0, 48.0, 40.0, 32.0, 26.0)  # points
NAME_SHARE = 0.42  # of the height of a card
BLACK = (0, 0, 0)
SLIPS_A_PAGE = 4
SLIP_CODE = 30.0
SLIP_HEAD = 27.0  # millimetres above the games


def board_cards(
    section: Section, boards: Iterable[int], size: PaperSize, codes: BoardCode, ink: Ink = BLACK
) -> Paper:
    """Render one card a board for the whole event, two a page, to be folded: legible from both sides."""
    title = f"{place_of(section)}, {_('Board cards')}"
    paper = blank_paper(title=title, size=size, margin=FOOT)
    for board, top in _strips(paper, boards, CARDS_A_PAGE):
        for _side in _both_sides(paper, top):
            _card(paper, section, board, top=top + _face(paper), code=codes(board), ink=ink)
    return paper


def _strips(paper: Paper, things: Iterable[Thing], a_page: int) -> Iterator[tuple[Thing, float]]:
    """Yield each thing with the top of its strip; pages have cutting lines between their strips."""
    for at, thing in enumerate(things):
        top = at % a_page * paper.h / a_page
        if top == 0:
            paper.add_page()
        else:
            paper.set_draw_color(RULE)
            paper.set_dash_pattern(dash=2, gap=2)
            paper.line(paper.l_margin, top, paper.w - paper.r_margin, top)
            paper.set_dash_pattern()
            paper.set_draw_color(0)
        yield thing, top


def _face(paper: Paper) -> float:
    """Height of one side of a folded card."""
    return float(paper.h / CARDS_A_PAGE / 2)


def _both_sides(paper: Paper, top: float) -> Iterator[None]:
    """Yield once for the lower side of a folded card, and once with the page turned for the upper one."""
    fold = top + _face(paper)
    paper.set_draw_color(RULE)
    for x in (paper.l_margin, paper.w - paper.r_margin - FOLD_MARK):
        paper.line(x, fold, x + FOLD_MARK, fold)
    paper.set_draw_color(0)
    yield
    with paper.rotation(180, paper.w / 2, fold):
        yield


def _card(paper: Paper, section: Section, board: int, *, top: float, code: str, ink: Ink) -> None:
    """Draw one side of a card: number, event, code."""
    x, width, height = paper.l_margin, paper.epw, _face(paper)
    inner = height - 2 * CARD_EDGE
    right = x + width - inner * CODE_SHARE
    _bar(paper, top, ink)
    paper.set_text_color(GREY)
    paper.words(_("Board"), x=x + 6, y=top + CARD_EDGE + 5, width=width / 2, size=Scale.LEAD)
    paper.set_text_color(0)
    low = top + height - CARD_EDGE
    size = (inner - 9) / POINT / CAPITAL
    paper.words(str(board), x=x + 6, y=low, width=right - x - 12, size=size, style="B")
    paper.code(code, x=right, y=top + CARD_EDGE - 3, width=inner * CODE_SHARE)
    told = (
        (_("Scan for pairings and results"),)
        if section.player_reports == PlayerReports.OFF
        else (_("Scan, choose your name, report the result."), _("Your opponent does the same."))
    )
    beside = inner * CODE_SHARE + 22
    for line, text in enumerate(told):
        paper.words(
            text,
            x=x + width - beside,
            y=low - 4.5 * (len(told) - 1 - line),
            width=beside,
            size=Scale.SMALL,
            side="R",
        )


def _bar(paper: Paper, top: float, ink: Ink) -> None:
    """Draw the bar in the club's colour at the left of a card."""
    height = _face(paper)
    paper.set_fill_color(*ink)
    paper.rect(paper.l_margin, top + CARD_EDGE, 1.6, height - 2 * CARD_EDGE, style="F")
    paper.set_fill_color(255)


def name_cards(order: PrintOrder) -> Paper:
    """Render a card for the table of every player, two a page, to be folded: legible from both sides."""
    section = order.section
    entries = [one for one in entries_of(section) if one.state == EntryState.CONFIRMED]
    paper = blank_paper(title=f"{place_of(section)}, {_('Name cards')}", size=order.size, margin=FOOT)
    for entry, top in _strips(paper, entries[:SAMPLE] if order.is_sample else entries, CARDS_A_PAGE):
        for _side in _both_sides(paper, top):
            _name_card(paper, order, entry, top=top + _face(paper))
    return paper


def _name_card(paper: Paper, order: PrintOrder, entry: Entry, *, top: float) -> None:
    """Draw one side of a name card: event, name, club and federation."""
    x, width, height = paper.l_margin + 6, paper.epw - 6, _face(paper)
    _bar(paper, top, order.letterhead.ink)
    left = x
    if order.letterhead.logo:
        box = (30.0, 12.0)
        left += (
            paper.picture(order.letterhead.logo, order.letterhead.logo_size, x=x, y=top + CARD_EDGE, box=box)
            + 4
        )
    paper.set_text_color(GREY)
    paper.words(
        place_of(order.section), x=left, y=top + CARD_EDGE + 7.5, width=x + width - left, size=Scale.BODY
    )
    paper.set_text_color(0)
    lines, size = fit_lines(paper, entry.name, width=width, height=height * NAME_SHARE, sizes=NAME_SIZES)
    step = size * POINT * LINE_STEP
    y = top + height / 2 + size * POINT * CAPITAL / 2 - (len(lines) - 1) * step / 2 + 3
    for at, text in enumerate(lines):
        paper.words(text, x=x, y=y + at * step, width=width, size=size, style="B")
    parts = (entry.title, entry.club_name, entry.federation, str(entry.rating or ""))
    told = " \N{MIDDLE DOT} ".join(part for part in parts if part)
    paper.words(told, x=x, y=top + height - CARD_EDGE, width=width, size=Scale.LEAD)


def result_slips(row: Round, boards: list[BoardLine], size: PaperSize, codes: BoardCode) -> Paper:
    """Render four result slips a page, to be cut apart, signed and brought to the desk."""
    title = _("Result slips of round %(number)s") % {"number": row.number}
    paper = blank_paper(title=f"{place_of(row.section)}, {title}", size=size, margin=FOOT)
    height = paper.h / SLIPS_A_PAGE
    for line, top in _strips(paper, boards, SLIPS_A_PAGE):
        _slip(paper, row, line, top=top, height=height, codes=codes)
    return paper


def _slip(paper: Paper, row: Round, line: BoardLine, *, top: float, height: float, codes: BoardCode) -> None:
    x, beside = paper.l_margin, paper.epw - SLIP_CODE - 4
    facts = {"number": row.number, "board": line.pairing.board_number}
    paper.words(place_of(row.section), x=x, y=top + 11, width=beside, size=Scale.SMALL)
    told = _("Round %(number)s, board %(board)s") % facts
    paper.words(told, x=x, y=top + 18.5, width=beside, size=Scale.LEAD, style="B")
    drawn = "   ".join(f"{ballot.number}: {ballot.label}" for ballot in ballots_of(line.pairing.ballot))
    if drawn:
        paper.words(f"{_('Opening')} {drawn}", x=x, y=top + 24, width=beside, size=Scale.SMALL)
    paper.code(codes(line.pairing.board_number), x=x + beside + 4, y=top + 6, width=SLIP_CODE)
    step = min(9.0, (height - SLIP_HEAD - 19) / max(len(line.games), 1))
    y = top + SLIP_HEAD
    for cell in line.games:
        _slip_game(paper, line, cell, y=y, width=beside, height=step)
        y += step
    half = (paper.epw - 10) / 2
    for place, entry in enumerate((line.first, line.second)):
        begins = x + place * (half + 10)
        paper.line(begins, top + height - 13.5, begins + half, top + height - 13.5)
        name = entry.name if entry else ""
        paper.words(name, x=begins, y=top + height - 9.5, width=half, size=Scale.NOTE)


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
