"""Payments at the desk: the cash book of a year, one payment with its allocations, its receipt."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.names import fold_name
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import OK, UNPROCESSABLE, actor_of
from club.core.scopes import scope_of_payment
from club.models import EntryKind, Payment
from club.money.formatting import payment_message
from club.money.money_papers import receipt_paper
from club.money.pages.current_club import ROWS_PER_PAGE, as_pdf, current_books, fresh_key, of_club
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
    is_post = request.method == "POST"
    form = PaymentForm(
        request.POST if is_post else None, club=chosen.club, currency=currency, initial={"key": fresh_key()}
    )
    if form.is_valid():
        given = dict(form.cleaned_data)
        with Refusals(request):
            row = record_payment(
                organisation_id=chosen.club.pk,
                payer_id=given.pop("payer").pk,
                actor=actor_of(request),
                **given,
            )
            messages.success(request, payment_message(row))
            return redirect(of_club("club:payments", chosen.club))
    words = request.GET.get("q", "").replace("\0", "")
    rows = payments_of(organisation_id=chosen.club.pk).select_related("payer")
    for word in fold_name(words).split():
        rows = rows.filter(payer__search_key__contains=word)
    context = {
        "section": "desk",
        "chosen": chosen,
        "currency": currency,
        "form": form,
        "page": Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get("page")),
        "asked_words": words,
        "asked": urlencode({"club": chosen.club.slug, "q": words}),
    }
    status = UNPROCESSABLE if form.is_bound else OK
    return render(request, "club/money/payments.html", context, status=status)


@require_safe
@needs(Capability.KEEP_MONEY, scope=scope_of_payment)
def payment(request: HttpRequest, payment_id: int) -> HttpResponse:
    """Show one payment: its invoices, the free amount, the refunds."""
    rows = with_free(Payment.objects.select_related("organisation", "payer"))
    row = get_object_or_404(rows, pk=payment_id)
    still_open = open_invoices(organisation_id=row.organisation_id).filter(payer_id=row.payer_id)
    context = {
        "section": "desk",
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
    acts: dict[str, Callable[[HttpRequest, Payment], None]] = {
        "put": _allocate,
        "take-off": _deallocate,
        "refund": _refund,
        "counter-refund": _counter_refund,
        "counter": _counter,
    }
    if act not in acts:
        raise Http404(act)
    row = get_object_or_404(Payment.objects.select_related("organisation"), pk=payment_id)
    with Refusals(request):
        acts[act](request, row)
    return redirect("club:payment", payment_id=row.pk)


@require_safe
@needs(Capability.KEEP_MONEY, scope=scope_of_payment)
def receipt(request: HttpRequest, payment_id: int) -> HttpResponse:  # noqa: ARG001 - a view's signature
    """Render the receipt of a payment as PDF; a reversed payment has none."""
    rows = with_free(Payment.objects.select_related("organisation", "payer"))
    row = get_object_or_404(rows, pk=payment_id)
    if row.is_countered:
        raise Http404
    return as_pdf(receipt_paper(row, parts_of(row), row.organisation.name), f"receipt-{row.pk}")


def number_in(request: HttpRequest, name: str) -> int:
    """Parse the number of a row from the posted form."""
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 19):  # noqa: PLR2004 - a key's width
        raise Http404(name)
    return int(text)


def _allocate(request: HttpRequest, row: Payment) -> None:
    use_credit(payment_id=row.pk, invoice_id=number_in(request, "invoice"), actor=actor_of(request))
    messages.success(request, _("Saved."))


def _deallocate(request: HttpRequest, row: Payment) -> None:
    deallocate(payment_id=row.pk, invoice_id=number_in(request, "invoice"), actor=actor_of(request))
    messages.success(request, _("Payment removed from the invoice."))


def _refund(request: HttpRequest, row: Payment) -> None:
    form = RefundForm(request.POST, club=row.organisation, currency=row.currency)
    if not form.is_valid():
        messages.error(request, _("Nothing was saved: enter an amount such as 12.50 and a reason."))
        return
    refund_payment(payment_id=row.pk, actor=actor_of(request), **form.cleaned_data)
    messages.success(request, _("Refund saved."))


def _counter_refund(request: HttpRequest, row: Payment) -> None:
    counter_refund(
        payment_id=row.pk,
        entry_id=number_in(request, "entry"),
        reason=request.POST.get("reason", ""),
        actor=actor_of(request),
    )
    messages.success(request, _("Saved."))


def _counter(request: HttpRequest, row: Payment) -> None:
    counter_payment(payment_id=row.pk, reason=request.POST.get("reason", ""), actor=actor_of(request))
    messages.success(request, _("Payment reversed; what it paid is open again."))
