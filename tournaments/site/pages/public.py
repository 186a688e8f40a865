"""Public pages of an event: its sections, players, pairings, standings and cross-tables."""

from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.live.published import published
from tournaments.core.pages.event_times import zone_of
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
    visible_event,
)
from tournaments.events.selectors.sections import public_entries
from tournaments.models import Event, RoundState
from tournaments.news.selectors import news_of
from tournaments.results.pages.boards import board_lines
from tournaments.rounds.pages.reasons import reasons_context
from tournaments.rounds.selectors.tie_breaks import tie_breaks_by_pairing
from tournaments.site.pages.calendars import event_channel
from tournaments.site.pages.event_cards import event_preview
from tournaments.site.pages.event_home import event_home, home_version
from tournaments.standings.selectors.grids import Grid, cross_cells, public_grid
from tournaments.standings.selectors.matrix import has_matrix, matrix_lines
from tournaments.standings.selectors.old_scores import paired_on_old_scores

MAP: Final = "https://www.openstreetmap.org/search"
CROSSTABLE: Final = "tournaments/site/crosstable.html"
NOT_FOUND: Final = 404
MAX_AHEAD: Final = 3  # rounds that a page waits for: people guess the address of the next one


@require_safe
@public
@published(version=home_version, channel=event_channel)
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the home of an event: its state and its sections, as they are played."""
    row = visible_event(request, slug)
    home = event_home(row)
    context = {
        "section": "events",
        "event": row,
        "card": home.card,
        "preview": event_preview(row, home.card),
        "sections": home.sections,
        "hall": home.clock,
        "heard": home.heard,
        "officials": row.officials.all(),
        "news": news_of(row),
        "zone": str(zone_of(row)),
        "map": map_address(row),
        "can_enter": row.is_public and home.card.takes_entries,
    }
    return render(request, "tournaments/site/event.html", context)


def map_address(event: Event) -> str:
    """Return the address of a map of the venue; it is a link, and nothing of it is loaded."""
    place = ", ".join(part for part in (event.venue, event.address.replace("\n", ", ")) if part)
    return f"{MAP}?{urlencode({'query': place})}" if event.address else ""


@public_section_page
def players(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """List the players."""
    row, context = section_context(request, slug, section)
    return render(
        request, "tournaments/site/players.html", context | {"entries": public_entries(row), "tab": "players"}
    )


@public_section_page
def pairings(request: HttpRequest, slug: str, section: str, number: int) -> HttpResponse:
    """Show a published round with its results so far; a round that is not out yet is waited for."""
    row, context = section_context(request, slug, section)
    one = row.round_rows.exclude(state=RoundState.DRAFT).filter(number=number).first()
    if one is None:
        return _not_out_yet(request, context | {"tab": "pairings"}, number)
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


def _not_out_yet(request: HttpRequest, context: dict[str, Any], number: int) -> HttpResponse:
    """Answer 404 with a page that shows the round once it is published. It tells of no draft."""
    if not 1 <= number <= len(context["rounds"]) + MAX_AHEAD:
        raise Http404
    context |= {"round": {"number": number}}
    return render(request, "tournaments/site/not_out_yet.html", context, status=NOT_FOUND)


@public_section_page
def crosstable(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show the results of all against all, or the rounds of all players where not all meet."""
    row, context = section_context(request, slug, section)
    grid = public_grid(row)
    if not has_matrix(grid.results):
        return render(request, CROSSTABLE, context | _rounds_context(grid))
    context |= {"grid": grid, "has_matrix": True, "matrix": matrix_lines(row, grid), "tab": "crosstable"}
    return render(request, CROSSTABLE, context)


@public_section_page
def crosstable_by_round(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show the rounds of all players in the order of the standings, as far as these count them."""
    row, context = section_context(request, slug, section)
    grid = public_grid(row)
    context["has_matrix"] = has_matrix(grid.results)
    return render(request, CROSSTABLE, context | _rounds_context(grid))


def _rounds_context(grid: Grid) -> dict[str, Any]:
    numbers = range(1, grid.results.rounds + 1)
    return {"grid": grid, "lines": cross_cells(grid), "numbers": numbers, "tab": "crosstable"}
