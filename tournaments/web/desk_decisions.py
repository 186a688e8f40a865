"""Tied matches of a knock-out at the desk: who goes on, and why."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.capabilities import Capability
from club.errors import ClubError
from club.requests import actor_of
from club.web.access import needs
from club.web.refusals import tell_refusal
from tournaments.belonging import of_pairing
from tournaments.models import DecidedBy, Decision, Pairing, Round, RoundState
from tournaments.services.decisions import decide_match, is_undecided, take_decision_back
from tournaments.translate import Scorer
from tournaments.web.boards import BoardLine


class TiedBoard(NamedTuple):
    """A match that ended level, and what was said about it."""

    pairing: Pairing
    decision: Decision | None


def tied_boards(row: Round, lines: list[BoardLine]) -> dict[str, Any]:
    """The tied matches of a round of a tree, for its page."""
    if not row.section.has_tree or row.state == RoundState.DRAFT:
        return {}
    scorer = Scorer(row.section)
    said = {
        one.pairing_id: one for one in Decision.objects.filter(pairing__round=row).select_related("winner")
    }
    tied = [
        TiedBoard(line.pairing, said.get(line.pairing.pk))
        for line in lines
        if is_undecided(line.pairing, scorer)
    ]
    is_open = any(one.decision is None for one in tied)
    return {"tied": tied, "ways_to_settle": DecidedBy.choices, "has_open_tie": is_open}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def decide(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Say who goes on from a tied match."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    winner, how = request.POST.get("winner", ""), request.POST.get("how", "")
    if not (winner.isascii() and winner.isdecimal() and len(winner) < 19) or how not in DecidedBy.values:  # noqa: PLR2004 - of a row
        messages.error(request, _("Choose who goes on, and how that was settled."))
        return redirect("tournaments:desk_round", pairing.round_id)
    try:
        decide_match(
            pairing_id=pairing_id,
            winner_id=int(winner),
            how=how,
            note=request.POST.get("note", "")[:200],
            actor=actor_of(request),
        )
    except ClubError as error:
        tell_refusal(request, error)
    return redirect("tournaments:desk_round", pairing.round_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def undecide(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Leave a tied match open again."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    try:
        take_decision_back(pairing_id=pairing_id, actor=actor_of(request))
    except ClubError as error:
        tell_refusal(request, error)
    return redirect("tournaments:desk_round", pairing.round_id)
