"""Joining of a section: first round, pairing number, link to a person."""

from typing import NamedTuple

from django.db.models import Max, Q, QuerySet

from club.members.selectors.persons import persons_by_name
from club.models import Person
from tournaments.core.services.locks import locked_for_public
from tournaments.entries.entry_links import entry_of
from tournaments.entries.errors import RoundOver, TableIsSet, UnknownEntryLink
from tournaments.entries.selectors.late_arrivals import is_table_set
from tournaments.events.systems import system_of
from tournaments.models import Entry, Pairing, RoundState, Section


def known_persons(section: Section, names: list[str]) -> dict[str, Person]:
    """Return known persons by lower-case name; a name shared by two persons is left out.

    Teams are never linked, whatever their name: their members are.
    """
    if section.is_team:
        return {}
    taken = set(section.entries.filter(person__isnull=False).values_list("person_id", flat=True))
    found = persons_by_name(organisation_id=section.event.organisation_id, names=names)
    return {name: person for name, person in found.items() if person and person.pk not in taken}


def boards_of_entry(entry: Entry) -> QuerySet[Pairing]:
    """Every pairing of a player."""
    return Pairing.objects.filter(Q(white=entry) | Q(black=entry))


def is_paired(entry: Entry) -> bool:
    """Check that a player was seated in a round, or has a number in a pairing table that is set."""
    return boards_of_entry(entry).exists() or (entry.number is not None and is_table_set(entry.section))


def locked_by_link(secret: str) -> Entry:
    """Lock the section of the entry of a link; return the entry. Raises UnknownEntryLink."""
    found = entry_of(secret)
    if found is None:
        raise UnknownEntryLink
    section = locked_for_public(found.section_id)
    entry = Entry.objects.get(pk=found.pk)
    entry.section = section
    return entry


def require_unpublished(section: Section, round_number: int, name: str) -> None:
    """Refuse a change of presence in a round that is published; `name` is a player it is for."""
    if section.round_rows.filter(number=round_number).exclude(state=RoundState.DRAFT).exists():
        raise RoundOver(name=name, round=round_number)


class Joining(NamedTuple):
    """First round of entries that join now, and the next pairing number; 0 before round 1 is paired."""

    first_round: int
    number: int

    def set_on(self, entry: Entry, position: int = 0) -> None:
        """Set both on the entry at this position among those that join together."""
        if self.number:
            entry.first_round, entry.number = self.first_round, self.number + position


def joining_of(section: Section) -> Joining:
    """Return what a late entry gets: a new number at the end, and the next round to be paired."""
    rounds = section.round_rows.exclude(state=RoundState.DRAFT)
    last = rounds.aggregate(last=Max("number"))["last"]
    if not last:
        return Joining(1, 0)
    system = system_of(section)
    if system.is_table:
        raise TableIsSet(system=str(system.name))
    return Joining(last + 1, 1 + (section.entries.aggregate(last=Max("number"))["last"] or 0))


def join(section: Section, entry: Entry) -> None:
    """Join a late entry: a new number at the end, and play from the next round to be paired."""
    joining_of(section).set_on(entry)
