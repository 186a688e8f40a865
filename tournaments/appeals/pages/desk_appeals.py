"""Appeals at the desk: the rules and the committee, filing, seats and their links, votes once all are in."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.core.access import may
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, submit
from club.core.requests import OK, UNPROCESSABLE, actor_of, phone_uri
from club.live.selectors import followed
from tournaments.appeals.pages.appeal_forms import (
    AppealRulesForm,
    DecisionForm,
    FileForm,
    MemberRowForm,
    NameForm,
)
from tournaments.appeals.selectors import (
    appeal_of,
    appeals_of,
    committee_of,
    deadline_of,
    parties_of,
    presiding,
    rules_of,
    seats_of,
    tally_of,
)
from tournaments.appeals.services.appeal_seats import make_seat_link, name_member
from tournaments.appeals.services.appeals import decide_appeal, file_appeal, note_deposit, withdraw_appeal
from tournaments.appeals.services.committees import MEMBER_FACTS, set_appeals
from tournaments.cases.selectors.public_cases import public_case, with_rulings
from tournaments.core.pages.event_times import render_in_zone
from tournaments.core.scopes import of_appeal, of_case, of_event, of_seat
from tournaments.core.services.locks import case_scope, event_scope
from tournaments.events.money import money_text
from tournaments.events.pages.desk_setup import row_formset, rows_of, version_of
from tournaments.models import (
    Appeal,
    AppealRules,
    AppealSeat,
    AppealState,
    Case,
    CaseState,
    Event,
    RulingOrigin,
    Tie,
    Vote,
)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_event, methods=["POST"])
@needs(Capability.CORRECT_RESULTS, scope=of_event)
def appeals(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the rules for appeals, the committee and the appeals; posting sets rules and members."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    rules, members = rules_of(event), committee_of(event)
    known = [{name: getattr(one, name) for name in MEMBER_FACTS} for one in members]
    form = AppealRulesForm(request.POST or None, initial=AppealRulesForm.as_typed(rules))
    rows = row_formset(MemberRowForm)(request.POST or None, initial=known, prefix="row")
    sent = submit(
        request,
        (form, rows),
        lambda: set_appeals(
            event_id=event_id,
            rules=form.rules(),
            members=rows_of(rows),
            version=version_of(request),
            actor=actor_of(request),
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_appeals", event_id)
    context = {
        "section": "desk",
        "event": event,
        "rules": rules,
        "deposit": _deposit(rules),
        "version": rules.version,
        "form": form,
        "rows": rows,
        "members": members,
        "appeals": appeals_of(event),
        "refusal": sent.refusal,
        "may_run": may(actor_of(request), Capability.RUN_EVENTS, event_scope(event)),
    }
    return render_in_zone(event, request, "tournaments/appeals/desk/appeals.html", context, sent.status)


def _deposit(rules: AppealRules) -> str:
    return money_text(rules.deposit, rules.currency) if rules.deposit else ""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def appeal(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show the appeal of a case: file it for a party, then its committee, votes and decision."""
    case = _case(case_id)
    found = appeal_of(case)
    if found is not None:
        return _appeal_page(request, case, found)
    rules = rules_of(case.event)
    in_force = public_case(case, with_names=True).in_force
    deadline = deadline_of(in_force.row, rules) if in_force is not None else None
    can_file = (
        in_force is not None and in_force.row.origin == RulingOrigin.ARBITER and case.state == CaseState.RULED
    )
    form = FileForm(
        request.POST or None,
        parties=parties_of(case),
        has_deposit=bool(rules.deposit),
        is_late=deadline is not None and timezone.now() > deadline,
    )
    sent = submit(
        request,
        form,
        lambda: file_appeal(
            case_id=case_id, version=version_of(request), actor=actor_of(request), **form.facts()
        ),
        success=_("Appeal filed and committee appointed."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_appeal", case_id)
    context = _base_context(case) | {
        "rules": rules,
        "deposit": _deposit(rules),
        "deadline": deadline,
        "can_file": can_file,
        "form": form,
        "refusal": sent.refusal,
        "version": case.version,
    }
    template = "tournaments/appeals/desk/appeal_new.html"
    return render_in_zone(case.event, request, template, context, sent.status)


@require_POST
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=of_seat)
def seat_link(request: HttpRequest, seat_id: int) -> HttpResponse:
    """Create the link of a member's page and show it once."""
    rows = AppealSeat.objects.select_related("member", "appeal__ruling__case__event")
    seat = get_object_or_404(rows, pk=seat_id)
    case = seat.appeal.ruling.case
    with Refusals(request):
        token = make_seat_link(seat_id=seat_id, actor=actor_of(request))
        address = phone_uri(request, reverse("tournaments:appeal_vote", args=[token]))
        context = {"section": "desk", "event": case.event, "case": case, "seat": seat, "address": address}
        return render(request, "tournaments/appeals/desk/appeal_link.html", context)
    return redirect("tournaments:desk_appeal", case.pk)


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_appeal)
def act(request: HttpRequest, appeal_id: int, act: str) -> HttpResponse:
    """Record the deposit, name a member, publish the decision, or withdraw the appeal."""
    if act not in ACTS:
        raise Http404(act)
    rows = Appeal.objects.select_related("ruling__case__event", "appellant")
    row = get_object_or_404(rows, pk=appeal_id)
    case = _case(row.ruling.case_id)
    forms: dict[str, Any] = {}
    try:
        told = ACTS[act](request, row, forms)
    except ClubError as error:
        if "decision" in forms:
            forms["decision"].show_reach(error)
        return _appeal_page(request, case, row, refusal=refusal_text(error), **forms)
    if not told:
        return _appeal_page(request, case, row, **forms)
    messages.success(request, told)
    return redirect("tournaments:desk_appeal", case.pk)


def _name(request: HttpRequest, row: Appeal, forms: dict[str, Any]) -> str:
    form = forms["naming"] = NameForm(request.POST)
    if not form.is_valid():
        return ""
    name_member(appeal_id=row.pk, actor=actor_of(request), **form.cleaned_data)
    return _("Appointed.")


def _note_deposit(request: HttpRequest, row: Appeal, _forms: dict[str, Any]) -> str:
    taken, returned = "taken" in request.POST, "returned" in request.POST
    note_deposit(appeal_id=row.pk, taken=taken, returned=returned, actor=actor_of(request))
    return _("Saved.")


def _withdraw(request: HttpRequest, row: Appeal, _forms: dict[str, Any]) -> str:
    reason = request.POST.get("reason", "").strip()[:4000]
    withdraw_appeal(appeal_id=row.pk, reason=reason, actor=actor_of(request))
    return _("Appeal withdrawn. The ruling remains in force.")


def _decide(request: HttpRequest, row: Appeal, forms: dict[str, Any]) -> str:
    is_changed = tally_of(row, seats_of(row)).verdict == Vote.CHANGE
    form = forms["decision"] = DecisionForm(request.POST, appeal=row, is_changed=is_changed)
    if not form.is_valid():
        return ""
    words = form.cleaned_data["words"]
    decide_appeal(appeal_id=row.pk, words=words, decided=form.decided(), actor=actor_of(request))
    return _("The decision has been published.")


ACTS: dict[str, Callable[[HttpRequest, Appeal, dict[str, Any]], str]] = {
    "name": _name,
    "deposit": _note_deposit,
    "withdraw": _withdraw,
    "decide": _decide,
}


def _case(case_id: int) -> Case:
    return get_object_or_404(with_rulings(Case.objects.all()), pk=case_id)


def _base_context(case: Case) -> dict[str, Any]:
    return {"section": "desk", "event": case.event, "case": case, "told": public_case(case, with_names=True)}


def _appeal_page(
    request: HttpRequest,
    case: Case,
    row: Appeal,
    *,
    refusal: Any = None,
    naming: NameForm | None = None,
    decision: DecisionForm | None = None,
) -> HttpResponse:
    live = followed(f"cases:{case.event_id}")
    seats = seats_of(row)
    tally = tally_of(row, seats)
    rules, actor, scope = rules_of(case.event), actor_of(request), case_scope(case)
    is_open = row.state == AppealState.OPEN
    if is_open and tally.is_complete and decision is None:
        decision = DecisionForm(appeal=row, is_changed=tally.verdict == Vote.CHANGE)
    shared = _base_context(case)
    left_out = [one | {"why": Tie(one["because"]).label if one["because"] else ""} for one in row.left_out]
    context = shared | {
        "appeal": row,
        "appealed": next(one for one in shared["told"].rulings if one.row.pk == row.ruling_id),
        "seats": seats,
        "chair": presiding(seats),
        "left_out": left_out,
        "tally": tally,
        "shows_votes": tally.is_complete,
        "is_open": is_open,
        "deposit": _deposit(rules),
        "naming": naming or NameForm(),
        "decision": decision,
        "refusal": refusal,
        **live,
        "may_rule": may(actor, Capability.RULE_ON_CASES, scope),
        "may_name": may(actor, Capability.RULE_ON_CASES, scope) or may(actor, Capability.RUN_EVENTS, scope),
    }
    status = UNPROCESSABLE if request.method == "POST" else OK
    return render_in_zone(case.event, request, "tournaments/appeals/desk/appeal.html", context, status)
