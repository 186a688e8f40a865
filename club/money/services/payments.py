"""Services for payments: record once, allocate to invoices, refund, reverse by a counter-entry."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from club.models import EntryKind, Invoice, LedgerEntry, Payment, PaymentMethod
from club.money.errors import (
    InvoiceCancelled,
    InvoiceSettled,
    MoreThanFree,
    NoSuchRefund,
    PaymentCountered,
    PaymentKnown,
    PaymentWasRefunded,
    UnknownInvoice,
)
from club.money.selectors.books import free_amount, open_invoices
from club.money.services.allocations import allocate, release_payment
from club.money.services.books import (
    counter_entry,
    locked_books,
    locked_payment,
    require_reason,
    validate_amount,
    validate_day,
    write_entry,
)
from club.money.services.invoices import is_cancelled, payer_of


@transaction.atomic
def record_payment(  # noqa: PLR0913 - fields of a payment
    *,
    organisation_id: int,
    payer_id: int,
    amount: int,
    received_on: date,
    method: str,
    key: str,
    actor: Actor,
    text: str = "",
    parts: Sequence[tuple[int, int]] | None = None,
) -> Payment:
    """Record a payment and allocate it to invoices: `parts`, else the payer's open ones in turn.

    Idempotent: the same key with the same payer, amount and day is the same payment.
    """
    books = locked_books(organisation_id, actor)
    known = Payment.objects.filter(organisation_id=organisation_id, key=key[:100]).first()
    if known is not None:
        if (known.payer_id, known.amount, known.received_on) != (payer_id, amount, received_on):
            raise PaymentKnown(number=known.pk)
        return known
    validate_amount(amount)
    validate_day(organisation_id, received_on)
    row = Payment.objects.create(
        organisation_id=organisation_id,
        payer=payer_of(organisation_id, payer_id),
        method=PaymentMethod(method),
        amount=amount,
        currency=books.currency,
        received_on=received_on,
        text=" ".join(text.replace("\0", " ").split())[:300],
        key=key[:100],
        made_by=actor.label[:200],
    )
    write_entry(kind=EntryKind.PAYMENT, amount=-amount, on=received_on, actor=actor, about=row)
    for invoice_id, part in _parts_of(row) if parts is None else parts:
        allocate(payment=row, invoice_id=invoice_id, amount=part, actor=actor)
    audit.record("club.payment.recorded", row, actor=actor, after=payment_facts(row))
    return row


def _parts_of(row: Payment) -> list[tuple[int, int]]:
    """Distribute the amount over the payer's open invoices in the order of their due days."""
    left, parts = row.amount, []
    for invoice in open_invoices(organisation_id=row.organisation_id).filter(payer_id=row.payer_id):
        part = min(left, invoice.open_amount)
        if part > 0:
            parts.append((invoice.pk, part))
            left -= part
    return parts


def pay_invoice(
    *, invoice_id: int, amount: int, received_on: date, method: str, key: str, actor: Actor, text: str = ""
) -> Payment:
    """Record a payment of one invoice; the amount above the open sum remains free as credit."""
    invoice = Invoice.objects.filter(pk=invoice_id).first()
    if invoice is None:
        raise UnknownInvoice
    with transaction.atomic():
        locked_books(invoice.organisation_id, actor)
        still = open_invoices(organisation_id=invoice.organisation_id).filter(pk=invoice_id).first()
        left = still.open_amount if still is not None else 0
        if left <= 0 and not _is_known(invoice.organisation_id, key):
            raise (
                InvoiceCancelled(invoice=invoice.code)
                if is_cancelled(invoice)
                else InvoiceSettled(invoice=invoice.code)
            )
        return record_payment(
            organisation_id=invoice.organisation_id,
            payer_id=invoice.payer_id,
            amount=amount,
            received_on=received_on,
            method=method,
            key=key,
            text=text,
            parts=[(invoice_id, min(amount, left))],
            actor=actor,
        )


def _is_known(organisation_id: int, key: str) -> bool:
    return Payment.objects.filter(organisation_id=organisation_id, key=key[:100]).exists()


@transaction.atomic
def refund_payment(
    *, payment_id: int, amount: int, reason: str, key: str, actor: Actor, on: date | None = None
) -> LedgerEntry:
    """Refund the free part of a payment. Idempotent: the same key is the same refund."""
    _books, row = locked_payment(payment_id, actor)
    known = LedgerEntry.objects.filter(organisation_id=row.organisation_id, key=key[:100]).first()
    if known is not None:
        if (known.payment_id, known.amount) != (row.pk, amount):
            raise PaymentKnown(number=known.pk)
        return known
    validate_amount(amount)
    reason, on = require_reason(reason, actor), on or timezone.localdate()
    validate_day(row.organisation_id, on)
    free = free_amount(row)
    if amount > free:
        raise MoreThanFree(free=free, currency=row.currency)
    entry = write_entry(
        kind=EntryKind.REFUND, amount=amount, on=on, actor=actor, about=row, reason=reason, key=key[:100]
    )
    audit.record(
        "club.payment.refunded",
        row,
        actor=actor,
        after={"amount": amount, "currency": row.currency, "ledger_entry": entry.pk},
        reason=reason,
    )
    return entry


@transaction.atomic
def counter_refund(*, payment_id: int, entry_id: int, actor: Actor, reason: str = "") -> Payment:
    """Reverse a refund that did not happen, by a counter-entry."""
    _books, row = locked_payment(payment_id, actor)
    reason = require_reason(reason, actor)
    validate_day(row.organisation_id, timezone.localdate())
    entry = row.entries.filter(pk=entry_id, kind=EntryKind.REFUND, reversed_by__isnull=True).first()
    if entry is None:
        raise NoSuchRefund
    counter_entry(entry=entry, actor=actor, reason=reason)
    audit.record(
        "club.payment.refund_countered",
        row,
        actor=actor,
        before={"amount": entry.amount, "currency": row.currency, "ledger_entry": entry.pk},
        reason=reason,
    )
    return row


@transaction.atomic
def counter_payment(*, payment_id: int, actor: Actor, reason: str = "") -> Payment:
    """Reverse a payment that did not arrive, by a counter-entry: its invoices are open again."""
    _books, row = locked_payment(payment_id, actor)
    reason = require_reason(reason, actor)
    validate_day(row.organisation_id, timezone.localdate())
    entry = row.entries.filter(kind=EntryKind.PAYMENT, reversed_by__isnull=True).first()
    if entry is None:
        raise PaymentCountered(number=row.pk)
    if row.entries.filter(kind=EntryKind.REFUND, reversed_by__isnull=True).exists():
        raise PaymentWasRefunded(number=row.pk)
    release_payment(payment=row, actor=actor)
    counter_entry(entry=entry, actor=actor, reason=reason)
    audit.record("club.payment.countered", row, actor=actor, before=payment_facts(row), reason=reason)
    return row


def payment_facts(row: Payment) -> dict[str, Any]:
    """Return the audit facts of a payment. The payer is named by number."""
    return {
        "payer": row.payer_id,
        "amount": row.amount,
        "currency": row.currency,
        "method": str(row.method),
        "received_on": row.received_on,
    }
