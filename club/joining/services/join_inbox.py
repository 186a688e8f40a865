"""Inbox of requests to join: accept as a new or known person, refuse, reopen."""

from collections import defaultdict
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from club.audit import log as audit
from club.audit.unchanged import insist_untouched
from club.audit.undo_handlers import has_no_way_back, undoes
from club.core.access import Scope, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import CannotUndo, UnknownPerson
from club.joining.errors import GuardianHasNotSigned, JoinDecided, ReasonForRefusal, UnknownJoinRequest
from club.joining.mails import Told, write_about
from club.joining.services.join_requests import facts_of
from club.joining.services.joining import Joined
from club.models import (
    AuditEntry,
    JoinRequest,
    JoinState,
    Person,
)

S = JoinState
ACCEPTED = "club.join.accepted"

has_no_way_back("club.join.asked", because="request_is_theirs")
has_no_way_back("club.join.confirmed", because="request_is_theirs")
has_no_way_back("club.join.signed", because="request_is_theirs")
has_no_way_back("club.join.withdrawn", because="request_is_theirs")
has_no_way_back("club.join.reopened", because="decide_it_again")


@transaction.atomic
def accept_request(
    *, request_id: int, actor: Actor, person_id: int | None = None, reason: str = ""
) -> Person:
    """Accept a request: make the applicant a member, as a new person or a known one.

    Submitted data fills only empty fields of the person. The guardian, the household and the consents are
    created with it. Raises JoinDecided if another user has already decided.
    """
    row = _undecided(request_id, actor)
    if not row.is_signed:
        raise GuardianHasNotSigned(name=row.name, guardian=row.guardian_name)
    known = _known(person_id, row) if person_id is not None else None
    joined = Joined(row, actor)
    person = joined.take(known)
    before = facts_of(row)
    _decide(row, S.ACCEPTED, actor, person=person)
    facts = facts_of(row) | {"is_new": known is None, "made": joined.made, "filled": joined.filled}
    audit.record(ACCEPTED, row, actor=actor, before=before, after=facts, reason=reason)
    write_about(row, Told.ACCEPTED)
    return person


@transaction.atomic
def refuse_request(*, request_id: int, reason: str, actor: Actor) -> JoinRequest:
    """Refuse a request; the applicant gets the reason."""
    row = _undecided(request_id, actor)
    if not reason.strip():
        raise ReasonForRefusal(name=row.name)
    before = facts_of(row)
    row.reason = reason.strip()[:500]
    _decide(row, S.REFUSED, actor)
    audit.record("club.join.refused", row, actor=actor, before=before, after=facts_of(row), reason=row.reason)
    write_about(row, Told.REFUSED)
    return row


@transaction.atomic
def reopen_request(*, request_id: int, actor: Actor, reason: str = "") -> JoinRequest:
    """Reopen a refused request."""
    row = _held(request_id, actor)
    if row.state != S.REFUSED:
        raise _decided(row)
    before = facts_of(row)
    _open_again(row)
    audit.record("club.join.reopened", row, actor=actor, before=before, after=facts_of(row), reason=reason)
    return row


@undoes("club.join.refused")
def take_refusal_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a refusal: the request waits again, but the mail is already sent."""
    try:
        reopen_request(request_id=int(entry.target_id), actor=actor)
    except (JoinDecided, UnknownJoinRequest):
        raise CannotUndo(why="request_moved_on") from None


@undoes(ACCEPTED)
def take_member_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo an acceptance: remove the created rows and clear the filled fields, unless used since."""
    told: dict[str, Any] = entry.after or {}
    row = JoinRequest.objects.select_for_update(of=("self",)).filter(pk=entry.target_id).first()
    if row is None or row.state != S.ACCEPTED:
        raise CannotUndo(why="request_moved_on")
    insist(actor, Capability.KEEP_MEMBERS, Scope(row.organisation_id))
    made: dict[str, list[int]] = defaultdict(list, told["made"])
    persons = made["club.person"]
    touched = {
        "club.person": {*persons, told["person"]},
        "club.membership": set(made["club.membership"]),
    }
    insist_untouched(entry, touched, persons=persons, why="join_is_used")
    before = facts_of(row)
    _open_again(row)
    try:
        with transaction.atomic():
            Joined.take_out(made, told["filled"])
    except ProtectedError:
        raise CannotUndo(why="join_is_used") from None
    audit.record("club.join.reopened", row, actor=actor, before=before, after=facts_of(row))


def _undecided(request_id: int, actor: Actor) -> JoinRequest:
    row = _held(request_id, actor)
    if row.state != S.WAITING:
        raise _decided(row)
    return row


def _held(request_id: int, actor: Actor) -> JoinRequest:
    rows = JoinRequest.objects.select_for_update(of=("self",)).select_related("organisation", "plan")
    row = rows.filter(pk=request_id).first()
    if row is None:
        raise UnknownJoinRequest
    insist(actor, Capability.KEEP_MEMBERS, Scope(row.organisation_id))
    return row


def _decided(row: JoinRequest) -> JoinDecided:
    return JoinDecided(name=row.name, state=row.get_state_display(), who=row.decided_by or row.name)


def _known(person_id: int, row: JoinRequest) -> Person:
    found = Person.objects.filter(pk=person_id, organisation_id=row.organisation_id).first()
    if found is None:
        raise UnknownPerson(number=person_id)
    return found


def _decide(row: JoinRequest, state: str, actor: Actor, *, person: Person | None = None) -> None:
    row.state, row.person = state, person
    row.decided_at, row.decided_by = timezone.now(), actor.label[:200]
    row.save()


def _open_again(row: JoinRequest) -> None:
    row.state, row.person, row.decided_at, row.decided_by, row.reason = S.WAITING, None, None, "", ""
    row.save()
