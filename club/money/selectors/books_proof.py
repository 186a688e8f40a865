"""Proof of a club's books: numbers without a gap, sums that match their entries, rows in the audit log."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Sum

from club.models import (
    Allocation,
    AuditEntry,
    CreditNote,
    EntryKind,
    FeeRun,
    FeeRunState,
    Invoice,
    InvoiceLine,
    LedgerEntry,
    MoneySettings,
    Organisation,
    Payment,
)
from club.money.payment_codes import is_creditor_reference
from club.money.selectors.books import sum_of, with_amounts, with_free

Mismatch = tuple[str, str, str]
"""Subject, value in the audit log, value in the books."""
NOTHING, REDACTED = "nothing", "blanked"


def audit_mismatches(*, organisation_id: int) -> Iterator[Mismatch]:
    """Find rows of a club's books that are missing in the audit log, or have another amount there."""
    yield from _payments(organisation_id)
    yield from _invoices(organisation_id)
    yield from _runs(organisation_id)
    yield from _by_hand(organisation_id)


def _payments(club: int) -> Iterator[Mismatch]:
    audited = _audited_amounts(club, "club.payment.recorded")
    for number, amount in (
        Payment.objects.filter(organisation_id=club).order_by("pk").values_list("pk", "amount")
    ):
        if _differs(audited, number, amount):
            yield f"payment {number}", audited.get(str(number), NOTHING), f"{amount}"


def _invoices(club: int) -> Iterator[Mismatch]:
    """Invoices that were not issued by a run."""
    audited = _audited_amounts(club, "club.invoice.issued")
    rows = Invoice.objects.filter(organisation_id=club, run__isnull=True).order_by("pk")
    for number, code, total in rows.values_list("pk", "code", "total"):
        if _differs(audited, number, total):
            yield f"invoice {code}", audited.get(str(number), NOTHING), f"{total}"


def _runs(club: int) -> Iterator[Mismatch]:
    audited = _audited_amounts(club, "club.fee_run.booked")
    for run in FeeRun.objects.filter(organisation_id=club, state=FeeRunState.BOOKED).order_by("pk"):
        total = sum(run.invoices.values_list("total", flat=True))
        if _differs(audited, run.pk, total):
            yield f"fee run {run}", audited.get(str(run.pk), NOTHING), f"{total}"


def _by_hand(club: int) -> Iterator[Mismatch]:
    """Refunds and write-offs: their audit entries name the ledger entry."""
    known: dict[int, Any] = {}
    for action in ("club.payment.refunded", "club.invoice.written_off"):
        logged = AuditEntry.objects.filter(organisation_id=club, action=action).values_list(
            "after", flat=True
        )
        known |= {one["ledger_entry"]: one["amount"] for one in logged if one and "ledger_entry" in one}
    kinds = [EntryKind.REFUND, EntryKind.WRITE_OFF]
    rows = LedgerEntry.objects.filter(organisation_id=club, kind__in=kinds).order_by("pk")
    for number, amount in rows.values_list("pk", "amount"):
        if known.get(number) != abs(amount):
            yield f"entry {number}", f"{known.get(number, 'nothing')}", f"{abs(amount)}"


def _audited_amounts(club: int, action: str) -> dict[str, str]:
    """Amounts in the audit log by number of the row; blanked entries have none."""
    rows = AuditEntry.objects.filter(organisation_id=club, action=action)
    audited = rows.values_list("target_id", "after", "digests").iterator()
    return {
        target: REDACTED if "after" in digests else str((after or {}).get("amount", NOTHING))
        for target, after, digests in audited
    }


def _differs(audited: dict[str, str], number: int, amount: int) -> bool:
    return audited.get(str(number), NOTHING) not in {REDACTED, str(amount)}


MAX_FAULTS = 20


@dataclass(frozen=True, slots=True)
class BookFault:
    """Inconsistency in the books.

    `what` is "gap" (a number of a year is missing), "lines" (an invoice is not the sum of its lines), "entry"
    (an invoice or payment differs from its entry), "counter" (a counter-entry is not the opposite of its
    entry), "apart" (a row is of another club, person or currency than its subject), "account" (the entries of
    a person are not what is open less what is free), "too_much" (allocations exceed an invoice or a payment),
    "reference" (its check digits are wrong), "note" (a cancelled invoice without credit note, or the
    reverse), "trail" (the audit log differs).
    """

    what: str
    about: str  # "invoice 2026-0012", "payment 7", "entry 31"
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class VerifiedBooks:
    """Result of checking the books of one club, with the first faults."""

    club: str
    invoices: int
    payments: int
    entries: int
    faults: tuple[BookFault, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the same as plain values."""
        return asdict(self)


def verify_all_books() -> Iterator[VerifiedBooks]:
    """Check the books of every club that has some."""
    keeping = MoneySettings.objects.values("organisation")
    for club in Organisation.objects.filter(pk__in=keeping).order_by("slug"):
        yield verify_books(club=club)


def verify_books(*, club: Organisation) -> VerifiedBooks:
    """Check the books of one club."""
    faults = [fault for check in CHECKS for fault in check(club.pk)]
    return VerifiedBooks(
        club=club.slug,
        invoices=Invoice.objects.filter(organisation=club).count(),
        payments=Payment.objects.filter(organisation=club).count(),
        entries=LedgerEntry.objects.filter(organisation=club).count(),
        faults=tuple(faults[:MAX_FAULTS]),
    )


def _gaps(club: int) -> Iterator[BookFault]:
    for series, rows in (("invoice", Invoice.objects), ("credit note", CreditNote.objects)):
        years: QuerySet[Any, Any] = rows.filter(organisation_id=club).values("year")
        totals = years.annotate(many=Count("pk"), first=Min("number"), last=Max("number")).order_by("year")
        for row in totals:
            if (row["first"], row["last"]) != (1, row["many"]):
                missing = _first_missing(rows.filter(organisation_id=club, year=row["year"]))
                about = f"{series} {row['year']}"
                yield BookFault("gap", about, f"{missing}", f"{row['many']} numbers up to {row['last']}")


def _first_missing(rows: QuerySet[Any, Any]) -> int:
    numbers = set(rows.values_list("number", flat=True))
    return next(number for number in range(1, len(numbers) + 2) if number not in numbers)


def _lines(club: int) -> Iterator[BookFault]:
    summed = sum_of(InvoiceLine.objects.filter(invoice=OuterRef("pk")), "invoice")
    rows = Invoice.objects.filter(organisation_id=club).annotate(summed=summed).exclude(total=F("summed"))
    for row in rows.order_by("pk")[:MAX_FAULTS]:
        yield BookFault("lines", f"invoice {row.code}", f"{row.summed}", f"{row.total}")


def _first_entries(club: int) -> Iterator[BookFault]:
    """Check that each invoice and each payment has one entry of its own with the same amount."""
    for kind, name, of in (
        (EntryKind.INVOICE, "invoice", Invoice.objects.annotate(said=F("total"))),
        (EntryKind.PAYMENT, "payment", Payment.objects.annotate(said=0 - F("amount"))),
    ):
        own = LedgerEntry.objects.filter(**{name: OuterRef("pk")}, kind=kind)
        many = own.order_by().values(name).annotate(many=Count("pk")).values("many")
        rows = of.filter(organisation_id=club).annotate(booked=sum_of(own, name), many=many)
        for row in rows.exclude(booked=F("said"), many=1).order_by("pk")[:MAX_FAULTS]:
            yield BookFault("entry", f"{name} {row}", f"{row.said}", f"{row.booked}")


def _counters(club: int) -> Iterator[BookFault]:
    rows = LedgerEntry.objects.filter(organisation_id=club, kind=EntryKind.COUNTER)
    of = "reverses__"
    same_invoice = Q(invoice=F(f"{of}invoice")) | Q(invoice__isnull=True, reverses__invoice__isnull=True)
    same_payment = Q(payment=F(f"{of}payment")) | Q(payment__isnull=True, reverses__payment__isnull=True)
    fits = Q(amount=0 - F(f"{of}amount")) & same_invoice & same_payment
    for row in rows.exclude(fits).select_related("reverses").order_by("pk")[:MAX_FAULTS]:
        expected = -row.reverses.amount if row.reverses is not None else 0
        yield BookFault("counter", f"entry {row.pk}", f"{expected}", f"{row.amount}")


def _wrong_owners(club: int) -> Iterator[BookFault]:
    """Find entries and allocations of another club, person or currency than their subject."""
    for name in ("invoice", "payment"):
        rows = LedgerEntry.objects.filter(**{f"{name}__organisation": club}).exclude(kind=EntryKind.TRANSFER)
        same = Q(organisation_id=club, person=F(f"{name}__payer"), currency=F(f"{name}__currency"))
        for row in rows.exclude(same).order_by("pk")[:MAX_FAULTS]:
            yield BookFault("apart", f"entry {row.pk}", name, f"{row.person_id} {row.currency}")
    mixed = Allocation.objects.filter(invoice__organisation=club).exclude(payment__organisation=club)
    for part in mixed.order_by("pk")[:MAX_FAULTS]:
        yield BookFault("apart", f"part {part.pk}", f"{club}", f"payment {part.payment_id}")


def _accounts(club: int) -> Iterator[BookFault]:
    """Check that the account of each person is what is open on its invoices, less what is free."""
    expected: Counter[int] = Counter()
    for row in with_amounts(Invoice.objects.filter(organisation_id=club)):
        expected[row.payer_id] += row.open_amount
    for row in with_free(Payment.objects.filter(organisation_id=club)):
        expected[row.payer_id] -= row.free_amount
    entries = LedgerEntry.objects.filter(organisation_id=club).order_by()
    sums = dict(entries.values_list("person").annotate(sum=Sum("amount")))
    for person in sorted(expected.keys() | sums):
        if expected[person] != sums.get(person, 0):
            yield BookFault("account", f"person {person}", f"{expected[person]}", f"{sums.get(person, 0)}")


def _too_much(club: int) -> Iterator[BookFault]:
    over = with_amounts(Invoice.objects.filter(organisation_id=club)).filter(Q(open_amount__lt=0))
    for row in over.order_by("pk")[:MAX_FAULTS]:
        yield BookFault("too_much", f"invoice {row.code}", f"{row.asked}", f"{row.paid}")
    spent = with_free(Payment.objects.filter(organisation_id=club)).filter(free_amount__lt=0)
    for row in spent.order_by("pk")[:MAX_FAULTS]:
        yield BookFault("too_much", f"payment {row.pk}", f"{-row.held}", f"{row.put}")
    sums: QuerySet[Any, Any] = Allocation.objects.filter(invoice__organisation=club).values(
        "invoice", "payment"
    )
    for totals in sums.annotate(sum=Sum("amount")).filter(sum__lt=0).order_by("invoice")[:MAX_FAULTS]:
        yield BookFault("too_much", f"payment {totals['payment']}", "0", f"{totals['sum']}")


def _references(club: int) -> Iterator[BookFault]:
    rows = Invoice.objects.filter(organisation_id=club).order_by("pk").values_list("code", "reference")
    for code, reference in rows.iterator():
        if not is_creditor_reference(reference):
            yield BookFault("reference", f"invoice {code}", "ISO 11649", reference)


def _notes(club: int) -> Iterator[BookFault]:
    cancelled = Q(entries__kind=EntryKind.INVOICE, entries__reversed_by__isnull=False)
    rows = Invoice.objects.filter(organisation_id=club)
    countered = set(rows.filter(cancelled).values_list("pk", flat=True))
    noted = set(CreditNote.objects.filter(organisation_id=club).values_list("invoice_id", flat=True))
    for row in rows.filter(pk__in=countered ^ noted).order_by("pk")[:MAX_FAULTS]:
        expected, found = ("a credit note", "none") if row.pk in countered else ("none", "a credit note")
        yield BookFault("note", f"invoice {row.code}", expected, found)


def _trail(club: int) -> Iterator[BookFault]:
    for about, expected, found in audit_mismatches(organisation_id=club):
        yield BookFault("trail", about, expected, found)


Check = Callable[[int], Iterable[BookFault]]
CHECKS: tuple[Check, ...] = (
    _gaps,
    _lines,
    _first_entries,
    _counters,
    _wrong_owners,
    _accounts,
    _too_much,
    _references,
    _notes,
    _trail,
)
