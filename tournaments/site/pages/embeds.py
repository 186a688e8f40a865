"""Embedded table of a section for other sites: in a frame, without cookies, light or dark."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
)
from tournaments.events.selectors.sections import public_entries
from tournaments.models import Round, Section
from tournaments.results.pages.boards import board_lines
from tournaments.standings.selectors.grids import cross_cells, public_grid
from tournaments.standings.selectors.snapshots import public_table

EMBEDS: Final = ("pairings", "standings", "crosstable", "players")
THEMES: Final = ("auto", "light", "dark")


@public_section_page
@xframe_options_exempt
def embed(request: HttpRequest, slug: str, section: str, what: str, theme: str = "auto") -> HttpResponse:
    """Show one table of a public event; the pairings are those of the latest published round."""
    if what not in EMBEDS or theme not in THEMES:
        raise Http404(what)
    row, context = section_context(request, slug, section)
    if not row.event.is_public:  # the desk sees its drafts on its own pages; a frame never shows them
        raise Http404(slug)
    context |= _facts(what, row, context["rounds"]) | {"what": what, "theme": theme}
    return render(request, "tournaments/site/embed.html", context)


def _facts(what: str, row: Section, rounds: list[Round]) -> dict[str, Any]:
    if what == "standings":
        table, is_provisional = public_table(row)
        return {"table": table, "is_provisional": is_provisional and table.after > 0}
    if what == "crosstable":
        grid = public_grid(row)
        numbers = range(1, grid.results.rounds + 1)
        told = {"grid": grid, "lines": cross_cells(grid), "numbers": numbers}
        return told | {"is_provisional": grid.is_provisional}
    if what == "players":
        return {"entries": public_entries(row)}
    latest = rounds[-1] if rounds else None
    if latest is not None:
        latest.section = row
    return {"round": latest, "lines": board_lines(latest) if latest else []}
