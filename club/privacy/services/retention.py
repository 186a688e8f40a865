"""Retention rules of the club app, their periods, and the deletion of expired rows slice by slice."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.models import (
    RUNNING,
    AuditEntry,
    Contact,
    HelperPass,
    Invitation,
    JoinRequest,
    JoinState,
    Membership,
    MembershipState,
    Organisation,
    Person,
    PersonMerge,
    PersonNote,
    RetentionRule,
)
from club.organisations.services.organisations import lock_club
from club.privacy.errors import UnknownRetention, WrongMonths
from club.privacy.personal_data_sets import MAX_MONTHS, RULES, retention_rule
from club.privacy.selectors import due_rows, months_of

SLICE = 200
CHANGED, FORGOTTEN = "club.retention.changed", "club.retention.forgotten"


@transaction.atomic
def set_months(*, organisation_id: int, kind: str, months: int | None, actor: Actor) -> None:
    """Set the retention period of the club; None is indefinite.

    The same value changes nothing.
    """
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    if kind not in RULES:
        raise UnknownRetention(kind=kind[:40])
    if months is not None and not 1 <= months <= MAX_MONTHS:
        raise WrongMonths(most=MAX_MONTHS)
    club = lock_club(organisation_id)
    before = months_of(organisation=club)[kind]
    if before == months:
        return
    RetentionRule.objects.update_or_create(organisation=club, kind=kind, defaults={"months": months})
    audit.record(
        CHANGED,
        club,
        actor=actor,
        organisation_id=organisation_id,
        before={"kept": kind, "months": before},
        after={"kept": kind, "months": months},
    )


def delete_expired(*, organisation_id: int, kind: str) -> int:
    """Delete a club's expired rows, one slice a transaction; return the count."""
    forgotten = 0
    while count := delete_expired_slice(organisation_id=organisation_id, kind=kind):
        forgotten += count
    return forgotten


@transaction.atomic
def delete_expired_slice(*, organisation_id: int, kind: str) -> int:
    """Delete one slice."""
    club = Organisation.objects.get(pk=organisation_id)
    rows = list(due_rows(RULES[kind], club, months_of(organisation=club)[kind])[:SLICE])
    if rows:
        RULES[kind].forget(rows)
        told = {"kept": kind, "count": len(rows)}
        audit.record(FORGOTTEN, club, actor=SYSTEM, organisation_id=club.pk, after=told)
    return len(rows)


def delete_expired_everywhere() -> int:
    """Delete the expired rows of every rule and club."""
    clubs = list(Organisation.objects.order_by("pk").values_list("pk", flat=True))
    return sum(delete_expired(organisation_id=key, kind=kind) for key in clubs for kind in RULES)


def _ended_members(organisation: Organisation, before: datetime) -> QuerySet[Person]:
    """Return persons with data left whose last membership of any club ended before the moment."""
    spans = Membership.objects.filter(person=OuterRef("pk"))
    lasting = spans.filter(Q(state__in=[*RUNNING, MembershipState.APPLIED]))
    lasting |= spans.filter(Q(ends_on=None) | Q(ends_on__gte=before.date()))
    rows = Person.objects.filter(organisation=organisation, user=None, erased_at=None)
    rows = rows.filter(Exists(spans), ~Exists(lasting))
    has_data = Q(Exists(Contact.objects.filter(person=OuterRef("pk"))))
    has_data |= Q(Exists(PersonNote.objects.filter(person=OuterRef("pk"))))
    has_data |= Q(Exists(JoinRequest.objects.filter(person=OuterRef("pk"))))
    has_data |= Q(Exists(PersonMerge.objects.filter(kept=OuterRef("pk")).exclude(steps=[])))
    has_data |= Q(born_on__isnull=False) | ~Q(email="") | ~Q(languages="")
    return rows.filter(has_data).annotate(last_day=Max("memberships__ends_on")).order_by("pk")


def _forget_members(persons: Sequence[Person]) -> None:
    keys = [person.pk for person in persons]
    Contact.objects.filter(person__in=keys).delete()
    PersonNote.objects.filter(person__in=keys).delete()
    JoinRequest.objects.filter(person__in=keys).delete()  # it has a copy of the same data
    PersonMerge.objects.filter(kept__in=keys).update(steps=[])
    Person.objects.filter(pk__in=keys).update(born_on=None, birthday="", email="", languages="")


def _expired(table: Any) -> Callable[[Organisation, datetime], QuerySet[Any]]:
    """Return the query of a club's rows that ended before a moment."""
    return lambda club, before: table.objects.filter(organisation=club, expires_at__lt=before).order_by("pk")


def _delete(rows: Sequence[Any]) -> None:
    type(rows[0]).objects.filter(pk__in=[one.pk for one in rows]).delete()


def _old_requests(organisation: Organisation, before: datetime) -> QuerySet[JoinRequest]:
    """Return requests without a result: refused, withdrawn, never confirmed, or of an erased person."""
    rows = JoinRequest.objects.filter(organisation=organisation, person=None)
    decided = Q(state__in=[JoinState.REFUSED, JoinState.WITHDRAWN, JoinState.ACCEPTED], decided_at__lt=before)
    forgotten = Q(state=JoinState.WAITING, confirmed_at=None, created_at__lt=before)
    return rows.filter(decided | forgotten).order_by("pk")


def _forget_requests(requests: Sequence[JoinRequest]) -> None:
    """Delete the requests, and their names in the audit log: no person is left to request that."""
    keys = [str(one.pk) for one in requests]
    for entry in AuditEntry.objects.filter(target_kind="club.joinrequest", target_id__in=keys).order_by("pk"):
        audit.redact_entry(entry, {"target": "", "reason": ""})
    JoinRequest.objects.filter(pk__in=keys).delete()


def _old_addresses(organisation: Organisation, before: datetime) -> QuerySet[AuditEntry]:
    """Return audit entries with the actor's address; those of the first versions cannot lose it."""
    rows = AuditEntry.objects.filter(organisation=organisation, at__lt=before, salts__has_key="address")
    return rows.exclude(address="").order_by("pk")


def _forget_addresses(entries: Sequence[AuditEntry]) -> None:
    for entry in entries:
        audit.redact_entry(entry, {"address": ""})


retention_rule(
    "club.ended_members",
    label=_("contacts, birth dates and notes of former members"),
    told=_(
        "Counted from the last day of the last membership. People with an account ask for erasure themselves."
    ),
    months=24,
    due=_ended_members,
    forget=_forget_members,
)
retention_rule(
    "club.helper_passes",
    label=_("helper passes"),
    told=_("Counted from the day they ended. Actions with a pass stay in the audit log."),
    months=12,
    due=_expired(HelperPass),
    forget=_delete,
)
retention_rule(
    "club.invitations",
    label=_("invitations"),
    told=_("Counted from the day they ended."),
    months=12,
    due=_expired(Invitation),
    forget=_delete,
)
retention_rule(
    "club.join_requests",
    label=_("requests to join without a result"),
    told=_("Counted from the day they were refused or withdrawn, otherwise from the day they arrived."),
    months=12,
    due=_old_requests,
    forget=_forget_requests,
)
retention_rule(
    "club.trail_addresses",
    label=_("IP addresses in the audit log"),
    told=_("The address from which a person acted or viewed private data. The entries themselves stay."),
    months=12,
    due=_old_addresses,
    forget=_forget_addresses,
)
