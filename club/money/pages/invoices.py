"""Invoices at the desk: the list, one invoice with its entries and payments, its papers."""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, apply_row_action, require_valid_form
from club.core.pages.responses import form_page, number_in, page_of, posted
from club.core.requests import actor_of
from club.core.scopes import scope_of_invoice
from club.models import CreditNote, EntryKind, Invoice
from club.money.formatting import STATE_LABELS, payment_message
from club.money.money_papers import credit_note_paper, invoice_paper, why_no_transfer
from club.money.pages.current_club import as_pdf, current_books, fresh_key
from club.money.pages.money_forms import InvoiceForm, PayForm
from club.money.selectors.books import INVOICE_STATES, free_payments, invoices_of, search_filter, with_amounts
from club.money.selectors.treasury import payments_on
from club.money.services.allocations import use_credit
from club.money.services.invoices import Item, cancel_invoice, claim_again, issue_invoice, write_off
from club.money.services.payments import pay_invoice


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MONEY)
def invoices(request: HttpRequest) -> HttpResponse:
    """List the invoices of a club, by state and name; a post issues one for something else."""
    chosen, currency = current_books(request)
    form = InvoiceForm(posted(request), club=chosen.club, currency=currency)
    if form.is_valid():
        given = form.cleaned_data
        with Refusals(request):
            row = issue_invoice(
                organisation_id=chosen.club.pk,
                payer_id=given["payer"].pk,
                subject=given["subject"],
                items=[Item(given["subject"], given["amount"])],
                actor=actor_of(request),
            )
            return redirect("club:invoice", invoice_id=row.pk)
    state = request.GET.get("state", "")
    words = request.GET.get("q", "").replace("\0", "")
    rows = invoices_of(organisation_id=chosen.club.pk).select_related("payer")
    rows = rows.filter(state=state) if state in INVOICE_STATES else rows
    rows = rows.filter(search_filter(words))
    context = {
        "chosen": chosen,
        "currency": currency,
        "form": form,
        "page": page_of(request, rows),
        "states": [(one, STATE_LABELS[one]) for one in INVOICE_STATES],
        "state": state,
        "asked_words": words,
        "asked": urlencode({"club": chosen.club.slug, "state": state, "q": words}),
    }
    return form_page(request, "club/money/invoices.html", context)


@require_safe
@needs(Capability.KEEP_MONEY, scope=scope_of_invoice)
def invoice(request: HttpRequest, invoice_id: int) -> HttpResponse:
    """Show one invoice: its lines, entries, payments and possible actions."""
    row = _row(invoice_id)
    entries = list(row.entries.select_related("reverses").order_by("pk"))
    free = free_payments(organisation_id=row.organisation_id, payer_id=row.payer_id)
    context = {
        "invoice": row,
        "club": row.organisation,
        "lines": list(row.lines.select_related("person")),
        "entries": entries,
        "payments": payments_on(row),
        "credits": list(free) if row.open_amount > 0 else [],
        "reminders": list(row.reminders.all()),
        "pay_form": PayForm(
            club=row.organisation,
            currency=row.currency,
            initial={"amount": row.open_amount, "key": fresh_key()},
        ),
        "no_code": why_no_transfer(row, row.total),
    }
    return render(request, "club/money/invoice.html", context)


@require_POST
@needs(Capability.KEEP_MONEY, scope=scope_of_invoice)
def invoice_act(request: HttpRequest, invoice_id: int, act: str) -> HttpResponse:
    """Record a payment, use credit, write off, claim again or cancel the invoice."""
    return apply_row_action(request, Invoice.objects.all(), invoice_id, ACTS.get(act), page="club:invoice")


@require_safe
@needs(Capability.KEEP_MONEY, scope=scope_of_invoice)
def invoice_pdf(request: HttpRequest, invoice_id: int, what: str) -> HttpResponse:  # noqa: ARG001 - a view's signature
    """Render the invoice, or its credit note, as PDF."""
    row = _row(invoice_id)
    if what == "invoice":
        return as_pdf(invoice_paper(row, list(row.lines.all())), f"{row.reference}")
    note = CreditNote.objects.filter(invoice=row).select_related("invoice__organisation").first()
    if what != "credit-note" or note is None:
        raise Http404(what)
    counters = list(row.entries.filter(kind=EntryKind.COUNTER).select_related("reverses").order_by("pk"))
    return as_pdf(credit_note_paper(note, counters), note.code)


def _row(invoice_id: int) -> Any:
    rows = with_amounts(Invoice.objects.select_related("organisation", "payer", "run", "credit_note"))
    return get_object_or_404(rows, pk=invoice_id)


def _pay(request: HttpRequest, row: Invoice) -> str:
    form = PayForm(request.POST, club=row.organisation, currency=row.currency)
    given = require_valid_form(form, _("Nothing was saved: enter an amount such as 12.50 and a date."))
    return payment_message(pay_invoice(invoice_id=row.pk, actor=actor_of(request), **given))


def _use_credit(request: HttpRequest, row: Invoice) -> str:
    use_credit(payment_id=number_in(request, "payment"), invoice_id=row.pk, actor=actor_of(request))
    return _("Credit used.")


def _with_reason(service: Callable[..., Any]) -> Callable[[HttpRequest, Invoice], str]:
    def act(request: HttpRequest, row: Invoice) -> str:
        service(invoice_id=row.pk, reason=request.POST.get("reason", ""), actor=actor_of(request))
        return _("Saved.")

    return act


ACTS: Final[dict[str, Callable[[HttpRequest, Invoice], str]]] = {
    "pay": _pay,
    "use-credit": _use_credit,
    "write-off": _with_reason(write_off),
    "claim-again": _with_reason(claim_again),
    "cancel": _with_reason(cancel_invoice),
}
