"""Undo handlers for bank files: by counter-entries, never by deletion from the books."""

from django.db.models import Q

from club.audit.undo_handlers import has_no_way_back, undoes
from club.banking.errors import FileHasReturns, UnknownBankFile
from club.banking.services.bank_bookings import take_up_again
from club.banking.services.bank_files import take_file_back
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, BankMovement, MovementState
from club.money.errors import PaymentWasRefunded

has_no_way_back("club.bank_file.taken_back", because="bank_file_is_gone")
has_no_way_back("club.bank_movement.taken_up", because="movement_waits")


@undoes("club.bank_file.read")
def forget_file(*, entry: AuditEntry, actor: Actor) -> None:
    """Reverse the bookings of a file, and delete its movements."""
    try:
        take_file_back(file_id=int(entry.target_id), actor=actor)
    except UnknownBankFile:
        raise CannotUndo(why="bank_file_is_gone") from None
    except (FileHasReturns, PaymentWasRefunded):
        raise CannotUndo(why="bank_file_is_used") from None


@undoes("club.bank.booked")
def take_booking_back(*, entry: AuditEntry, actor: Actor) -> None:
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
            take_up_again(movement_id=row.pk, actor=actor)
    except PaymentWasRefunded:
        raise CannotUndo(why="bank_file_is_used") from None


@undoes("club.bank_movement.set_aside")
def wait_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen a movement that was set aside."""
    row = BankMovement.objects.filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="movement_is_gone")
    if row.state != MovementState.SET_ASIDE:
        raise CannotUndo(why="movement_moved_on")
    take_up_again(movement_id=row.pk, actor=actor)
