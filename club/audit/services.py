"""Undo of audit entries: rehearse for the preview, then apply; the undo is recorded as well."""

from dataclasses import replace
from http import HTTPStatus

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from club.audit.log import collect_entries
from club.audit.undo_handlers import UndoHandler, changed_since, undo_handler_of
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import CannotUndo, ClubError
from club.models import AuditChain, AuditEntry

MAX_ATTEMPTS = 5  # in a club whose log grows all the time


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
    reversal, undoing = undo_handler_of(entry), replace(actor, undoes=entry, reason=reason)
    try:
        if not any(_reverse_alone(reversal, entry, undoing) for _ in range(MAX_ATTEMPTS)):
            raise changed_since(entry)
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


def _reverse_alone(reversal: UndoHandler, entry: AuditEntry, actor: Actor) -> bool:
    """Reverse an entry; roll that back and return False if the club's log grew meanwhile.

    Handlers check the rows before their service locks them. On PostgreSQL another change can be committed in
    between, and the next attempt sees it. Locks before the check would have to be those of every service, in
    the same order. The chain is locked from the first own entry on: without a gap before that entry nothing
    that is logged was changed since the check.
    """
    with transaction.atomic(), collect_entries() as entries:
        chains = AuditChain.objects.filter(pk=entry.chain_id)
        length = chains.values_list("length", flat=True).get()
        reversal(entry=entry, actor=actor)
        first = next((one for one in entries if one.chain_id == entry.chain_id), None)
        if first is None or first.number == length + 1:
            return True
        transaction.set_rollback(True)
    return False
