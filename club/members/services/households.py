"""Services for households: create, rename, dissolve, move persons."""

from typing import Any

from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.errors import PersonOfOtherClub, UnknownHousehold
from club.members.services.member_locks import locked_person
from club.models import Household, HouseholdMember


@transaction.atomic
def add_household(*, organisation_id: int, name: str, actor: Actor) -> Household:
    """Create a household of some persons."""
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    row = Household(organisation_id=organisation_id, name=_clean_name(name))
    row.full_clean()
    row.save()
    audit.record("club.household.added", row, actor=actor, after={"name": row.name})
    return row


@transaction.atomic
def rename_household(*, household_id: int, name: str, actor: Actor, reason: str = "") -> Household:
    """Rename a household."""
    row = _lock_household(household_id, actor)
    before, row.name = row.name, _clean_name(name)
    row.full_clean()
    if row.name != before:
        row.save()
        audit.record(
            "club.household.renamed",
            row,
            actor=actor,
            before={"name": before},
            after={"name": row.name},
            reason=reason,
        )
    return row


@transaction.atomic
def remove_household(*, household_id: int, actor: Actor, reason: str = "") -> None:
    """Dissolve a household; the persons remain."""
    row = _lock_household(household_id, actor)
    persons = list(row.members.order_by("person_id").values_list("person_id", flat=True))
    before = {"name": row.name, "persons": persons}
    audit.delete_row(row)
    audit.record("club.household.removed", row, actor=actor, before=before, reason=reason)


@transaction.atomic
def settle_person(*, person_id: int, household_id: int | None, actor: Actor, reason: str = "") -> None:
    """Set or clear the household of a person."""
    person = locked_person(person_id, actor)
    row = _lock_household(household_id, actor) if household_id is not None else None
    if row is not None and row.organisation_id != person.organisation_id:
        raise PersonOfOtherClub(name=person.name)
    existing = HouseholdMember.objects.filter(person=person).select_related("household").first()
    before = existing.household if existing is not None else None
    if before == row:
        return
    if existing is not None:
        existing.delete()
    if row is not None:
        HouseholdMember.objects.create(household=row, person=person)
    facts = _place_facts(before), _place_facts(row)
    audit.record("club.person.settled", person, actor=actor, before=facts[0], after=facts[1], reason=reason)


@transaction.atomic
def settle_by_name(*, person_id: int, organisation_id: int, name: str, actor: Actor) -> None:
    """Set the household of a person by name; create it if new, leave it if empty."""
    name = _clean_name(name)
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    row = Household.objects.filter(organisation_id=organisation_id, name__iexact=name).order_by("pk").first()
    if row is None and name:
        row = add_household(organisation_id=organisation_id, name=name, actor=actor)
    settle_person(person_id=person_id, household_id=row.pk if row else None, actor=actor)


def _place_facts(row: Household | None) -> dict[str, Any]:
    return {
        "household": row.name if row is not None else "",
        "household_number": row.pk if row is not None else None,
    }


def _lock_household(household_id: int, actor: Actor) -> Household:
    row = Household.objects.select_for_update(no_key=True).filter(pk=household_id).first()
    if row is None:
        raise UnknownHousehold
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(row.organisation_id))
    return row


def _clean_name(name: str) -> str:
    return " ".join(name.split())
