"""The waiting list: the first entry moves up when a place is free."""

from django.utils import timezone

from club.core.actor import Actor
from tournaments.core.services.trail import entry_facts, tell_of_entries
from tournaments.entries.mails import Told, write_to_player
from tournaments.entries.selectors.admissions import admission_of, places_of, waiting_list
from tournaments.entries.services.joining import join
from tournaments.models import Entry, EntryState, Section


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
    entry.state, entry.waits_since = EntryState.CONFIRMED, None
    join(entry.section, entry)
    entry.save()
    after = entry_facts(entry)
    tell_of_entries("tournaments.entry.moved_up", entry, actor, before=before, after=after, reason=reason)
    write_to_player(entry, Told.MOVED_UP)


def put_in_line(entry: Entry) -> None:
    """Move an entry to the end of the waiting list."""
    entry.state, entry.waits_since = EntryState.WAITING, timezone.now()
