"""Persons with a public page: in a public event or on a public rating list, and with a public name."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from club.members.selectors.persons import (
    current_names,
    person_with_club,
    persons_named_in_public,
    persons_without_name_consent,
    surviving_person_id,
)
from club.models import Person
from tournaments.entries.models.entry import OUTSIDE
from tournaments.models import Entry, EntryState, EventState, RatedPlayer, TeamMember


class Known(NamedTuple):
    """Persons as others see them on a public page: names of those with a page, ids of withheld names."""

    names: dict[int, str]
    withheld: frozenset[int]


def public_entries() -> QuerySet[Entry]:
    """Return the entries that public events show."""
    left_early = Q(state=EntryState.WITHDRAWN, number__isnull=True)
    rows = Entry.objects.exclude(state__in=OUTSIDE).exclude(left_early)
    return rows.exclude(section__event__state=EventState.DRAFT)


def has_played_in_public(person: Person) -> bool:
    """Check that a person is in a public event, alone or in a team."""
    members = TeamMember.objects.filter(entry__in=public_entries(), person=person)
    return public_entries().filter(person=person).exists() or members.exists()


def _is_rated_in_public(person: Person) -> bool:
    rows = RatedPlayer.objects.filter(person=person, rating__isnull=False)
    return rows.filter(rating_list__is_public=True).exists()


def public_person(person_id: int) -> Person | None:
    """Return the person whose page this is, after merges; None for one without a page.

    A person without name consent and an erased one have none.
    """
    person = person_with_club(person_id=person_id)
    if person is not None and person.organisation is None:
        number = surviving_person_id(person_id)
        person = person_with_club(person_id=number) if number != person_id else None
    if person is None or person.organisation is None or person.erased_at is not None:
        return None
    if persons_without_name_consent(persons=[person.pk]):
        return None
    return person if has_played_in_public(person) or _is_rated_in_public(person) else None


def known_persons(persons: Collection[int]) -> Known:
    """Return how a public page shows these persons, in three queries.

    An erased person is in neither part: the name of the entry, which is neutral then, gets no link.
    """
    withheld = persons_without_name_consent(persons=persons)
    names = current_names(persons=persons)
    return Known({number: name for number, name in names.items() if number not in withheld}, withheld)


def persons_with_page() -> QuerySet[Person]:
    """Return the persons in public events whose names are public, for search engines."""
    plays = public_entries().filter(person=OuterRef("pk"))
    in_team = TeamMember.objects.filter(entry__in=public_entries(), person=OuterRef("pk"))
    return persons_named_in_public().filter(Exists(plays) | Exists(in_team))
