"""Persons of a club similar to a new one."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import NamedTuple

from django.db.models import Q

from club.members.name_similarity import MAX_SIMILAR, NEAR, likeness, plain_words
from club.models import FederationNumber, Person

SAME_DAY_NEAR = 0.7  # born on one day: Jon Smit and Johannes Smit may be one
SAME_MAIL_NEAR = 0.6  # families share an address


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """Data of a person who may be known already."""

    name: str
    born_on: date | None = None
    email: str = ""
    federation: str = ""
    federation_number: str = ""


class DuplicateCandidate(NamedTuple):
    """A similar person: the similarity and its reasons `name`, `born_on`, `email`, `number`."""

    person: Person
    likeness: float
    by: tuple[str, ...]


def duplicate_candidates(
    *, organisation_id: int, newcomers: Sequence[Newcomer]
) -> list[list[DuplicateCandidate]]:
    """Return the similar persons of the club for each newcomer, most similar first."""
    persons = _candidates(organisation_id, newcomers)
    numbers = _numbers(person.pk for person in persons)
    return [_candidates_for(one, persons, numbers) for one in newcomers]


def _candidates_for(
    newcomer: Newcomer, persons: list[Person], numbers: dict[int, set[tuple[str, str]]]
) -> list[DuplicateCandidate]:
    found = []
    number = (newcomer.federation.strip().upper(), newcomer.federation_number.strip())
    for person in persons:
        has_number = bool(number[1]) and number in numbers.get(person.pk, ())
        one = _compare(newcomer, person, has_number=has_number)
        if one is not None:
            found.append(one)
    return sorted(found, key=lambda one: (-len(one.by), -one.likeness, one.person.pk))[:MAX_SIMILAR]


def _compare(one: Newcomer, person: Person, *, has_number: bool) -> DuplicateCandidate | None:
    """Compare a newcomer with a person."""
    likeness_of = partial(likeness, one.name, person.name)
    mail = one.email.strip().lower()
    found = same_person(
        born_on=(one.born_on, person.born_on),
        mail=(mail, person.email),
        has_number=has_number,
        likeness_of=likeness_of,
    )
    return DuplicateCandidate(person, *found) if found is not None else None


def same_person(
    *,
    born_on: tuple[date | None, date | None],
    mail: tuple[str, str],
    has_number: bool,
    likeness_of: Callable[[], float],
) -> tuple[float, tuple[str, ...]] | None:
    """Return the similarity of two persons and its reasons, if they may be one.

    Different birth dates exclude it, unless both have the same number.
    """
    is_dated = None not in born_on
    same_day = is_dated and born_on[0] == born_on[1]
    if is_dated and not same_day and not has_number:
        return None
    same_mail = bool(mail[0]) and mail[0] == mail[1]
    ratio = likeness_of()
    is_near = (
        ratio >= NEAR or (same_day and ratio >= SAME_DAY_NEAR) or (same_mail and ratio >= SAME_MAIL_NEAR)
    )
    if not has_number and not is_near:
        return None
    signs = (("name", ratio >= NEAR), ("born_on", same_day), ("email", same_mail), ("number", has_number))
    return ratio, tuple(name for name, holds in signs if holds)


def _candidates(organisation_id: int, newcomers: Sequence[Newcomer]) -> list[Person]:
    """Return the candidates: a shared birth date, address, number or beginning of the family name."""
    asked = Q(pk__in=[])
    for one in newcomers:
        for word in plain_words(one.name):
            asked |= Q(search_key__startswith=word[:2])
        if one.born_on is not None:
            asked |= Q(born_on=one.born_on)
        if one.email:
            asked |= Q(email=one.email.strip().lower())
        if one.federation_number.strip():
            numbers_found = FederationNumber.objects.filter(number=one.federation_number.strip())
            asked |= Q(pk__in=numbers_found.values("person"))
    rows = Person.objects.filter(asked, organisation_id=organisation_id, erased_at=None)
    return list(rows.order_by("pk"))


def _numbers(persons: Iterable[int]) -> dict[int, set[tuple[str, str]]]:
    found: dict[int, set[tuple[str, str]]] = defaultdict(set)
    rows = FederationNumber.objects.filter(person__in=list(persons))
    for person, body, number in rows.values_list("person_id", "body", "number"):
        found[person].add((body, number))
    return found
