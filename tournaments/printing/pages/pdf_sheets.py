"""PDF downloads: sheets of a round and of a section at the desk, and the public ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs, public
from club.core.requests import key_in
from club.paper.paper_formats import PaperSize
from tournaments.core.scopes import of_round, of_section
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
    visible_event,
)
from tournaments.models import Round, RoundState, Section
from tournaments.printing.pages.pdf_boards import board_cards, result_slips
from tournaments.printing.pages.pdf_lists import list_by_board, list_by_name
from tournaments.printing.pages.pdf_regulations import regulations_sheet
from tournaments.printing.pages.pdf_scores import score_sheets
from tournaments.printing.pages.pdf_tables import crosstable_sheet, standings_sheet
from tournaments.prizes.pages.pdf_certificates import certificates, certificates_of
from tournaments.results.pages.boards import BoardLine, board_lines
from tournaments.results.pages.desk_cards import board_codes, card_codes
from tournaments.results.services.board_cards import boards_of_section
from tournaments.standings.selectors.grids import Grid, cross_lines, grid_now, public_grid
from tournaments.standings.selectors.standings import standing_rows

if TYPE_CHECKING:
    from club.paper.paper import Paper

RoundSheet = Callable[[HttpRequest, Round, list[BoardLine], PaperSize], "Paper"]


def _with_players(lines: list[BoardLine]) -> list[BoardLine]:
    return [line for line in lines if line.second]


LISTS: Final[dict[str, RoundSheet]] = {
    "by-board": lambda _request, row, lines, size: list_by_board(row, lines, size),
    "by-name": lambda _request, row, lines, size: list_by_name(row, lines, size),
}
ROUND_SHEETS: Final[dict[str, RoundSheet]] = LISTS | {
    "slips": lambda request, row, lines, size: result_slips(
        row, _with_players(lines), size, board_codes(request, row)
    ),
    "scores": lambda _request, row, lines, size: score_sheets(row, _with_players(lines), size),
}
TABLES: Final[dict[str, Callable[[Section, Grid, PaperSize], Paper]]] = {
    "standings": lambda row, grid, size: standings_sheet(
        row, grid.table, size, is_provisional=grid.is_provisional
    ),
    "crosstable": lambda row, grid, size: crosstable_sheet(
        row, cross_lines(grid), size, is_provisional=grid.is_provisional
    ),
}


def size_named(given: str) -> PaperSize:
    """Return the paper size that an address names."""
    if given not in set(PaperSize):
        raise Http404(given)
    return PaperSize(given)


def pdf_answer(paper: Paper, name: str) -> HttpResponse:
    """Return the response for a sheet; a sheet without a page becomes an empty page."""
    if not paper.pages:
        paper.add_page()
    answer = HttpResponse(bytes(paper.output()), content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer


def _name(row: Section, what: str, number: int | None = None) -> str:
    parts = (row.event.slug, row.slug, "" if number is None else f"round-{number}", what)
    return "-".join(part for part in parts if part)


@require_safe
@needs(Capability.SEE_DESK, scope=of_round)
def of_a_round(request: HttpRequest, round_id: int, size: str, what: str) -> HttpResponse:
    """Render one sheet of a round: lists, cards, slips or score sheets."""
    if what not in ROUND_SHEETS:
        raise Http404(what)
    row = get_object_or_404(Round.objects.select_related("section__event"), pk=round_id)
    paper = ROUND_SHEETS[what](request, row, board_lines(row), size_named(size))
    return pdf_answer(paper, _name(row.section, what, row.number))


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def of_a_section(request: HttpRequest, section_id: int, size: str, what: str) -> HttpResponse:
    """Render the standings, the cross-table, the certificates or the board cards of a section."""
    row = get_object_or_404(Section.objects.select_related("event__organisation"), pk=section_id)
    if what == "certificates":
        told = certificates_of(
            standing_rows(row).rows,
            places=key_in(request.GET.get("places", "")),
            category=request.GET.get("class", ""),
        )
        return pdf_answer(certificates(row, told, size_named(size)), _name(row, what))
    if what == "board-cards":
        paper = board_cards(row, boards_of_section(row), size_named(size), card_codes(request, row))
        return pdf_answer(paper, _name(row, what))
    if what not in TABLES:
        raise Http404(what)
    return pdf_answer(TABLES[what](row, grid_now(row), size_named(size)), _name(row, what))


@public_section_page
def of_a_public_round(
    request: HttpRequest, slug: str, section: str, number: int, size: str, what: str
) -> HttpResponse:
    """Render a published round by board or by name."""
    row, _context = section_context(request, slug, section)
    if what not in LISTS:
        raise Http404(what)
    one = get_object_or_404(row.round_rows.exclude(state=RoundState.DRAFT), number=number)
    one.section = row
    return pdf_answer(LISTS[what](request, one, board_lines(one), size_named(size)), _name(row, what, number))


@public_section_page
def of_a_public_section(request: HttpRequest, slug: str, section: str, size: str, what: str) -> HttpResponse:
    """Render the published standings or cross-table, not the provisional ones."""
    row, _context = section_context(request, slug, section)
    if what not in TABLES:
        raise Http404(what)
    return pdf_answer(TABLES[what](row, public_grid(row), size_named(size)), _name(row, what))


@require_safe
@public
def regulations_pdf(request: HttpRequest, slug: str, size: str) -> HttpResponse:
    """The regulations as a PDF."""
    event = visible_event(request, slug)
    return pdf_answer(regulations_sheet(event, size_named(size)), f"{event.slug}-regulations")
