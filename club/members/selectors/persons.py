"""Queries of persons and of accounts to link."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.names import fold_name
from club.core.selectors import demo_beside_others
from club.models import (
    Consent,
    ConsentKind,
    ConsentText,
    FederationNumber,
    Household,
    HouseholdMember,
    Membership,
    MembershipState,
    Organisation,
    Person,
    PersonMerge,
    User,
)

MAX_NAMES = 2000
SHORT = 2  # letters that have to begin a word of the name
BATCH_SIZE = 200  # databases limit the length of a query


def managed_persons(*, actor: Actor, words: str = "") -> QuerySet[Person]:
    """List the persons the actor manages, by name; each word must occur in the name or the mail address."""
    clubs = clubs_where(actor, Capability.KEEP_PERSONS)
    standing = Person.objects.filter(merged_into__isnull=True)
    persons_visible = standing if clubs is None else Person.objects.filter(organisation_id__in=clubs)
    for word in words.split():
        persons_visible = persons_visible.filter(Q(name__icontains=word) | Q(email__icontains=word))
    return persons_visible.select_related("organisation", "user").order_by("name", "pk")


def persons_found(*, actor: Actor, words: str) -> QuerySet[Person]:
    """Find persons by words of their names, in sort order: those the actor manages, and members seen by name.

    `is_member` tells the members from the others. Former members are found by those who see plans.
    One or two letters have to begin a word of the name.
    """
    managing, seeing, planning = (
        clubs_where(actor, capability)
        for capability in (Capability.KEEP_PERSONS, Capability.SEE_MEMBERS, Capability.SEE_PLANS)
    )
    memberships = Membership.objects.filter(person=OuterRef("pk"))
    if seeing is not None:
        memberships = memberships.filter(organisation__in=seeing)
    if planning is not None:
        outside = Q(state__in=[MembershipState.ENDED, MembershipState.APPLIED])
        memberships = memberships.filter(~outside | Q(organisation__in=planning))
    persons = Person.objects.filter(merged_into__isnull=True, erased_at=None)
    persons = persons.annotate(is_member=Exists(memberships))
    if managing is not None:
        persons = persons.filter(Q(organisation__in=managing) | Q(is_member=True))
    for word in fold_name(words).split():
        begins = Q(search_key__startswith=word) | Q(search_key__contains=f" {word}")
        persons = persons.filter(Q(search_key__contains=word) if len(word) > SHORT else begins)
    return persons.select_related("organisation").order_by("search_key", "pk")


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


def surviving_person(person: Person) -> Person:
    """Return the person into whose record this one was merged, or the person; a merged one has no club."""
    if person.organisation_id is not None or (number := surviving_person_id(person.pk)) == person.pk:
        return person
    return Person.objects.get(pk=number)


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
    """Current text of a consent, with the persons who consented to it, and to older versions alone."""

    text: ConsentText
    newest: int
    older: int


def consent_counts(*, organisation_id: int) -> dict[str, ConsentCount]:
    """Count the persons with a valid consent of a club by kind, each by its latest version."""
    valid = Consent.objects.filter(text__organisation_id=organisation_id, withdrawn_at__isnull=True)
    later = valid.filter(
        person=OuterRef("person"),
        text__kind=OuterRef("text__kind"),
        text__version__gt=OuterRef("text__version"),
    )
    latest = valid.exclude(Exists(later)).order_by().values("text").annotate(persons=Count("person"))
    counts = dict(latest.values_list("text", "persons"))
    texts = ConsentText.objects.filter(organisation_id=organisation_id)
    found: dict[str, ConsentCount] = {}
    for text in texts.order_by("kind", "version"):
        before = found.get(text.kind)
        older = before.newest + before.older if before is not None else 0
        found[text.kind] = ConsentCount(text, counts.get(text.pk, 0), older)
    return found


def age_on(day: date, born_on: date) -> int:
    """Age of a person on a day."""
    return day.year - born_on.year - ((day.month, day.day) < (born_on.month, born_on.day))


def persons_without_name_consent(*, persons: Iterable[int]) -> frozenset[int]:
    """Return those persons who withdrew the consent to publish their name and did not renew it.

    Without an answer a name is public: entrants of an event are informed that results are public.
    """
    answers = Consent.objects.filter(person__in=list(persons), text__kind=ConsentKind.PUBLISH_NAME)
    holds = set(answers.filter(withdrawn_at=None).values_list("person", flat=True))
    return frozenset(answers.exclude(withdrawn_at=None).values_list("person", flat=True)) - holds


def has_public_name(*, person_id: int) -> bool:
    """Check that a page may name a person: not erased, not merged into another, and the name not withheld."""
    rows = Person.objects.filter(pk=person_id, erased_at__isnull=True, organisation__isnull=False)
    return rows.exists() and not persons_without_name_consent(persons=[person_id])


def current_names(*, persons: Collection[int]) -> dict[int, str]:
    """Return the names of these persons without those erased or merged into another, in one query."""
    rows = Person.objects.filter(pk__in=persons, erased_at__isnull=True, organisation__isnull=False)
    return dict(rows.order_by().values_list("pk", "name"))


def persons_named_in_public() -> QuerySet[Person]:
    """Return the persons of present clubs whose names pages may show; those of the demo if it is alone."""
    answers = Consent.objects.filter(person=OuterRef("pk"), text__kind=ConsentKind.PUBLISH_NAME)
    holds, withdrawn = answers.filter(withdrawn_at=None), answers.exclude(withdrawn_at=None)
    rows = Person.objects.filter(erased_at__isnull=True, organisation__isnull=False)
    rows = rows.filter(Exists(holds) | ~Exists(withdrawn), organisation__removed_at__isnull=True)
    return rows.exclude(demo_beside_others()).order_by("pk")
