"""Audit log of member exports."""

from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import Organisation


@transaction.atomic
def note_export(*, organisation_id: int, file_format: str, is_personal: bool, actor: Actor) -> None:
    """Log an export of the member list, with or without personal data."""
    scope = Scope(organisation_id)
    insist(actor, Capability.SEE_PRIVATE if is_personal else Capability.SEE_PLANS, scope)
    club = Organisation.objects.get(pk=organisation_id)
    after = {"file_format": file_format, "is_personal": is_personal}
    audit.record("club.members.exported", club, actor=actor, organisation_id=organisation_id, after=after)
