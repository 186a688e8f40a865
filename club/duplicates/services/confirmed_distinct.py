"""Services for pairs of similar persons that are confirmed distinct."""

from collections.abc import Callable

from django.db import transaction

from club.audit import log as audit
from club.audit.undo_handlers import undoes
from club.core.access import Scope, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import CannotUndo, UnknownPerson
from club.duplicates.errors import MergeAcrossClubs, SamePersonTwice
from club.models import AuditEntry, NamesakePair, Person


@transaction.atomic
def tell_apart(*, person_id: int, other_id: int, actor: Actor, reason: str = "") -> NamesakePair:
    """Confirm that two persons of a club are distinct; idempotent."""
    first, second = _both(person_id, other_id, actor)
    row, is_new = NamesakePair.objects.get_or_create(
        first=first, second=second, defaults={"said_by": actor.label[:200]}
    )
    if is_new:
        _tell("club.person.namesake", row, first, actor, reason)
    return row


@transaction.atomic
def forget_apart(*, person_id: int, other_id: int, actor: Actor, reason: str = "") -> None:
    """Withdraw the confirmation, so that the pair is listed again."""
    first, second = _both(person_id, other_id, actor)
    row = NamesakePair.objects.filter(first=first, second=second).first()
    if row is None:
        return
    number = row.pk
    row.delete()
    row.pk = number
    _tell("club.person.namesake_forgotten", row, first, actor, reason)


@undoes("club.person.namesake")
def ask_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a confirmation that two persons are distinct."""
    told = entry.after or {}
    if not NamesakePair.objects.filter(first_id=told["first"], second_id=told["second"]).exists():
        raise CannotUndo(why="namesakes_are_gone")
    _again(forget_apart, told, actor)


@undoes("club.person.namesake_forgotten")
def say_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a withdrawal: confirm again that two persons are distinct."""
    _again(tell_apart, entry.after or {}, actor)


def _again(service: Callable[..., object], told: dict[str, int], actor: Actor) -> None:
    try:
        service(person_id=told["first"], other_id=told["second"], actor=actor)
    except (UnknownPerson, MergeAcrossClubs):
        raise CannotUndo(why="person_is_gone") from None


def _both(person_id: int, other_id: int, actor: Actor) -> tuple[Person, Person]:
    """Lock the two persons in id order and return them."""
    rows = Person.objects.select_for_update(of=("self",)).filter(pk__in=[person_id, other_id])
    found = {row.pk: row for row in rows.order_by("pk")}
    for number in (person_id, other_id):
        if number not in found:
            raise UnknownPerson(number=number)
        insist(actor, Capability.KEEP_MEMBERS, Scope(found[number].organisation_id))
    if person_id == other_id:
        raise SamePersonTwice(name=found[person_id].name)
    first, second = found[min(found)], found[max(found)]
    if first.organisation_id is None or first.organisation_id != second.organisation_id:
        raise MergeAcrossClubs(name=second.name)
    return first, second


def _tell(action: str, row: NamesakePair, person: Person, actor: Actor, reason: str) -> None:
    facts = {"first": row.first_id, "second": row.second_id}
    audit.record(action, row, actor=actor, organisation_id=person.organisation_id, after=facts, reason=reason)
