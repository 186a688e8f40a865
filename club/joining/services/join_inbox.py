"""Inbox of requests to join: accept as a new or known person, refuse, reopen."""

from collections import defaultdict
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from club.audit import log as audit
from club.audit.undo_handlers import (
    changed_since,
    not_undoable,
    require_unchanged,
    undo_by,
    undo_handler,
)
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import CannotUndo, UnknownPerson
from club.joining.errors import GuardianHasNotSigned, JoinDecided, ReasonForRefusal, UnknownJoinRequest
from club.joining.mails import JoinMail, send_join_mail
from club.joining.services.join_requests import facts_of
from club.joining.services.joining import JoinedRows
from club.members.services.photos import drop_hidden_photo
from club.models import (
    AuditEntry,
    JoinRequest,
    JoinState,
    Person,
)

S = JoinState
ACCEPTED = "club.join.accepted"

not_undoable(
    *("club.join.asked", "club.join.confirmed", "club.join.signed", "club.join.withdrawn"),
    reason_code="request_is_theirs",
)
not_undoable("club.join.reopened", reason_code="decide_it_again")


@transaction.atomic
def accept_request(
    *, request_id: int, actor: Actor, person_id: int | None = None, reason: str = ""
) -> Person:
    """Accept a request: make the applicant a member, as a new person or a known one.

    Submitted data fills only empty fields of the person. The guardian, the household and the consents are
    created with it. Raises JoinDecided if another user has already decided.
    """
    row = _lock_undecided(request_id, actor)
    if not row.is_signed:
        raise GuardianHasNotSigned(name=row.name, guardian=row.guardian_name)
    known = _get_person(person_id, row) if person_id is not None else None
    joined = JoinedRows(row, actor)
    person = joined.take(known)
    before = facts_of(row)
    _decide(row, S.ACCEPTED, actor, person=person)
    facts = facts_of(row) | {"is_new": known is None, "made": joined.made, "filled": joined.filled}
    audit.record(ACCEPTED, row, actor=actor, before=before, after=facts, reason=reason)
    send_join_mail(row, JoinMail.ACCEPTED)
    return person


@transaction.atomic
def refuse_request(*, request_id: int, reason: str, actor: Actor) -> JoinRequest:
    """Refuse a request; the applicant gets the reason."""
    row = _lock_undecided(request_id, actor)
    if not reason.strip():
        raise ReasonForRefusal(name=row.name)
    before = facts_of(row)
    row.reason = reason.strip()[:500]
    _decide(row, S.REFUSED, actor)
    audit.record("club.join.refused", row, actor=actor, before=before, after=facts_of(row), reason=row.reason)
    send_join_mail(row, JoinMail.REFUSED)
    return row


@transaction.atomic
def reopen_request(*, request_id: int, actor: Actor, reason: str = "") -> JoinRequest:
    """Reopen a refused request."""
    row = _lock_request(request_id, actor)
    if row.state != S.REFUSED:
        raise _decided_error(row)
    before = facts_of(row)
    _reopen(row)
    audit.record("club.join.reopened", row, actor=actor, before=before, after=facts_of(row), reason=reason)
    return row


undo_by("club.join.refused", call=reopen_request, number="request_id")  # the mail is already sent


@undo_handler(ACCEPTED)
def undo_acceptance(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo an acceptance: remove the created rows and clear the filled fields, unless used since."""
    logged: dict[str, Any] = entry.after or {}
    row = JoinRequest.objects.select_for_update(of=("self",), no_key=True).get(pk=entry.target_id)
    if row.state != S.ACCEPTED:
        raise changed_since(entry, "club.join.reopened")
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(row.organisation_id))
    made: dict[str, list[int]] = defaultdict(list, logged["made"])
    persons = made["club.person"]
    touched = {
        "club.person": {*persons, logged["person"]},
        "club.membership": set(made["club.membership"]),
    }
    require_unchanged(entry, touched, persons=persons, why="import_is_used")
    before = facts_of(row)
    _reopen(row)
    try:
        with transaction.atomic():
            JoinedRows.remove_rows(made, logged["filled"])
    except ProtectedError:
        raise CannotUndo(why="import_is_used") from None
    # Outside what was made, a consent of the request may be the last by which a photo is shown.
    person = Person.objects.select_for_update(of=("self",), no_key=True).filter(pk=logged["person"]).first()
    if person is not None:
        drop_hidden_photo(person, actor)
    audit.record("club.join.reopened", row, actor=actor, before=before, after=facts_of(row))


def _lock_undecided(request_id: int, actor: Actor) -> JoinRequest:
    row = _lock_request(request_id, actor)
    if row.state != S.WAITING:
        raise _decided_error(row)
    return row


def _lock_request(request_id: int, actor: Actor) -> JoinRequest:
    rows = JoinRequest.objects.select_for_update(of=("self",), no_key=True).select_related(
        "organisation", "plan"
    )
    row = rows.filter(pk=request_id).first()
    if row is None:
        raise UnknownJoinRequest
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(row.organisation_id))
    return row


def _decided_error(row: JoinRequest) -> JoinDecided:
    return JoinDecided(name=row.name, state=row.get_state_display(), who=row.decided_by or row.name)


def _get_person(person_id: int, row: JoinRequest) -> Person:
    found = Person.objects.filter(pk=person_id, organisation_id=row.organisation_id).first()
    if found is None:
        raise UnknownPerson(number=person_id)
    return found


def _decide(row: JoinRequest, state: str, actor: Actor, *, person: Person | None = None) -> None:
    row.state, row.person = state, person
    row.decided_at, row.decided_by = timezone.now(), actor.label[:200]
    row.save()


def _reopen(row: JoinRequest) -> None:
    row.state, row.person, row.decided_at, row.decided_by, row.reason = S.WAITING, None, None, "", ""
    row.save()
