"""Undo handlers for invoices and payments: by counter-entries of the public services, never by deletion."""

from club.audit.undo_handlers import has_no_way_back, undoes
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
from club.money.services.allocations import take_off, use_credit
from club.money.services.invoices import cancel_invoice, claim_again, is_cancelled, write_off
from club.money.services.payments import counter_payment, counter_refund

DASH = "\N{EN DASH}"

has_no_way_back("club.invoice.cancelled", because="books_are_countered")
has_no_way_back("club.payment.countered", because="books_are_countered")
has_no_way_back("club.payment.refund_countered", because="books_are_countered")
has_no_way_back("club.invoice.reminded", because="reminder_is_out")


@undoes("club.invoice.issued")
def cancel_issued(*, entry: AuditEntry, actor: Actor) -> None:
    """Cancel an invoice that has no payment."""
    row = Invoice.objects.filter(pk=entry.target_id).first()
    if row is None or is_cancelled(row):
        raise CannotUndo(why="invoice_is_gone")
    if sum(row.allocations.values_list("amount", flat=True)):
        raise CannotUndo(why="invoice_is_paid")
    cancel_invoice(invoice_id=row.pk, reason=actor.reason or DASH, actor=actor)


@undoes("club.invoice.written_off")
def claim_written_off(*, entry: AuditEntry, actor: Actor) -> None:
    """Claim a written-off invoice again."""
    told = LedgerEntry.objects.filter(pk=(entry.after or {})["ledger_entry"]).first()
    if told is None or hasattr(told, "reversed_by"):
        raise CannotUndo(why="invoice_is_gone")
    try:
        claim_again(invoice_id=int(entry.target_id), reason=actor.reason or DASH, actor=actor)
    except InvoiceNotWrittenOff:
        raise CannotUndo(why="invoice_is_gone") from None


@undoes("club.invoice.claimed_again")
def give_up_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Write off a claimed invoice again."""
    row = Invoice.objects.filter(pk=entry.target_id).first()
    if row is None or is_cancelled(row):
        raise CannotUndo(why="invoice_is_gone")
    try:
        write_off(invoice_id=row.pk, reason=actor.reason or DASH, actor=actor)
    except InvoiceSettled:
        raise CannotUndo(why="invoice_is_gone") from None


@undoes("club.payment.recorded")
def take_payment_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Reverse a payment by a counter-entry."""
    try:
        counter_payment(payment_id=int(entry.target_id), reason=actor.reason or DASH, actor=actor)
    except (PaymentCountered, PaymentWasRefunded):
        raise CannotUndo(why="payment_moved_on") from None


@undoes("club.payment.put")
def take_off_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Remove an allocated payment from the invoice."""
    told, row = entry.after or {}, Payment.objects.filter(pk=entry.target_id).first()
    on_it = row.allocations.filter(invoice_id=told["invoice_number"]) if row is not None else None
    if on_it is None or sum(on_it.values_list("amount", flat=True)) != told["amount"]:
        raise CannotUndo(why="payment_moved_on")
    try:
        take_off(payment_id=int(entry.target_id), invoice_id=told["invoice_number"], actor=actor)
    except NotAllocated:
        raise CannotUndo(why="payment_moved_on") from None


@undoes("club.payment.taken_off")
def put_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Allocate a removed payment to the invoice again."""
    told = entry.before or {}
    try:
        use_credit(
            payment_id=int(entry.target_id),
            invoice_id=told["invoice_number"],
            amount=told["amount"],
            actor=actor,
        )
    except (MoreThanFree, MoreThanOpen, UnknownInvoice):
        raise CannotUndo(why="payment_moved_on") from None


@undoes("club.payment.refunded")
def refund_did_not_happen(*, entry: AuditEntry, actor: Actor) -> None:
    """Reverse a refund by a counter-entry."""
    number = (entry.after or {})["ledger_entry"]
    try:
        counter_refund(
            payment_id=int(entry.target_id), entry_id=number, reason=actor.reason or DASH, actor=actor
        )
    except NoSuchRefund:
        raise CannotUndo(why="payment_moved_on") from None
