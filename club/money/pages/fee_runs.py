"""Fee run at the desk: one page from the choice of a period to the invoices."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, require_valid_form
from club.core.pages.responses import ROWS_PER_PAGE, club_address, page_of
from club.core.requests import actor_of, site_of
from club.core.scopes import scope_of_fee_run
from club.jobs.pages.background import with_delivery_note
from club.models import FeeRun, Organisation
from club.money.fees import Period
from club.money.pages.current_club import current_books
from club.money.pages.money_forms import AdjustForm, PeriodForm
from club.money.selectors.books import money_settings_of
from club.money.selectors.fee_runs import booked_runs, fee_preview
from club.money.services.fee_runs import adjust_fee, book_fee_run, cancel_fee_run, period_of


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MONEY)
def fee_runs(request: HttpRequest) -> HttpResponse:
    """Preview the amount of each member in a period, or why there is none; adjust one, or book the run."""
    chosen, currency = current_books(request)
    form, period, refusal = _period(request, chosen.club)
    if request.method == "POST" and period is not None:
        with Refusals(request):
            _act(request, chosen.club, period, currency)
        return redirect(
            club_address("club:fee_runs", chosen.club, starts_on=period.starts_on, ends_on=period.ends_on)
        )
    preview = fee_preview(organisation_id=chosen.club.pk, period=period) if period is not None else None
    context: dict[str, Any] = {
        "chosen": chosen,
        "currency": currency,
        "form": form,
        "period": period,
        "refusal": refusal,
        "preview": preview,
        "no_account": not money_settings_of(organisation_id=chosen.club.pk).iban,
        "runs": list(booked_runs(organisation_id=chosen.club.pk)[:ROWS_PER_PAGE]),
    }
    if preview is not None:
        context["charged"] = page_of(request, preview.charged)
        context["left_out"] = page_of(request, preview.left_out, name="out")
    return render(request, "club/money/fee_runs.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MONEY, scope=scope_of_fee_run)
def fee_run(request: HttpRequest, run_id: int) -> HttpResponse:
    """Show a booked run line by line; a post cancels the invoices without a payment."""
    run = get_object_or_404(FeeRun.objects.select_related("organisation"), pk=run_id)
    if request.method == "POST":
        with Refusals(request, success=_("Invoices cancelled, except those with payments.")):
            cancel_fee_run(run_id=run.pk, reason=request.POST.get("reason", ""), actor=actor_of(request))
        return redirect("club:fee_run", run_id=run.pk)
    lines = run.lines.select_related("person", "payer", "invoice").order_by("person__search_key", "pk")
    context = {
        "run": run,
        "club": run.organisation,
        "currency": _currency_of(run),
        "page": page_of(request, lines),
    }
    return render(request, "club/money/fee_run.html", context)


def _currency_of(run: FeeRun) -> str:
    first = run.invoices.first()
    return first.currency if first is not None else "EUR"


def _period(request: HttpRequest, club: Organisation) -> tuple[PeriodForm, Period | None, str]:
    """Return the requested period, by default this year, and why it is invalid if it is."""
    year = timezone.localdate().year
    first = {"starts_on": date(year, 1, 1), "ends_on": date(year, 12, 31)}
    given = request.POST if request.method == "POST" else request.GET
    asked = given if "starts_on" in given else {name: str(day) for name, day in first.items()}
    form = PeriodForm(asked, club=club)
    if not form.is_valid():
        return form, None, ""
    try:
        return form, period_of(form.cleaned_data["starts_on"], form.cleaned_data["ends_on"]), ""
    except ClubError as why:
        words = refusal_text(why)
        return form, None, f"{words.what} {words.next_step}"


def _act(request: HttpRequest, club: Organisation, period: Period, currency: str) -> None:
    actor = actor_of(request)
    if "book" in request.POST:
        run = book_fee_run(
            organisation_id=club.pk,
            period=period,
            seen=request.POST.get("seen", ""),
            actor=actor,
            site=site_of(request),
        )
        count = run.invoices.count()
        message = ngettext("%(count)d invoice created.", "%(count)d invoices created.", count)
        mails = with_delivery_note(
            _("Emails are being sent; people without an email address get a paper invoice.")
        )
        messages.success(request, f"{message % {'count': count}} {mails}")
        return
    form = AdjustForm(request.POST, club=club, currency=currency)
    given = require_valid_form(form, _("Nothing was changed: enter an amount such as 12.50 and a reason."))
    adjust_fee(organisation_id=club.pk, period=period, person_id=given.pop("person"), actor=actor, **given)
    messages.success(request, _("Saved."))
