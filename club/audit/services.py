"""Undo of audit entries: rehearse for the preview, then apply; the undo is recorded as well."""

from dataclasses import replace
from http import HTTPStatus

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from club.audit.undo_handlers import changed_since, undo_handler_of
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import CannotUndo, ClubError
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

    The entry is locked: of two concurrent undos, the second is refused. Raises CannotUndo also if the service
    does not find something, or finds nothing to change.
    """
    entry = AuditEntry.objects.select_for_update(no_key=True).get(pk=entry_id)
    require_permission(actor, Capability.UNDO, Scope(entry.organisation_id))
    reversal = undo_handler_of(entry)
    try:
        reversal(entry=entry, actor=replace(actor, undoes=entry, reason=reason))
    except ObjectDoesNotExist:
        raise CannotUndo(why="is_gone") from None
    except ClubError as refusal:
        if refusal.status != HTTPStatus.NOT_FOUND:
            raise
        raise CannotUndo(why="is_gone") from None
    written = list(AuditEntry.objects.filter(undoes=entry).order_by("pk"))
    if not written:
        raise changed_since(entry)
    return written
