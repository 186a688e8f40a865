"""Open invoices of a club and their possible payers, for the matching of bank movements."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from club.models import Guardianship, HouseholdMember, InvoiceLine
from club.money.selectors.books import open_invoices


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
