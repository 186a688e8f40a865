"""Late arrivals at the desk: the options on the page of a round, and their outcome."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, key_in
from tournaments.core.scopes import of_round
from tournaments.entries.selectors.late_arrivals import late_arrivals, removable
from tournaments.models import Entry, Round
from tournaments.rounds.services import late_arrivals as service


class LateLine(NamedTuple):
    """A late arrival, possible opponents in a published round, and the options or the outcome."""

    entry: Entry
    opponents: list[Entry]
    is_deferred: bool
    is_removable: bool


def late_lines(row: Round) -> list[LateLine]:
    """The late arrivals of a round."""
    late = late_arrivals(row)
    free = removable(row.section, late.players) if late.players else set()
    return [
        LateLine(one, late.opponents_of(one), one.pk in late.deferred, one.pk in free) for one in late.players
    ]


def _seat(request: HttpRequest, **who: Any) -> Round:
    opponent = request.POST.get("opponent", "")
    return service.seat_late_arrival(opponent_id=key_in(opponent) if opponent else None, **who)


ACTS: Final[dict[str, tuple[Callable[..., Round], Any]]] = {
    "seat": (_seat, gettext_lazy("%(name)s plays in round %(round)s.")),
    "half-bye": (
        lambda _request, **who: service.give_late_bye(**who),
        gettext_lazy("%(name)s has a half-point bye in round %(round)s."),
    ),
    "next-round": (
        lambda _request, **who: service.admit_next_round(**who),
        gettext_lazy("%(name)s plays from round %(next)s."),
    ),
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_round)
def late(request: HttpRequest, round_id: int, act: str) -> HttpResponse:
    """Settle one late arrival: seat, half-bye, next-round."""
    if act not in ACTS:
        raise Http404(act)
    change, told = ACTS[act]
    entry_id = key_in(request.POST.get("entry", ""))
    with Refusals(request):
        row = change(request, round_id=round_id, entry_id=entry_id, actor=actor_of(request))
        name = get_object_or_404(Entry, pk=entry_id).name
        messages.success(request, str(told) % {"name": name, "round": row.number, "next": row.number + 1})
    return redirect("tournaments:desk_round", round_id)
