"""All that the club knows of a person, for the person."""

from dataclasses import dataclass
from typing import Any

from club.members.selectors.self_service import ConsentLine, clubs_of_person, consent_lines, wards_of
from club.models import Guardianship, HouseholdMember, Invoice, Membership, Person
from club.money.selectors.treasury import balances_of_person, invoices_of_payer


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """All member data of a person, for the person."""

    person: Person
    memberships: list[Membership]
    consents: list[ConsentLine]
    household: HouseholdMember | None
    guardians: list[Guardianship]
    wards: list[Guardianship]
    invoices: list[Invoice]
    balances: list[dict[str, Any]]


def own_record(*, person: Person) -> PersonRecord:
    """Return the record a person reads about themselves; contacts, numbers and notes are on the person."""
    clubs = clubs_of_person(person=person)
    memberships = Membership.objects.filter(person=person).select_related("plan", "organisation")
    return PersonRecord(
        person=person,
        memberships=list(memberships.prefetch_related("changes")),
        consents=consent_lines(person=person, clubs=clubs),
        household=HouseholdMember.objects.filter(person=person).select_related("household").first(),
        guardians=list(Guardianship.objects.filter(ward=person).select_related("guardian")),
        wards=list(wards_of(person_id=person.pk)),
        invoices=invoices_of_payer(person=person),
        balances=balances_of_person(person=person),
    )
