"""Entries: typed, pasted, checked in, withdrawn; rounds that players ask to miss."""

from typing import Any

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from club.actor import Actor
from club.models import Person
from club.selectors.persons import persons_named
from tournaments.entry_lists import EntryLine
from tournaments.errors import EnteredTwice, EntryHasPlayed, RoundOver, TableIsSet
from tournaments.models import Absence, AbsenceKind, Entry, EntryState, Pairing, RoundState, Section
from tournaments.services.locks import locked_entry, locked_section
from tournaments.services.trail import entry_facts, tell_of_entries
from tournaments.systems import system_of


@transaction.atomic
def add_entries(*, section_id: int, lines: list[EntryLine], actor: Actor) -> list[Entry]:
    """Enter everybody of a list or nobody; known persons of the club are linked by name."""
    section = locked_section(section_id, actor)
    there = {entry.name.casefold() for entry in section.entries.exclude(state=EntryState.REFUSED)}
    known = _persons(section, [line.name for line in lines])
    made = []
    for line in lines:
        name = line.name.casefold()
        if name in there:
            raise EnteredTwice(name=line.name)
        there.add(name)
        made.append(_entered(section, line, known.get(name)))
    after = {"names": [entry.name for entry in made], "count": len(made)}
    tell_of_entries("tournaments.entries.added", section, actor, after=after)
    return made


def _entered(section: Section, line: EntryLine, person: Person | None) -> Entry:
    entry = Entry(
        section=section,
        person=person,
        name=line.name,
        rating=line.rating,
        club_name=line.club_name,
        federation=line.federation,
    )
    _join(section, entry)
    entry.full_clean(exclude=["section", "person"], validate_constraints=False)
    entry.save(force_insert=True)
    return entry


def _persons(section: Section, names: list[str]) -> dict[str, Person]:
    """Known persons by name in small letters; a name that two persons have stands for neither."""
    taken = set(section.entries.filter(person__isnull=False).values_list("person_id", flat=True))
    found: dict[str, Person | None] = {}
    for person in persons_named(organisation_id=section.event.organisation_id, names=names):
        key = person.name.casefold()
        found[key] = None if key in found else person
    return {name: person for name, person in found.items() if person and person.pk not in taken}


def _join(section: Section, entry: Entry) -> None:
    """A late entry has a number of its own at the end and plays from the next round to be paired."""
    rounds = section.round_rows.exclude(state=RoundState.DRAFT)
    last = rounds.aggregate(last=Max("number"))["last"]
    system = system_of(section)
    if last and system.is_table:
        raise TableIsSet(system=str(system.name))
    if last:
        entry.first_round = last + 1
        entry.number = 1 + (section.entries.aggregate(last=Max("number"))["last"] or 0)


def _keep(action: str, entry: Entry, actor: Actor, reason: str, **values: Any) -> Entry:
    """Set values and tell the trail what they were, unless they are what they were."""
    before = entry_facts(entry)
    for name, value in values.items():
        setattr(entry, name, value)
    after = entry_facts(entry)
    if after != before:
        entry.full_clean(exclude=["section", "person"])
        entry.save()
        tell_of_entries(action, entry, actor, before=before, after=after, reason=reason)
    return entry


@transaction.atomic
def change_entry(*, entry_id: int, actor: Actor, reason: str = "", **changes: Any) -> Entry:
    """Change what is known of an entry."""
    entry = locked_entry(entry_id, actor)
    return _keep("tournaments.entry.changed", entry, actor, reason, **changes)


@transaction.atomic
def withdraw_entry(*, entry_id: int, actor: Actor, reason: str = "") -> Entry:
    """Take a player out of all rounds that are not paired yet; what was played stays."""
    entry = locked_entry(entry_id, actor)
    last = _boards_of(entry).aggregate(last=Max("round__number"))["last"] or 0
    withdrawn = {"state": EntryState.WITHDRAWN, "last_round": last}
    return _keep("tournaments.entry.withdrawn", entry, actor, reason, **withdrawn)


@transaction.atomic
def readmit_entry(*, entry_id: int, actor: Actor, reason: str = "") -> Entry:
    """Let a withdrawn player be paired again from the next round on."""
    entry = locked_entry(entry_id, actor)
    readmitted = {"state": EntryState.CONFIRMED, "last_round": None}
    return _keep("tournaments.entry.readmitted", entry, actor, reason, **readmitted)


def _boards_of(entry: Entry) -> QuerySet[Pairing]:
    return Pairing.objects.filter(Q(white=entry) | Q(black=entry))


@transaction.atomic
def remove_entry(*, entry_id: int, actor: Actor, reason: str = "") -> None:
    """Take back an entry that was never paired."""
    entry = locked_entry(entry_id, actor)
    if _boards_of(entry).exists():
        raise EntryHasPlayed(name=entry.name)
    before = entry_facts(entry)
    tell_of_entries("tournaments.entry.removed", entry, actor, before=before, reason=reason)
    entry.delete()


@transaction.atomic
def check_in(*, entry_id: int, has_arrived: bool, actor: Actor) -> Entry:
    """Note that a player is in the hall, or is not after all."""
    entry = locked_entry(entry_id, actor)
    if (entry.checked_in_at is not None) == has_arrived:
        return entry
    entry.checked_in_at = timezone.now() if has_arrived else None
    entry.save(update_fields=["checked_in_at"])
    before, after = {"has_arrived": not has_arrived}, {"has_arrived": has_arrived}
    tell_of_entries("tournaments.entry.checked_in", entry, actor, before=before, after=after)
    return entry


@transaction.atomic
def ask_bye(*, entry_id: int, round_number: int, kind: str, actor: Actor, reason: str = "") -> Absence:
    """Note that a player misses a round that is not published yet, and what it is worth."""
    entry = locked_entry(entry_id, actor)
    _insist_open(entry, round_number)
    absence, _is_new = Absence.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": AbsenceKind(kind)}
    )
    after = {"round": round_number, "kind": kind}
    tell_of_entries("tournaments.bye.asked", entry, actor, after=after, reason=reason)
    return absence


@transaction.atomic
def take_back_bye(*, entry_id: int, round_number: int, actor: Actor, reason: str = "") -> None:
    """Let a player be paired in a round after all."""
    entry = locked_entry(entry_id, actor)
    _insist_open(entry, round_number)
    gone, _tables = Absence.objects.filter(entry=entry, round_number=round_number).delete()
    if gone:
        before = {"round": round_number}
        tell_of_entries("tournaments.bye.taken_back", entry, actor, before=before, reason=reason)


def _insist_open(entry: Entry, round_number: int) -> None:
    paired = entry.section.round_rows.filter(number=round_number).exclude(state=RoundState.DRAFT)
    if paired.exists():
        raise RoundOver(name=entry.name, round=round_number)
