"""Undo of plans, memberships, details, households and guardians."""

from datetime import date
from functools import partial
from typing import Any

from django.utils.dateparse import parse_date

from club.audit.undo_handlers import (
    not_undoable,
    require_facts,
    unchanged_row,
    undo_by,
    undo_handler,
)
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.members.services.guardians import add_guardian, remove_guardian
from club.members.services.households import (
    add_household,
    remove_household,
    rename_household,
    settle_person,
)
from club.members.services.member_imports import IMPORTED, undo_import_members
from club.members.services.memberships import (
    change_membership,
    end_membership,
    membership_facts,
    pause_membership,
    remove_membership,
    resume_membership,
    start_membership,
)
from club.members.services.person_details import change_details, detail_facts, set_number
from club.members.services.plans import add_plan, change_plan, plan_facts, remove_plan
from club.models import (
    AuditEntry,
    FederationNumber,
    Household,
    HouseholdMember,
    Membership,
    MembershipPlan,
    Person,
)

not_undoable(
    *("club.person.contact_added", "club.person.contact_removed"),
    *("club.person.note_added", "club.person.note_removed"),
    reason_code="private_is_not_told",
)
not_undoable("club.person.looked_at", reason_code="look_was_taken")
not_undoable("club.members.import_undone", reason_code="list_can_be_brought_anew")
not_undoable("club.members.exported", reason_code="file_is_out")
not_undoable("club.person.photo_set", "club.person.photo_removed", reason_code="photo_is_deleted")
not_undoable("club.consent.worded", reason_code="words_are_kept")
not_undoable("club.consent.given", "club.consent.withdrawn", reason_code="consent_is_theirs")


def _day(text: str | None) -> date | None:
    return parse_date(text) if text else None


def _plan_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    return {"name": facts["name"], "kind": facts["plan_kind"], "is_offered": facts["is_offered"]}


def _membership_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    days = {name: _day(facts[name]) for name in ("starts_on", "ends_on")}
    return {"plan_id": facts["plan_number"], **days}


def _steady_facts(row: Membership) -> dict[str, Any]:
    """Return the facts of a membership without the plan's name: a renamed plan is the same plan."""
    return {name: value for name, value in membership_facts(row).items() if name != "plan"}


# Without a lock: the service locks the club first.
unchanged_plan = partial(unchanged_row, MembershipPlan.objects, plan_facts)
unchanged_membership = partial(unchanged_row, Membership.objects.select_related("plan"), _steady_facts)
unchanged_household = partial(
    unchanged_row, Household.objects.select_for_update(no_key=True), lambda row: {"name": row.name}
)

undo_handler(IMPORTED)(undo_import_members)
undo_by("club.plan.added", call=remove_plan, number="plan_id", requires=unchanged_plan)
undo_by(
    "club.plan.changed", call=change_plan, number="plan_id", requires=unchanged_plan, before=_plan_arguments
)
undo_by("club.plan.removed", call=add_plan, before=_plan_arguments)
undo_by(
    "club.membership.started", call=remove_membership, number="membership_id", requires=unchanged_membership
)
undo_by(
    "club.membership.changed",
    call=change_membership,
    number="membership_id",
    requires=unchanged_membership,
    before=_membership_arguments,
)
undo_by(
    "club.household.renamed",
    call=rename_household,
    number="household_id",
    requires=unchanged_household,
    before=dict,
)
undo_by("club.guardian.added", call=remove_guardian, number="guardianship_id")


@undo_handler("club.membership.removed")
def undo_remove_membership(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a membership: add it in its former state."""
    logged = entry.before or {}
    given = _membership_arguments(logged) | {"state": logged["membership_state"]}
    start_membership(person_id=logged["person"], actor=actor, **given)


@undo_handler("club.membership.paused", "club.membership.resumed", "club.membership.ended")
def undo_step(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a step: restore the membership's previous state and days."""
    row, logged = unchanged_membership(entry), entry.before or {}
    if logged["membership_state"] == "ended":
        end_membership(membership_id=row.pk, on=_day(logged["ends_on"]), actor=actor)
        return
    if row.state == "ended" or logged["membership_state"] == "active":
        resume_membership(membership_id=row.pk, actor=actor)
    row.refresh_from_db()
    if _day(logged["ends_on"]) != row.ends_on:
        change_membership(membership_id=row.pk, actor=actor, **_membership_arguments(logged))
    if logged["membership_state"] == "paused":
        pause_membership(membership_id=row.pk, actor=actor)


@undo_handler("club.person.details_changed")
def undo_change_details(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a person's details; the birth date is not in the log and cannot be restored."""
    if (entry.after or {}).get("born_on_changed"):
        raise CannotUndo(why="private_is_not_told")
    person = unchanged_row(Person.objects, detail_facts, entry)
    change_details(person_id=person.pk, born_on=person.born_on, actor=actor, **(entry.before or {}))


@undo_handler("club.person.number_set")
def undo_set_number(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a person's number."""
    logged, body = entry.before or {}, (entry.after or {})["body"]
    existing = FederationNumber.objects.filter(person_id=entry.target_id, body=body).first()
    require_facts({"number": existing.number if existing is not None else ""}, entry)
    set_number(person_id=int(entry.target_id), body=logged["body"], number=logged["number"], actor=actor)


@undo_handler("club.household.added")
def undo_add_household(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a household: remove it if empty."""
    row = unchanged_household(entry)
    if row.members.exists():
        raise CannotUndo(why="household_is_lived_in")
    remove_household(household_id=row.pk, actor=actor)


@undo_handler("club.household.removed")
def undo_remove_household(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo dissolving a household, with those of its persons who are in no other one."""
    logged = entry.before or {}
    if entry.organisation_id is None:
        raise CannotUndo(why="is_gone")
    row = add_household(organisation_id=entry.organisation_id, name=logged["name"], actor=actor)
    persons = Person.objects.filter(pk__in=logged["persons"], organisation_id=entry.organisation_id)
    for person in persons.filter(household_place__isnull=True).order_by("pk"):
        settle_person(person_id=person.pk, household_id=row.pk, actor=actor)


@undo_handler("club.person.settled")
def undo_settle_person(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a person's change of household."""
    existing = HouseholdMember.objects.filter(person_id=entry.target_id).first()
    require_facts({"household_number": existing.household_id if existing is not None else None}, entry)
    number = (entry.before or {})["household_number"]
    settle_person(person_id=int(entry.target_id), household_id=number, actor=actor)


@undo_handler("club.guardian.removed")
def undo_remove_guardian(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a guardian."""
    logged = entry.before or {}
    add_guardian(
        guardian_id=logged["guardian_number"],
        ward_id=logged["ward_number"],
        may_sign=logged["may_sign"],
        until=_day(logged["until"]),
        actor=actor,
    )
