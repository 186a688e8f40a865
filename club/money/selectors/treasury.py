"""Queries for the treasurer: sums, the cash book, one account, one's own invoices."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from club.models import (
    Allocation,
    ClosedYear,
    EntryKind,
    FeeLine,
    Invoice,
    LedgerEntry,
    Payment,
    Person,
)
from club.money.selectors.books import invoices_of, with_amounts

OF_INVOICES = (EntryKind.INVOICE, EntryKind.REMINDER_FEE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Sums of a club's books: the current balances, and the movements of a year."""

    open_sum: int
    overdue_sum: int
    open_count: int
    overdue_count: int
    credit: int
    charged: int
    received: int
    refunded: int
    written_off: int


def totals(*, organisation_id: int, year: int, today: date) -> Totals:
    """Sums of what is open today and of a year's entries."""
    entries = LedgerEntry.objects.filter(organisation_id=organisation_id)
    owed = entries.filter(invoice__isnull=False).aggregate(sum=Sum("amount"))["sum"] or 0
    paid = entries.filter(payment__isnull=False).aggregate(sum=Sum("amount"))["sum"] or 0
    put = Allocation.objects.filter(payment__organisation_id=organisation_id).aggregate(sum=Sum("amount"))
    late = Q(invoice__due_on__lt=today)
    late_owed = entries.filter(late).aggregate(sum=Sum("amount"))["sum"] or 0
    late_put = Allocation.objects.filter(late, payment__organisation_id=organisation_id)
    open_sum, overdue_sum = owed - (put["sum"] or 0), late_owed - (_sum(late_put) or 0)
    counts = invoices_of(organisation_id=organisation_id, today=today).filter(open_amount__gt=0)
    counted = counts.aggregate(all=Count("pk"), late=Count("pk", filter=Q(due_on__lt=today)))
    return Totals(
        open_sum=open_sum,
        overdue_sum=overdue_sum,
        open_count=counted["all"],
        overdue_count=counted["late"],
        credit=-paid - (put["sum"] or 0),
        **_of_year(entries.filter(on__year=year)),
    )


def _of_year(entries: QuerySet[LedgerEntry]) -> dict[str, int]:
    """Sum the entries of a year by kind; counter-entries count with the entry that they counter."""
    by_origin = entries.annotate(of=F("reverses__kind"))
    found: dict[str, int] = {}
    for row in by_origin.values("kind", "of").annotate(sum=Sum("amount")).order_by():
        kind = row["of"] if row["kind"] == EntryKind.COUNTER else row["kind"]
        found[kind] = found.get(kind, 0) + row["sum"]
    return {
        "charged": sum(found.get(kind.value, 0) for kind in OF_INVOICES),
        "received": -found.get("payment", 0),
        "refunded": found.get("refund", 0),
        "written_off": -found.get("write_off", 0),
    }


def plan_totals(*, organisation_id: int, year: int) -> list[dict[str, Any]]:
    """Sums charged by booked runs of a year, by plan, without cancelled invoices."""
    rows = FeeLine.objects.filter(run__organisation_id=organisation_id, run__starts_on__year=year)
    standing = rows.filter(
        invoice__entries__kind=EntryKind.INVOICE, invoice__entries__reversed_by__isnull=True
    )
    found: Any = standing.values("plan_name").annotate(sum=Sum("amount"), count=Count("pk"))
    return list(found.order_by("plan_name"))


def cash_book(*, organisation_id: int, year: int) -> QuerySet[LedgerEntry]:
    """Money received and paid out in a year, in the order of days."""
    rows = LedgerEntry.objects.filter(organisation_id=organisation_id, payment__isnull=False, on__year=year)
    return (
        rows.exclude(kind=EntryKind.TRANSFER)
        .select_related("payment", "person", "reverses")
        .order_by("on", "pk")
    )


def book_entries(*, organisation_id: int, year: int) -> QuerySet[LedgerEntry]:
    """All entries of a year, in the order of days."""
    rows = LedgerEntry.objects.filter(organisation_id=organisation_id, on__year=year)
    return rows.select_related("person", "invoice", "payment", "reverses").order_by("on", "pk")


def account_of(*, organisation_id: int, person_id: int) -> list[tuple[LedgerEntry, int]]:
    """Entries of one account, each with the balance after it."""
    rows = LedgerEntry.objects.filter(organisation_id=organisation_id, person_id=person_id)
    balance, found = 0, []
    for row in rows.select_related("invoice", "payment", "reverses").order_by("on", "pk"):
        balance += row.amount
        found.append((row, balance))
    return found


def parts_of(payment: Payment) -> list[tuple[Invoice, int]]:
    """Invoices to which a payment is allocated, with the amounts."""
    rows = Allocation.objects.filter(payment=payment).values("invoice_id").annotate(sum=Sum("amount"))
    sums = {row["invoice_id"]: row["sum"] for row in rows.order_by("invoice_id") if row["sum"]}
    return [(row, sums[row.pk]) for row in Invoice.objects.filter(pk__in=sums).order_by("pk")]


def payments_on(invoice: Invoice) -> list[tuple[Payment, int]]:
    """Payments allocated to an invoice, with the amounts."""
    rows = Allocation.objects.filter(invoice=invoice).values("payment_id").annotate(sum=Sum("amount"))
    sums = {row["payment_id"]: row["sum"] for row in rows.order_by("payment_id") if row["sum"]}
    return [(row, sums[row.pk]) for row in Payment.objects.filter(pk__in=sums).order_by("pk")]


def invoices_of_payer(*, person: Person, today: date | None = None) -> list[Any]:
    """Invoices that a person pays, newest first."""
    rows = Invoice.objects.filter(payer=person).select_related("organisation")
    return list(with_amounts(rows, today=today).order_by("-issued_on", "-pk"))


def balances_of_person(*, person: Person) -> list[dict[str, Any]]:
    """Balance of a person with each club, with its currency."""
    rows: Any = LedgerEntry.objects.filter(person=person).values("organisation__name", "currency")
    return list(rows.annotate(sum=Sum("amount")).order_by("organisation__name", "currency"))


def closed_years(*, organisation_id: int) -> list[ClosedYear]:
    """Years whose books are closed, last first."""
    return list(ClosedYear.objects.filter(organisation_id=organisation_id).order_by("-year"))


def _sum(rows: QuerySet[Allocation]) -> int:
    return int(rows.aggregate(sum=Sum("amount"))["sum"] or 0)
