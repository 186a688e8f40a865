"""Correction of an old result at the desk: first its effects, then the reason and the confirmation."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import needs
from club.core.requests import OK, UNPROCESSABLE, actor_of
from tournaments.core.scopes import of_pairing
from tournaments.models import GameResult, Outcome, Pairing, RoundState
from tournaments.prizes.formatting import move_rows
from tournaments.results.outcome_names import outcome_of_players
from tournaments.results.result_marks import marked_outcomes, read_marked
from tournaments.results.selectors.results import ruling_of_result
from tournaments.results.services.corrections import rehearse_correction
from tournaments.results.services.results import record_result

# What was played first; that nothing is in is the last thing an old result can be.
CHOICES = (*(one for one in Outcome.values if one != Outcome.PENDING), Outcome.PENDING.value)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.CORRECT_RESULTS, scope=of_pairing)
def correct(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Correct a result in steps: choose the result, review its effects, give a reason, confirm."""
    rows = Pairing.objects.select_related("round__section__event", "white", "black")
    pairing = get_object_or_404(rows.filter(black__isnull=False), pk=pairing_id)
    result = get_object_or_404(pairing.games, number=game)
    asked = request.POST if request.method == "POST" else request.GET
    chosen, is_adjudicated = asked.get("outcome", ""), asked.get("adjudicated") == "1"
    outcome, mark = read_marked(chosen)
    reason, refusal = request.POST.get("reason", "").strip()[:500], None
    context: dict[str, Any] = {"is_adjudicated": is_adjudicated, "reason": reason}
    try:
        if request.method == "POST" and outcome in Outcome.values and reason:
            record_result(
                pairing_id=pairing_id,
                game=game,
                outcome=outcome,
                mark=mark or "",
                is_adjudicated=is_adjudicated,
                was=request.POST.get("was"),
                actor=actor_of(request),
                reason=reason,
                overrules_ruling=request.POST.get("overrules") == "1",
            )
            messages.success(request, _("Result corrected."))
            return redirect("tournaments:desk_round", pairing.round_id)
        if outcome in Outcome.values:
            effects = rehearse_correction(
                pairing_id=pairing_id,
                game=game,
                outcome=outcome,
                mark=mark or "",
                is_adjudicated=is_adjudicated,
                actor=actor_of(request),
            )
            context |= {"effects": effects, "prize_moves": move_rows(effects.prizes)}
            context["chosen"] = chosen
            found = (result.outcome, result.mark, result.is_adjudicated)
            context["is_same"] = (outcome, mark or "", is_adjudicated) == found
            context["chosen_text"] = outcome_of_players(pairing, game, outcome, mark=mark or "")
    except ClubError as error:
        refusal = refusal_text(error)
    context |= _context(pairing, result, refusal)
    status = UNPROCESSABLE if request.method == "POST" else OK
    return render(request, "tournaments/results/desk/correct.html", context, status=status)


def _context(pairing: Pairing, result: GameResult, refusal: RefusalText | None) -> dict[str, Any]:
    game, section = result.number, pairing.round.section
    is_closed = pairing.round.state == RoundState.CLOSED
    known = [one for one in CHOICES if not (is_closed and one == Outcome.PENDING)]
    choices = [*((one, "") for one in known), *marked_outcomes(section)]
    return {
        "section": "desk",
        "tab": "rounds",
        "one": section,
        "round": pairing.round,
        "pairing": pairing,
        "game": game,
        "was": result.outcome,
        "was_text": outcome_of_players(pairing, game, result.outcome, mark=result.mark),
        "ruling": ruling_of_result(result),
        "refusal": refusal,
        "choices": [
            (f"{one}.{mark}" if mark else one, outcome_of_players(pairing, game, one, mark=mark))
            for one, mark in choices
        ],
    }
