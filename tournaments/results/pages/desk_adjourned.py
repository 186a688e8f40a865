"""Adjourned games at the desk: a list with their positions, and other unplayed games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of
from tournaments.core.scopes import of_pairing, of_section
from tournaments.core.services.locks import section_scope
from tournaments.models import Outcome, Pairing, Section
from tournaments.results.outcome_names import sides_of
from tournaments.results.selectors.results import unfinished_games
from tournaments.results.services.adjournments import note_adjournment


@require_safe
@needs(Capability.RECORD_RESULTS, scope=of_section)
def adjourned(request: HttpRequest, section_id: int) -> HttpResponse:
    """List the unfinished games of a section."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    found = [(result, *sides_of(result.pairing, result.number)) for result in unfinished_games(row)]
    context = {
        "section": "desk",
        "tab": "rounds",
        "one": row,
        "adjourned": [line for line in found if line[0].outcome == Outcome.ADJOURNED],
        "unplayed": [line for line in found if line[0].outcome == Outcome.UNPLAYED],
        "may_correct": may(actor_of(request), Capability.CORRECT_RESULTS, section_scope(row)),
    }
    return render(request, "tournaments/results/desk/adjourned.html", context)


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_pairing)
def note(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Save the position of an adjourned game."""
    pairing = get_object_or_404(Pairing.objects.select_related("round"), pk=pairing_id)
    with Refusals(request):
        note_adjournment(
            pairing_id=pairing_id,
            game=game,
            fen=request.POST.get("fen", ""),
            note=request.POST.get("note", ""),
            actor=actor_of(request),
        )
        messages.success(request, _("Saved."))
    return redirect("tournaments:desk_adjourned", pairing.round.section_id)
