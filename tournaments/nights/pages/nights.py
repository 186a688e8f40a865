"""Desk pages of club nights: begin, pair and end on the check-in page."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of
from tournaments.core.scopes import of_entry, of_section
from tournaments.models import Entry, Round
from tournaments.nights.services import nights as service
from tournaments.rounds.pages.desk_rounds import show_event_in

MAX_NAME_LENGTH: Final = 200


def _name_in(request: HttpRequest) -> str:
    return request.POST.get("name", "")[:MAX_NAME_LENGTH]


ACTS: Final[dict[str, Callable[..., Any]]] = {
    "begin": lambda _request, **facts: service.begin_night(**facts),
    "begin-as-last-time": lambda _request, **facts: service.begin_night(as_last_time=True, **facts),
    "come": lambda request, **facts: service.come_to_night(name=_name_in(request), **facts),
    "pair": lambda request, **facts: service.pair_night(show_event=show_event_in(request), **facts),
    "end": lambda _request, **facts: service.end_night(**facts),
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def night_act(request: HttpRequest, section_id: int, act: str) -> HttpResponse:
    """Begin, pair or end a night, or add an arrival; after pairing redirect to the boards for results."""
    if act not in ACTS:
        raise Http404(act)
    with Refusals(request):
        done = ACTS[act](request, section_id=section_id, actor=actor_of(request))
        if isinstance(done, Round):
            return redirect("tournaments:desk_round", done.pk)
        if act == "end":
            messages.success(request, _("The club night has ended."))
        if isinstance(done, Entry):
            messages.success(request, _("%(name)s is checked in.") % {"name": done.name})
        return redirect("tournaments:desk_check_in", section_id)
    is_round = request.POST.get("back") == "round"
    return redirect(f"tournaments:{'desk_section' if is_round else 'desk_check_in'}", section_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_entry)
def seat(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Seat a latecomer against the player without an opponent."""
    entry = get_object_or_404(Entry, pk=entry_id)
    with Refusals(request):
        pairing = service.seat_late(entry_id=entry_id, actor=actor_of(request))
        told = _("%(board)s: %(pair)s") % {"board": pairing.board_number, "pair": str(pairing)}
        messages.success(request, told)
        return redirect("tournaments:desk_round", pairing.round_id)
    return redirect("tournaments:desk_check_in", entry.section_id)
