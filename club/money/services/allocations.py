"""Allocation of payments to invoices and its reversal; each step is a row of its own."""

from collections import defaultdict

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from club.models import Allocation, EntryKind, Invoice, Payment
from club.money.errors import MoreThanFree, MoreThanOpen, NotAllocated, UnknownInvoice
from club.money.selectors.books import free_amount, open_amount
from club.money.services.books import locked_payment, validate_amount, write_entry


@transaction.atomic
def use_credit(*, payment_id: int, invoice_id: int, actor: Actor, amount: int | None = None) -> Allocation:
    """Allocate the free part of a payment to an invoice; without an amount, as much as fits."""
    _books, payment = locked_payment(payment_id, actor)
    row = allocate(payment=payment, invoice_id=invoice_id, amount=amount, actor=actor)
    audit.record(
        "club.payment.put",
        payment,
        actor=actor,
        after={"invoice": row.invoice.code, "invoice_number": row.invoice_id, "amount": row.amount},
    )
    return row


@transaction.atomic
def deallocate(*, payment_id: int, invoice_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a payment from an invoice: the payment is free again and the invoice open."""
    _books, payment = locked_payment(payment_id, actor)
    on_it = payment.allocations.filter(invoice_id=invoice_id)
    amount = on_it.aggregate(sum=Sum("amount"))["sum"] or 0
    invoice = Invoice.objects.filter(pk=invoice_id, organisation_id=payment.organisation_id).first()
    if invoice is None or amount <= 0:
        raise NotAllocated(invoice=invoice.code if invoice is not None else invoice_id)
    _create_allocation(payment, invoice, -amount, actor)
    audit.record(
        "club.payment.taken_off",
        payment,
        actor=actor,
        before={"invoice": invoice.code, "invoice_number": invoice.pk, "amount": amount},
        reason=reason,
    )


def allocate(*, payment: Payment, invoice_id: int, amount: int | None, actor: Actor) -> Allocation:
    """Allocate a part of a payment to an invoice in locked books."""
    invoice = Invoice.objects.filter(pk=invoice_id, organisation_id=payment.organisation_id).first()
    if invoice is None:
        raise UnknownInvoice
    free, left = free_amount(payment), open_amount(invoice)
    amount = min(free, left) if amount is None else amount
    if left <= 0 or amount > left:
        raise MoreThanOpen(invoice=invoice.code, open=left, currency=invoice.currency)
    if free <= 0 or amount > free:
        raise MoreThanFree(free=free, currency=payment.currency)
    validate_amount(amount)
    return _create_allocation(payment, invoice, amount, actor)


def release_invoice(*, invoice: Invoice, actor: Actor) -> None:
    """Remove all payments from an invoice."""
    sums: defaultdict[int, int] = defaultdict(int)
    for row in invoice.allocations.order_by("pk"):
        sums[row.payment_id] += row.amount
    for number, amount in sums.items():
        if amount:
            _create_allocation(Payment.objects.get(pk=number), invoice, -amount, actor)


def release_payment(*, payment: Payment, actor: Actor) -> None:
    """Remove a payment from all invoices."""
    sums: defaultdict[int, int] = defaultdict(int)
    for row in payment.allocations.order_by("pk"):
        sums[row.invoice_id] += row.amount
    for number, amount in sums.items():
        if amount:
            _create_allocation(payment, Invoice.objects.get(pk=number), -amount, actor)


def _create_allocation(payment: Payment, invoice: Invoice, amount: int, actor: Actor) -> Allocation:
    """Allocate an amount; money of one payer on the invoice of another moves between their accounts.

    Both entries are about the payment: its own sum stays the same, and the two balances stay exact.
    """
    if payment.payer_id != invoice.payer_id:
        for person_id, moved in ((payment.payer_id, amount), (invoice.payer_id, -amount)):
            write_entry(
                kind=EntryKind.TRANSFER,
                amount=moved,
                on=timezone.localdate(),
                actor=actor,
                about=payment,
                person_id=person_id,
                reason=invoice.code,
            )
    return Allocation.objects.create(
        payment=payment, invoice=invoice, amount=amount, made_by=actor.label[:200]
    )
