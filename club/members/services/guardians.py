"""Services for guardians, who see another person's data and consent for them."""

from datetime import date
from typing import Any

from django.db import transaction

from club.audit import log as audit
from club.core.actor import Actor
from club.members.errors import GuardianAlready, OwnGuardian, PersonOfOtherClub, UnknownGuardianship
from club.members.services.member_locks import locked_person
from club.models import Guardianship, Person


@transaction.atomic
def add_guardian(
    *, ward_id: int, guardian_id: int, actor: Actor, may_sign: bool = True, until: date | None = None
) -> Guardianship:
    """Add a guardian: with an account they see the ward's own page."""
    ward = locked_person(ward_id, actor)
    guardian = Person.objects.filter(pk=guardian_id, organisation=ward.organisation).first()
    if guardian is None:
        raise PersonOfOtherClub(name=f"#{guardian_id}")
    if guardian == ward:
        raise OwnGuardian(name=ward.name)
    if Guardianship.objects.filter(ward=ward, guardian=guardian).exists():
        raise GuardianAlready(name=guardian.name, ward=ward.name)
    row = Guardianship.objects.create(ward=ward, guardian=guardian, may_sign=may_sign, until=until)
    _log("club.guardian.added", row, actor, after=guardian_facts(row))
    return row


@transaction.atomic
def remove_guardian(*, guardianship_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a guardian, ending their access and right to sign."""
    found = Guardianship.objects.select_related("guardian", "ward").filter(pk=guardianship_id).first()
    if found is None:
        raise UnknownGuardianship
    locked_person(found.ward_id, actor)
    before = guardian_facts(found)
    audit.delete_row(found)
    _log("club.guardian.removed", found, actor, before=before, reason=reason)


def guardian_facts(row: Guardianship) -> dict[str, Any]:
    """Audit facts of a guardianship."""
    return {
        "guardian": row.guardian.name,
        "guardian_number": row.guardian_id,
        "ward": row.ward.name,
        "ward_number": row.ward_id,
        "may_sign": row.may_sign,
        "until": row.until,
    }


def _log(action: str, row: Guardianship, actor: Actor, **facts: Any) -> None:
    audit.record(action, row, actor=actor, organisation_id=row.ward.organisation_id, **facts)
