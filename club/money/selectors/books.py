"""The books of a club: open amounts of invoices, free amounts of payments, balances, possible payers."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import (
    BigIntegerField,
    Case,
    CharField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.names import fold_name
from club.models import (
    Allocation,
    EntryKind,
    Guardianship,
    HouseholdMember,
    Invoice,
    InvoiceLine,
    LedgerEntry,
    Membership,
    MoneySettings,
    Payment,
    Person,
)
from club.money.payment_codes import plain_code

OPEN, PART_PAID, OVERDUE, PAID = "open", "part_paid", "overdue", "paid"
CANCELLED, WRITTEN_OFF = "cancelled", "written_off"
INVOICE_STATES = (OPEN, PART_PAID, OVERDUE, PAID, CANCELLED, WRITTEN_OFF)
INVOICE_STATE_CHOICES = [(one, one) for one in INVOICE_STATES]


def money_settings_of(*, organisation_id: int) -> MoneySettings:
    """Money settings of a club; defaults where none are saved."""
    found = MoneySettings.objects.filter(organisation_id=organisation_id).first()
    return found or MoneySettings(organisation_id=organisation_id)


def invoices_of(*, organisation_id: int, today: date | None = None) -> QuerySet[Any]:
    """Invoices of a club, newest first, each with `asked`, `paid`, `open_amount` and `state`."""
    return with_amounts(Invoice.objects.filter(organisation_id=organisation_id), today=today)


def with_amounts(rows: QuerySet[Any], *, today: date | None = None) -> QuerySet[Any]:
    """Annotate invoices with the claimed, paid and open amounts and their state."""
    today = today or timezone.localdate()
    entries = LedgerEntry.objects.filter(invoice=OuterRef("pk"))
    asked, paid = (
        sum_of(entries, "invoice"),
        sum_of(Allocation.objects.filter(invoice=OuterRef("pk")), "invoice"),
    )
    of_itself = entries.filter(kind=EntryKind.INVOICE, reversed_by__isnull=False)
    off = entries.filter(kind=EntryKind.WRITE_OFF, reversed_by__isnull=True)
    rows = rows.annotate(asked=asked, paid=paid, is_cancelled=Exists(of_itself), is_written_off=Exists(off))
    rows = rows.annotate(
        open_amount=ExpressionWrapper(F("asked") - F("paid"), output_field=BigIntegerField())
    )
    state = Case(
        When(is_cancelled=True, then=Value(CANCELLED)),
        When(open_amount__lte=0, is_written_off=True, then=Value(WRITTEN_OFF)),
        When(open_amount__lte=0, then=Value(PAID)),
        When(due_on__lt=today, then=Value(OVERDUE)),
        When(paid__gt=0, then=Value(PART_PAID)),
        default=Value(OPEN),
        output_field=CharField(),
    )
    shown: QuerySet[Any] = rows.annotate(state=state)
    return shown


def search_filter(words: str) -> Q:
    """Filter invoices by words of the payer's name, by number, or by the printed reference."""
    tidy = " ".join(words.replace("\0", " ").split())
    if not tidy:
        return Q()
    names = Q()
    for word in fold_name(tidy).split():
        names &= Q(payer__search_key__contains=word)
    reference = plain_code(tidy)
    is_reference = Q(reference__startswith=reference) if reference else Q()
    return names | Q(code__icontains=tidy) | is_reference


def invoices_found(*, actor: Actor, words: str) -> QuerySet[Invoice]:
    """Find invoices of all clubs whose money the actor keeps, newest first."""
    clubs = clubs_where(actor, Capability.KEEP_MONEY)
    rows = Invoice.objects.filter(search_filter(words))
    rows = rows if clubs is None else rows.filter(organisation__in=clubs)
    return rows.select_related("payer")


def open_invoices(*, organisation_id: int, today: date | None = None) -> QuerySet[Any]:
    """Invoices with an open amount, earliest due day first."""
    rows = invoices_of(organisation_id=organisation_id, today=today)
    return rows.filter(open_amount__gt=0).order_by("due_on", "pk")


def payments_of(*, organisation_id: int) -> QuerySet[Any]:
    """Payments to a club, newest first, each with `free_amount`, `refunded` and `is_countered`."""
    return with_free(Payment.objects.filter(organisation_id=organisation_id))


def with_free(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Annotate payments with the part that is neither allocated nor refunded."""
    entries = LedgerEntry.objects.filter(payment=OuterRef("pk"))
    held = sum_of(entries, "payment")
    put = sum_of(Allocation.objects.filter(payment=OuterRef("pk")), "payment")
    taken_back = entries.filter(kind=EntryKind.PAYMENT, reversed_by__isnull=False)
    refunds = entries.filter(kind=EntryKind.REFUND, reversed_by__isnull=True)
    rows = rows.annotate(
        held=held, put=put, is_countered=Exists(taken_back), refunded=sum_of(refunds, "payment")
    )
    free = ExpressionWrapper(Value(0) - F("held") - F("put"), output_field=BigIntegerField())
    shown: QuerySet[Any] = rows.annotate(free_amount=free)
    return shown


def free_payments(*, organisation_id: int, payer_id: int) -> QuerySet[Any]:
    """Free amounts of a person's payments, oldest first."""
    rows = payments_of(organisation_id=organisation_id).filter(payer_id=payer_id, free_amount__gt=0)
    return rows.order_by("received_on", "pk")


def balance_of(*, organisation_id: int, person_id: int) -> int:
    """Balance of a person with a club: the sum of the entries; negative is what the club owes."""
    rows = LedgerEntry.objects.filter(organisation_id=organisation_id, person_id=person_id)
    return int(rows.aggregate(sum=Sum("amount"))["sum"] or 0)


def open_amount(invoice: Invoice) -> int:
    """Open amount of an invoice."""
    asked = invoice.entries.aggregate(sum=Sum("amount"))["sum"] or 0
    return int(asked - (invoice.allocations.aggregate(sum=Sum("amount"))["sum"] or 0))


def free_amount(payment: Payment) -> int:
    """Part of a payment that is neither allocated nor refunded."""
    held = payment.entries.aggregate(sum=Sum("amount"))["sum"] or 0
    return int(-held - (payment.allocations.aggregate(sum=Sum("amount"))["sum"] or 0))


def sum_of(rows: QuerySet[Any], by: str) -> Coalesce:
    """Build the sum of the amounts of rows related to an outer row."""
    sums = rows.order_by().values(by).annotate(sum=Sum("amount")).values("sum")
    return Coalesce(Subquery(sums, output_field=BigIntegerField()), Value(0), output_field=BigIntegerField())


def people_of(*, organisation_id: int) -> QuerySet[Person]:
    """Persons of the club and its current or former members, in the order of lists."""
    joined = Membership.objects.filter(person=OuterRef("pk"), organisation_id=organisation_id)
    known = Person.objects.filter(Q(organisation_id=organisation_id) | Q(Exists(joined)))
    return known.order_by("search_key", "pk")


class OpenInvoiceRow(NamedTuple):
    """Open invoice as the matching reads it."""

    pk: int
    code: str
    reference: str
    open_amount: int
    currency: str
    due_on: date
    payer_name: str
    payer_id: int


def open_invoice_rows(organisation_id: int) -> list[OpenInvoiceRow]:
    """Open invoices of the club; reads only the columns that the matching needs."""
    rows = open_invoices(organisation_id=organisation_id).values_list(*OpenInvoiceRow._fields)
    return [OpenInvoiceRow(*row) for row in rows]


def payers_of_invoices(invoices: Sequence[OpenInvoiceRow]) -> tuple[dict[int, set[int]], dict[int, set[str]]]:
    """Persons and households (below zero) of each invoice, and the names of possible payers."""
    persons: dict[int, set[int]] = defaultdict(set)
    names: dict[int, set[str]] = defaultdict(set)
    by_person: dict[int, set[int]] = defaultdict(set)
    lines = InvoiceLine.objects.filter(invoice__in=[one.pk for one in invoices], person__isnull=False)
    for invoice, person, name in lines.values_list("invoice_id", "person_id", "person__name"):
        by_person[person].add(invoice)
        persons[invoice].add(person)
        names[invoice].add(name)
    for one in invoices:
        by_person[one.payer_id].add(one.pk)
    living = HouseholdMember.objects.filter(person__in=by_person)
    for household, person in living.values_list("household_id", "person_id"):
        for invoice in by_person[person]:
            persons[invoice].add(-household)
    guardians = Guardianship.objects.filter(ward__in=by_person)
    for guardian, ward, name in guardians.values_list("guardian_id", "ward_id", "guardian__name"):
        for invoice in by_person[ward]:
            persons[invoice].add(guardian)
            names[invoice].add(name)
    return persons, names
