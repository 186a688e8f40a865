"""Services for consents: versioned texts, given and withdrawn by the persons concerned."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.errors import NoConsentText, NotYoursToSign, PhotoNeedsGuardian
from club.members.selectors.photos import may_sign_photo
from club.members.selectors.self_service import may_sign_for
from club.members.services.member_locks import locked_person_of_club
from club.members.services.photos import drop_hidden_photo
from club.models import Consent, ConsentKind, ConsentText, Person
from club.organisations.services.organisations import lock_club


@transaction.atomic
def write_consent_text(*, organisation_id: int, kind: str, text: str, actor: Actor) -> ConsentText:
    """Store the next version of a consent text; the same text changes nothing."""
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    lock_club(organisation_id)
    words = "\n".join(line.rstrip() for line in text.strip().splitlines())
    last = newest_text(organisation_id, kind)
    if last is not None and last.text == words:
        return last
    version = last.version + 1 if last is not None else 1
    row = ConsentText(organisation_id=organisation_id, kind=kind, version=version, text=words)
    row.full_clean()
    row.save()
    after = {"consent": str(kind), "version": version, "text": words}
    audit.record("club.consent.worded", row, actor=actor, after=after)
    return row


@transaction.atomic
def give_consent(*, person_id: int, organisation_id: int, kind: str, actor: Actor) -> Consent:
    """Give a consent to the current text, for oneself, a ward, or as the secretary; idempotent."""
    person = _lock_concerned_person(person_id, organisation_id, actor)
    keeps = may(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    if kind == ConsentKind.PHOTO and not keeps and not may_sign_photo(actor=actor, person=person):
        raise PhotoNeedsGuardian
    text = newest_text(organisation_id, kind)
    if text is None:
        raise NoConsentText(kind=str(ConsentKind(kind).label))
    existing = Consent.objects.filter(person=person, text=text, withdrawn_at__isnull=True).first()
    if existing is not None:
        return existing
    row = Consent.objects.create(person=person, text=text, given_by=actor.label[:200])
    _log("club.consent.given", row, actor)
    return row


@transaction.atomic
def withdraw_consent(
    *, person_id: int, organisation_id: int, kind: str, actor: Actor, reason: str = ""
) -> list[Consent]:
    """Withdraw a consent, to whichever version of the text. A photo that may not be shown then is deleted."""
    person = _lock_concerned_person(person_id, organisation_id, actor)
    existing = Consent.objects.filter(
        person=person, text__organisation_id=organisation_id, text__kind=kind, withdrawn_at__isnull=True
    )
    rows = list(existing.select_related("text", "person"))
    for row in rows:
        row.withdrawn_at = timezone.now()
        row.save(update_fields=["withdrawn_at"])
        _log("club.consent.withdrawn", row, actor, reason)
    if rows and kind in {ConsentKind.PHOTO, ConsentKind.PUBLISH_NAME}:
        drop_hidden_photo(person, actor)
    return rows


def newest_text(organisation_id: int, kind: str) -> ConsentText | None:
    """Return the current text of a consent."""
    texts = ConsentText.objects.filter(organisation_id=organisation_id, kind=kind)
    return texts.order_by("-version").first()


def _lock_concerned_person(person_id: int, organisation_id: int, actor: Actor) -> Person:
    """Return a person of the club for whom the actor may give, withdraw or record consents."""
    person = locked_person_of_club(person_id, organisation_id)
    keeps = may(actor, Capability.KEEP_MEMBERS, Scope(organisation_id))
    if not keeps and not may_sign_for(actor=actor, person=person):
        raise NotYoursToSign(name=person.name)
    return person


def _log(action: str, row: Consent, actor: Actor, reason: str = "") -> None:
    facts: dict[str, Any] = {"person": row.person_id, "consent": row.text.kind, "version": row.text.version}
    audit.record(
        action, row, actor=actor, organisation_id=row.text.organisation_id, after=facts, reason=reason
    )
