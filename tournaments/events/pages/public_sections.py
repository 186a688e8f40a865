"""Shared parts of the public pages of a section: visible event, context, version and channel for caches."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import public
from club.core.requests import actor_of, speak_unless_chosen
from club.live.published import published
from club.live.selectors import followed, last_numbers
from club.members.services.photos import PHOTOS_CHANNEL
from tournaments.core.services.locks import event_scope
from tournaments.events.selectors.sections import rounds_of
from tournaments.models import Event, RoundState, Section

View = TypeVar("View", bound=Callable[..., HttpResponse])


def section_version(slug: str, section: str, **_more: Any) -> object:
    """Version of a section's pages, for caches: the latest events on its channel and on that of photos."""
    row = (
        Section.objects.filter(event__slug=slug, slug=section)
        .values_list("pk", "event__version", "event__organisation__version", "version")
        .first()
    )
    if row is None:
        return None
    numbers = last_numbers([f"section:{row[0]}", PHOTOS_CHANNEL])
    return (*row, *sorted(numbers.items()))


def section_channel(slug: str, section: str, **_more: Any) -> str:
    """Live channel of a section's pages."""
    key = Section.objects.filter(event__slug=slug, slug=section).values_list("pk", flat=True).first()
    return f"section:{key}"


def public_section_page(view: View) -> View:
    """Declare a public page of a section, for GET and HEAD, cached until something happens in the section."""
    return section_page_with()(view)


def section_page_with(*parameters: str) -> Callable[[View], View]:
    """Declare a public page of a section that reads these parameters of its query."""
    kept = published(version=section_version, channel=section_channel, parameters=parameters)
    return lambda view: require_safe(public(kept(view)))


def visible_event(request: HttpRequest, slug: str) -> Event:
    """Return an event that the visitor may see."""
    row = get_object_or_404(Event.objects.select_related("organisation"), slug=slug)
    if not row.is_public and not may(actor_of(request), Capability.SEE_DESK, event_scope(row)):
        raise Http404(slug)
    speak_unless_chosen(request, row.language)
    return row


def section_context(request: HttpRequest, slug: str, section: str) -> tuple[Section, dict[str, Any]]:
    """Return a section that the visitor may see, and the context that all its pages share."""
    event = visible_event(request, slug)
    row = get_object_or_404(Section, event=event, slug=section)
    row.event = event
    live = followed(f"section:{row.pk}")
    shown = rounds_of(row).exclude(state=RoundState.DRAFT)
    rounds = list(shown.defer("reasons"))  # of 300 players 100 kB a round
    return row, {"section": "events", "event": event, "one": row, "rounds": rounds, **live}
