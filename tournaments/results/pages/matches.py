"""Whole matches of teams at the desk: forfeits."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.pages.access import needs
from club.core.pages.refusals import add_refusal_message
from club.core.requests import actor_of
from tournaments.core.scopes import of_pairing
from tournaments.models import Pairing
from tournaments.results.services.results import forfeit_match


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_pairing)
def forfeit(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Enter the open boards of a match as forfeited by the given team, or by both."""
    row = get_object_or_404(Pairing, pk=pairing_id)
    try:
        forfeit_match(
            pairing_id=pairing_id,
            entry_id=_team(request.POST.get("team", "")),
            actor=actor_of(request),
            reason=request.POST.get("reason", "")[:500],
        )
    except ClubError as error:
        add_refusal_message(request, error)
    return redirect("tournaments:desk_round", row.round_id)


def _team(text: str) -> int | None:
    is_key = text.isascii() and text.isdecimal() and len(text) < 19  # noqa: PLR2004 - of a row
    return (int(text) or None) if is_key else None
