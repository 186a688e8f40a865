"""Services for membership plans: add, change, withdraw from the offer."""

from typing import Any

from django.db import transaction
from django.utils.text import capfirst

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.errors import PlanInUse, PlanNameTaken, UnknownPlan
from club.models import MembershipPlan, PlanKind
from club.organisations.services.organisations import lock_club, lock_club_of


@transaction.atomic
def add_plan(
    *, organisation_id: int, name: str, kind: str, actor: Actor, is_offered: bool = True
) -> MembershipPlan:
    """Add a plan."""
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    lock_club(organisation_id)
    plan = MembershipPlan(
        organisation_id=organisation_id, name=_clean_name(name), kind=kind, is_offered=is_offered
    )
    _require_free_name(plan)
    plan.full_clean()
    plan.save()
    audit.record("club.plan.added", plan, actor=actor, after=plan_facts(plan))
    return plan


USUAL_KINDS = (PlanKind.ADULT, PlanKind.YOUTH, PlanKind.FAMILY, PlanKind.HONORARY)


@transaction.atomic
def add_usual_plans(*, organisation_id: int, actor: Actor) -> list[MembershipPlan]:
    """Add the common plans to a club without plans; each has an audit entry of its own."""
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    lock_club(organisation_id)
    if MembershipPlan.objects.filter(organisation_id=organisation_id).exists():
        return []
    return [
        add_plan(organisation_id=organisation_id, name=capfirst(str(kind.label)), kind=kind, actor=actor)
        for kind in USUAL_KINDS
    ]


@transaction.atomic
def change_plan(
    *, plan_id: int, name: str, kind: str, is_offered: bool, actor: Actor, reason: str = ""
) -> MembershipPlan:
    """Change a plan for all its members, or withdraw it from the offer."""
    lock_club_of(MembershipPlan.objects.filter(pk=plan_id))
    plan = _lock_plan(plan_id, actor)
    before = plan_facts(plan)
    plan.name, plan.kind, plan.is_offered = _clean_name(name), kind, is_offered
    _require_free_name(plan)
    plan.full_clean()
    if plan_facts(plan) == before:
        return plan
    plan.save()
    audit.record("club.plan.changed", plan, actor=actor, before=before, after=plan_facts(plan), reason=reason)
    return plan


@transaction.atomic
def remove_plan(*, plan_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a plan that no membership ever used."""
    plan = _lock_plan(plan_id, actor)
    before = plan_facts(plan)
    audit.delete_unused_row(plan, PlanInUse(plan=plan.name))
    audit.record("club.plan.removed", plan, actor=actor, before=before, reason=reason)


def plan_facts(plan: MembershipPlan) -> dict[str, Any]:
    """Audit facts of a plan."""
    return {"name": plan.name, "plan_kind": plan.kind, "is_offered": plan.is_offered}


def _lock_plan(plan_id: int, actor: Actor) -> MembershipPlan:
    plan = MembershipPlan.objects.select_for_update(no_key=True).filter(pk=plan_id).first()
    if plan is None:
        raise UnknownPlan
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(plan.organisation_id))
    return plan


def _require_free_name(plan: MembershipPlan) -> None:
    same = MembershipPlan.objects.filter(organisation_id=plan.organisation_id, name=plan.name)
    if same.exclude(pk=plan.pk).exists():
        raise PlanNameTaken(plan=plan.name)


def _clean_name(name: str) -> str:
    return " ".join(name.split())
