"""Services for applicants: submit idempotently, confirm, sign and withdraw by link."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from club.core.name_normalization import normalize_name
from club.core.names import fold_name
from club.joining.errors import GuardianNeeded, JoinClosed, JoinDecided, OwnGuardianMail, UnknownJoinLink
from club.joining.join_links import ASKED, GUARDIAN, request_of
from club.joining.mails import JoinMail, send_join_mail
from club.joining.selectors import form_of
from club.members.errors import UnknownPlan
from club.members.selectors.persons import age_on
from club.models import ConsentText, JoinForm, JoinRequest, JoinState, MembershipPlan, Organisation
from club.organisations.services.organisations import lock_club

S = JoinState


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinAsked:
    """Data submitted with the form."""

    name: str
    email: str
    born_on: date
    plan_id: int
    phone: str = ""
    address: str = ""
    languages: str = ""
    federation: str = ""
    federation_number: str = ""
    message: str = ""
    agreed: Collection[int] = ()  # ids of consent texts
    guardian_name: str = ""
    guardian_email: str = ""
    guardian_signature: str = ""
    language: str = ""
    site: str = ""  # base URL of the form, without a trailing slash
    sent_once: str = ""  # idempotency key of the form


@transaction.atomic
def ask_to_join(*, organisation_id: int, given: JoinAsked, actor: Actor) -> JoinRequest:
    """Store a request, or find the same person's earlier one; either way a mail is sent."""
    club = lock_club(organisation_id)
    form = form_of(organisation_id=organisation_id)
    if not form.is_open:
        raise JoinClosed(club=club.name)
    there = _existing_request(club, given)
    if there is not None:
        if not given.sent_once or there.sent_once != _idempotency_key(given):
            send_join_mail(there, JoinMail.ASKED)
        return there
    row = _row(club, form, given)
    row.full_clean(exclude=["organisation", "plan"], validate_constraints=False)
    row.save()
    audit.record("club.join.asked", row, actor=actor, after=facts_of(row))
    send_join_mail(row, JoinMail.ASKED)
    if row.guardian_email and not row.is_signed:
        send_join_mail(row, JoinMail.SIGN)
    return row


@transaction.atomic
def confirm_address(*, secret: str, actor: Actor) -> JoinRequest:
    """Confirm the mail address, proven by the link; idempotent."""
    row = _lock_request(secret, ASKED)
    if row.confirmed_at is None and row.state == S.WAITING:
        row.confirmed_at = timezone.now()
        row.save(update_fields=["confirmed_at"])
        audit.record("club.join.confirmed", row, actor=actor, after=facts_of(row))
    return row


@transaction.atomic
def sign_as_guardian(*, secret: str, signature: str, actor: Actor) -> JoinRequest:
    """Record the guardian's agreement by link and name; idempotent."""
    row = _lock_request(secret, GUARDIAN)
    _require_waiting(row)
    signature = normalize_name(signature)
    if not signature:
        raise GuardianNeeded(age=form_of(organisation_id=row.organisation_id).full_age)
    if row.guardian_confirmed_at is None:
        row.guardian_confirmed_at, row.guardian_signature = timezone.now(), signature[:200]
        row.full_clean(exclude=["organisation", "plan"], validate_constraints=False)
        row.save(update_fields=["guardian_confirmed_at", "guardian_signature"])
        audit.record("club.join.signed", row, actor=actor, after=facts_of(row))
    return row


@transaction.atomic
def withdraw_request(*, secret: str, actor: Actor) -> JoinRequest:
    """Withdraw a request by its link; a decided one is unchanged."""
    row = _lock_request(secret, ASKED)
    if row.state == S.WITHDRAWN:
        return row
    _require_waiting(row)
    before, row.state, row.decided_at = facts_of(row), S.WITHDRAWN, timezone.now()
    row.save(update_fields=["state", "decided_at"])
    audit.record("club.join.withdrawn", row, actor=actor, before=before, after=facts_of(row))
    return row


def facts_of(row: JoinRequest) -> dict[str, Any]:
    """Audit facts of a request, without private data."""
    return {
        "plan": row.plan.name,
        "join_state": str(row.state),
        "is_confirmed": row.confirmed_at is not None,
        "is_signed": row.is_signed,
        "person": row.person_id,
    }


def _existing_request(club: Organisation, given: JoinAsked) -> JoinRequest | None:
    """Return the request that this one repeats: of the same form, or waiting with the same main data."""
    rows = JoinRequest.objects.filter(organisation=club).select_related("organisation", "plan")
    if given.sent_once and (same := rows.filter(sent_once=_idempotency_key(given)).first()) is not None:
        return same
    identity = _identity(given)
    waiting = rows.filter(state=S.WAITING, email=given.email.strip().lower()).order_by("-pk")
    return next((row for row in waiting if _identity(row) == identity), None)


def _identity(given: JoinAsked | JoinRequest) -> tuple[object, ...]:
    """Identifying data: the applicant, the plan and the mail addresses.

    A correction of one is a new request.
    """
    mail, guardian = (one.strip().lower() for one in (given.email, given.guardian_email))
    return fold_name(normalize_name(given.name)), mail, given.born_on, given.plan_id, guardian


def _idempotency_key(given: JoinAsked) -> str:
    """Idempotency key of a form and its data: with another address it is another request."""
    joined_text = "\x1f".join(map(str, (given.sent_once, *_identity(given))))
    return hashlib.sha256(joined_text.encode("utf-8", "surrogatepass")).hexdigest()[:ONCE_WIDTH]


def _row(club: Organisation, form: JoinForm, given: JoinAsked) -> JoinRequest:
    plan = MembershipPlan.objects.filter(pk=given.plan_id, organisation=club, is_offered=True).first()
    if plan is None:
        raise UnknownPlan
    name = normalize_name(given.name)
    is_minor = age_on(timezone.localdate(), given.born_on) < form.full_age
    guardian = normalize_name(given.guardian_name)[:200] if is_minor else ""
    email, mail = given.email.strip().lower(), given.guardian_email.strip().lower() if is_minor else ""
    signature = normalize_name(given.guardian_signature)[:200] if is_minor else ""
    if is_minor and not (guardian and (signature or mail)):
        raise GuardianNeeded(age=form.full_age)
    if is_minor and not signature and mail == email:
        raise OwnGuardianMail
    texts = ConsentText.objects.filter(organisation=club, pk__in=list(given.agreed)[:MAX_CONSENTS])
    return JoinRequest(
        organisation=club,
        plan=plan,
        name=name,
        email=email,
        born_on=given.born_on,
        phone=given.phone.strip(),
        address=" ".join(given.address.split()),
        languages=given.languages.strip(),
        language=given.language,
        federation=given.federation.strip().upper(),
        federation_number=given.federation_number.strip(),
        message=given.message.strip(),
        agreed=sorted(texts.values_list("pk", flat=True)),
        guardian_name=guardian,
        guardian_email=mail,
        guardian_signature=signature,
        site=given.site[:200],
        sent_once=_idempotency_key(given) if given.sent_once else "",
    )


MAX_CONSENTS, ONCE_WIDTH = 20, 40


def _lock_request(secret: str, salt: str) -> JoinRequest:
    found = request_of(secret, salt)
    if found is None:
        raise UnknownJoinLink
    rows = JoinRequest.objects.select_for_update(of=("self",), no_key=True).select_related(
        "organisation", "plan"
    )
    return rows.get(pk=found.pk)


def _require_waiting(row: JoinRequest) -> None:
    if row.state != S.WAITING:
        raise JoinDecided(name=row.name, state=row.get_state_display(), who=row.decided_by or row.name)
