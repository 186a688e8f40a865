"""Calendars to subscribe to: the rounds of an event, of a section, of a player (RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Event as CalendarEntry

from club.calendar.pages.icalendars import calendar_file, component, serialize_calendar
from club.core.pages.access import public
from club.live.published import published
from club.live.selectors import last_numbers
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
    visible_event,
)
from tournaments.events.selectors.schedule import (
    Appointment,
    event_appointments,
    player_appointments,
    section_appointments,
)
from tournaments.models import Entry, Event
from tournaments.site.calendar_sources import meeting_text


def event_version(slug: str) -> object:
    """Version of an event's calendar, for caches."""
    row = Event.objects.filter(slug=slug).first()
    if row is None:
        return None
    sections = row.sections.order_by("pk").values_list("pk", flat=True)
    heard = last_numbers([f"event:{row.pk}", *(f"section:{key}" for key in sections)])
    return row.pk, row.version, tuple(sorted(heard.items()))


def event_channel(slug: str) -> str:
    """Live channel of an event; the channels of its sections are included."""
    return f"event:{Event.objects.filter(slug=slug).values_list('pk', flat=True).first()}"


@require_safe
@public
@published(version=event_version, channel=event_channel)
def of_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Calendar of an event: its days and the rounds of its sections."""
    row = visible_event(request, slug)
    rounds = [_entry(one, row, request) for one in event_appointments(row)]
    return _answer(row.name, [*event_days(row, request), *rounds], f"{row.slug}.ics")


@public_section_page
def of_section(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Calendar of a section's rounds."""
    row, _context = section_context(request, slug, section)
    entries = [_entry(one, row.event, request) for one in section_appointments(row)]
    name = f"{row.event.name}, {row.name}"
    return _answer(name, entries or event_days(row.event, request), f"{row.event.slug}-{row.slug}.ics")


@public_section_page
def of_player(request: HttpRequest, slug: str, section: str, number: int) -> HttpResponse:
    """Calendar of a player: rounds with board and opponent, once published."""
    row, _context = section_context(request, slug, section)
    player = get_object_or_404(row.entries, number=number)
    player.section = row
    entries = [_entry(one, row.event, request, player) for one in player_appointments(player)]
    name, file_name = f"{player.name}, {row.event.name}", f"{row.event.slug}-{row.slug}-{number}.ics"
    return _answer(name, entries or event_days(row.event, request), file_name)


def _answer(name: str, entries: Iterable[CalendarEntry], file_name: str) -> HttpResponse:
    return calendar_file(serialize_calendar(name, entries), file_name)


def event_days(event: Event, request: HttpRequest) -> list[CalendarEntry]:
    """Return the days of the event, if known; a calendar's day ends on the day after."""
    if event.starts_on is None:
        return []
    last = event.ends_on or event.starts_on
    facts = {
        "uid": f"event-{event.pk}@{request.get_host()}",
        "dtstamp": event.created_at.astimezone(UTC),
        "dtstart": event.starts_on,
        "dtend": last + timedelta(days=1),
        "summary": event.name,
        "description": event.description,
        "location": event.venue,
        "url": request.build_absolute_uri(reverse("tournaments:event", args=[event.slug])),
        "sequence": event.version,
        "transp": "TRANSPARENT",
    }
    return [component(facts)]


def _entry(
    one: Appointment, event: Event, request: HttpRequest, player: Entry | None = None
) -> CalendarEntry:
    section = one.section
    names = {"number": one.number, "event": event.name, "section": section.name}
    whose = f"-player-{player.pk}" if player else ""
    address = reverse("tournaments:players", args=[event.slug, section.slug])
    return component(
        {
            "uid": f"section-{section.pk}-round-{one.number}{whose}@{request.get_host()}",
            "dtstamp": one.told_at.astimezone(UTC),
            "dtstart": one.starts_at.astimezone(UTC),
            "summary": _("Round %(number)s: %(event)s, %(section)s") % names,
            "description": meeting_text(one, player) if player else "",
            "location": event.venue,
            "url": request.build_absolute_uri(address),
            "sequence": one.sequence,
        }
    )
