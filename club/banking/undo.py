"""Undo handlers for bank files: by counter-entries, never by deletion from the books."""

from django.db.models import Q

from club.audit.undo_handlers import not_undoable, undo_handler
from club.banking.errors import FileHasReturns, UnknownBankFile
from club.banking.services.bank_bookings import reopen_transaction
from club.banking.services.bank_files import revert_bank_file
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, BankMovement, MovementState
from club.money.errors import PaymentWasRefunded

not_undoable("club.bank_file.taken_back", reason_code="bank_file_is_gone")
not_undoable("club.bank_movement.taken_up", reason_code="movement_waits")


@undo_handler("club.bank_file.read")
def undo_read_file(*, entry: AuditEntry, actor: Actor) -> None:
    """Reverse the bookings of a file, and delete its movements."""
    try:
        revert_bank_file(file_id=int(entry.target_id), actor=actor)
    except UnknownBankFile:
        raise CannotUndo(why="bank_file_is_gone") from None
    except (FileHasReturns, PaymentWasRefunded):
        raise CannotUndo(why="bank_file_is_used") from None


@undo_handler("club.bank.booked")
def undo_booking(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen the movements of one press."""
    numbers = (entry.after or {})["movement_numbers"]
    rows = list(BankMovement.objects.filter(pk__in=numbers))
    if len(rows) != len(numbers):
        raise CannotUndo(why="movement_is_gone")
    settled_since = Q(settled_at__gt=entry.at) | ~Q(state__in=[MovementState.BOOKED, MovementState.REFUND])
    if BankMovement.objects.filter(settled_since, pk__in=numbers).exists():
        raise CannotUndo(why="movement_moved_on")
    try:
        for row in sorted(rows, key=lambda one: one.pk):
            reopen_transaction(movement_id=row.pk, actor=actor)
    except PaymentWasRefunded:
        raise CannotUndo(why="bank_file_is_used") from None


@undo_handler("club.bank_movement.set_aside")
def undo_ignore(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a movement that was set aside."""
    row = BankMovement.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="movement_is_gone")
    if row.state != MovementState.SET_ASIDE:
        raise CannotUndo(why="movement_moved_on")
    reopen_transaction(movement_id=row.pk, actor=actor)
