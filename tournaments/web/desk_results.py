"""Results entered at the desk and by helpers' phones: one press or key a game."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from club.capabilities import Capability
from club.errors import ClubError
from club.messages import RefusalText, refusal_text
from club.requests import actor_of
from club.web.access import needs
from tournaments.belonging import of_pairing
from tournaments.models import Outcome, Pairing
from tournaments.services.results import record_result
from tournaments.web.boards import board_line, key_texts

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
    rows = Pairing.objects.select_related("round__section__event", "white", "black").prefetch_related("games")
    pairing = get_object_or_404(rows, pk=pairing_id)
    if "HX-Request" in request.headers:
        context = {
            "line": board_line(pairing),
            "round": pairing.round,
            "one": pairing.round.section,
            "may_record": True,
            "keys": key_texts(pairing.round.section),
            "refusal": refusal,
            "game": game,
        }
        return render(request, "tournaments/desk/_board.html", context)
    if refusal is not None:
        messages.error(request, f"{refusal.what} {refusal.next_step}")
    return redirect("tournaments:desk_round", pairing.round_id)
