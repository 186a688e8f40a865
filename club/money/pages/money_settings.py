"""Money settings at the desk: the account, fees of plans, reminder steps, terms of persons."""

from typing import Any

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import ChosenClub
from club.core.pages.refusals import submit
from club.core.pages.responses import club_address, page_of, service_arguments
from club.core.requests import UNPROCESSABLE, actor_of, site_of
from club.core.scopes import scope_of_plan
from club.members.selectors.members import plans_of
from club.models import FeeRule, FeeTerms, MembershipPlan, Organisation, ReminderStep
from club.money.pages.current_club import current_books
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
    keep = {"steps": _save_steps, "terms": _save_terms}.get(request.POST.get("act", ""), _save_account)
    bound: dict[str, Any] = {}
    sent = submit(request, None, lambda: keep(request, chosen.club, currency, bound))
    if sent.result:
        messages.success(request, _("Saved."))
        return redirect(club_address("club:money_settings", chosen.club))
    status = UNPROCESSABLE if sent.is_done else sent.status
    return _page(request, chosen, currency, bound | {"refusal": sent.refusal}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MONEY, scope=scope_of_plan)
def fee_rule(request: HttpRequest, plan_id: int) -> HttpResponse:
    """Set the fee of a plan, or with `remove` delete it."""
    plan = get_object_or_404(MembershipPlan.objects.select_related("organisation"), pk=plan_id)
    chosen = ChosenClub(plan.organisation, [plan.organisation])
    if request.method != "POST":
        return redirect(club_address("club:money_settings", plan.organisation))
    currency = money_settings_of(organisation_id=plan.organisation_id).currency
    form = RuleForm(request.POST, club=plan.organisation, currency=currency, auto_id=f"rule_{plan.pk}_%s")
    given: dict[str, Any] = {"plan_id": plan.pk, "actor": actor_of(request)}
    if "remove" in request.POST:
        sent = submit(request, None, lambda: remove_fee_rule(**given), success=_("Fee removed."))
    else:
        sent = submit(request, form, lambda: save_fee_rule(**given, **form.cleaned_data), success=_("Saved."))
    if sent.is_done:
        return redirect(club_address("club:money_settings", plan.organisation))
    bound = {"rule": (plan.pk, form), "refusal": sent.refusal}
    return _page(request, chosen, currency, bound, status=sent.status)


def _page(
    request: HttpRequest,
    chosen: ChosenClub,
    currency: str,
    bound: dict[str, Any],
    *,
    status: int,
) -> HttpResponse:
    """Render the page; `bound` is the rejected form with its input, and the refusal."""
    club = chosen.club
    row = money_settings_of(organisation_id=club.pk)
    steps = list(ReminderStep.objects.filter(organisation=club).order_by("number"))
    terms = FeeTerms.objects.filter(organisation=club).select_related("person", "payer")
    context = {
        "chosen": chosen,
        "currency": currency,
        "form": SettingsForm(club=club, currency=currency, initial=model_to_dict(row, SETTING_FIELDS)),
        "plans": _plan_forms(club, currency, bound.get("rule")),
        "steps": [
            _step_form(club, currency, at, steps) for at in range(max(MIN_STEPS_SHOWN, len(steps) + 1))
        ],
        "terms_form": TermsForm(club=club),
        "page": page_of(request, terms.order_by("person__search_key", "pk")),
        "asked": f"club={club.slug}",
    }
    return render(request, "club/money/settings.html", context | bound, status=status)


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
    given = service_arguments(form)
    given["percent"] = given["percent"] or 0
    save_fee_terms(organisation_id=club.pk, actor=actor_of(request), **given)
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
            initial = model_to_dict(rule, ["amount", "per", "part"]) | {"bands": bands}
        form = RuleForm(club=club, currency=currency, initial=initial, auto_id=f"rule_{plan.pk}_%s")
        found.append((plan, rule, bound[1] if bound is not None and bound[0] == plan.pk else form))
    return found


def _step_form(club: Organisation, currency: str, at: int, steps: list[ReminderStep]) -> StepForm:
    initial = model_to_dict(steps[at], StepForm.base_fields) if at < len(steps) else {}
    return StepForm(club=club, currency=currency, prefix=f"step{at}", initial=initial)
