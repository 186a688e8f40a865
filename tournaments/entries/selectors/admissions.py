"""Admission of a section: open forms, the waiting list, free places."""

from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from tournaments.core import section_columns as columns
from tournaments.models import Admission, Entry, EntryState, Event, Section


class Places(NamedTuple):
    """Numbers of taken and free places of a section; `free` is None without a limit."""

    taken: int
    waiting: int
    pending: int
    free: int | None


def admission_of(section: Section) -> Admission:
    """Return the admission settings of a section; without a row all is closed."""
    return Admission.objects.filter(section=section).first() or Admission(section=section)


def admission_facts(admission: Admission) -> dict[str, Any]:
    """Return the admission settings in the form of the audit log and the API."""
    return {name: getattr(admission, name) for name in columns.ADMISSION}


def places_of(section: Section, admission: Admission) -> Places:
    """Count the confirmed, waiting and pending entries."""
    states = list(section.entries.values_list("state", flat=True))
    taken = states.count(EntryState.CONFIRMED)
    free = None if admission.places is None else max(0, admission.places - taken)
    return Places(taken, states.count(EntryState.WAITING), states.count(EntryState.PENDING), free)


def open_sections(event: Event) -> list[Section]:
    """The sections that the public may enter now, each with its admission and classes."""
    rows = event.sections.select_related("admission").prefetch_related("classes")
    found = [section for section in rows.filter(admission__is_open=True) if section.admission.takes_entries]
    for section in found:
        section.event = event
    return found


def inbox_of(section: Section) -> QuerySet[Entry]:
    """Return the pending, waiting and refused entries by date, with their contact data."""
    outside = (EntryState.PENDING, EntryState.WAITING, EntryState.REFUSED)
    return section.entries.filter(state__in=outside).select_related("contact").order_by("created_at", "pk")


def waiting_list(section: Section) -> QuerySet[Entry]:
    """Return the waiting list, longest wait first."""
    waiting = section.entries.filter(state=EntryState.WAITING).select_related("contact")
    return waiting.order_by("waits_since", "pk")


def place_in_waiting_list(entry: Entry) -> int:
    """Return the position of an entry on the waiting list, from 1."""
    before = Q(waits_since__lt=entry.waits_since) | Q(waits_since=entry.waits_since, pk__lt=entry.pk)
    return 1 + entry.section.entries.filter(before, state=EntryState.WAITING).count()


def latest_entry_of(person_id: int) -> Entry | None:
    """The latest entry of a person anywhere."""
    return Entry.objects.filter(person_id=person_id).order_by("-pk").first()


def entries_of_form(entry: Entry) -> QuerySet[Entry]:
    """Return the entries of the same person and mail address in the same event, including this one."""
    if not hasattr(entry, "contact"):
        return Entry.objects.filter(pk=entry.pk)
    same = Entry.objects.filter(section__event=entry.section.event_id, contact__email=entry.contact.email)
    return same.filter(name__iexact=entry.name).select_related("section__event", "contact").order_by("pk")
