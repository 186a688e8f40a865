"""An old result corrected at the desk: first what that changes, then the reason and the last click."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.capabilities import Capability
from club.errors import ClubError
from club.messages import RefusalText, refusal_text
from club.requests import actor_of
from club.web.access import needs
from tournaments.belonging import of_pairing
from tournaments.models import Outcome, Pairing
from tournaments.outcome_texts import outcome_of_players
from tournaments.prize_texts import move_rows
from tournaments.services.corrections import rehearse_correction
from tournaments.services.results import record_result

OK, UNPROCESSABLE = 200, 422
# What was played first; that nothing is in is the last thing an old result can be.
CHOICES = (*(one for one in Outcome.values if one != Outcome.PENDING), Outcome.PENDING.value)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.CORRECT_RESULTS, scope=of_pairing)
def correct(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Choose what the result is, see what that changes, say why, confirm."""
    rows = Pairing.objects.select_related("round__section__event", "white", "black")
    pairing = get_object_or_404(rows.filter(black__isnull=False), pk=pairing_id)
    result = get_object_or_404(pairing.games, number=game)
    asked = request.POST if request.method == "POST" else request.GET
    outcome, is_adjudicated = asked.get("outcome", ""), asked.get("adjudicated") == "1"
    reason, refusal = request.POST.get("reason", "").strip()[:500], None
    context: dict[str, Any] = {"is_adjudicated": is_adjudicated, "reason": reason}
    try:
        if request.method == "POST" and outcome in Outcome.values and reason:
            record_result(
                pairing_id=pairing_id,
                game=game,
                outcome=outcome,
                is_adjudicated=is_adjudicated,
                was=request.POST.get("was"),
                actor=actor_of(request),
                reason=reason,
            )
            messages.success(request, _("The result is corrected."))
            return redirect("tournaments:desk_round", pairing.round_id)
        if outcome in Outcome.values:
            effects = rehearse_correction(
                pairing_id=pairing_id,
                game=game,
                outcome=outcome,
                is_adjudicated=is_adjudicated,
                actor=actor_of(request),
            )
            context |= {"effects": effects, "prize_moves": move_rows(effects.prizes)}
            context["chosen"] = outcome
            context["is_same"] = (outcome, is_adjudicated) == (result.outcome, result.is_adjudicated)
            context["chosen_text"] = outcome_of_players(pairing, game, outcome)
    except ClubError as error:
        refusal = refusal_text(error)
    context |= _context(pairing, game, result.outcome, refusal)
    is_wrong = request.method == "POST"
    return render(request, "tournaments/desk/correct.html", context, status=UNPROCESSABLE if is_wrong else OK)


def _context(pairing: Pairing, game: int, was: str, refusal: RefusalText | None) -> dict[str, Any]:
    return {
        "section": "desk",
        "tab": "rounds",
        "one": pairing.round.section,
        "round": pairing.round,
        "pairing": pairing,
        "game": game,
        "was": was,
        "was_text": outcome_of_players(pairing, game, was),
        "refusal": refusal,
        "choices": [(one, outcome_of_players(pairing, game, one)) for one in CHOICES],
    }
