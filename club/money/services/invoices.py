"""Services for invoices: issue with the next number, cancel by counter-entries, write off."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from club.members.selectors.persons import surviving_person_id
from club.models import (
    Contact,
    ContactKind,
    CreditNote,
    EntryKind,
    FeeRun,
    Invoice,
    InvoiceLine,
    LedgerEntry,
    Membership,
    MoneySettings,
    Person,
)
from club.money.errors import InvoiceCancelled, InvoiceNotWrittenOff, InvoiceSettled, UnknownPayer
from club.money.payment_codes import creditor_reference
from club.money.selectors.books import open_amount
from club.money.services.allocations import release_invoice
from club.money.services.books import (
    counter_entry,
    locked_books,
    locked_invoice,
    require_reason,
    validate_amount,
    validate_day,
    write_entries,
    write_entry,
)

DIGITS = 4
REFERENCE_DIGITS = 6
BATCH_SIZE = 500
CREDIT_NOTE = "C-"  # prefix of credit note numbers, unlike any invoice number


class Item(NamedTuple):
    """Line of a draft invoice."""

    text: str
    amount: int
    person_id: int | None = None


class Draft(NamedTuple):
    """Invoice before it has a number."""

    payer: Person
    subject: str
    items: Sequence[Item]


@transaction.atomic
def issue_invoice(
    *, organisation_id: int, payer_id: int, subject: str, items: Sequence[Item], actor: Actor
) -> Invoice:
    """Issue an invoice to a person, dated today."""
    books = locked_books(organisation_id, actor)
    payer = payer_of(organisation_id, payer_id)
    items = [Item(require_reason(one.text), one.amount, one.person_id) for one in items]
    for one in items:
        validate_amount(one.amount)
    draft = Draft(payer, require_reason(subject)[:200], items)
    row = write_invoices(books=books, drafts=[draft], actor=actor)[0]
    audit.record("club.invoice.issued", row, actor=actor, after=invoice_facts(row))
    return row


def write_invoices(
    *,
    books: MoneySettings,
    drafts: Sequence[Draft],
    actor: Actor,
    run: FeeRun | None = None,
    on: date | None = None,
) -> list[Invoice]:
    """Issue the next invoices in locked books. The callers write the audit entry."""
    day = on or timezone.localdate()
    validate_day(books.organisation_id, day)
    of_year = Invoice.objects.filter(organisation_id=books.organisation_id, year=day.year)
    first = (of_year.aggregate(last=Max("number"))["last"] or 0) + 1
    addresses = _addresses_of([one.payer.pk for one in drafts])
    rows = [
        _invoice(books, draft, number, day, addresses.get(draft.payer.pk, ""), run)
        for number, draft in enumerate(drafts, start=first)
    ]
    for row in rows:
        validate_amount(row.total)
    Invoice.objects.bulk_create(rows, batch_size=BATCH_SIZE)
    InvoiceLine.objects.bulk_create(
        (
            InvoiceLine(invoice=row, person_id=one.person_id, text=one.text[:400], amount=one.amount)
            for row, draft in zip(rows, drafts, strict=True)
            for one in draft.items
        ),
        batch_size=BATCH_SIZE,
    )
    write_entries(kind=EntryKind.INVOICE, invoices=rows, on=day, actor=actor)
    return rows


def _invoice(
    books: MoneySettings, draft: Draft, number: int, day: date, address: str, run: FeeRun | None
) -> Invoice:
    total = sum(one.amount for one in draft.items)
    return Invoice(
        organisation_id=books.organisation_id,
        payer=draft.payer,
        run=run,
        year=day.year,
        number=number,
        code=code_of(books.number_pattern, day.year, number),
        reference=creditor_reference(f"{day.year}{number:0{REFERENCE_DIGITS}}"),
        subject=draft.subject,
        issued_on=day,
        due_on=day + timedelta(days=books.payment_days),
        currency=books.currency,
        total=total,
        payer_name=draft.payer.name,
        payer_address=address,
        creditor_name=books.creditor_name or books.organisation.name,
        iban=books.iban,
        bic=books.bic,
        tax_note=books.tax_note,
    )


@transaction.atomic
def cancel_invoice(*, invoice_id: int, actor: Actor, reason: str = "") -> Invoice:
    """Cancel an invoice and its reminder fees by counter-entries, and release its payments."""
    _books, row = locked_invoice(invoice_id, actor)
    reason = require_reason(reason, actor)
    validate_day(row.organisation_id, timezone.localdate())
    if is_cancelled(row):
        raise InvoiceCancelled(invoice=row.code)
    counter_invoice(row=row, reason=reason, actor=actor)
    audit.record("club.invoice.cancelled", row, actor=actor, before=invoice_facts(row), reason=reason)
    return row


def counter_invoice(*, row: Invoice, reason: str, actor: Actor) -> None:
    """Counter all entries of an invoice that are not countered yet. The callers write the audit entry."""
    release_invoice(invoice=row, actor=actor)
    standing = row.entries.filter(reversed_by__isnull=True).exclude(kind=EntryKind.COUNTER)
    for entry in standing.order_by("pk"):
        counter_entry(entry=entry, actor=actor, reason=reason)
    _write_credit_note(row)


def _write_credit_note(row: Invoice) -> None:
    """Write the next credit note of the year in locked books."""
    today = timezone.localdate()
    pattern = MoneySettings.objects.get(organisation_id=row.organisation_id).number_pattern
    of_year = CreditNote.objects.filter(organisation_id=row.organisation_id, year=today.year)
    number = (of_year.aggregate(last=Max("number"))["last"] or 0) + 1
    CreditNote.objects.create(
        organisation_id=row.organisation_id,
        invoice=row,
        year=today.year,
        number=number,
        code=f"{CREDIT_NOTE}{code_of(pattern, today.year, number)}",
        issued_on=today,
    )


@transaction.atomic
def write_off(*, invoice_id: int, actor: Actor, reason: str = "") -> LedgerEntry:
    """Write off the open amount of an invoice."""
    _books, row = locked_invoice(invoice_id, actor)
    reason, today = require_reason(reason, actor), timezone.localdate()
    validate_day(row.organisation_id, today)
    left = open_amount(row)
    if left <= 0:
        raise InvoiceSettled(invoice=row.code)
    entry = write_entry(
        kind=EntryKind.WRITE_OFF, amount=-left, on=today, actor=actor, about=row, reason=reason
    )
    audit.record(
        "club.invoice.written_off",
        row,
        actor=actor,
        after={"invoice": row.code, "amount": left, "ledger_entry": entry.pk},
        reason=reason,
    )
    return entry


@transaction.atomic
def claim_again(*, invoice_id: int, actor: Actor, reason: str = "") -> Invoice:
    """Claim a written-off amount again by a counter-entry."""
    _books, row = locked_invoice(invoice_id, actor)
    reason = require_reason(reason, actor)
    validate_day(row.organisation_id, timezone.localdate())
    off = row.entries.filter(kind=EntryKind.WRITE_OFF, reversed_by__isnull=True).order_by("-pk").first()
    if off is None:
        raise InvoiceNotWrittenOff(invoice=row.code)
    counter_entry(entry=off, actor=actor, reason=reason)
    audit.record(
        "club.invoice.claimed_again",
        row,
        actor=actor,
        after={"invoice": row.code, "amount": -off.amount},
        reason=reason,
    )
    return row


def is_cancelled(row: Invoice) -> bool:
    """Check that the entry of the invoice itself was countered."""
    return row.entries.filter(kind=EntryKind.INVOICE, reversed_by__isnull=False).exists()


def payer_of(organisation_id: int, payer_id: int) -> Person:
    """Lock and return a person of the club, or a current or former member of it.

    Callers lock the books first. The lock keeps the person from removal and merging. One who was
    merged while the form was open is replaced by the surviving person.
    """
    payer_id = _locked_survivor(payer_id)
    person = Person.objects.filter(pk=payer_id).first()
    if person is None:
        raise UnknownPayer(number=payer_id)
    joined = Membership.objects.filter(person=person, organisation_id=organisation_id)
    if person.organisation_id != organisation_id and not joined.exists():
        raise UnknownPayer(number=payer_id)
    return person


def _locked_survivor(person_id: int) -> int:
    while True:
        Person.objects.select_for_update(of=("self",), no_key=True).filter(pk=person_id).first()
        if (surviving := surviving_person_id(person_id)) == person_id:
            return person_id
        person_id = surviving


def invoice_facts(row: Invoice) -> dict[str, Any]:
    """Return the audit facts of an invoice. The payer is named by number."""
    return {"invoice": row.code, "payer": row.payer_id, "amount": row.total, "currency": row.currency}


def code_of(pattern: str, year: int, number: int) -> str:
    """Format the number of an invoice as it is printed."""
    return pattern.replace("{year}", str(year)).replace("{number}", f"{number:0{DIGITS}}")


def _addresses_of(payers: Sequence[int]) -> dict[int, str]:
    """Postal addresses for invoices, the preferred one first."""
    found: dict[int, str] = {}
    for at in range(0, len(payers), BATCH_SIZE):
        rows = Contact.objects.filter(person_id__in=payers[at : at + BATCH_SIZE], kind=ContactKind.ADDRESS)
        for row in rows.order_by("-is_preferred", "pk"):
            found.setdefault(row.person_id, row.value)
    return found
