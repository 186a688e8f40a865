"""Undo handlers for invoices and payments: by counter-entries of the public services, never by deletion."""

from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, Invoice, LedgerEntry, Payment
from club.money.errors import (
    InvoiceNotWrittenOff,
    InvoiceSettled,
    MoreThanFree,
    MoreThanOpen,
    NoSuchRefund,
    NotAllocated,
    PaymentCountered,
    PaymentWasRefunded,
    UnknownInvoice,
)
from club.money.services.allocations import deallocate, use_credit
from club.money.services.invoices import cancel_invoice, claim_again, is_cancelled, write_off
from club.money.services.payments import counter_payment, counter_refund

DASH = "\N{EN DASH}"

not_undoable("club.invoice.cancelled", reason_code="books_are_countered")
not_undoable("club.payment.countered", reason_code="books_are_countered")
not_undoable("club.payment.refund_countered", reason_code="books_are_countered")
not_undoable("club.invoice.reminded", reason_code="reminder_is_out")


@undo_handler("club.invoice.issued")
def undo_issue_invoice(*, entry: AuditEntry, actor: Actor) -> None:
    """Cancel an invoice that has no payment."""
    row = Invoice.objects.filter(pk=entry.target_id).first()
    if row is None or is_cancelled(row):
        raise CannotUndo(why="invoice_is_gone")
    if sum(row.allocations.values_list("amount", flat=True)):
        raise CannotUndo(why="invoice_is_paid")
    cancel_invoice(invoice_id=row.pk, reason=actor.reason or DASH, actor=actor)


@undo_handler("club.invoice.written_off")
def undo_write_off(*, entry: AuditEntry, actor: Actor) -> None:
    """Claim a written-off invoice again."""
    logged = LedgerEntry.objects.filter(pk=(entry.after or {})["ledger_entry"]).first()
    if logged is None or hasattr(logged, "reversed_by"):
        raise CannotUndo(why="invoice_is_gone")
    try:
        claim_again(invoice_id=int(entry.target_id), reason=actor.reason or DASH, actor=actor)
    except InvoiceNotWrittenOff:
        raise CannotUndo(why="invoice_is_gone") from None


@undo_handler("club.invoice.claimed_again")
def undo_claim_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Write off a claimed invoice again."""
    row = Invoice.objects.filter(pk=entry.target_id).first()
    if row is None or is_cancelled(row):
        raise CannotUndo(why="invoice_is_gone")
    try:
        write_off(invoice_id=row.pk, reason=actor.reason or DASH, actor=actor)
    except InvoiceSettled:
        raise CannotUndo(why="invoice_is_gone") from None


@undo_handler("club.payment.recorded")
def undo_record_payment(*, entry: AuditEntry, actor: Actor) -> None:
    """Reverse a payment by a counter-entry."""
    try:
        counter_payment(payment_id=int(entry.target_id), reason=actor.reason or DASH, actor=actor)
    except (PaymentCountered, PaymentWasRefunded):
        raise CannotUndo(why="payment_moved_on") from None


@undo_handler("club.payment.put")
def undo_allocate(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove an allocated payment from the invoice."""
    logged, row = entry.after or {}, Payment.objects.filter(pk=entry.target_id).first()
    on_it = row.allocations.filter(invoice_id=logged["invoice_number"]) if row is not None else None
    if on_it is None or sum(on_it.values_list("amount", flat=True)) != logged["amount"]:
        raise CannotUndo(why="payment_moved_on")
    try:
        deallocate(payment_id=int(entry.target_id), invoice_id=logged["invoice_number"], actor=actor)
    except NotAllocated:
        raise CannotUndo(why="payment_moved_on") from None


@undo_handler("club.payment.taken_off")
def undo_deallocate(*, entry: AuditEntry, actor: Actor) -> None:
    """Allocate a removed payment to the invoice again."""
    logged = entry.before or {}
    try:
        use_credit(
            payment_id=int(entry.target_id),
            invoice_id=logged["invoice_number"],
            amount=logged["amount"],
            actor=actor,
        )
    except (MoreThanFree, MoreThanOpen, UnknownInvoice):
        raise CannotUndo(why="payment_moved_on") from None


@undo_handler("club.payment.refunded")
def undo_refund(*, entry: AuditEntry, actor: Actor) -> None:
    """Reverse a refund by a counter-entry."""
    number = (entry.after or {})["ledger_entry"]
    try:
        counter_refund(
            payment_id=int(entry.target_id), entry_id=number, reason=actor.reason or DASH, actor=actor
        )
    except NoSuchRefund:
        raise CannotUndo(why="payment_moved_on") from None
