"""Pages of an invoice for its payer: by the link of the mail, or signed in."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import any_account, public
from club.core.requests import actor_of
from club.members.selectors.self_service import own_persons
from club.models import Invoice
from club.money.mails import invoice_by_secret
from club.money.money_papers import code_of_transfer, invoice_paper, why_no_transfer
from club.money.pages.current_club import as_pdf
from club.money.payment_codes import in_fours
from club.money.selectors.books import with_amounts
from club.paper.qr import code_svg


@require_safe
@public
def own_invoice(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the amount, the due day and the account, with the code of the transfer."""
    row = _by_secret(secret)
    left = max(row.open_amount, 0)
    code = code_of_transfer(row, left) if left else ""
    context = {
        "invoice": row,
        "club": row.organisation,
        "secret": secret,
        "lines": list(row.lines.all()),
        "left": left,
        "code": code_svg(code) if code else "",
        "why_no_code": why_no_transfer(row, left) if left else "",
        "reference": in_fours(row.reference),
        "iban": in_fours(row.iban),
    }
    answer = render(request, "club/money/own_invoice.html", context)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


@require_safe
@public
def own_invoice_pdf(request: HttpRequest, secret: str) -> HttpResponse:  # noqa: ARG001 - a view's signature
    """Render the same invoice as PDF."""
    row = _by_secret(secret)
    return as_pdf(invoice_paper(row, list(row.lines.all())), row.reference)


@require_safe
@any_account
def my_invoice(request: HttpRequest, invoice_id: int) -> HttpResponse:
    """Render an invoice of the account's person or of a ward as PDF."""
    persons = [one.pk for one in own_persons(actor=actor_of(request))]
    row = Invoice.objects.filter(pk=invoice_id, payer_id__in=persons).select_related("organisation").first()
    if row is None:
        raise Http404
    return as_pdf(invoice_paper(row, list(row.lines.all())), row.reference)


def _by_secret(secret: str) -> Any:
    found = invoice_by_secret(secret)
    if found is None:
        raise Http404
    return with_amounts(Invoice.objects.select_related("organisation")).get(pk=found.pk)
