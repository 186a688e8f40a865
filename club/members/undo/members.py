"""Undo handlers of plans, memberships, details, households and guardians."""

from datetime import date
from typing import Any

from django.utils.dateparse import parse_date

from club.audit.undo_handlers import has_no_way_back, undoes
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
from club.members.services.member_imports import IMPORTED, take_import_back
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

has_no_way_back("club.person.contact_added", because="private_is_not_told")
has_no_way_back("club.person.contact_removed", because="private_is_not_told")
has_no_way_back("club.person.note_added", because="private_is_not_told")
has_no_way_back("club.person.note_removed", because="private_is_not_told")
has_no_way_back("club.person.looked_at", because="look_was_taken")
has_no_way_back("club.members.import_undone", because="import_is_gone")
has_no_way_back("club.members.exported", because="list_is_out")
has_no_way_back("club.consent.worded", because="words_are_kept")
has_no_way_back("club.consent.given", because="consent_is_theirs")
has_no_way_back("club.consent.withdrawn", because="consent_is_theirs")


undoes(IMPORTED)(take_import_back)


@undoes("club.plan.added")
def take_plan_out(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a plan: remove it if unused."""
    plan = _plan_as_told(entry)
    try:
        remove_plan(plan_id=plan.pk, actor=actor)
    except PlanInUse:
        raise CannotUndo(why="plan_is_used") from None


@undoes("club.plan.changed")
def change_plan_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a plan."""
    plan, told = _plan_as_told(entry), entry.before or {}
    facts = {"name": told["name"], "kind": told["plan_kind"], "is_offered": told["is_offered"]}
    try:
        change_plan(plan_id=plan.pk, actor=actor, **facts)
    except PlanNameTaken:
        raise CannotUndo(why="plan_name_taken") from None


@undoes("club.plan.removed")
def put_plan_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a plan: add it with a new id."""
    told = entry.before or {}
    facts = {"name": told["name"], "kind": told["plan_kind"], "is_offered": told["is_offered"]}
    if entry.organisation_id is None:
        raise CannotUndo(why="plan_is_gone")
    try:
        add_plan(organisation_id=entry.organisation_id, actor=actor, **facts)
    except PlanNameTaken:
        raise CannotUndo(why="plan_name_taken") from None


@undoes("club.membership.started")
def take_membership_out(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo starting a membership: remove it if unchanged."""
    remove_membership(membership_id=_membership_as_told(entry).pk, actor=actor)


@undoes("club.membership.removed")
def put_membership_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a membership: add it in its former state."""
    told = entry.before or {}
    if not Person.objects.filter(pk=told["person"]).exists():
        raise CannotUndo(why="person_is_gone")
    _in_words(
        start_membership,
        person_id=told["person"],
        plan_id=told["plan_number"],
        starts_on=_day(told["starts_on"]),
        ends_on=_day(told["ends_on"]),
        state=told["membership_state"],
        actor=actor,
    )


@undoes("club.membership.changed")
def change_membership_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a membership's plan or days."""
    _give_back(entry, _membership_as_told(entry), actor)


@undoes("club.membership.paused")
@undoes("club.membership.resumed")
@undoes("club.membership.ended")
def step_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a step: restore the membership's previous state and days."""
    row, told = _membership_as_told(entry), entry.before or {}
    if told["membership_state"] == "ended":
        _in_words(end_membership, membership_id=row.pk, on=_day(told["ends_on"]), actor=actor)
        return
    if row.state == "ended" or told["membership_state"] == "active":
        _in_words(resume_membership, membership_id=row.pk, actor=actor)
    row.refresh_from_db()
    if _day(told["ends_on"]) != row.ends_on:
        _give_back(entry, row, actor)
    if told["membership_state"] == "paused":
        _in_words(pause_membership, membership_id=row.pk, actor=actor)


@undoes("club.person.details_changed")
def change_details_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a person's details; the birth date is not in the log and cannot be restored."""
    told, after = entry.before or {}, dict(entry.after or {})
    if after.pop("born_on_changed", False):
        raise CannotUndo(why="private_is_not_told")
    person = Person.objects.filter(pk=entry.target_id).first()
    if person is None:
        raise CannotUndo(why="person_is_gone")
    if detail_facts(person) != after:
        raise CannotUndo(why="details_changed_since")
    change_details(person_id=person.pk, born_on=person.born_on, actor=actor, **told)


@undoes("club.person.number_set")
def set_number_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a person's number."""
    told, after = entry.before or {}, entry.after or {}
    held = FederationNumber.objects.filter(person_id=entry.target_id, body=after["body"]).first()
    if (held.number if held is not None else "") != after["number"]:
        raise CannotUndo(why="number_changed_since")
    try:
        set_number(person_id=int(entry.target_id), body=told["body"], number=told["number"], actor=actor)
    except NumberTaken:
        raise CannotUndo(why="number_changed_since") from None


@undoes("club.household.added")
def take_household_out(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a household: remove it if empty."""
    row = _household_as_told(entry)
    if row.members.exists():
        raise CannotUndo(why="household_is_lived_in")
    remove_household(household_id=row.pk, actor=actor)


@undoes("club.household.renamed")
def rename_household_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo renaming a household."""
    row = _household_as_told(entry)
    rename_household(household_id=row.pk, name=(entry.before or {})["name"], actor=actor)


@undoes("club.household.removed")
def put_household_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo dissolving a household, with those of its persons who are in no other one."""
    told = entry.before or {}
    if entry.organisation_id is None:
        raise CannotUndo(why="household_is_gone")
    row = add_household(organisation_id=entry.organisation_id, name=told["name"], actor=actor)
    persons = Person.objects.filter(pk__in=told["persons"], organisation_id=entry.organisation_id)
    for person in persons.filter(household_place__isnull=True).order_by("pk"):
        settle_person(person_id=person.pk, household_id=row.pk, actor=actor)


@undoes("club.person.settled")
def settle_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a person's change of household."""
    told, after = entry.before or {}, entry.after or {}
    held = HouseholdMember.objects.filter(person_id=entry.target_id).first()
    if (held.household_id if held is not None else None) != after["household_number"]:
        raise CannotUndo(why="moved_again_since")
    number = told["household_number"]
    if number is not None and not Household.objects.filter(pk=number).exists():
        raise CannotUndo(why="household_is_gone")
    settle_person(person_id=int(entry.target_id), household_id=number, actor=actor)


@undoes("club.guardian.added")
def take_guardian_away(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a guardian."""
    if not Guardianship.objects.filter(pk=entry.target_id).exists():
        raise CannotUndo(why="guardian_is_gone")
    remove_guardian(guardianship_id=int(entry.target_id), actor=actor)


@undoes("club.guardian.removed")
def put_guardian_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a guardian."""
    told = entry.before or {}
    numbers = told["guardian_number"], told["ward_number"]
    if Person.objects.filter(pk__in=numbers).count() != len(numbers):
        raise CannotUndo(why="guardian_is_gone")
    try:
        add_guardian(
            guardian_id=numbers[0],
            ward_id=numbers[1],
            may_sign=told["may_sign"],
            until=_day(told["until"]),
            actor=actor,
        )
    except GuardianAlready:
        raise CannotUndo(why="guardian_written_again") from None
    except PersonOfOtherClub:
        raise CannotUndo(why="guardian_is_gone") from None


def _plan_as_told(entry: AuditEntry) -> MembershipPlan:
    plan = MembershipPlan.objects.select_for_update().filter(pk=entry.target_id).first()
    if plan is None:
        raise CannotUndo(why="plan_is_gone")
    if plan_facts(plan) != entry.after:
        raise CannotUndo(why="plan_changed_since")
    return plan


def _membership_as_told(entry: AuditEntry) -> Membership:
    row = Membership.objects.select_related("plan").filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="membership_is_gone")
    told = entry.after or {}
    facts = membership_facts(row) | {"plan": told.get("plan")}  # a renamed plan is the same plan
    days = {name: _day(told.get(name)) for name in ("starts_on", "ends_on")}
    if facts != told | days:
        raise CannotUndo(why="membership_changed_since")
    return row


def _household_as_told(entry: AuditEntry) -> Household:
    row = Household.objects.select_for_update().filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="household_is_gone")
    if row.name != (entry.after or {}).get("name"):
        raise CannotUndo(why="household_changed_since")
    return row


def _give_back(entry: AuditEntry, row: Membership, actor: Actor) -> None:
    told = entry.before or {}
    _in_words(
        change_membership,
        membership_id=row.pk,
        plan_id=told["plan_number"],
        starts_on=_day(told["starts_on"]),
        ends_on=_day(told["ends_on"]),
        actor=actor,
    )


def _in_words(service: Any, **facts: Any) -> None:
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
