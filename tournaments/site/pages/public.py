"""Public pages of an event: its sections, players, pairings, standings and cross-tables."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import public
from club.core.requests import actor_of, speak_unless_chosen
from club.live.published import published
from club.live.selectors import last_number
from tournaments.core.services.locks import event_scope
from tournaments.entries.pages.entry_forms import zone_of
from tournaments.events.selectors.event_page import section_lines
from tournaments.events.selectors.sections import public_events, rounds_of, shown_entries
from tournaments.models import Event, RoundState, Section
from tournaments.rounds.pages.boards import board_lines
from tournaments.rounds.pages.reasons import reasons_told
from tournaments.rounds.selectors.tie_breaks import tie_breaks_by_pairing
from tournaments.standings.selectors.grids import cross_lines, public_grid
from tournaments.standings.selectors.old_scores import paired_on_old_scores


def section_version(slug: str, section: str, **_more: Any) -> object:
    """Version of a section's pages, for caches: the number of the latest event on its channel."""
    row = (
        Section.objects.filter(event__slug=slug, slug=section)
        .values_list("pk", "event__version", "version")
        .first()
    )
    return None if row is None else (*row, last_number(f"section:{row[0]}"))


def section_channel(slug: str, section: str, **_more: Any) -> str:
    """Live channel of a section's pages."""
    key = Section.objects.filter(event__slug=slug, slug=section).values_list("pk", flat=True).first()
    return f"section:{key}"


def seen_event(request: HttpRequest, slug: str) -> Event:
    """Return an event that the visitor may see."""
    row = get_object_or_404(Event.objects.select_related("organisation"), slug=slug)
    if not row.is_public and not may(actor_of(request), Capability.SEE_DESK, event_scope(row)):
        raise Http404(slug)
    speak_unless_chosen(request, row.language)
    return row


def section_context(request: HttpRequest, slug: str, section: str) -> tuple[Section, dict[str, Any]]:
    """Return a section that the visitor may see, and the context that all its pages share."""
    event = seen_event(request, slug)
    row = get_object_or_404(Section, event=event, slug=section)
    row.event = event
    channel = f"section:{row.pk}"
    heard = last_number(channel)
    rounds = [one for one in rounds_of(row) if one.state != RoundState.DRAFT]
    return row, {
        "section": "events",
        "event": event,
        "one": row,
        "rounds": rounds,
        "channel": channel,
        "heard": heard,
    }


@require_safe
@public
def events(request: HttpRequest) -> HttpResponse:
    """List the events of this site, the latest first."""
    return render(
        request, "tournaments/site/events.html", {"section": "events", "events": public_events()[:100]}
    )


@require_safe
@public
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an event with its sections and their rounds."""
    row = seen_event(request, slug)
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


@require_safe
@public
@published(version=section_version, channel=section_channel)
def players(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """List the players."""
    row, context = section_context(request, slug, section)
    return render(
        request, "tournaments/site/players.html", context | {"entries": shown_entries(row), "tab": "players"}
    )


@require_safe
@public
@published(version=section_version, channel=section_channel)
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
        | reasons_told(one, lines),
    )


@require_safe
@public
@published(version=section_version, channel=section_channel)
def crosstable(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show the rounds of all players in the order of the standings, as far as these count them."""
    row, context = section_context(request, slug, section)
    grid = public_grid(row)
    context |= {"grid": grid, "lines": cross_lines(grid), "numbers": range(1, grid.results.rounds + 1)}
    context["tab"] = "crosstable"
    return render(request, "tournaments/site/crosstable.html", context)
