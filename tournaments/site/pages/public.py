"""Public pages of an event: its sections, players, pairings, standings and cross-tables."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from tournaments.core.pages.event_times import zone_of
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
    visible_event,
)
from tournaments.events.selectors.event_page import section_lines
from tournaments.events.selectors.sections import apart_from_demo, public_entries, public_events
from tournaments.models import RoundState
from tournaments.results.pages.boards import board_lines
from tournaments.rounds.pages.reasons import reasons_context
from tournaments.rounds.selectors.tie_breaks import tie_breaks_by_pairing
from tournaments.standings.selectors.grids import cross_lines, public_grid
from tournaments.standings.selectors.old_scores import paired_on_old_scores

MAX_EVENTS: Final = 100


@require_safe
@public
def events(request: HttpRequest) -> HttpResponse:
    """List the events of this site, the latest first."""
    own, demo = apart_from_demo(public_events()[:MAX_EVENTS])
    context = {"section": "events", "events": own, "demo_events": demo}
    return render(request, "tournaments/site/events.html", context)


@require_safe
@public
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an event with its sections and their rounds."""
    row = visible_event(request, slug)
    sections = section_lines(row)
    context = {
        "section": "events",
        "event": row,
        "sections": sections,
        "officials": row.officials.all(),
        "zone": str(zone_of(row)),
        "can_enter": row.is_public and any(line.is_open for line in sections),
    }
    return render(request, "tournaments/site/event.html", context)


@public_section_page
def players(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """List the players."""
    row, context = section_context(request, slug, section)
    return render(
        request, "tournaments/site/players.html", context | {"entries": public_entries(row), "tab": "players"}
    )


@public_section_page
def pairings(request: HttpRequest, slug: str, section: str, number: int) -> HttpResponse:
    """Show a published round with its results so far."""
    row, context = section_context(request, slug, section)
    one = get_object_or_404(row.round_rows.exclude(state=RoundState.DRAFT), number=number)
    one.section = row
    lines = board_lines(one)
    games = tie_breaks_by_pairing(line.pairing for line in lines) if row.has_tree else {}
    tie_breaks = [(line.pairing, games[line.pairing.pk]) for line in lines if line.pairing.pk in games]
    return render(
        request,
        "tournaments/site/pairings.html",
        context
        | {"round": one, "lines": lines, "tab": "pairings", "old_scores": paired_on_old_scores(one)}
        | {"tie_breaks": tie_breaks}
        | reasons_context(one, lines),
    )


@public_section_page
def crosstable(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show the rounds of all players in the order of the standings, as far as these count them."""
    row, context = section_context(request, slug, section)
    grid = public_grid(row)
    context |= {"grid": grid, "lines": cross_lines(grid), "numbers": range(1, grid.results.rounds + 1)}
    context["tab"] = "crosstable"
    return render(request, "tournaments/site/crosstable.html", context)
