"""Money settings at the desk: the account, fees of plans, reminder steps, terms of persons."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.current_club import ChosenClub
from club.core.pages.refusals import STATUSES_WITH_PAGES
from club.core.requests import OK, UNPROCESSABLE, actor_of
from club.core.scopes import scope_of_plan
from club.members.selectors.members import plans_of
from club.models import FeeRule, FeeTerms, MembershipPlan, Organisation, ReminderStep
from club.money.pages.current_club import ROWS_PER_PAGE, current_books, of_club, site_of
from club.money.pages.money_forms import RuleForm, SettingsForm, StepForm, TermsForm
from club.money.selectors.books import money_settings_of
from club.money.services.money_settings import (
    SETTING_FIELDS,
    Step,
    remove_fee_rule,
    save_fee_rule,
    save_fee_terms,
    save_money_settings,
    save_reminder_steps,
)

MIN_STEPS_SHOWN, MAX_STEPS = 3, 10


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MONEY)
def money_settings(request: HttpRequest) -> HttpResponse:
    """Show all settings for fees and invoices; a post saves one part of them."""
    chosen, currency = current_books(request)
    if request.method != "POST":
        return _page(request, chosen, currency)
    keep = {"steps": _save_steps, "terms": _save_terms}.get(request.POST.get("act", ""), _save_account)
    bound: dict[str, Any] = {}
    try:
        is_kept = keep(request, chosen.club, currency, bound)
    except ClubError as refusal:
        return _refusal_page(request, chosen, currency, bound, refusal)
    if not is_kept:
        return _page(request, chosen, currency, bound, status=UNPROCESSABLE)
    messages.success(request, _("Saved."))
    return redirect(of_club("club:money_settings", chosen.club))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MONEY, scope=scope_of_plan)
def fee_rule(request: HttpRequest, plan_id: int) -> HttpResponse:
    """Set the fee of a plan, or with `remove` delete it."""
    plan = get_object_or_404(MembershipPlan.objects.select_related("organisation"), pk=plan_id)
    chosen = ChosenClub(plan.organisation, [plan.organisation])
    if request.method != "POST":
        return redirect(of_club("club:money_settings", plan.organisation))
    currency = money_settings_of(organisation_id=plan.organisation_id).currency
    form = RuleForm(request.POST, club=plan.organisation, currency=currency, auto_id=f"rule_{plan.pk}_%s")
    bound = {"rule": (plan.pk, form)}
    try:
        if "remove" in request.POST:
            remove_fee_rule(plan_id=plan.pk, actor=actor_of(request))
            messages.success(request, _("Fee removed."))
        elif form.is_valid():
            save_fee_rule(plan_id=plan.pk, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
        else:
            return _page(request, chosen, currency, bound, status=UNPROCESSABLE)
    except ClubError as refusal:
        return _refusal_page(request, chosen, currency, bound, refusal)
    return redirect(of_club("club:money_settings", plan.organisation))


def _page(
    request: HttpRequest,
    chosen: ChosenClub,
    currency: str,
    bound: dict[str, Any] | None = None,
    *,
    status: int = OK,
) -> HttpResponse:
    """Render the page; `bound` is the rejected form with its input."""
    club, bound = chosen.club, bound or {}
    row = money_settings_of(organisation_id=club.pk)
    steps = list(ReminderStep.objects.filter(organisation=club).order_by("number"))
    terms = FeeTerms.objects.filter(organisation=club).select_related("person", "payer")
    first = {one: getattr(row, one) for one in SETTING_FIELDS}
    context = {
        "section": "desk",
        "chosen": chosen,
        "currency": currency,
        "form": SettingsForm(club=club, currency=currency, initial=first),
        "plans": _plan_forms(club, currency, bound.get("rule")),
        "steps": [
            _step_form(club, currency, at, steps) for at in range(max(MIN_STEPS_SHOWN, len(steps) + 1))
        ],
        "terms_form": TermsForm(club=club),
        "page": Paginator(terms.order_by("person__search_key", "pk"), ROWS_PER_PAGE).get_page(
            request.GET.get("page")
        ),
        "asked": f"club={club.slug}",
    }
    return render(request, "club/money/settings.html", context | bound, status=status)


def _refusal_page(
    request: HttpRequest, chosen: ChosenClub, currency: str, bound: dict[str, Any], refusal: ClubError
) -> HttpResponse:
    """Render the page with the refusal and its reason; 403 and 404 have pages of their own."""
    if refusal.status in STATUSES_WITH_PAGES:
        raise refusal
    values = bound | {"refusal": refusal_text(refusal)}
    return _page(request, chosen, currency, values, status=refusal.status)


def _save_account(request: HttpRequest, club: Organisation, currency: str, bound: dict[str, Any]) -> bool:
    form = bound["form"] = SettingsForm(request.POST, club=club, currency=currency)
    if not form.is_valid():
        return False
    given = form.cleaned_data
    save_money_settings(organisation_id=club.pk, actor=actor_of(request), site=site_of(request), **given)
    return True


def _save_terms(request: HttpRequest, club: Organisation, _currency: str, bound: dict[str, Any]) -> bool:
    form = bound["terms_form"] = TermsForm(request.POST, club=club)
    if not form.is_valid():
        return False
    given = dict(form.cleaned_data)
    payer = given.pop("payer")
    save_fee_terms(
        organisation_id=club.pk,
        person_id=given.pop("person").pk,
        payer_id=payer.pk if payer is not None else None,
        percent=given.pop("percent") or 0,
        actor=actor_of(request),
        **given,
    )
    return True


def _save_steps(request: HttpRequest, club: Organisation, currency: str, bound: dict[str, Any]) -> bool:
    sent = min(len([name for name in request.POST if name.endswith("-days")]), MAX_STEPS)
    forms = bound["steps"] = [
        StepForm(request.POST, club=club, currency=currency, prefix=f"step{at}") for at in range(sent)
    ]
    faulty = [form for form in forms if not form.is_valid()]  # each form shows its own errors
    if faulty:
        return False
    values = [form.cleaned_data for form in forms if form.cleaned_data["days"]]
    steps = [Step(one["days"], one["fee"] or 0, one["text"]) for one in values]
    save_reminder_steps(organisation_id=club.pk, steps=steps, actor=actor_of(request))
    return True


def _plan_forms(
    club: Organisation, currency: str, bound: tuple[int, RuleForm] | None
) -> list[tuple[MembershipPlan, FeeRule | None, RuleForm]]:
    rules = FeeRule.objects.filter(plan__organisation=club).prefetch_related("bands")
    rule_of_plan = {one.plan_id: one for one in rules}
    found = []
    for plan in plans_of(organisation_id=club.pk):
        rule = rule_of_plan.get(plan.pk)
        initial: dict[str, Any] = {}
        if rule is not None:
            rule.plan = plan
            bands = "\n".join(f"{one.from_age} {one.to_age} {one.percent}" for one in rule.bands.all())
            initial = {"amount": rule.amount, "per": rule.per, "part": rule.part, "bands": bands}
        form = RuleForm(club=club, currency=currency, initial=initial, auto_id=f"rule_{plan.pk}_%s")
        found.append((plan, rule, bound[1] if bound is not None and bound[0] == plan.pk else form))
    return found


def _step_form(club: Organisation, currency: str, at: int, steps: list[ReminderStep]) -> StepForm:
    initial = (
        {"days": steps[at].days, "fee": steps[at].fee, "text": steps[at].text} if at < len(steps) else {}
    )
    return StepForm(club=club, currency=currency, prefix=f"step{at}", initial=initial)
