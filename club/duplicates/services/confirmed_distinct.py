"""Services for pairs of similar persons that are confirmed distinct."""

from typing import Any

from django.db import transaction

from club.audit import log as audit
from club.audit.undo_handlers import undo_handler
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownPerson
from club.duplicates.errors import MergeAcrossClubs, SamePersonTwice
from club.models import AuditEntry, NamesakePair, Person


@transaction.atomic
def confirm_distinct(*, person_id: int, other_id: int, actor: Actor, reason: str = "") -> NamesakePair:
    """Confirm that two persons of a club are distinct; idempotent."""
    first, second = _lock_persons(person_id, other_id, actor)
    row, is_new = NamesakePair.objects.get_or_create(
        first=first, second=second, defaults={"said_by": actor.label[:200]}
    )
    if is_new:
        _log("club.person.namesake", row, first, actor, reason)
    return row


@transaction.atomic
def withdraw_distinct(*, person_id: int, other_id: int, actor: Actor, reason: str = "") -> None:
    """Withdraw the confirmation, so that the pair is listed again."""
    first, second = _lock_persons(person_id, other_id, actor)
    row = NamesakePair.objects.filter(first=first, second=second).first()
    if row is None:
        return
    audit.delete_row(row)
    _log("club.person.namesake_forgotten", row, first, actor, reason)


@undo_handler("club.person.namesake")
def undo_confirm_distinct(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a confirmation that two persons are distinct."""
    withdraw_distinct(actor=actor, **_two_persons(entry))


@undo_handler("club.person.namesake_forgotten")
def undo_withdraw_distinct(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a withdrawal: confirm again that two persons are distinct."""
    confirm_distinct(actor=actor, **_two_persons(entry))


def _two_persons(entry: AuditEntry) -> dict[str, Any]:
    logged = entry.after or {}
    return {"person_id": logged["first"], "other_id": logged["second"]}


def _lock_persons(person_id: int, other_id: int, actor: Actor) -> tuple[Person, Person]:
    """Lock the two persons in id order and return them."""
    rows = Person.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=[person_id, other_id])
    found = {row.pk: row for row in rows.order_by("pk")}
    for number in (person_id, other_id):
        if number not in found:
            raise UnknownPerson(number=number)
        require_permission(actor, Capability.KEEP_MEMBERS, Scope(found[number].organisation_id))
    if person_id == other_id:
        raise SamePersonTwice(name=found[person_id].name)
    first, second = found[min(found)], found[max(found)]
    if first.organisation_id is None or first.organisation_id != second.organisation_id:
        raise MergeAcrossClubs(name=second.name)
    return first, second


def _log(action: str, row: NamesakePair, person: Person, actor: Actor, reason: str) -> None:
    facts = {"first": row.first_id, "second": row.second_id}
    audit.record(action, row, actor=actor, organisation_id=person.organisation_id, after=facts, reason=reason)
