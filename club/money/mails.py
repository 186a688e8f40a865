"""Mails about invoices and reminders, with the link that opens the invoice without an account."""

from typing import Any

from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from club.core.site_secrets import is_link_secret, link_secret, number_in
from club.jobs.services.jobs import enqueue
from club.jobs.services.outbox import write_message
from club.models import Contact, ContactKind, Invoice, Person, Queue
from club.money.selectors.books import money_settings_of
from club.money.services.fee_runs import MAILS_TASK

BATCH_SIZE = 100


def write_run_mails(*, run_id: int, after: int) -> None:
    """Write the mails of some invoices of a run, and queue the next slice; each mail has its own key."""
    rows = Invoice.objects.filter(run_id=run_id, pk__gt=after).select_related("payer", "organisation")
    some = list(rows.order_by("pk")[:BATCH_SIZE])
    with transaction.atomic():
        for row in some:
            write_invoice_mail(row)
        if len(some) == BATCH_SIZE:
            enqueue(
                task=MAILS_TASK,
                arguments={"run": run_id, "after": some[-1].pk},
                key=f"fee-run-mails:{run_id}:{some[-1].pk}",
                queue=Queue.BULK,
                organisation_id=some[-1].organisation_id,
            )


def write_invoice_mail(invoice: Invoice) -> bool:
    """Write the mail of an invoice, and return whether the payer has an address."""
    return _write(invoice, key=f"club.invoice:{invoice.pk}", what="invoice", facts={})


def write_reminder_mail(invoice: Invoice, *, step: int, open_amount: int, text: str) -> bool:
    """Write the mail of a reminder step, and return whether the payer has an address."""
    facts = {"step": step, "open_amount": open_amount, "words": text}
    return _write(invoice, key=f"club.reminder:{invoice.pk}:{step}", what="reminder", facts=facts)


def mail_address_of(person: Person) -> str:
    """Mail address of a person: the person's own, else that of the preferred contact."""
    if person.email:
        return person.email
    rows = Contact.objects.filter(person=person, kind=ContactKind.MAIL)
    found = rows.order_by("-is_preferred", "pk").first()
    return found.value if found is not None else ""


def _write(invoice: Invoice, *, key: str, what: str, facts: dict[str, Any]) -> bool:
    address = mail_address_of(invoice.payer)
    if not address:
        return False
    site = money_settings_of(organisation_id=invoice.organisation_id).site
    language = invoice.payer.language or invoice.organisation.language
    with translation.override(language or None):
        context = {
            "invoice": invoice,
            "lines": list(invoice.lines.all()),
            "club": invoice.organisation,
            "address": f"{site}{reverse('club:own_invoice', args=[invoice_secret(invoice)])}",
            **facts,
        }
        write_message(
            key=key,
            to=address,
            subject=render_to_string(f"club/money/mail/{what}_subject.txt", context),
            text=render_to_string(f"club/money/mail/{what}_text.txt", context),
            language=language,
            organisation_id=invoice.organisation_id,
        )
    return True


SALT = "club.invoice"


def invoice_secret(invoice: Invoice) -> str:
    """Derive the secret that opens an invoice for the recipient of the mail."""
    return link_secret(SALT, invoice.pk, _said(invoice))


def invoice_by_secret(secret: str) -> Invoice | None:
    """Return the invoice of such a link, or None."""
    number = number_in(secret)
    if number is None:
        return None
    row = Invoice.objects.select_related("organisation", "payer").filter(pk=number).first()
    return row if row is not None and is_link_secret(SALT, row.pk, _said(row), secret) else None


def _said(invoice: Invoice) -> str:
    return f"{invoice.organisation_id}:{invoice.reference}"
