"""Undo of invoices and payments: by counter-entries of the public services, never by deletion."""

from club.audit.undo_handlers import changed_since, not_undoable, undo_by, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, Invoice, LedgerEntry, Payment
from club.money.services.allocations import deallocate, use_credit
from club.money.services.invoices import cancel_invoice, claim_again, is_cancelled, write_off
from club.money.services.payments import counter_payment, counter_refund

not_undoable(
    *("club.invoice.cancelled", "club.payment.countered", "club.payment.refund_countered"),
    reason_code="books_are_countered",
)
not_undoable("club.invoice.reminded", reason_code="reminder_is_out")

undo_by("club.payment.recorded", call=counter_payment, number="payment_id")
undo_by(
    "club.payment.taken_off",
    call=use_credit,
    number="payment_id",
    before=lambda facts: {"invoice_id": facts["invoice_number"], "amount": facts["amount"]},
)
undo_by(
    "club.payment.refunded",
    call=counter_refund,
    number="payment_id",
    after=lambda facts: {"entry_id": facts["ledger_entry"]},
)


@undo_handler("club.invoice.issued")
def undo_issue_invoice(*, entry: AuditEntry, actor: Actor) -> None:
    """Cancel an invoice that has no payment."""
    row = _valid_invoice(entry)
    if sum(row.allocations.values_list("amount", flat=True)):
        raise CannotUndo(why="invoice_is_paid")
    cancel_invoice(invoice_id=row.pk, actor=actor)


@undo_handler("club.invoice.written_off")
def undo_write_off(*, entry: AuditEntry, actor: Actor) -> None:
    """Claim a written-off invoice again."""
    logged = LedgerEntry.objects.get(pk=(entry.after or {})["ledger_entry"])
    if hasattr(logged, "reversed_by"):
        raise changed_since(entry)
    claim_again(invoice_id=int(entry.target_id), actor=actor)


@undo_handler("club.invoice.claimed_again")
def undo_claim_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Write off a claimed invoice again."""
    write_off(invoice_id=_valid_invoice(entry).pk, actor=actor)


@undo_handler("club.payment.put")
def undo_allocate(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove an allocated payment from the invoice."""
    logged, row = entry.after or {}, Payment.objects.get(pk=entry.target_id)
    on_it = row.allocations.filter(invoice_id=logged["invoice_number"])
    if sum(on_it.values_list("amount", flat=True)) != logged["amount"]:
        raise changed_since(entry)
    deallocate(payment_id=row.pk, invoice_id=logged["invoice_number"], actor=actor)


def _valid_invoice(entry: AuditEntry) -> Invoice:
    row = Invoice.objects.get(pk=entry.target_id)
    if is_cancelled(row):
        raise changed_since(entry)
    return row
