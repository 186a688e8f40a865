"""New members: a person, their details and a membership in one transaction."""

from datetime import date
from typing import Any

from django.db import transaction

from club.core.actor import Actor
from club.members.errors import UnknownPlan
from club.members.services.memberships import start_membership
from club.members.services.person_details import add_contact, change_details
from club.members.services.persons import add_person
from club.models import ContactKind, Membership, MembershipPlan


@transaction.atomic
def add_member(  # noqa: PLR0913 - the fields of one form
    *,
    name: str,
    plan_id: int,
    starts_on: date,
    actor: Actor,
    ends_on: date | None = None,
    email: str = "",
    language: str = "",
    phone: str = "",
    details: dict[str, Any] | None = None,
) -> Membership:
    """Add an unknown person and make them a member."""
    plan = MembershipPlan.objects.filter(pk=plan_id).first()
    if plan is None:
        raise UnknownPlan
    person = add_person(
        organisation_id=plan.organisation_id, name=name, email=email, language=language, actor=actor
    )
    if details and any(details.values()):
        change_details(person_id=person.pk, actor=actor, **details)
    if phone.strip():
        add_contact(person_id=person.pk, kind=ContactKind.PHONE, value=phone, is_preferred=True, actor=actor)
    return start_membership(
        person_id=person.pk, plan_id=plan_id, starts_on=starts_on, ends_on=ends_on, actor=actor
    )
