"""Results entered at the desk and on helpers' phones: one click or key a game."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from club.core.access import may
from club.core.capabilities import Capability
from club.core.messages import RefusalText
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, submit
from club.core.requests import CONFLICT, OK, actor_of, parse_number
from tournaments.core.scopes import of_pairing, of_round
from tournaments.core.services.locks import pairing_scope
from tournaments.events.selectors.sections import GAMES, open_games
from tournaments.models import Outcome, Pairing, Round
from tournaments.results.pages.board_marks import marks_of, warning_marks
from tournaments.results.pages.boards import board_line, key_texts
from tournaments.results.pages.helper_entry import helper_board
from tournaments.results.result_marks import read_marked
from tournaments.results.services.results import confirm_warning, forfeit_match, record_result


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_pairing)
def record(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Enter the result of a game; by htmx the response is the changed row."""
    outcome, mark = read_marked(request.POST.get("outcome", ""))
    refusal: RefusalText | None = None
    if outcome in Outcome.values:
        refusal = submit(
            request,
            None,
            lambda: record_result(
                pairing_id=pairing_id,
                game=game,
                outcome=outcome,
                was=request.POST.get("was"),
                mark=mark,
                is_adjudicated=request.POST.get("adjudicated") == "1",
                actor=actor_of(request),
                reason=request.POST.get("reason", "")[:500],
            ),
        ).refusal
    words = " ".join(refusal or ())
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"refusal": words}, status=OK if refusal is None else CONFLICT)
    if "HX-Request" in request.headers:
        return _board_now(request, pairing_id, game, refusal)
    if refusal is not None:
        messages.error(request, words)
    row = get_object_or_404(Round.objects.filter(pairings=pairing_id).only("section_id"))
    if request.POST.get("page") == "hall":
        return redirect("tournaments:hall_section", row.section_id)
    return redirect("tournaments:desk_round", row.pk)


def _board_now(request: HttpRequest, pairing_id: int, game: int, refusal: RefusalText | None) -> HttpResponse:
    """Render the htmx fragment after a result: the game row on the desk, the board on a helper's phone."""
    rows = (
        Pairing.objects.select_related("round__section__event", "white", "black")
        .defer("round__reasons")
        .prefetch_related(GAMES)
    )
    pairing, actor = get_object_or_404(rows, pk=pairing_id), actor_of(request)
    row = pairing.round
    context: dict[str, Any] = {"round": row, "one": row.section, "refusal": refusal, "game": game}
    if request.POST.get("page") == "hall":
        is_second = request.POST.get("pass") == "2"
        context |= {
            "board": helper_board(pairing, actor, is_second=is_second),
            "is_second": is_second,
            "doubts": {} if is_second else warning_marks(row, [pairing]),
        }
        return render(request, "tournaments/results/phone/_hall_board.html", context)
    context |= {
        "line": board_line(pairing),
        "marks": marks_of(row, [pairing]),
        "keys": key_texts(row.section),
        "may_correct": may(actor, Capability.CORRECT_RESULTS, pairing_scope(pairing)),
        "later": row.section.round_rows.filter(number__gt=row.number).exists(),
        "may_run": may(actor, Capability.RUN_EVENTS, pairing_scope(pairing)),
        "open_games": open_games(row),
    }
    answer = render(request, "tournaments/results/desk/_recorded.html", context)
    answer["HX-Reswap"] = "none"
    return answer


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_round)
def doubt(request: HttpRequest, round_id: int) -> HttpResponse:
    """Confirm a doubtful result as correct."""
    with Refusals(request):
        confirm_warning(
            round_id=round_id,
            code=request.POST.get("code", "")[:40],
            about=request.POST.get("about", "")[:200],
            actor=actor_of(request),
        )
    if request.POST.get("page") == "hall":
        section_id = get_object_or_404(Round, pk=round_id).section_id
        return redirect("tournaments:hall_section", section_id)
    return redirect("tournaments:desk_round", round_id)


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_pairing)
def forfeit(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Enter the open boards of a match as forfeited by the given team, or by both."""
    row = get_object_or_404(Pairing, pk=pairing_id)
    with Refusals(request):
        forfeit_match(
            pairing_id=pairing_id,
            entry_id=parse_number(request.POST.get("team", "")) or None,
            actor=actor_of(request),
            reason=request.POST.get("reason", "")[:500],
        )
    return redirect("tournaments:desk_round", row.round_id)
