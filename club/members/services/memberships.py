"""Services for memberships and new members: start, pause, resume, change, end; each step is recorded."""

from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import SYSTEM, Actor
from club.core.errors import EndsBeforeStart
from club.members.errors import MembershipNotThere, MembershipOverlaps, PlanNotOffered, UnknownPlan
from club.members.services.member_locks import locked_membership, locked_plan, person_to_join
from club.members.services.person_details import add_contact, change_details
from club.members.services.persons import add_person
from club.models import (
    RUNNING,
    ContactKind,
    Membership,
    MembershipChange,
    MembershipState,
    PlanKind,
)

S = MembershipState


@transaction.atomic
def start_membership(
    *,
    person_id: int,
    plan_id: int,
    starts_on: date,
    actor: Actor,
    ends_on: date | None = None,
    state: str = S.ACTIVE,
    reason: str = "",
) -> Membership:
    """Start a membership by a plan; a day guest has one for a day."""
    plan = locked_plan(plan_id)
    person = person_to_join(person_id, plan.organisation_id, actor)
    if not plan.is_offered and actor.undoes is None:
        raise PlanNotOffered(plan=plan.name)
    if plan.kind == PlanKind.DAY_GUEST:
        ends_on = ends_on or starts_on
    row = Membership(
        person=person,
        organisation_id=plan.organisation_id,
        plan=plan,
        starts_on=starts_on,
        ends_on=ends_on,
        state=state,
    )
    _validate_days(row)
    row.save()
    _record_step(row, actor, starts_on, reason)
    _log("club.membership.started", row, actor, before=None, reason=reason)
    return row


@transaction.atomic
def change_membership(
    *,
    membership_id: int,
    plan_id: int,
    starts_on: date,
    actor: Actor,
    ends_on: date | None = None,
    reason: str = "",
) -> Membership:
    """Correct the plan and the days of a membership."""
    plan = locked_plan(plan_id)
    row = locked_membership(membership_id, actor)
    before = membership_facts(row)
    if plan.organisation_id != row.organisation_id:
        raise UnknownPlan
    if plan != row.plan and not plan.is_offered and actor.undoes is None:
        raise PlanNotOffered(plan=plan.name)
    row.plan, row.starts_on, row.ends_on = plan, starts_on, ends_on
    if membership_facts(row) == before:
        return row
    _validate_days(row)
    row.save()
    _record_step(row, actor, timezone.localdate(), reason)
    _log("club.membership.changed", row, actor, before=before, reason=reason)
    return row


@transaction.atomic
def pause_membership(
    *, membership_id: int, actor: Actor, on: date | None = None, reason: str = ""
) -> Membership:
    """Pause a membership: the person remains in the club."""
    row = locked_membership(membership_id, actor)
    return _step(row, S.PAUSED, {S.ACTIVE}, "club.membership.paused", actor, on, reason)


@transaction.atomic
def resume_membership(
    *, membership_id: int, actor: Actor, on: date | None = None, reason: str = ""
) -> Membership:
    """Resume a paused or ended membership, unless there is another one by now."""
    row = locked_membership(membership_id, actor)
    before, was = membership_facts(row), row.state
    if was == S.ENDED:
        row.ends_on = None
    return _step(
        row, S.ACTIVE, {S.PAUSED, S.ENDED, S.APPLIED}, "club.membership.resumed", actor, on, reason, before
    )


@transaction.atomic
def end_membership(
    *, membership_id: int, actor: Actor, on: date | None = None, reason: str = ""
) -> Membership:
    """End a membership with a last day; for an application this is its refusal.

    Without a day it ends today, or on its first day if that is later. Raises EndsBeforeStart.
    """
    row = locked_membership(membership_id, actor)
    before = membership_facts(row)
    row.ends_on = on or max(timezone.localdate(), row.starts_on)
    return _step(
        row, S.ENDED, {*RUNNING, S.APPLIED}, "club.membership.ended", actor, row.ends_on, reason, before
    )


@transaction.atomic
def remove_membership(*, membership_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a membership entered by mistake, with its steps."""
    row = locked_membership(membership_id, actor)
    before = membership_facts(row)
    audit.delete_row(row)
    audit.record("club.membership.removed", row, actor=actor, before=before, reason=reason)


def end_due_memberships(*, today: date | None = None) -> int:
    """End the memberships whose last day has passed; return the count."""
    today = today or timezone.localdate()
    due = Membership.objects.filter(state__in=RUNNING, ends_on__lt=today).order_by("pk")
    numbers = list(due.values_list("pk", "ends_on"))
    for number, last in numbers:
        end_membership(membership_id=number, actor=SYSTEM, on=last)
    return len(numbers)


def membership_facts(row: Membership) -> dict[str, Any]:
    """Audit facts of a membership."""
    return {
        "person": row.person_id,
        "plan": row.plan.name,
        "plan_number": row.plan_id,
        "starts_on": row.starts_on,
        "ends_on": row.ends_on,
        "membership_state": str(row.state),
    }


def _step(
    row: Membership,
    state: MembershipState,
    allowed: set[MembershipState],
    action: str,
    actor: Actor,
    on: date | None,
    reason: str,
    before: dict[str, Any] | None = None,
) -> Membership:
    if row.state not in allowed:
        raise MembershipNotThere(name=row.person.name, state=row.get_state_display())
    before = before or membership_facts(row)
    row.state = state
    _validate_days(row)
    row.save()
    _record_step(row, actor, on or timezone.localdate(), reason)
    _log(action, row, actor, before=before, reason=reason)
    return row


def _validate_days(row: Membership) -> None:
    """Check that the last day is not before the first and that no other open membership overlaps."""
    if row.ends_on is not None and row.ends_on < row.starts_on:
        raise EndsBeforeStart(starts_on=row.starts_on, ends_on=row.ends_on)
    if row.state not in RUNNING:
        return
    others = Membership.objects.filter(
        person_id=row.person_id, organisation_id=row.organisation_id, state__in=RUNNING
    )
    others = others.exclude(pk=row.pk).filter(Q(ends_on__isnull=True) | Q(ends_on__gte=row.starts_on))
    if row.ends_on is not None:
        others = others.filter(starts_on__lte=row.ends_on)
    found = others.first()
    if found is not None:
        days = {"starts_on": found.starts_on, "ends_on": found.ends_on or "\N{HORIZONTAL ELLIPSIS}"}
        raise MembershipOverlaps(name=row.person.name, **days)


def _record_step(row: Membership, actor: Actor, on: date, reason: str) -> None:
    MembershipChange.objects.create(
        membership=row,
        state=row.state,
        plan_name=row.plan.name,
        on=on,
        made_by=actor.label[:200],
        reason=(reason or actor.reason)[:500],
    )


def _log(action: str, row: Membership, actor: Actor, *, before: dict[str, Any] | None, reason: str) -> None:
    audit.record(action, row, actor=actor, before=before, after=membership_facts(row), reason=reason)


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
    plan = locked_plan(plan_id)
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
