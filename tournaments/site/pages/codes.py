"""Pages behind the printed codes of events: players, boards, check-in, rounds and the event itself."""

from typing import Final

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.core.requests import key_in
from club.hall.codes import CodeKind
from tournaments.entries.entry_links import is_section_secret
from tournaments.events.pages.public_sections import visible_event
from tournaments.models import Event, Round, Section


def event_path(request: HttpRequest, token: str) -> str:
    """Path of an event by its number, for visitors who may see it: a path names the event."""
    row = Event.objects.filter(pk=key_in(token)).first()
    if row is None:
        raise Http404(token)
    return reverse("tournaments:event", args=[visible_event(request, row.slug).slug])


def round_path(request: HttpRequest, token: str) -> str:
    """Path of the pairings of a round by its number, for visitors who may see the event."""
    row = Round.objects.select_related("section__event").filter(pk=key_in(token)).first()
    if row is None:
        raise Http404(token)
    event = visible_event(request, row.section.event.slug)
    return reverse("tournaments:pairings", args=[event.slug, row.section.slug, row.number])


def check_in_path(_request: HttpRequest, token: str) -> str:
    """Path of the self check-in behind a poster: the number of the section and its secret."""
    number, _dash, secret = token.partition("-")
    row = Section.objects.select_related("event").filter(pk=key_in(number)).first()
    if row is None or not is_section_secret(row, secret):
        raise Http404(token)
    return reverse("tournaments:here", args=[row.event.slug, row.slug, secret])


CODE_KINDS: Final = (
    CodeKind("a", _("Check-in code of a player"), "tournaments:desk_arrival"),
    CodeKind("b", _("Board cards"), "tournaments:board"),
    CodeKind("c", _("Check-in poster"), check_in_path),
    CodeKind("r", _("Pairings of a round"), round_path),
    CodeKind("v", _("Event"), event_path),
)
