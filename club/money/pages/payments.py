"""Payments at the desk: the cash book of a year, one payment with its allocations, its receipt."""

from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.names import fold_name
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, apply_row_action, require_valid_form
from club.core.pages.responses import (
    club_address,
    form_page,
    number_in,
    page_of,
    posted,
    service_arguments,
)
from club.core.requests import actor_of
from club.core.scopes import scope_of_payment
from club.models import EntryKind, Payment
from club.money.formatting import payment_message
from club.money.money_papers import receipt_paper
from club.money.pages.current_club import as_pdf, current_books, fresh_key
from club.money.pages.money_forms import PaymentForm, RefundForm
from club.money.selectors.books import open_invoices, payments_of, with_free
from club.money.selectors.treasury import parts_of
from club.money.services.allocations import deallocate, use_credit
from club.money.services.payments import counter_payment, counter_refund, record_payment, refund_payment


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MONEY)
def payments(request: HttpRequest) -> HttpResponse:
    """List the payments to a club, newest first; a post records one."""
    chosen, currency = current_books(request)
    form = PaymentForm(posted(request), club=chosen.club, currency=currency, initial={"key": fresh_key()})
    if form.is_valid():
        with Refusals(request):
            row = record_payment(
                organisation_id=chosen.club.pk, actor=actor_of(request), **service_arguments(form)
            )
            messages.success(request, payment_message(row))
            return redirect(club_address("club:payments", chosen.club))
    words = request.GET.get("q", "").replace("\0", "")
    rows = payments_of(organisation_id=chosen.club.pk).select_related("payer")
    for word in fold_name(words).split():
        rows = rows.filter(payer__search_key__contains=word)
    context = {
        "chosen": chosen,
        "currency": currency,
        "form": form,
        "page": page_of(request, rows),
        "asked_words": words,
        "asked": urlencode({"club": chosen.club.slug, "q": words}),
    }
    return form_page(request, "club/money/payments.html", context)


@require_safe
@needs(Capability.KEEP_MONEY, scope=scope_of_payment)
def payment(request: HttpRequest, payment_id: int) -> HttpResponse:
    """Show one payment: its invoices, the free amount, the refunds."""
    rows = with_free(Payment.objects.select_related("organisation", "payer"))
    row = get_object_or_404(rows, pk=payment_id)
    still_open = open_invoices(organisation_id=row.organisation_id).filter(payer_id=row.payer_id)
    context = {
        "payment": row,
        "club": row.organisation,
        "parts": parts_of(row),
        "entries": list(row.entries.select_related("reverses", "reversed_by").order_by("pk")),
        "open_invoices": list(still_open) if row.free_amount > 0 else [],
        "refund_form": RefundForm(
            club=row.organisation,
            currency=row.currency,
            initial={"amount": row.free_amount, "key": fresh_key()},
        ),
        "refund_kind": EntryKind.REFUND.value,
    }
    return render(request, "club/money/payment.html", context)


@require_POST
@needs(Capability.KEEP_MONEY, scope=scope_of_payment)
def payment_act(request: HttpRequest, payment_id: int, act: str) -> HttpResponse:
    """Allocate, remove, refund or reverse a payment."""
    return apply_row_action(request, Payment.objects.all(), payment_id, ACTS.get(act), page="club:payment")


@require_safe
@needs(Capability.KEEP_MONEY, scope=scope_of_payment)
def receipt(request: HttpRequest, payment_id: int) -> HttpResponse:  # noqa: ARG001 - a view's signature
    """Render the receipt of a payment as PDF; a reversed payment has none."""
    rows = with_free(Payment.objects.select_related("organisation", "payer"))
    row = get_object_or_404(rows, pk=payment_id)
    if row.is_countered:
        raise Http404
    return as_pdf(receipt_paper(row, parts_of(row), row.organisation.name), f"receipt-{row.pk}")


def _allocate(request: HttpRequest, row: Payment) -> str:
    use_credit(payment_id=row.pk, invoice_id=number_in(request, "invoice"), actor=actor_of(request))
    return _("Saved.")


def _deallocate(request: HttpRequest, row: Payment) -> str:
    deallocate(payment_id=row.pk, invoice_id=number_in(request, "invoice"), actor=actor_of(request))
    return _("Payment removed from the invoice.")


def _refund(request: HttpRequest, row: Payment) -> str:
    form = RefundForm(request.POST, club=row.organisation, currency=row.currency)
    given = require_valid_form(form, _("Nothing was saved: enter an amount such as 12.50 and a reason."))
    refund_payment(payment_id=row.pk, actor=actor_of(request), **given)
    return _("Refund saved.")


def _counter_refund(request: HttpRequest, row: Payment) -> str:
    counter_refund(
        payment_id=row.pk,
        entry_id=number_in(request, "entry"),
        reason=request.POST.get("reason", ""),
        actor=actor_of(request),
    )
    return _("Saved.")


def _counter(request: HttpRequest, row: Payment) -> str:
    counter_payment(payment_id=row.pk, reason=request.POST.get("reason", ""), actor=actor_of(request))
    return _("Payment reversed; what it paid is open again.")


ACTS: Final[dict[str, Callable[[HttpRequest, Payment], str]]] = {
    "put": _allocate,
    "take-off": _deallocate,
    "refund": _refund,
    "counter-refund": _counter_refund,
    "counter": _counter,
}
