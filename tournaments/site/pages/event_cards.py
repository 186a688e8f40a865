"""Previews of links to an event and to a club: state and leaders, and the events that are next."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.defaultfilters import capfirst
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.core.requests import speak_unless_chosen
from club.core.selectors import organisation_list
from club.live.published import published
from club.models import Organisation
from club.organisations.selectors import branding_of
from club.paper.preview_cards import Preview, PreviewCard, card_answer
from tournaments.events.pages.public_sections import visible_event
from tournaments.events.selectors.event_cards import EventCard, EventStatus, event_cards
from tournaments.events.selectors.event_lists import (
    EventFilters,
    Phase,
    calendar_version,
    events_in,
    found_events,
    with_phase,
)
from tournaments.models import Event
from tournaments.site.pages.calendars import event_channel
from tournaments.site.pages.discovery import event_text
from tournaments.site.pages.event_home import home_version

MAX_LEADERS: Final = 4
MAX_EVENTS: Final = 4


def event_card_version(slug: str, **_more: object) -> object:
    """Version of the preview of an event: that of its home."""
    return home_version(slug)


def event_card_channel(slug: str, **_more: object) -> str:
    """Live channel of the preview of an event."""
    return event_channel(slug)


@require_safe
@public
@published(version=event_card_version, channel=event_card_channel)
def event_card(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Draw the preview of an event."""
    row = visible_event(request, slug)
    (found,) = event_cards([get_object_or_404(with_phase(Event.objects.filter(pk=row.pk)))])
    card = card_of_event(row, found)
    return card_answer(card, version, _event_path(row, card))


def event_preview(event: Event, found: EventCard) -> Preview:
    """Return the preview of the home of an event."""
    card = card_of_event(event, found)
    told = " · ".join(" ".join(filter(None, line)) for line in card.lines)
    return Preview(_event_path(event, card), description=" · ".join(filter(None, (event_text(event), told))))


def _event_path(event: Event, card: PreviewCard) -> str:
    return reverse("tournaments:event_card", args=[event.slug, card.version])


def card_of_event(event: Event, found: EventCard) -> PreviewCard:
    """Return state and leaders; names that are withheld are so in the published standings."""
    label = _("Winner") if found.is_over else _("Leader")
    leaders = [(one.section or label, ", ".join(one.names)) for one in found.leaders[:MAX_LEADERS]]
    state = capfirst(_state(found))
    return PreviewCard(
        event.organisation.name,
        event.name,
        ((state, ""), *leaders) if state else tuple(leaders),
        event_text(event),
        colour=branding_of(event.organisation).ink,
    )


def _state(found: EventCard) -> str:
    if found.status == EventStatus.FINISHED:
        return _("finished")
    if found.status == EventStatus.IN_PLAY:
        return _("round %(number)s in play") % {"number": found.round}
    if found.status == EventStatus.BETWEEN:
        return _("round %(number)s finished") % {"number": found.round}
    return _("entries open") if found.takes_entries else ""


@require_safe
@public
@published(version=calendar_version)
def club_card(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Draw the preview of a club."""
    club = get_object_or_404(organisation_list(), slug=slug)
    speak_unless_chosen(request, club.language)
    found = found_events(EventFilters(club=slug))
    events = [one for phase in (Phase.NOW, Phase.NEXT) for one in events_in(found, phase)[:MAX_EVENTS]]
    card = card_of_club(club, events)
    return card_answer(card, version, _club_path(club, card))


def club_preview(club: Organisation, events: list[Event]) -> Preview:
    """Return the preview of the page of a club, by its events that are on or to come."""
    card = card_of_club(club, events)
    return Preview(_club_path(club, card))


def _club_path(club: Organisation, card: PreviewCard) -> str:
    return reverse("tournaments:club_card", args=[club.slug, card.version])


def card_of_club(club: Organisation, events: list[Event]) -> PreviewCard:
    """Return the events of a club that are on or to come, each with its first day."""
    lines = tuple(
        (one.name, date_format(one.starts_on, "SHORT_DATE_FORMAT") if one.starts_on else "")
        for one in events[:MAX_EVENTS]
    )
    foot = _("Events, results and calendar of %(club)s") % {"club": club.name}
    return PreviewCard("", club.name, lines, foot, colour=branding_of(club).ink)
