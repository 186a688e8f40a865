"""Openings at the desk: redraw with a reason."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.pages.access import needs
from club.core.pages.refusals import tell_refusal
from club.core.requests import actor_of
from tournaments.core.openings import ballot_text
from tournaments.core.scopes import of_pairing
from tournaments.models import Pairing
from tournaments.rounds.services.ballots import redraw_opening

LONGEST_VERSION = 9


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def redraw(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Draw the opening of a board again."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    given = request.POST.get("version", "")
    is_number = given.isascii() and given.isdecimal() and len(given) < LONGEST_VERSION
    try:
        drawn = redraw_opening(
            pairing_id=pairing_id,
            version=int(given) if is_number else 0,
            reason=request.POST.get("reason", "")[:500],
            actor=actor_of(request),
        )
    except ClubError as error:
        tell_refusal(request, error)
    else:
        messages.success(request, _("Drawn opening: %(opening)s") % {"opening": ballot_text(drawn.ballot)})
    return redirect("tournaments:desk_round", pairing.round_id)
