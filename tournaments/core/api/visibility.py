"""Visibility checks: public events for all, drafts for their desk. Other ids get 404."""

from django.http import Http404
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from club.core.access import may
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.services.locks import event_scope, section_scope
from tournaments.entries.models.entry import OUTSIDE
from tournaments.models import Entry, EntryState, Event, Pairing, Round, RoundState, Section


def may_see_desk(request: Request, section: Section) -> bool:
    """Return True if the reader may see drafts of the section."""
    return may(actor_of(request), Capability.SEE_DESK, section_scope(section))


def visible_event(request: Request, event_id: int) -> Event:
    """Return a public event, or a draft if the reader belongs to its desk; raise Http404 otherwise."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    if not event.is_public and not may(actor_of(request), Capability.SEE_DESK, event_scope(event)):
        raise Http404
    return event


def visible_section(request: Request, section_id: int) -> Section:
    """Return a section of a visible event; raise Http404 otherwise."""
    section = get_object_or_404(Section.objects.select_related("event__organisation"), pk=section_id)
    visible_event(request, section.event_id)
    return section


def visible_entry(request: Request, entry_id: int) -> Entry:
    """Return an entry of a visible event; raise Http404 otherwise.

    Only the desk sees entries that are pending, waiting or refused, or withdrawn before the first round.
    """
    rows = Entry.objects.select_related("section__event").prefetch_related("absences")
    entry = get_object_or_404(rows, pk=entry_id)
    visible_event(request, entry.section.event_id)
    left_before = entry.state == EntryState.WITHDRAWN and entry.number is None
    if (entry.state in OUTSIDE or left_before) and not may_see_desk(request, entry.section):
        raise Http404
    return entry


def visible_round(request: Request, round_id: int) -> Round:
    """Return a round of a visible event, a draft only for its desk; raise Http404 otherwise."""
    row = get_object_or_404(Round.objects.select_related("section__event"), pk=round_id)
    visible_event(request, row.section.event_id)
    if row.state == RoundState.DRAFT and not may_see_desk(request, row.section):
        raise Http404
    return row


def visible_pairing(request: Request, pairing_id: int) -> Pairing:
    """Return a pairing of a visible round; raise Http404 otherwise."""
    rows = Pairing.objects.select_related("round__section__event", "white", "black").defer("round__reasons")
    pairing = get_object_or_404(rows.prefetch_related("games"), pk=pairing_id)
    visible_round(request, pairing.round_id)
    return pairing
