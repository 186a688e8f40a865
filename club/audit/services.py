"""Undoing what an entry of the trail tells: rehearsed to be shown, then done, and itself on the trail."""

from dataclasses import replace

from django.db import transaction

from club.audit.undo_handlers import reversal_of
from club.core.access import Scope, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import AuditEntry


def rehearse_undo(*, entry_id: int, actor: Actor) -> list[AuditEntry]:
    """What undoing would put on the trail. It is really done and taken back: the preview cannot be wrong."""
    with transaction.atomic():
        written = undo_entry(entry_id=entry_id, actor=actor)
        transaction.set_rollback(True)
    return written


@transaction.atomic
def undo_entry(*, entry_id: int, actor: Actor, reason: str = "") -> list[AuditEntry]:
    """Reverse what an entry tells through its registered service; gives the entries this added.

    The entry stays locked, so that of two people who undo it the second is told so.
    """
    entry = AuditEntry.objects.select_for_update().get(pk=entry_id)
    insist(actor, Capability.UNDO, Scope(entry.organisation_id))
    reversal = reversal_of(entry)
    reversal(entry=entry, actor=replace(actor, undoes=entry, reason=reason))
    return list(AuditEntry.objects.filter(undoes=entry).order_by("pk"))
