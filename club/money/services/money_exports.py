"""Audit entries for exports of the books."""

from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import Organisation


@transaction.atomic
def note_books_export(*, organisation_id: int, file_format: str, year: int, actor: Actor) -> None:
    """Record in the audit log that the actor exported the books of a year."""
    insist(actor, Capability.KEEP_MONEY, Scope(organisation_id))
    audit.record(
        "club.money.exported",
        Organisation.objects.get(pk=organisation_id),
        actor=actor,
        organisation_id=organisation_id,
        after={"year": year, "file_format": file_format},
    )
