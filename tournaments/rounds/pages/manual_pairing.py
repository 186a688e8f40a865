"""Boards of a draft made by hand, for players without a place."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, key_in
from tournaments.core.scopes import of_round
from tournaments.core.translate import is_in_round
from tournaments.core.trees import due_in_tree
from tournaments.models import Entry, Round
from tournaments.results.pages.boards import BoardLine
from tournaments.rounds.services.pairings import seat_players


def unplaced_players(row: Round, lines: list[BoardLine]) -> list[Entry]:
    """Return the players of a draft with neither an opponent nor a bye."""
    placed = {entry.pk for line in lines for entry in (line.first, line.second) if entry}
    entries = row.section.entries.filter(number__isnull=False).exclude(pk__in=placed).order_by("number")
    if row.section.has_tree:
        due = due_in_tree(row.section, row.number)
        return [entry for entry in entries if entry.number in due]
    return [entry for entry in entries if is_in_round(entry, row.number)]


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_round)
def seat(request: HttpRequest, round_id: int) -> HttpResponse:
    """Seat two players, or give one the bye."""
    black = request.POST.get("black", "")
    with Refusals(request):
        seat_players(
            round_id=round_id,
            white_id=key_in(request.POST.get("white", "")),
            black_id=None if black == "bye" else key_in(black),
            version=key_in(request.POST.get("version", "")[:9]),
            actor=actor_of(request),
        )
    return redirect("tournaments:desk_round", round_id)
