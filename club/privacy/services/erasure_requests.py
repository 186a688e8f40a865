"""Services for requests of erasure: the person or a guardian requests, the secretary answers."""

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownPerson
from club.members.errors import NotYoursToSign
from club.members.selectors.self_service import may_sign_for
from club.models import ErasureRequest, ErasureState, Person
from club.privacy.errors import ErasureAskedAlready, NobodyKeepsPerson, NoErasureRequest


@transaction.atomic
def request_erasure(*, person_id: int, actor: Actor, message: str = "") -> ErasureRequest:
    """Request erasure of one's own data or a ward's; only one request can wait."""
    person = _signable_person(person_id, actor)
    if person.organisation_id is None:
        raise NobodyKeepsPerson(name=person.name)
    if ErasureRequest.objects.filter(person=person, state=ErasureState.ASKED).exists():
        raise ErasureAskedAlready(name=person.name)
    row = ErasureRequest(
        person=person,
        organisation_id=person.organisation_id,
        message=message.strip(),
        asked_by=actor.label[:200],
    )
    row.full_clean()
    row.save()
    _log("club.erasure.asked", row, actor)
    return row


@transaction.atomic
def withdraw_erasure_request(*, person_id: int, actor: Actor) -> ErasureRequest:
    """Withdraw one's own request or a ward's."""
    person = _signable_person(person_id, actor)
    row = ErasureRequest.objects.filter(person=person, state=ErasureState.ASKED).first()
    if row is None:
        raise NoErasureRequest
    return _answer(row, ErasureState.TAKEN_BACK, actor)


@transaction.atomic
def refuse_erasure(*, request_id: int, answer: str, actor: Actor) -> ErasureRequest:
    """Refuse a request with a reason, which the person can read."""
    found = ErasureRequest.objects.filter(pk=request_id).first()
    if found is None:
        raise NoErasureRequest
    Person.objects.select_for_update(of=("self",), no_key=True).get(pk=found.person_id)
    row = ErasureRequest.objects.select_related("person").get(pk=request_id)
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(row.organisation_id))
    if row.state != ErasureState.ASKED:
        raise NoErasureRequest
    row.answer = answer.strip()
    row.full_clean()
    return _answer(row, ErasureState.REFUSED, actor)


def _signable_person(person_id: int, actor: Actor) -> Person:
    rows = Person.objects.select_for_update(of=("self",), no_key=True)
    person = rows.filter(pk=person_id, erased_at=None).first()
    if person is None:
        raise UnknownPerson(number=person_id)
    if not may_sign_for(actor=actor, person=person):
        raise NotYoursToSign(name=person.name)
    return person


def _answer(row: ErasureRequest, state: ErasureState, actor: Actor) -> ErasureRequest:
    row.state, row.answered_at, row.answered_by = state, timezone.now(), actor.label[:200]
    row.save(update_fields=["state", "answer", "answered_at", "answered_by"])
    _log(f"club.erasure.{state}", row, actor)
    return row


def _log(action: str, row: ErasureRequest, actor: Actor) -> None:
    facts = {"person": row.person_id, "erasure_state": str(row.state)}
    audit.record(action, row, actor=actor, after=facts)
