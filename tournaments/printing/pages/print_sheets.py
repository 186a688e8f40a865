"""Sheets for the hall: pairing lists, result slips and score sheets of a round, standings of a section."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.responses import page_of
from games.house_rules.selectors import variant_named
from tournaments.core.scopes import of_round, of_section
from tournaments.models import Round, Section
from tournaments.printing.pages.line_up_slips import line_up_slips
from tournaments.results.pages.boards import board_lines
from tournaments.results.pages.desk_cards import addresses_of
from tournaments.rounds.pages.name_lines import game_sheets, name_lines
from tournaments.standings.selectors.grids import cross_cells, grid_now

SHEETS: Final = {
    "lists": "tournaments/printing/print/lists.html",
    "slips": "tournaments/printing/print/slips.html",
    "scores": "tournaments/printing/print/scores.html",
    "line-ups": "tournaments/printing/print/line_ups.html",
}
MOVES_A_SHEET: Final = 50
SHEETS_A_PAGE: Final = 48  # also of slips, four on a sheet of paper, each with a code; the PDF has all


@require_safe
@needs(Capability.SEE_DESK, scope=of_round)
def round_sheet(request: HttpRequest, round_id: int, what: str) -> HttpResponse:
    """Render one sheet of a round: lists, slips, score sheets, or slips for the line-ups of teams."""
    if what not in SHEETS:
        raise Http404(what)
    row = get_object_or_404(Round.objects.select_related("section__event"), pk=round_id)
    lines = board_lines(row)
    boards = [line for line in lines if line.second]
    context: dict[str, Any] = {"round": row, "one": row.section, "lines": lines, "boards": boards}
    if what == "slips":
        page = page_of(request, boards, SHEETS_A_PAGE)
        context |= {"addresses": addresses_of(request, row.section), "boards": page, "page": page}
    if what == "lists":
        context["by_name"] = name_lines(lines)
    if what == "line-ups":
        context["slips"] = line_up_slips(boards)
    if what == "scores":
        page = page_of(request, game_sheets(boards), SHEETS_A_PAGE)
        context |= {"sheets": page, "page": page, "moves": range(1, MOVES_A_SHEET // 2 + 1)}
        context["begins"] = variant_named(row.section.variant).first_to_move.key
        context["further"] = range(MOVES_A_SHEET // 2 + 1, MOVES_A_SHEET + 1)
    return render(request, SHEETS[what], context)


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def section_sheet(request: HttpRequest, section_id: int) -> HttpResponse:
    """Render the standings of a section and its cross-table."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    grid = grid_now(row)
    context = {"one": row, "grid": grid, "table": grid.table, "lines": cross_cells(grid)}
    context["numbers"] = range(1, grid.results.rounds + 1)
    return render(request, "tournaments/printing/print/section.html", context)
