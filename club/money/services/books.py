"""Writing in a club's books: locked first, one entry after another, nothing ever changed."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from club.core.access import Scope, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import (
    ClosedYear,
    EntryKind,
    Invoice,
    LedgerEntry,
    MoneySettings,
    Payment,
)
from club.money.errors import DayNotTaken, NoReason, NotAnAmount, UnknownInvoice, UnknownPayment, YearClosed

MOST = 10**12
FIRST_DAY = date(2000, 1, 1)


def locked_books(organisation_id: int, actor: Actor) -> MoneySettings:
    """The books of a club, for the actor alone until the transaction ends."""
    insist(actor, Capability.KEEP_MONEY, Scope(organisation_id))
    MoneySettings.objects.get_or_create(organisation_id=organisation_id)
    return MoneySettings.objects.select_for_update(of=("self",)).get(organisation_id=organisation_id)


def locked_invoice(invoice_id: int, actor: Actor) -> tuple[MoneySettings, Invoice]:
    """An invoice with the books of its club locked."""
    found = Invoice.objects.filter(pk=invoice_id).first()
    if found is None:
        raise UnknownInvoice
    return locked_books(found.organisation_id, actor), found


def locked_payment(payment_id: int, actor: Actor) -> tuple[MoneySettings, Payment]:
    """A payment with the books of its club locked."""
    found = Payment.objects.filter(pk=payment_id).first()
    if found is None:
        raise UnknownPayment
    return locked_books(found.organisation_id, actor), found


def insist_amount(amount: int) -> None:
    """An amount of money is at least one minor unit."""
    if not 0 < amount <= MOST:
        raise NotAnAmount(most=MOST)


def insist_reason(reason: str) -> str:
    """What is done by hand says why."""
    tidy = " ".join(reason.replace("\0", " ").split())[:300]
    if not tidy:
        raise NoReason
    return tidy


def insist_day(organisation_id: int, on: date) -> None:
    """Nothing is written for days to come, nor in a year whose books are closed."""
    if not FIRST_DAY <= on <= timezone.localdate():
        raise DayNotTaken(on=on)
    if ClosedYear.objects.filter(organisation_id=organisation_id, year=on.year).exists():
        raise YearClosed(year=on.year)


def write_entry(
    *, kind: EntryKind, amount: int, on: date, actor: Actor, about: Invoice | Payment, **more: Any
) -> LedgerEntry:
    """Add an entry about an invoice or a payment to the account of whoever pays it."""
    place = {"invoice": about} if isinstance(about, Invoice) else {"payment": about}
    return LedgerEntry.objects.create(
        organisation_id=about.organisation_id,
        person_id=about.payer_id,
        kind=kind,
        amount=amount,
        currency=about.currency,
        on=on,
        made_by=actor.label[:200],
        **place,
        **more,
    )


def write_entries(*, kind: EntryKind, invoices: Sequence[Invoice], on: date, actor: Actor) -> None:
    """The first entries of invoices, at once."""
    LedgerEntry.objects.bulk_create(
        (
            LedgerEntry(
                organisation_id=row.organisation_id,
                person_id=row.payer_id,
                kind=kind,
                amount=row.total,
                currency=row.currency,
                on=on,
                invoice=row,
                made_by=actor.label[:200],
            )
            for row in invoices
        ),
        batch_size=500,
    )


def counter_entry(*, entry: LedgerEntry, actor: Actor, reason: str) -> LedgerEntry:
    """Answer an entry by its opposite of today."""
    about = entry.invoice or entry.payment
    assert about is not None  # noqa: S101 - the table's own constraint
    return write_entry(
        kind=EntryKind.COUNTER,
        amount=-entry.amount,
        on=timezone.localdate(),
        actor=actor,
        about=about,
        reverses=entry,
        reason=reason[:300],
    )
