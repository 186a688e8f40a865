"""Private page of a committee member: the case, and the own vote, never those of others."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.core.limits import count, too_many
from club.core.pages.access import public
from club.core.pages.refusals import Submission, submit
from club.core.requests import actor_of, speak_unless_chosen
from tournaments.appeals.pages.appeal_forms import DecisionForm, VoteForm
from tournaments.appeals.selectors import presiding, seat_of, seats_of, tally_of
from tournaments.appeals.services.appeal_seats import give_vote
from tournaments.appeals.services.appeals import decide_appeal
from tournaments.cases.errors import UnknownSeat
from tournaments.cases.selectors.public_cases import public_case, with_rulings
from tournaments.core.pages.event_times import render_in_zone
from tournaments.models import AppealSeat, AppealState, Case, Vote
from tournaments.printing.pages.pdf_diagram import drawing_of

POSTS_A_SEAT: Final = 30
SECONDS: Final = 60


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def vote(request: HttpRequest, token: str) -> HttpResponse:
    """Show the case to a committee member, with the form to vote; posting votes or changes the vote."""
    seat = _seat(token)
    form = VoteForm(request.POST or None)
    if request.method == "POST":
        counted = count("seat", str(seat.pk), most=POSTS_A_SEAT, seconds=SECONDS)
        if counted.is_too_many:
            return too_many(request, counted)
    sent = submit(
        request,
        form,
        lambda: give_vote(token=token, actor=actor_of(request), **form.cleaned_data),
        success=_("Your vote has been recorded. It stays hidden until everyone has voted."),
    )
    if sent.is_done:
        return redirect("tournaments:appeal_vote", token)
    return _page(request, token, seat, sent, voting=form)


@require_POST
@never_cache
@public
def decide(request: HttpRequest, token: str) -> HttpResponse:
    """Publish the decision as the chair of the committee."""
    seat = _seat(token)
    tally = tally_of(seat.appeal, seats_of(seat.appeal))
    form = DecisionForm(request.POST, appeal=seat.appeal, is_changed=tally.verdict == Vote.CHANGE)
    sent = submit(
        request,
        form,
        lambda: decide_appeal(
            appeal_id=seat.appeal_id,
            words=form.cleaned_data["words"],
            decided=form.decided(),
            token=token,
            actor=actor_of(request),
        ),
        success=_("The decision has been published."),
    )
    if sent.is_done:
        return redirect("tournaments:appeal_vote", token)
    if sent.error:
        form.show_reach(sent.error)
    return _page(request, token, seat, sent, decision=form)


def _seat(token: str) -> AppealSeat:
    seat = seat_of(token)
    if seat is None:
        raise UnknownSeat
    return seat


def _page(
    request: HttpRequest,
    token: str,
    seat: AppealSeat,
    sent: Submission,
    *,
    voting: VoteForm | None = None,
    decision: DecisionForm | None = None,
) -> HttpResponse:
    appeal = seat.appeal
    case = with_rulings(Case.objects.all()).get(pk=appeal.ruling.case_id)
    speak_unless_chosen(request, case.event.language)
    seats = seats_of(appeal)
    tally, chair = tally_of(appeal, seats), presiding(seats)
    is_open = appeal.state == AppealState.OPEN
    is_chair = chair is not None and chair.pk == seat.pk
    if is_open and tally.is_complete and is_chair and decision is None:
        decision = DecisionForm(appeal=appeal, is_changed=tally.verdict == Vote.CHANGE)
    told = public_case(case, with_names=True)
    drawing = drawing_of(case.disputed_fen, case.section.variant) if case.section is not None else None
    context: dict[str, Any] = {
        "seat": seat,
        "token": token,
        "appeal": appeal,
        "case": case,
        "event": case.event,
        "told": told,
        "diagram": drawing is not None,
        "appealed": next(one for one in told.rulings if one.row.pk == appeal.ruling_id),
        "tally": tally,
        "seats": seats if tally.is_complete else (),
        "is_open": is_open,
        "is_chair": is_chair,
        "may_vote": is_open and not tally.is_complete,
        "voting": voting or VoteForm(),
        "decision": decision,
        "refusal": sent.refusal,
    }
    return render_in_zone(case.event, request, "tournaments/appeals/phone/appeal.html", context, sent.status)
