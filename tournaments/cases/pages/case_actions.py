"""Actions on the page of a case; a refused form is shown again with everything typed."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.pages.access import needs
from club.core.pages.refusals import add_refusal_message
from club.core.requests import actor_of, parse_number
from tournaments.cases.errors import CaseChanged, RulingReachesBack
from tournaments.cases.pages.case_forms import CarefulForm, CaseForm, ClaimForm, ReachingForm, SheetsForm
from tournaments.cases.pages.case_page import case_answer, decision_form, load_case
from tournaments.cases.selectors.case_changes import changes_since
from tournaments.cases.selectors.case_proposals import ruling_in_force
from tournaments.cases.services import cases as service
from tournaments.cases.services.case_presence import register_viewer
from tournaments.cases.services.claims import record_claim
from tournaments.cases.services.incidents import confirm_advice
from tournaments.cases.services.rulings import choose_as_opponent, rule_on_case, supersede_ruling
from tournaments.core.scopes import of_case
from tournaments.rounds.pages.desk_boards import MAX_VERSION_DIGITS

MAX_REASON_LENGTH = 500


def _redirect_to_case(case_id: int, at: str) -> HttpResponse:
    return redirect(f"{reverse('tournaments:desk_case', args=[case_id])}#{at}")


def _process_form(
    request: HttpRequest,
    case_id: int,
    *,
    at: str,
    name: str,
    make: Callable[..., CarefulForm],
    act: Callable[..., object],
) -> HttpResponse:
    """Process a form of the page, or show it again with its errors or the changes of others."""
    row = load_case(case_id)
    form = make(row, request.POST, request.FILES)
    if not form.is_valid():
        return case_answer(request, row, sent={name: form}, at=at)
    facts = {"case_id": case_id, "actor": actor_of(request), "version": form.cleaned_data["version"]}
    try:
        act(form, **facts)
    except ClubError as error:
        now = load_case(case_id)
        if isinstance(error, CaseChanged):
            form = make(now, form.brought_up(make(now)))
        if isinstance(form, ReachingForm):
            form.show_reach(error)
        return case_answer(request, now, sent={name: form}, error=error, at=at)
    messages.success(request, _("Saved."))
    return _redirect_to_case(case_id, at)


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def edit(request: HttpRequest, case_id: int) -> HttpResponse:
    """Edit the case."""
    return _process_form(
        request,
        case_id,
        at="facts",
        name="form",
        make=lambda row, *data: CaseForm(row.event, *data, case=row),
        act=lambda form, **facts: service.update_case(
            about=form.about, incident=form.cleaned_data["incident"], **form.told, **facts
        ),
    )


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def claim(request: HttpRequest, case_id: int) -> HttpResponse:
    """Save the position and the claim, and answer the claim."""
    return _process_form(
        request,
        case_id,
        at="position",
        name="claim_form",
        make=ClaimForm,
        act=lambda form, **facts: record_claim(claim=form.told, **facts),
    )


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def sheets(request: HttpRequest, case_id: int) -> HttpResponse:
    """Save both score sheets for comparison."""
    return _process_form(
        request,
        case_id,
        at="sheets",
        name="sheets_form",
        make=SheetsForm,
        act=lambda form, **facts: service.update_case(**form.cleaned_data | facts),
    )


@require_POST
@needs(Capability.RULE_ON_CASES, scope=of_case)
def rule(request: HttpRequest, case_id: int) -> HttpResponse:
    """Rule on the case, or supersede the ruling in force."""

    def act(form: Any, **facts: Any) -> None:
        key, standing = form.cleaned_data["key"], ruling_in_force(load_case(case_id))
        is_new = standing is None or standing.key == (key or None)
        decide = rule_on_case if is_new else supersede_ruling
        decide(decided=form.told, key=key, **facts)

    return _process_form(
        request,
        case_id,
        at="decision",
        name="decision_form",
        make=lambda row, data=None, _files=None: decision_form(row, data),
        act=act,
    )


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def choose(request: HttpRequest, case_id: int) -> HttpResponse:
    """Record the opponent's choice."""
    return _run_action(
        request,
        case_id,
        "rulings",
        lambda: choose_as_opponent(
            case_id=case_id,
            choice=request.POST.get("choice", "")[:12],
            version=_posted_version(request),
            actor=actor_of(request),
        ),
    )


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:MAX_REASON_LENGTH]


ACTS: dict[str, Callable[..., object]] = {
    "take": lambda _request, **facts: service.take_case(**facts),
    "give-back": lambda _request, **facts: service.release_case(**facts),
    "drop": lambda request, **facts: service.drop_case(
        reason=_reason(request), version=_posted_version(request), **facts
    ),
    "confirm": lambda request, **facts: confirm_advice(
        version=_posted_version(request),
        confirms_effects=request.POST.get("confirms_effects") == "1",
        **facts,
    ),
    "reopen": lambda request, **facts: service.reopen_case(reason=_reason(request), **facts),
}


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def act(request: HttpRequest, case_id: int, act: str) -> HttpResponse:
    """Take the case, leave it to others, rule as was advised, close it without a ruling, open it again."""
    if act not in ACTS:
        raise Http404(act)
    facts = {"case_id": case_id, "actor": actor_of(request)}
    return _run_action(request, case_id, "case", lambda: ACTS[act](request, **facts))


def _run_action(request: HttpRequest, case_id: int, at: str, do: Callable[[], object]) -> HttpResponse:
    try:
        do()
    except RulingReachesBack as error:
        form = ReachingForm()
        form.show_reach(error)
        return case_answer(request, load_case(case_id), sent={"advice_form": form}, error=error, at="advice")
    except ClubError as error:
        add_refusal_message(request, error)
    return _redirect_to_case(case_id, at)


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def here(request: HttpRequest, case_id: int) -> HttpResponse:
    """Register a viewer of the case; return the other viewers and changes since the page opened."""
    row = load_case(case_id)
    version = _posted_version(request)
    context = {
        "case": row,
        "others": register_viewer(case=row, actor=actor_of(request)),
        "changed": [] if version is None else changes_since(row, version),
    }
    return render(request, "tournaments/cases/desk/_case_presence.html", context)


def _posted_version(request: HttpRequest) -> int | None:
    return parse_number(request.POST.get("version", ""), digits=MAX_VERSION_DIGITS)
