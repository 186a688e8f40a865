"""Own pages of an account, and all data about its person."""

from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet
from django.utils import timezone

from club.core.actor import Actor
from club.core.errors import SessionNeeded
from club.models import (
    Consent,
    ConsentKind,
    ConsentText,
    Guardianship,
    Organisation,
    Person,
)


def wards_of(*, person_id: int) -> QuerySet[Guardianship]:
    """List the current wards of a person, by name."""
    today = timezone.localdate()
    held = Guardianship.objects.filter(Q(until__isnull=True) | Q(until__gte=today), guardian_id=person_id)
    return held.select_related("ward").order_by("ward__search_key", "pk")


def own_persons(*, actor: Actor) -> list[Person]:
    """Return the person of an account, then their wards; empty for an API token."""
    if actor.user is None or not actor.user.is_active or actor.abilities is not None:
        return []
    own = Person.objects.filter(user=actor.user).select_related("organisation").first()
    return [] if own is None else [own, *(one.ward for one in wards_of(person_id=own.pk))]


def persons_in_session(*, actor: Actor) -> list[Person]:
    """Return the same for a session; refuse an API token with `session_needed`."""
    if actor.abilities is not None:
        raise SessionNeeded
    return own_persons(actor=actor)


def may_sign_for(*, actor: Actor, person: Person) -> bool:
    """Check that the actor is the person or a guardian who may sign."""
    if actor.user is None or not actor.user.is_active or actor.abilities is not None:
        return False
    if person.user_id == actor.user.pk:
        return True
    own = Person.objects.filter(user=actor.user).first()
    return own is not None and wards_of(person_id=own.pk).filter(ward=person, may_sign=True).exists()


@dataclass(frozen=True, slots=True)
class ConsentLine:
    """A kind of consent in a club: its current text, and the person's answer."""

    club: Organisation
    kind: ConsentKind
    text: ConsentText
    held: Consent | None = None
    is_newest: bool = False
    before: list[Consent] = field(default_factory=list)


def consent_lines(*, person: Person, clubs: list[Organisation]) -> list[ConsentLine]:
    """List the consents with a text in these clubs, each with the person's answer."""
    given: dict[tuple[int, str], list[Consent]] = {}
    for one in Consent.objects.filter(person=person, text__organisation__in=clubs).select_related("text"):
        given.setdefault((one.text.organisation_id, one.text.kind), []).append(one)
    newest: dict[tuple[int, str], ConsentText] = {}
    for text in ConsentText.objects.filter(organisation__in=clubs).order_by("version"):
        newest[text.organisation_id, text.kind] = text
    lines = []
    for club in clubs:
        for kind in ConsentKind:
            text_now = newest.get((club.pk, kind.value))
            if text_now is None:
                continue
            rows = given.get((club.pk, kind.value), [])
            held = next((one for one in rows if one.withdrawn_at is None), None)
            is_newest = held is not None and held.text_id == text_now.pk
            before = [one for one in rows if one is not held]
            lines.append(ConsentLine(club, kind, text_now, held, is_newest, before))
    return lines


def clubs_of_person(*, person: Person) -> list[Organisation]:
    """List the club that manages a person and those of current or past memberships, by name."""
    known = Q(memberships__person=person) | Q(pk=person.organisation_id)
    return list(Organisation.objects.in_order().filter(known).distinct())


def guardians_of(*, persons: Collection[int]) -> dict[int, list[Person]]:
    """Return the current guardians of each of these persons."""
    found: dict[int, list[Person]] = {}
    rows = Guardianship.objects.filter(_current(), ward__in=persons)
    for row in rows.select_related("guardian").order_by("pk"):
        found.setdefault(row.ward_id, []).append(row.guardian)
    return found


def guardian_of(*, guardian_id: int, ward_id: int | None) -> Person | None:
    """Return the person if they are currently a guardian of the ward."""
    rows = Guardianship.objects.filter(_current(), guardian_id=guardian_id, ward_id=ward_id)
    row = rows.select_related("guardian").first()
    return None if row is None else row.guardian


def _current() -> Q:
    return Q(until__isnull=True) | Q(until__gte=timezone.localdate())
