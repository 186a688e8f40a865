"""The arbiter's queue: calls from boards, cases filed by deputies, disputed results."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.core.access import may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.pages.access import needs
from club.core.pages.refusals import add_refusal_message
from club.core.requests import actor_of, parse_number
from club.live.selectors import followed
from games.judging.messages import incident_name
from games.laws.incidents import INCIDENTS
from tournaments.cases.errors import DeviationNeedsReason, NothingAdvised, RulingReachesBack
from tournaments.cases.pages.incidents import opener_name, resume_address
from tournaments.cases.selectors.cases import disputes_of_event, queued_cases
from tournaments.cases.services.cases import drop_case, release_case, take_case
from tournaments.cases.services.disputed_results import decide_dispute
from tournaments.cases.services.incidents import advice_of, confirm_advice
from tournaments.cases.services.rulings import choose_as_opponent
from tournaments.core.hooks import merged, on_arbiter_queue
from tournaments.core.scopes import filing_scope, of_dispute
from tournaments.core.services.event_log import key_of
from tournaments.core.services.locks import case_scope, event_scope, pairing_scope
from tournaments.events.consequence_messages import consequence_name
from tournaments.models import Case, CaseState, DisputeKind, Event, Outcome, ResultDispute, RoundState
from tournaments.results.errors import PublishedResult
from tournaments.results.outcome_names import outcome_of_players
from tournaments.rounds.pages.desk_boards import MAX_VERSION_DIGITS

DECIDABLE: Final = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK, Outcome.BOTH_LOST, Outcome.ADJOURNED)


class CallLine(NamedTuple):
    """An open call or case."""

    case: Case
    is_call: bool
    opener: str
    is_mine: bool
    what: str
    advised: str
    may_rule: bool
    address: str


class DisputeLine(NamedTuple):
    """A disputed result with both versions, the other possible results, and the open call of the board."""

    dispute: ResultDispute
    first: str
    second: str
    others: tuple[tuple[str, str], ...]
    needs_reason: bool
    call: CallLine | None = None


@require_safe
@never_cache
@needs(Capability.CORRECT_RESULTS)
def calls_of_mine(request: HttpRequest) -> HttpResponse:
    """Redirect to the queue of a helper pass's event, or to the desk."""
    held = actor_of(request).helper_pass
    if held is not None:
        events = Event.objects.filter(organisation_id=held.organisation_id)
        events = events.filter(pk=held.event_id) if held.event_id else events
        on = events.filter(sections__round_rows__state=RoundState.PUBLISHED).distinct().order_by("-pk")
        found = on.first() or events.order_by("-pk").first()
        if found is not None:
            return redirect("tournaments:calls", found.pk)
    return redirect("tournaments:hall" if held is not None else "club:desk")


@require_safe
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=filing_scope)
def calls(request: HttpRequest, event_id: int) -> HttpResponse:
    """Render the arbiter's queue, longest wait first; by htmx the list alone."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    context = queue_context(event, actor_of(request))
    template = (
        "tournaments/cases/phone/_calls.html"
        if "HX-Request" in request.headers
        else "tournaments/cases/phone/calls.html"
    )
    return render(request, template, context)


def queue_context(event: Event, actor: Actor) -> dict[str, Any]:
    """Return the queue for its page and for the page of the event."""
    lines, disputes = _merge_by_board(list(_lines(event, actor)), list(_disputes(event, actor)))
    return {
        "event": event,
        **followed(f"cases:{event.pk}"),
        "lines": lines,
        "disputes": disputes,
        "may_see_desk": may(actor, Capability.SEE_DESK, event_scope(event)),
        **merged(on_arbiter_queue(event, actor)),
    }


def _merge_by_board(
    lines: list[CallLine], disputes: list[DisputeLine]
) -> tuple[list[CallLine], list[DisputeLine]]:
    """Merge the call of a board into the card of its disputed result: one walk answers both."""
    calls = {line.case.pairing_id: line for line in lines if line.is_call and line.case.pairing_id}
    merged = [one._replace(call=calls.pop(one.dispute.pairing_id, None)) for one in disputes]
    shown = {one.call.case.pk for one in merged if one.call is not None}
    return [line for line in lines if line.case.pk not in shown], merged


def _lines(event: Event, actor: Actor) -> Iterator[CallLine]:
    for case in queued_cases(event):
        scope = case_scope(case)
        if not may(actor, Capability.CORRECT_RESULTS, scope):
            continue
        advised = advice_of(case)
        yield CallLine(
            case,
            case.state == CaseState.CALLED,
            opener_name(case),
            bool(case.taken_key) and case.taken_key == key_of(actor),
            _subject_text(case),
            consequence_name(advised.consequence) if advised else "",
            may(actor, Capability.RULE_ON_CASES, scope),
            _address(case),
        )


def _subject_text(case: Case) -> str:
    if case.claim:
        return _("claims: %(claim)s") % {"claim": case.get_claim_display()}
    return incident_name(case.incident) if case.incident in INCIDENTS else ""


def _address(case: Case) -> str:
    """Return the address of the page for a case.

    A case at a board opens in the steps of the phone; a claim or a case without a board opens on its own
    page.
    """
    is_of_a_board = case.pairing is not None and (case.entry is not None or case.state == CaseState.CALLED)
    if is_of_a_board and not case.claim:
        return resume_address(case)
    return reverse("tournaments:desk_case", args=[case.pk])


def _disputes(event: Event, actor: Actor) -> Iterator[DisputeLine]:
    for dispute in disputes_of_event(event):
        pairing = dispute.pairing
        if not may(actor, Capability.CORRECT_RESULTS, pairing_scope(pairing)):
            continue
        told = {one: outcome_of_players(pairing, dispute.game, one) for one in DECIDABLE}
        versions = (dispute.first_outcome, dispute.second_outcome)
        first, second = (outcome_of_players(pairing, dispute.game, one) for one in versions)
        others = tuple((one.value, words) for one, words in told.items() if one not in versions)
        yield DisputeLine(dispute, first, second, others, dispute.kind == DisputeKind.SECOND_PASS)


# ---- actions of the queue ----


def _version(request: HttpRequest) -> int | None:
    return parse_number(request.POST.get("version", ""), digits=MAX_VERSION_DIGITS)


ACTS: dict[str, Callable[..., Any]] = {
    "take": lambda _request, **facts: take_case(**facts),
    "give-back": lambda _request, **facts: release_case(**facts),
    "drop": lambda request, **facts: drop_case(version=_version(request), **facts),
    "confirm": lambda request, **facts: confirm_advice(version=_version(request), **facts),
    "choose": lambda request, **facts: choose_as_opponent(
        choice=request.POST.get("choice", "")[:12], **facts
    ),
}
BY_HAND: Final = (DeviationNeedsReason, NothingAdvised, PublishedResult, RulingReachesBack)


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=filing_scope)
def act(request: HttpRequest, event_id: int, number: int, act: str) -> HttpResponse:
    """Act on a case: take, release or drop it, rule as filed, record the opponent's choice."""
    if act not in ACTS:
        raise Http404(act)
    case = get_object_or_404(Case, event=event_id, number=number)
    try:
        ACTS[act](request, case_id=case.pk, actor=actor_of(request))
    except ClubError as error:
        add_refusal_message(request, error)
        if isinstance(error, BY_HAND):
            return redirect(resume_address(case))
    if act in {"confirm", "choose"}:
        return redirect("tournaments:incident_filed", event_id, number)
    return redirect("tournaments:calls", event_id)


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_dispute)
def decide(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Decide a disputed result: one of the versions, or another result."""
    rows = ResultDispute.objects.select_related("pairing__round__section")
    dispute = get_object_or_404(rows, pk=dispute_id)
    outcome = request.POST.get("outcome", "")
    if outcome in Outcome.values:
        try:
            decide_dispute(
                dispute_id=dispute_id,
                outcome=outcome,
                actor=actor_of(request),
                reason=request.POST.get("reason", "")[:500],
                keeps_call=request.POST.get("keeps_call") == "1",
            )
        except ClubError as error:
            add_refusal_message(request, error)
            if isinstance(error, RulingReachesBack) and dispute.case_id is not None:
                return redirect("tournaments:desk_case", dispute.case_id)
        else:
            messages.success(request, _("Result decided."))
    return redirect("tournaments:calls", dispute.pairing.round.section.event_id)
