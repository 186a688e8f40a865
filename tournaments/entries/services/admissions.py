"""Admission settings: public entries, places, the waiting list, the check-in."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.core.actor import Actor
from tournaments.core.services.event_log import entry_facts, log_entries, log_section
from tournaments.core.services.locks import locked_entry, locked_section
from tournaments.entries.errors import EntryDecided
from tournaments.entries.mails import EntryMail, write_to_player
from tournaments.entries.selectors.admissions import admission_facts, admission_of, places_of, waiting_list
from tournaments.entries.services.joining import is_paired, join
from tournaments.models import Admission, Entry, EntryState, Section


@transaction.atomic
def set_admission(*, section_id: int, actor: Actor, reason: str = "", **changes: Any) -> Admission:
    """Open or close entries and check-in, and set the number of places; new places are filled."""
    section = locked_section(section_id, actor)
    admission = admission_of(section)
    before = admission_facts(admission)
    for name, value in changes.items():
        setattr(admission, name, value)
    admission.section = section
    admission.clean_fields(exclude=["section"])
    admission.validate_constraints()
    after = admission_facts(admission)
    if after != before:
        admission.save()
        action = "tournaments.admission.set"
        log_section(action, section, actor, before=before, after=after, reason=reason)
        fill_free_places(section, actor)
    return admission


def fill_free_places(section: Section, actor: Actor) -> list[Entry]:
    """Fill free places from the waiting list, in sections that do so automatically. Callers lock its row."""
    admission = admission_of(section)
    if not admission.moves_up_alone:
        return []
    free = places_of(section, admission).free
    first = list(waiting_list(section)[:free])
    for entry in first:
        entry.section = section
        move_up(entry, actor)
    return first


def move_up(entry: Entry, actor: Actor, reason: str = "") -> None:
    """Confirm an entry from the waiting list and notify the player. Callers lock the section's row."""
    before = entry_facts(entry)
    if entry.waits_since is not None:
        before["since"] = entry.waits_since.isoformat()  # the place in the list, for the undo
    entry.state, entry.waits_since = EntryState.CONFIRMED, None
    join(entry.section, entry)
    entry.save()
    after = entry_facts(entry)
    log_entries("tournaments.entry.moved_up", entry, actor, before=before, after=after, reason=reason)
    write_to_player(entry, EntryMail.MOVED_UP)


@transaction.atomic
def return_to_waiting_list(*, entry_id: int, since: datetime, actor: Actor, reason: str = "") -> Entry:
    """Return a confirmed entry that is not paired to its place in the waiting list, and notify the player.

    The place that becomes free is not filled: the list itself may have filled it.
    """
    entry = locked_entry(entry_id, actor)
    if entry.state != EntryState.CONFIRMED or is_paired(entry):
        raise EntryDecided(name=entry.name, state=entry.get_state_display())
    before = entry_facts(entry)
    entry.state, entry.waits_since, entry.number = EntryState.WAITING, since, None
    entry.first_round, entry.last_round = 1, None
    entry.save()
    after = entry_facts(entry)
    action = "tournaments.entry.put_on_waiting_list"
    log_entries(action, entry, actor, before=before, after=after, reason=reason)
    write_to_player(entry, EntryMail.WAITING)
    return entry


def append_to_waiting_list(entry: Entry) -> None:
    """Move an entry to the end of the waiting list."""
    entry.state, entry.waits_since = EntryState.WAITING, timezone.now()
