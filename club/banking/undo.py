"""Undo of bank files: by counter-entries, never by deletion from the books."""

from functools import partial

from club.audit.selectors import entries_with
from club.audit.undo_handlers import changed_since, not_undoable, unchanged_row, undo_by, undo_handler
from club.banking.services.bank_bookings import reopen_transaction
from club.banking.services.bank_files import revert_bank_file
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, BankMovement, MovementState

REOPENED = "club.bank_movement.taken_up"

not_undoable("club.bank_file.taken_back", reason_code="bank_file_is_gone")
not_undoable(REOPENED, reason_code="movement_waits")

undo_by("club.bank_file.read", call=revert_bank_file, number="file_id")
undo_by(
    "club.bank_movement.set_aside",
    call=reopen_transaction,
    number="movement_id",
    requires=partial(unchanged_row, BankMovement.objects, lambda row: {"movement_state": row.state}),
)


@undo_handler("club.bank.booked")
def undo_booking(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen the movements of one press."""
    numbers = (entry.after or {})["movement_numbers"]
    rows = BankMovement.objects.filter(pk__in=numbers).order_by("pk")
    if len(rows) != len(numbers):
        raise CannotUndo(why="is_gone")
    # By the order of the log: times go back with the server's clock.
    reopened = entries_with(BankMovement, numbers, action=REOPENED)
    is_booked = all(row.state in {MovementState.BOOKED, MovementState.REFUND} for row in rows)
    if not is_booked or any(one.pk > entry.pk for one in reopened):
        raise changed_since(entry)
    for row in rows:
        reopen_transaction(movement_id=row.pk, actor=actor)
