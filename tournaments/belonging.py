"""In which club, event or section an address of the tournaments app is."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from club.access import Scope
from tournaments.models import Entry, Event, Pairing, Round, Section
from tournaments.services.locks import event_scope, pairing_scope, section_scope


def of_event(_request: HttpRequest, event_id: int) -> Scope:
    """Where an event is."""
    return event_scope(get_object_or_404(Event, pk=event_id))


def of_section(_request: HttpRequest, section_id: int) -> Scope:
    """Where a section is."""
    return section_scope(get_object_or_404(Section.objects.select_related("event"), pk=section_id))


def of_entry(_request: HttpRequest, entry_id: int, **_more: object) -> Scope:
    """Where an entry is."""
    return section_scope(
        get_object_or_404(Entry.objects.select_related("section__event"), pk=entry_id).section
    )


def of_round(_request: HttpRequest, round_id: int, **_more: object) -> Scope:
    """Where a round is."""
    return section_scope(
        get_object_or_404(Round.objects.select_related("section__event"), pk=round_id).section
    )


def of_pairing(_request: HttpRequest, pairing_id: int, **_more: object) -> Scope:
    """Where a pairing is, with its board: a helper pass may be for some boards."""
    rows = Pairing.objects.select_related("round__section__event")
    return pairing_scope(get_object_or_404(rows, pk=pairing_id))
