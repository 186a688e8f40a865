"""Undo of audit entries: rehearse for the preview, then apply; the undo is recorded as well."""

from dataclasses import replace

from django.db import transaction

from club.audit.undo_handlers import undo_handler_of
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import AuditEntry


def rehearse_undo(*, entry_id: int, actor: Actor) -> list[AuditEntry]:
    """Preview the entries of an undo. It is really applied and rolled back: the preview cannot be wrong."""
    with transaction.atomic():
        written = undo_entry(entry_id=entry_id, actor=actor)
        transaction.set_rollback(True)
    return written


@transaction.atomic
def undo_entry(*, entry_id: int, actor: Actor, reason: str = "") -> list[AuditEntry]:
    """Undo an entry through its registered service; return the entries that this added.

    The entry is locked: of two concurrent undos, the second is refused.
    """
    entry = AuditEntry.objects.select_for_update().get(pk=entry_id)
    require_permission(actor, Capability.UNDO, Scope(entry.organisation_id))
    reversal = undo_handler_of(entry)
    reversal(entry=entry, actor=replace(actor, undoes=entry, reason=reason))
    return list(AuditEntry.objects.filter(undoes=entry).order_by("pk"))
