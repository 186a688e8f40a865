"""Undo handlers of plans, memberships, details, households and guardians."""

from datetime import date
from typing import Any

from django.utils.dateparse import parse_date

from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo, ClubError
from club.members.errors import (
    GuardianAlready,
    MembershipOverlaps,
    NumberTaken,
    PersonOfOtherClub,
    PlanInUse,
    PlanNameTaken,
    UnknownPlan,
)
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
    Guardianship,
    Household,
    HouseholdMember,
    Membership,
    MembershipPlan,
    Person,
)

not_undoable("club.person.contact_added", reason_code="private_is_not_told")
not_undoable("club.person.contact_removed", reason_code="private_is_not_told")
not_undoable("club.person.note_added", reason_code="private_is_not_told")
not_undoable("club.person.note_removed", reason_code="private_is_not_told")
not_undoable("club.person.looked_at", reason_code="look_was_taken")
not_undoable("club.members.import_undone", reason_code="import_is_gone")
not_undoable("club.members.exported", reason_code="list_is_out")
not_undoable("club.consent.worded", reason_code="words_are_kept")
not_undoable("club.consent.given", reason_code="consent_is_theirs")
not_undoable("club.consent.withdrawn", reason_code="consent_is_theirs")


undo_handler(IMPORTED)(undo_import_members)


@undo_handler("club.plan.added")
def undo_add_plan(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a plan: remove it if unused."""
    plan = _unchanged_plan(entry)
    try:
        remove_plan(plan_id=plan.pk, actor=actor)
    except PlanInUse:
        raise CannotUndo(why="plan_is_used") from None


@undo_handler("club.plan.changed")
def undo_change_plan(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a plan."""
    plan, logged = _unchanged_plan(entry), entry.before or {}
    facts = {"name": logged["name"], "kind": logged["plan_kind"], "is_offered": logged["is_offered"]}
    try:
        change_plan(plan_id=plan.pk, actor=actor, **facts)
    except PlanNameTaken:
        raise CannotUndo(why="plan_name_taken") from None


@undo_handler("club.plan.removed")
def undo_remove_plan(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a plan: add it with a new id."""
    logged = entry.before or {}
    facts = {"name": logged["name"], "kind": logged["plan_kind"], "is_offered": logged["is_offered"]}
    if entry.organisation_id is None:
        raise CannotUndo(why="plan_is_gone")
    try:
        add_plan(organisation_id=entry.organisation_id, actor=actor, **facts)
    except PlanNameTaken:
        raise CannotUndo(why="plan_name_taken") from None


@undo_handler("club.membership.started")
def undo_start_membership(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo starting a membership: remove it if unchanged."""
    remove_membership(membership_id=_unchanged_membership(entry).pk, actor=actor)


@undo_handler("club.membership.removed")
def undo_remove_membership(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a membership: add it in its former state."""
    logged = entry.before or {}
    if not Person.objects.filter(pk=logged["person"]).exists():
        raise CannotUndo(why="person_is_gone")
    _call_service(
        start_membership,
        person_id=logged["person"],
        plan_id=logged["plan_number"],
        starts_on=_day(logged["starts_on"]),
        ends_on=_day(logged["ends_on"]),
        state=logged["membership_state"],
        actor=actor,
    )


@undo_handler("club.membership.changed")
def undo_change_membership(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a membership's plan or days."""
    _restore_membership(entry, _unchanged_membership(entry), actor)


@undo_handler("club.membership.paused")
@undo_handler("club.membership.resumed")
@undo_handler("club.membership.ended")
def undo_step(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a step: restore the membership's previous state and days."""
    row, logged = _unchanged_membership(entry), entry.before or {}
    if logged["membership_state"] == "ended":
        _call_service(end_membership, membership_id=row.pk, on=_day(logged["ends_on"]), actor=actor)
        return
    if row.state == "ended" or logged["membership_state"] == "active":
        _call_service(resume_membership, membership_id=row.pk, actor=actor)
    row.refresh_from_db()
    if _day(logged["ends_on"]) != row.ends_on:
        _restore_membership(entry, row, actor)
    if logged["membership_state"] == "paused":
        _call_service(pause_membership, membership_id=row.pk, actor=actor)


@undo_handler("club.person.details_changed")
def undo_change_details(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a person's details; the birth date is not in the log and cannot be restored."""
    logged, after = entry.before or {}, dict(entry.after or {})
    if after.pop("born_on_changed", False):
        raise CannotUndo(why="private_is_not_told")
    person = Person.objects.filter(pk=entry.target_id).first()
    if person is None:
        raise CannotUndo(why="person_is_gone")
    if detail_facts(person) != after:
        raise CannotUndo(why="details_changed_since")
    change_details(person_id=person.pk, born_on=person.born_on, actor=actor, **logged)


@undo_handler("club.person.number_set")
def undo_set_number(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a person's number."""
    logged, after = entry.before or {}, entry.after or {}
    existing = FederationNumber.objects.filter(person_id=entry.target_id, body=after["body"]).first()
    if (existing.number if existing is not None else "") != after["number"]:
        raise CannotUndo(why="number_changed_since")
    try:
        set_number(person_id=int(entry.target_id), body=logged["body"], number=logged["number"], actor=actor)
    except NumberTaken:
        raise CannotUndo(why="number_changed_since") from None


@undo_handler("club.household.added")
def undo_add_household(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a household: remove it if empty."""
    row = _unchanged_household(entry)
    if row.members.exists():
        raise CannotUndo(why="household_is_lived_in")
    remove_household(household_id=row.pk, actor=actor)


@undo_handler("club.household.renamed")
def undo_rename_household(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo renaming a household."""
    row = _unchanged_household(entry)
    rename_household(household_id=row.pk, name=(entry.before or {})["name"], actor=actor)


@undo_handler("club.household.removed")
def undo_remove_household(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo dissolving a household, with those of its persons who are in no other one."""
    logged = entry.before or {}
    if entry.organisation_id is None:
        raise CannotUndo(why="household_is_gone")
    row = add_household(organisation_id=entry.organisation_id, name=logged["name"], actor=actor)
    persons = Person.objects.filter(pk__in=logged["persons"], organisation_id=entry.organisation_id)
    for person in persons.filter(household_place__isnull=True).order_by("pk"):
        settle_person(person_id=person.pk, household_id=row.pk, actor=actor)


@undo_handler("club.person.settled")
def undo_settle_person(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a person's change of household."""
    logged, after = entry.before or {}, entry.after or {}
    existing = HouseholdMember.objects.filter(person_id=entry.target_id).first()
    if (existing.household_id if existing is not None else None) != after["household_number"]:
        raise CannotUndo(why="moved_again_since")
    number = logged["household_number"]
    if number is not None and not Household.objects.filter(pk=number).exists():
        raise CannotUndo(why="household_is_gone")
    settle_person(person_id=int(entry.target_id), household_id=number, actor=actor)


@undo_handler("club.guardian.added")
def undo_add_guardian(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a guardian."""
    if not Guardianship.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="guardian_is_gone")
    remove_guardian(guardianship_id=int(entry.target_id), actor=actor)


@undo_handler("club.guardian.removed")
def undo_remove_guardian(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a guardian."""
    logged = entry.before or {}
    numbers = logged["guardian_number"], logged["ward_number"]
    if Person.objects.filter(pk__in=numbers).count() != len(numbers):
        raise CannotUndo(why="guardian_is_gone")
    try:
        add_guardian(
            guardian_id=numbers[0],
            ward_id=numbers[1],
            may_sign=logged["may_sign"],
            until=_day(logged["until"]),
            actor=actor,
        )
    except GuardianAlready:
        raise CannotUndo(why="guardian_written_again") from None
    except PersonOfOtherClub:
        raise CannotUndo(why="guardian_is_gone") from None


def _unchanged_plan(entry: AuditEntry) -> MembershipPlan:
    plan = MembershipPlan.objects.select_for_update().filter(pk=entry.target_id).first()
    if plan is None:
        raise CannotUndo(why="plan_is_gone")
    if plan_facts(plan) != entry.after:
        raise CannotUndo(why="plan_changed_since")
    return plan


def _unchanged_membership(entry: AuditEntry) -> Membership:
    row = Membership.objects.select_related("plan").filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="membership_is_gone")
    logged = entry.after or {}
    facts = membership_facts(row) | {"plan": logged.get("plan")}  # a renamed plan is the same plan
    days = {name: _day(logged.get(name)) for name in ("starts_on", "ends_on")}
    if facts != logged | days:
        raise CannotUndo(why="membership_changed_since")
    return row


def _unchanged_household(entry: AuditEntry) -> Household:
    row = Household.objects.select_for_update().filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="household_is_gone")
    if row.name != (entry.after or {}).get("name"):
        raise CannotUndo(why="household_changed_since")
    return row


def _restore_membership(entry: AuditEntry, row: Membership, actor: Actor) -> None:
    logged = entry.before or {}
    _call_service(
        change_membership,
        membership_id=row.pk,
        plan_id=logged["plan_number"],
        starts_on=_day(logged["starts_on"]),
        ends_on=_day(logged["ends_on"]),
        actor=actor,
    )


def _call_service(service: Any, **facts: Any) -> None:
    """Call a membership service; convert its errors to CannotUndo."""
    reasons: dict[type[ClubError], str] = {
        MembershipOverlaps: "membership_meets_another",
        UnknownPlan: "plan_is_gone",
    }
    try:
        service(**facts)
    except tuple(reasons) as refusal:
        raise CannotUndo(why=reasons[type(refusal)]) from None


def _day(text: str | None) -> date | None:
    return parse_date(text) if text else None
