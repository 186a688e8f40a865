"""Retention services: set the periods, and delete expired rows slice by slice."""

from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.models import Organisation, RetentionRule
from club.privacy.errors import UnknownRetention, WrongMonths
from club.privacy.personal_data_sets import MAX_MONTHS, RULES
from club.privacy.selectors.retention import due_rows, months_of

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
    club = Organisation.objects.select_for_update().get(pk=organisation_id)
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
