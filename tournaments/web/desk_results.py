"""Results entered at the desk and by helpers' phones: one press or key a game."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from club.access import may
from club.capabilities import Capability
from club.errors import ClubError
from club.messages import RefusalText, refusal_text
from club.requests import actor_of
from club.web.access import needs
from tournaments.belonging import of_pairing, of_round
from tournaments.models import Outcome, Pairing, Round
from tournaments.selectors.sections import GAMES
from tournaments.services.doubts import accept_doubt
from tournaments.services.locks import pairing_scope
from tournaments.services.results import record_result
from tournaments.web.board_marks import doubt_marks, marks_of
from tournaments.web.boards import board_line, key_texts
from tournaments.web.hall import hall_board

OK, CONFLICT = 200, 409


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_pairing)
def record(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Enter how a game ended; by htmx the answer is the board's row as it stands now."""
    outcome = request.POST.get("outcome", "")
    refusal: RefusalText | None = None
    if outcome in Outcome.values:
        try:
            record_result(
                pairing_id=pairing_id,
                game=game,
                outcome=outcome,
                was=request.POST.get("was"),
                is_adjudicated=request.POST.get("adjudicated") == "1",
                actor=actor_of(request),
                reason=request.POST.get("reason", "")[:500],
            )
        except ClubError as error:
            refusal = refusal_text(error)
    rows = (
        Pairing.objects.select_related("round__section__event", "white", "black")
        .defer("round__reasons")
        .prefetch_related(GAMES)
    )
    pairing = get_object_or_404(rows, pk=pairing_id)
    if request.headers.get("Accept") == "application/json":
        words = "" if refusal is None else f"{refusal.what} {refusal.next_step}"
        return JsonResponse({"refusal": words}, status=OK if refusal is None else CONFLICT)
    is_hall = request.POST.get("page") == "hall"
    if "HX-Request" in request.headers:
        line = board_line(pairing)
        context = {
            "line": line,
            "marks": marks_of(pairing.round, [line]),
            "round": pairing.round,
            "one": pairing.round.section,
            "may_record": True,
            "may_correct": may(actor_of(request), Capability.CORRECT_RESULTS, pairing_scope(pairing)),
            "later": pairing.round.section.round_rows.filter(number__gt=pairing.round.number).exists(),
            "keys": key_texts(pairing.round.section),
            "refusal": refusal,
            "game": game,
        }
        if is_hall:
            is_second = request.POST.get("pass") == "2"
            board = hall_board(pairing, actor_of(request), is_second=is_second)
            doubts = {} if is_second else doubt_marks(pairing.round)
            context |= {"board": board, "is_second": is_second, "doubts": doubts}
        template = "tournaments/phone/_hall_board.html" if is_hall else "tournaments/desk/_board.html"
        return render(request, template, context)
    if refusal is not None:
        messages.error(request, f"{refusal.what} {refusal.next_step}")
    if is_hall:
        return redirect("tournaments:hall_section", pairing.round.section_id)
    return redirect("tournaments:desk_round", pairing.round_id)


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_round)
def doubt(request: HttpRequest, round_id: int) -> HttpResponse:
    """Say that a result which looks wrong is so."""
    try:
        accept_doubt(
            round_id=round_id,
            code=request.POST.get("code", "")[:40],
            about=request.POST.get("about", "")[:200],
            actor=actor_of(request),
        )
    except ClubError as error:
        told = refusal_text(error)
        messages.error(request, f"{told.what} {told.next_step}")
    if request.POST.get("page") == "hall":
        section_id = get_object_or_404(Round, pk=round_id).section_id
        return redirect("tournaments:hall_section", section_id)
    return redirect("tournaments:desk_round", round_id)
