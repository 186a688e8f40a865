"""The inbox of a section: accept entries, put them on the waiting list, refuse or reopen them."""

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.hooks import on_entry_joins
from tournaments.core.services.event_log import entry_facts, log_entries
from tournaments.core.services.locks import locked_entry, locked_section
from tournaments.entries.errors import EntryDecided, ReasonForRefusalNeeded, SectionFull
from tournaments.entries.mails import EntryMail, write_to_player
from tournaments.entries.selectors.admissions import admission_of, places_of
from tournaments.entries.services import admissions as admission_services
from tournaments.entries.services.joining import is_paired, join, known_persons
from tournaments.models import Entry, EntryContact, EntryState

UNDECIDED = frozenset({EntryState.PENDING, EntryState.WAITING, EntryState.REFUSED})


@transaction.atomic
def accept_entry(*, entry_id: int, actor: Actor, reason: str = "", was: str | None = None) -> Entry:
    """Accept an entry while there is a free place, and notify the player by mail.

    `was` is, here and below, the state that the account saw. Raises EntryDecided if it is another one by now.
    """
    entry = _lock_undecided(entry_id, actor, was)
    admission = admission_of(entry.section)
    if places_of(entry.section, admission).free == 0:
        raise SectionFull(section=entry.section.name, places=admission.places)
    if entry.state == EntryState.WAITING:
        admission_services.move_up(entry, actor, reason)
        return entry
    before = entry_facts(entry)
    _confirm_entry(entry)
    return _save_and_tell("tournaments.entry.accepted", entry, actor, before, reason)


@transaction.atomic
def accept_all(*, section_id: int, actor: Actor) -> tuple[int, int]:
    """Accept all pending entries, earliest first; return the numbers of confirmed and waiting entries."""
    section = locked_section(section_id, actor)
    admission = admission_of(section)
    free = places_of(section, admission).free
    pending = list(section.entries.filter(state=EntryState.PENDING).order_by("created_at", "pk"))
    inside = pending if free is None else pending[:free]
    for entry in pending:
        entry.section = section
    for entry in inside:
        _confirm_entry(entry)
        entry.save()
        write_to_player(entry, EntryMail.CONFIRMED)
    left = pending[len(inside) :] if admission.has_waiting_list else []
    for entry in left:
        admission_services.append_to_waiting_list(entry)
        entry.save()
        write_to_player(entry, EntryMail.WAITING)
    if inside or left:
        facts = {"count": len(inside), "names": [entry.name for entry in inside], "waiting": len(left)}
        log_entries("tournaments.entries.accepted", section, actor, after=facts)
    return len(inside), len(left)


@transaction.atomic
def put_on_waiting_list(*, entry_id: int, actor: Actor, reason: str = "", was: str | None = None) -> Entry:
    """Move an entry to the end of the waiting list."""
    entry = _lock_undecided(entry_id, actor, was)
    if entry.state == EntryState.WAITING:
        return entry
    before = entry_facts(entry)
    admission_services.append_to_waiting_list(entry)
    return _save_and_tell("tournaments.entry.put_on_waiting_list", entry, actor, before, reason)


@transaction.atomic
def refuse_entry(*, entry_id: int, actor: Actor, reason: str, was: str | None = None) -> Entry:
    """Refuse an entry; the reason is sent to the player."""
    entry = _lock_undecided(entry_id, actor, was)
    if not reason.strip():
        raise ReasonForRefusalNeeded(name=entry.name)
    if entry.state == EntryState.REFUSED:
        raise EntryDecided(name=entry.name, state=entry.get_state_display())
    before = entry_facts(entry)
    entry.state, entry.waits_since = EntryState.REFUSED, None
    EntryContact.objects.filter(entry=entry).update(reason=reason.strip()[:500])
    return _save_and_tell("tournaments.entry.refused", entry, actor, before, reason)


@transaction.atomic
def reopen_entry(*, entry_id: int, actor: Actor, reason: str = "", was: str | None = None) -> Entry:
    """Take up a decision again: the entry is to be looked at, unless the player has been paired."""
    entry = _require_state(locked_entry(entry_id, actor), was)
    if entry.state == EntryState.PENDING or is_paired(entry):
        raise EntryDecided(name=entry.name, state=entry.get_state_display())
    before = entry_facts(entry)
    entry.state, entry.waits_since, entry.number = EntryState.PENDING, None, None
    entry.first_round, entry.last_round = 1, None
    entry.save()
    after = entry_facts(entry)
    log_entries("tournaments.entry.reopened", entry, actor, before=before, after=after, reason=reason)
    admission_services.fill_free_places(entry.section, actor)
    return entry


def _lock_undecided(entry_id: int, actor: Actor, was: str | None) -> Entry:
    entry = _require_state(locked_entry(entry_id, actor), was)
    if entry.state not in UNDECIDED:
        raise EntryDecided(name=entry.name, state=entry.get_state_display())
    return entry


def _require_state(entry: Entry, was: str | None) -> Entry:
    if was is not None and entry.state != was:
        raise EntryDecided(name=entry.name, state=entry.get_state_display())
    return entry


def _confirm_entry(entry: Entry) -> None:
    """Confirm an entry and link it with the person of the club of that name."""
    entry.state, entry.waits_since = EntryState.CONFIRMED, None
    if entry.person_id is None:
        entry.person = known_persons(entry.section, [entry.name]).get(entry.name.casefold())
    on_entry_joins(entry)
    join(entry.section, entry)


def _save_and_tell(action: str, entry: Entry, actor: Actor, before: dict[str, object], reason: str) -> Entry:
    """Save a decision, write its audit entry and notify the player."""
    entry.save()
    log_entries(action, entry, actor, before=before, after=entry_facts(entry), reason=reason)
    write_to_player(entry, EntryMail(entry.state))
    return entry
