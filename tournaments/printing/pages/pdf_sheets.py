"""PDF downloads: sheets of a round and of a section at the desk, and the public ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from club.core.access import require_permission
from club.core.capabilities import Capability
from club.core.pages.access import needs, public
from club.core.requests import actor_of, key_in
from club.paper.paper_formats import PaperSize
from tournaments.core.scopes import of_round, of_section
from tournaments.core.services.locks import section_scope
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
    visible_event,
)
from tournaments.models import Round, RoundState, Section
from tournaments.printing.pages.pdf_lists import list_by_board, list_by_name
from tournaments.printing.pages.pdf_regulations import regulations_sheet
from tournaments.printing.pages.pdf_tables import crosstable_sheet, standings_sheet
from tournaments.printing.pages.print_orders import build_sheet, choices_in, order_of
from tournaments.printing.pages.sheets import KINDS
from tournaments.results.pages.boards import BoardLine, board_lines
from tournaments.standings.selectors.grids import Grid, cross_lines, public_grid

if TYPE_CHECKING:
    from club.paper.paper import Paper

LISTS: Final[dict[str, Callable[[Round, list[BoardLine], PaperSize], Paper]]] = {
    "by-board": list_by_board,
    "by-name": list_by_name,
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
    return _pdf_response(bytes(paper.output()), name, "inline")


def _pdf_response(data: bytes, name: str, disposition: str) -> HttpResponse:
    answer = HttpResponse(data, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'{disposition}; filename="{name}.pdf"'
    return answer


class SheetFile(NamedTuple):
    """A sheet as a PDF; its name has no ending."""

    name: str
    data: bytes


def _name(row: Section, what: str, number: int | None = None) -> str:
    parts = (row.event.slug, row.slug, "" if number is None else f"round-{number}", what)
    return "-".join(part for part in parts if part)


@require_safe
@needs(Capability.SEE_DESK, scope=of_round)
def of_a_round(request: HttpRequest, round_id: int, size: str, what: str) -> HttpResponse:
    """Render one sheet of a round: lists, slips or score sheets."""
    row = get_object_or_404(Round.objects.select_related("section__event__organisation"), pk=round_id)
    if what not in KINDS or not KINDS[what].of_round:
        raise Http404(what)
    return sheet_answer(request, row.section, what, {**_asked(request, size), "round": row.number})


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def of_a_section(request: HttpRequest, section_id: int, size: str, what: str) -> HttpResponse:
    """Render the standings, the cross-table, the certificates or the cards of a section."""
    row = get_object_or_404(Section.objects.select_related("event__organisation"), pk=section_id)
    if what not in KINDS or KINDS[what].of_round:
        raise Http404(what)
    given = _asked(request, size)
    if what == "certificates" and "whom" not in given:  # the addresses before there were designs
        whom = "places" if key_in(request.GET.get("places", "")) else "all"
        given |= {"whom": whom, "category": request.GET.get("class", "")}
    return sheet_answer(request, row, what, given)


def _asked(request: HttpRequest, size: str) -> dict[str, Any]:
    """Return the choices of an address; these sheets are in the reader's language unless it names one."""
    size_named(size)
    return {"language": get_language(), **choices_in(request.GET), "size": size}


def sheet_file(request: HttpRequest, section: Section, what: str, given: Mapping[str, Any]) -> SheetFile:
    """Draw a sheet for a page, the API or a command; requires the permission for its kind."""
    require_permission(actor_of(request), KINDS[what].needs, section_scope(section))
    order = order_of(request, section, what, given)
    name = _name(section, what, order.row.number if order.row else None)
    return SheetFile(name, bytes(build_sheet(order, what, given).output()))


def sheet_answer(request: HttpRequest, section: Section, what: str, given: Mapping[str, Any]) -> HttpResponse:
    """Return the PDF of a sheet; requires the permission for its kind."""
    made = sheet_file(request, section, what, given)
    return _pdf_response(made.data, made.name, "attachment" if given.get("download") else "inline")


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
    return pdf_answer(LISTS[what](one, board_lines(one), size_named(size)), _name(row, what, number))


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
