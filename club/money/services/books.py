"""Writing in a club's books: lock first, then append entries; years are closed when they are over."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import (
    ClosedYear,
    EntryKind,
    Invoice,
    LedgerEntry,
    MoneySettings,
    Organisation,
    Payment,
)
from club.money.errors import (
    DayNotTaken,
    NoReason,
    NotAnAmount,
    UnknownInvoice,
    UnknownPayment,
    YearClosed,
    YearNotClosed,
    YearNotOver,
)

MAX_AMOUNT = 10**12
FIRST_DAY = date(2000, 1, 1)


def locked_books(organisation_id: int, actor: Actor) -> MoneySettings:
    """Lock the books of a club for the actor until the transaction ends."""
    require_permission(actor, Capability.KEEP_MONEY, Scope(organisation_id))
    MoneySettings.objects.get_or_create(organisation_id=organisation_id)
    return MoneySettings.objects.select_for_update(of=("self",), no_key=True).get(
        organisation_id=organisation_id
    )


def lock_kept_books(organisation_id: int) -> None:
    """Lock the books of a club that has some, before its persons are locked and its rows are moved."""
    rows = MoneySettings.objects.select_for_update(of=("self",), no_key=True)
    rows.filter(organisation_id=organisation_id).first()


def locked_invoice(invoice_id: int, actor: Actor) -> tuple[MoneySettings, Invoice]:
    """Return an invoice, with the books of its club locked."""
    found = Invoice.objects.filter(pk=invoice_id).first()
    if found is None:
        raise UnknownInvoice
    return locked_books(found.organisation_id, actor), found


def locked_payment(payment_id: int, actor: Actor) -> tuple[MoneySettings, Payment]:
    """Return a payment, with the books of its club locked."""
    found = Payment.objects.filter(pk=payment_id).first()
    if found is None:
        raise UnknownPayment
    return locked_books(found.organisation_id, actor), found


def validate_amount(amount: int) -> None:
    """Refuse an amount of less than one minor unit."""
    if not 0 < amount <= MAX_AMOUNT:
        raise NotAnAmount(most=MAX_AMOUNT)


def require_reason(reason: str, actor: Actor | None = None) -> str:
    """Refuse a manual change without a reason. An undo has the reason of its actor, or a dash."""
    if actor is not None and actor.undoes is not None:
        reason = reason or actor.reason or "\N{EN DASH}"
    tidy = " ".join(reason.replace("\0", " ").split())[:300]
    if not tidy:
        raise NoReason
    return tidy


def validate_day(organisation_id: int, on: date) -> None:
    """Refuse a day in the future, before `FIRST_DAY`, or in a year whose books are closed."""
    if not FIRST_DAY <= on <= timezone.localdate():
        raise DayNotTaken(on=on)
    if ClosedYear.objects.filter(organisation_id=organisation_id, year=on.year).exists():
        raise YearClosed(year=on.year)


def write_entry(
    *,
    kind: EntryKind,
    amount: int,
    on: date,
    actor: Actor,
    about: Invoice | Payment,
    person_id: int | None = None,
    **more: Any,
) -> LedgerEntry:
    """Append an entry about an invoice or a payment to the account of its payer, or of another person."""
    place = {"invoice": about} if isinstance(about, Invoice) else {"payment": about}
    return LedgerEntry.objects.create(
        organisation_id=about.organisation_id,
        person_id=about.payer_id if person_id is None else person_id,
        kind=kind,
        amount=amount,
        currency=about.currency,
        on=on,
        made_by=actor.label[:200],
        **place,
        **more,
    )


def write_entries(*, kind: EntryKind, invoices: Sequence[Invoice], on: date, actor: Actor) -> None:
    """Append the first entries of invoices in one query."""
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
    """Answer an entry by its opposite, dated today."""
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


@transaction.atomic
def log_books_export(*, organisation_id: int, file_format: str, year: int, actor: Actor) -> None:
    """Record in the audit log that the actor exported the books of a year."""
    require_permission(actor, Capability.KEEP_MONEY, Scope(organisation_id))
    audit.record(
        "club.money.exported",
        Organisation.objects.get(pk=organisation_id),
        actor=actor,
        organisation_id=organisation_id,
        after={"year": year, "file_format": file_format},
    )


@transaction.atomic
def close_year(*, organisation_id: int, year: int, actor: Actor) -> ClosedYear:
    """Close the books of a year that is over: no entry can be dated in it any more."""
    locked_books(organisation_id, actor)
    if not FIRST_DAY.year <= year < timezone.localdate().year:
        raise YearNotOver(year=year)
    if ClosedYear.objects.filter(organisation_id=organisation_id, year=year).exists():
        raise YearClosed(year=year)
    row = ClosedYear.objects.create(organisation_id=organisation_id, year=year, closed_by=actor.label[:200])
    audit.record("club.year.closed", row, actor=actor, after={"year": year})
    return row


@transaction.atomic
def open_year(*, organisation_id: int, year: int, actor: Actor, reason: str = "") -> None:
    """Reopen the books of the last closed year."""
    locked_books(organisation_id, actor)
    rows = ClosedYear.objects.filter(organisation_id=organisation_id)
    last = rows.order_by("-year").first()
    if last is None or last.year != year:
        raise YearNotClosed(year=year)
    audit.delete_row(last)
    audit.record("club.year.opened", last, actor=actor, before={"year": year}, reason=reason)
