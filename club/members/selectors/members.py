"""Member queries of a club: the list and its filters, one member with the data visible to the reader."""

from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from club.core.access import Scope, clubs_where, may
from club.core.actor import Actor
from club.core.capabilities import NOTE_READERS, Capability
from club.core.names import fold_name
from club.members.selectors.self_service import ConsentLine, consent_lines
from club.models import (
    Consent,
    Contact,
    FederationNumber,
    Guardianship,
    Household,
    HouseholdMember,
    Membership,
    MembershipPlan,
    MembershipState,
    Organisation,
    Person,
    PersonNote,
)

CURRENT = "current"
"""Filter value for everyone whose membership has not ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberFilters:
    """Filters of the member list; filters on data hidden from the reader have no effect."""

    words: str = ""
    state: str = CURRENT
    plan_id: int | None = None
    lacks_consent: str = ""
    birthday_month: int | None = None


def members_of(*, organisation_id: int, actor: Actor, filters: MemberFilters) -> QuerySet[Person]:
    """List the members of a club in sort order, each with the memberships there, newest first."""
    scope = Scope(organisation_id)
    if not may(actor, Capability.SEE_MEMBERS, scope):
        return Person.objects.none()
    found = Person.objects.filter(Exists(_memberships(organisation_id, actor, filters)))
    for word in fold_name(filters.words).split():
        found = found.filter(search_key__contains=word)
    if filters.lacks_consent and may(actor, Capability.KEEP_MEMBERS, scope):
        consent_rows = Consent.objects.filter(
            person=OuterRef("pk"),
            text__organisation_id=organisation_id,
            text__kind=filters.lacks_consent,
            withdrawn_at__isnull=True,
        )
        found = found.filter(~Exists(consent_rows))
    if filters.birthday_month and may(actor, Capability.SEE_PRIVATE, scope):
        found = found.filter(
            organisation_id=organisation_id, birthday__startswith=f"{filters.birthday_month:02}-"
        )
    rows = Membership.objects.filter(organisation_id=organisation_id).select_related("plan")
    ordered = found.order_by("search_key", "pk")
    return ordered.prefetch_related(Prefetch("memberships", queryset=rows, to_attr="spans"))


MAX_CLUBS_SHOWN = 3


def clubs_without_members(*, actor: Actor) -> list[Organisation]:
    """Return the first clubs managed by the actor that never had a member."""
    clubs = clubs_where(actor, Capability.KEEP_MEMBERS)
    found = Organisation.objects.in_order().filter(
        ~Exists(Membership.objects.filter(organisation=OuterRef("pk")))
    )
    found = found if clubs is None else found.filter(pk__in=clubs)
    return list(found[:MAX_CLUBS_SHOWN])


def _memberships(organisation_id: int, actor: Actor, filters: MemberFilters) -> QuerySet[Membership]:
    rows = Membership.objects.filter(person=OuterRef("pk"), organisation_id=organisation_id)
    if not may(actor, Capability.SEE_PLANS, Scope(organisation_id)):
        return rows.exclude(state__in=[MembershipState.ENDED, MembershipState.APPLIED])
    if filters.plan_id is not None:
        rows = rows.filter(plan_id=filters.plan_id)
    if filters.state == CURRENT:
        return rows.exclude(state=MembershipState.ENDED)
    return rows.filter(state=filters.state) if filters.state in MembershipState.values else rows


def club_to_see(*, person: Person, actor: Actor) -> Organisation | None:
    """Return the club through which the actor sees a person: its own club, else one it is a member of."""
    managing_club = person.organisation
    if managing_club is not None and may(actor, Capability.SEE_MEMBERS, Scope(managing_club.pk)):
        return managing_club
    joined = Organisation.objects.filter(memberships__person=person).distinct().order_by("name")
    seen = (club for club in joined if may(actor, Capability.SEE_MEMBERS, Scope(club.pk)))
    return next(seen, managing_club)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberSheet:
    """Data of a person visible to the actor in a club; hidden fields are empty."""

    person: Person
    club: Organisation
    sees_plans: bool
    sees_private: bool
    keeps: bool
    memberships: list[Membership] = field(default_factory=list)
    household: Household | None = None
    housemates: list[Person] = field(default_factory=list)
    guardians: list[Guardianship] = field(default_factory=list)
    wards: list[Guardianship] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=list)
    numbers: list[FederationNumber] = field(default_factory=list)
    consents: list[ConsentLine] = field(default_factory=list)
    notes: list[PersonNote] = field(default_factory=list)

    @property
    def is_private(self) -> bool:
        """True if the sheet has sensitive data."""
        return self.sees_private or bool(self.notes)


def member_sheet(*, person: Person, club: Organisation, actor: Actor) -> MemberSheet:
    """Return the data of a person visible to the actor.

    Private data is visible only in the club that manages the person.
    """
    scope, is_kept = Scope(club.pk), person.organisation_id == club.pk
    sees_plans = may(actor, Capability.SEE_PLANS, scope)
    sees_private = is_kept and may(actor, Capability.SEE_PRIVATE, scope)
    place = HouseholdMember.objects.filter(person=person).select_related("household").first()
    household = place.household if place is not None and sees_plans and is_kept else None
    memberships = Membership.objects.filter(person=person, organisation=club).select_related("plan")
    return MemberSheet(
        person=person,
        club=club,
        sees_plans=sees_plans,
        sees_private=sees_private,
        keeps=person.erased_at is None and may(actor, Capability.KEEP_MEMBERS, scope),
        memberships=list(memberships.prefetch_related("changes")) if sees_plans else [],
        household=household,
        housemates=housemates_of(household, person) if household else [],
        guardians=_guardianships(ward=person) if sees_private else [],
        wards=_guardianships(guardian=person) if sees_private else [],
        contacts=list(person.contacts.all()) if sees_private else [],
        numbers=list(person.federation_numbers.all()) if sees_plans else [],
        consents=consent_lines(person=person, clubs=[club]) if sees_plans else [],
        notes=readable_notes(person=person, actor=actor) if is_kept else [],
    )


def readable_notes(*, person: Person, actor: Actor) -> list[PersonNote]:
    """Return the notes about a person that the actor may read."""
    scope = Scope(person.organisation_id)
    sights = [sight for sight, capability in NOTE_READERS.items() if may(actor, capability, scope)]
    return list(PersonNote.objects.filter(person=person, sight__in=sights)) if sights else []


def housemates_of(household: Household, person: Person) -> list[Person]:
    """List the other persons of a household in sort order."""
    found = Person.objects.filter(household_place__household=household).exclude(pk=person.pk)
    return list(found.order_by("search_key", "pk"))


def plans_of(*, organisation_id: int) -> QuerySet[MembershipPlan]:
    """List the plans of a club, offered ones first."""
    return MembershipPlan.objects.filter(organisation_id=organisation_id).order_by("-is_offered", "name")


def households_of(*, organisation_id: int) -> QuerySet[Household]:
    """List the households of a club with their persons, by name."""
    persons = HouseholdMember.objects.select_related("person").order_by("person__search_key")
    rows = Household.objects.filter(organisation_id=organisation_id).order_by("name", "pk")
    return rows.prefetch_related(Prefetch("members", queryset=persons))


def managed_by(*, organisation_id: int) -> QuerySet[Person]:
    """List the persons that a club manages in sort order."""
    found = Person.objects.filter(organisation_id=organisation_id, erased_at=None)
    return found.order_by("search_key", "pk")


def _guardianships(**whose: Person) -> list[Guardianship]:
    rows = Guardianship.objects.filter(**whose).select_related("guardian", "ward")
    return list(rows.order_by("pk"))
