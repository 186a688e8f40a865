"""Queries of persons and of accounts to link."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import (
    Consent,
    ConsentKind,
    ConsentText,
    FederationNumber,
    Household,
    HouseholdMember,
    Organisation,
    Person,
    PersonMerge,
    User,
)

MAX_NAMES = 2000
BATCH_SIZE = 200  # databases limit the length of a query


def managed_persons(*, actor: Actor, words: str = "") -> QuerySet[Person]:
    """List the persons the actor manages, by name; each word must occur in the name or the mail address."""
    clubs = clubs_where(actor, Capability.KEEP_PERSONS)
    standing = Person.objects.filter(merged_into__isnull=True)
    persons_visible = standing if clubs is None else Person.objects.filter(organisation_id__in=clubs)
    for word in words.split():
        persons_visible = persons_visible.filter(Q(name__icontains=word) | Q(email__icontains=word))
    return persons_visible.select_related("organisation", "user").order_by("name", "pk")


def names_known(*, organisation_id: int) -> list[str]:
    """Return the names of a club's persons in order, up to the limit of a form field."""
    rows = Person.objects.filter(organisation_id=organisation_id).order_by("name")
    return list(rows.values_list("name", flat=True).distinct()[:MAX_NAMES])


def persons_named(*, organisation_id: int, names: Sequence[str]) -> list[Person]:
    """Find the persons of a club with one of many names, case-insensitively."""
    found: list[Person] = []
    for at in range(0, len(names), BATCH_SIZE):
        asked = Q(pk__in=[])
        for name in names[at : at + BATCH_SIZE]:
            asked |= Q(name__iexact=name)
        found += Person.objects.filter(asked, organisation_id=organisation_id).order_by("pk")
    return found


def persons_by_name(*, organisation_id: int, names: Sequence[str]) -> dict[str, Person | None]:
    """Return persons of a club by name in lower case; None for a name that several of them have."""
    found: dict[str, Person | None] = {}
    for person in persons_named(organisation_id=organisation_id, names=names):
        key = person.name.casefold()
        found[key] = None if key in found else person
    return found


def persons_of_club(*, organisation_id: int) -> QuerySet[Person]:
    """Return the persons a club manages, without those merged into another one or erased."""
    rows = Person.objects.filter(organisation_id=organisation_id, erased_at__isnull=True)
    return rows.filter(merged_into__isnull=True)


def persons_by_number(*, numbers: Iterable[int]) -> dict[int, Person]:
    """Return persons by id."""
    return Person.objects.in_bulk(list(numbers))


def person_with_club(*, person_id: int) -> Person | None:
    """Return a person with the club that manages them."""
    return Person.objects.select_related("organisation").filter(pk=person_id).first()


def surviving_person_id(person_id: int) -> int:
    """Resolve merges: the person's own id, or that of the surviving person."""
    seen = {person_id}
    while (found := PersonMerge.objects.filter(merged_id=person_id).first()) is not None:
        person_id = found.kept_id
        if person_id in seen:
            break
        seen.add(person_id)
    return person_id


def clubs_of(*, actor: Actor, capability: Capability) -> QuerySet[Organisation]:
    """List the clubs in which the actor has this permission, by name."""
    clubs = clubs_where(actor, capability)
    every = Organisation.objects.in_order()
    return every if clubs is None else every.filter(pk__in=clubs)


def accounts_to_link(*, person: Person) -> QuerySet[User]:
    """List accounts with a role in the person's club that are linked with no person of a club."""
    role_filter = Q(grants__organisation_id=person.organisation_id, grants__revoked_at__isnull=True)
    free = Q(person__isnull=True) | Q(person__organisation__isnull=True)
    return User.objects.filter(role_filter & free, is_active=True).distinct().order_by("email")


def known_numbers(*, persons: Collection[int]) -> dict[tuple[str, str], int]:
    """Map body (case-insensitive) and number to the person among these."""
    rows = FederationNumber.objects.filter(person__in=persons).exclude(number="")
    columns = rows.values_list("person", "body", "number")
    return {(body.casefold(), number): person for person, body, number in columns}


def merges_into(person: Person) -> list[PersonMerge]:
    """Return the merges that ended in a person, including chains of merges."""
    found: list[PersonMerge] = []
    persons_visible = {person.pk}
    while rows := list(
        PersonMerge.objects.filter(kept__in=persons_visible).select_related("merged").order_by("pk")
    ):
        found += rows
        persons_visible = {row.merged_id for row in rows}
    return found


def homes_alone(person: Person) -> QuerySet[Household]:
    """Households with the person as their only member."""
    others = HouseholdMember.objects.exclude(person=person).values("household")
    return Household.objects.filter(members__person=person).exclude(pk__in=others)


@dataclass(frozen=True, slots=True)
class ConsentCount:
    """Current text of a consent, with the counts of consents to it and to older versions."""

    text: ConsentText
    newest: int
    older: int


def consent_counts(*, organisation_id: int) -> dict[str, ConsentCount]:
    """Count the valid consents of a club by kind."""
    texts = ConsentText.objects.filter(organisation_id=organisation_id).annotate(
        held=Count("consents", filter=Q(consents__withdrawn_at__isnull=True))
    )
    found: dict[str, ConsentCount] = {}
    for text in texts.order_by("kind", "version"):
        before = found.get(text.kind)
        older = before.newest + before.older if before is not None else 0
        found[text.kind] = ConsentCount(text, text.held, older)
    return found


def persons_without_name_consent(*, persons: Iterable[int]) -> frozenset[int]:
    """Return those persons who withdrew the consent to publish their name and did not renew it.

    Without an answer a name is public: entrants of an event are informed that results are public.
    """
    answers = Consent.objects.filter(person__in=list(persons), text__kind=ConsentKind.PUBLISH_NAME)
    holds = set(answers.filter(withdrawn_at=None).values_list("person", flat=True))
    return frozenset(answers.exclude(withdrawn_at=None).values_list("person", flat=True)) - holds
