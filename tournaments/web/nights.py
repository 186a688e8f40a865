"""Club nights at the desk: begun, paired, ended from the page of the check-in."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.capabilities import Capability
from club.errors import ClubError
from club.messages import refusal_text
from club.requests import actor_of
from club.web.access import needs
from tournaments.belonging import of_entry, of_section
from tournaments.models import ClubNight, Entry, Round, Section
from tournaments.selectors.nights import night_now, nights_of, round_on, unseated
from tournaments.services import nights as service
from tournaments.systems import has_nights

MOST_NIGHTS: Final = 60


class Night(NamedTuple):
    """What the page of the check-in shows of the night that is on, and of the one before."""

    now: ClubNight | None
    last: ClubNight | None
    round_on: Round | None
    bye: Entry | None
    late: list[Entry]
    held: list[ClubNight]
    """The latest nights, with how many came."""


def night_of(row: Section) -> Night | None:
    """The night of a season; None for every other section."""
    if not has_nights(row):
        return None
    now = night_now(row)
    on = round_on(row)
    bye, late = unseated(row, on) if now is not None and on is not None else (None, [])
    held = list(nights_of(row)[:MOST_NIGHTS])
    last = next((one for one in held if one != now), None)
    return Night(now, last, on, bye, late, held)


ACTS: Final[dict[str, Callable[..., Any]]] = {
    "begin": service.begin_night,
    "begin-as-last-time": lambda **facts: service.begin_night(as_last_time=True, **facts),
    "pair": service.pair_night,
    "end": service.end_night,
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def night_act(request: HttpRequest, section_id: int, act: str) -> HttpResponse:
    """Begin, pair or end a night; after pairing the boards are there for results."""
    if act not in ACTS:
        raise Http404(act)
    try:
        done = ACTS[act](section_id=section_id, actor=actor_of(request))
    except ClubError as error:
        told = refusal_text(error)
        messages.error(request, f"{told.what} {told.next_step}")
        return redirect("tournaments:desk_check_in", section_id)
    if isinstance(done, Round):
        return redirect("tournaments:desk_round", done.pk)
    if act == "end":
        messages.success(request, _("The night is over."))
    return redirect("tournaments:desk_check_in", section_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_entry)
def seat(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Let a late one play against whoever has no opponent."""
    entry = get_object_or_404(Entry, pk=entry_id)
    try:
        pairing = service.seat_late(entry_id=entry_id, actor=actor_of(request))
    except ClubError as error:
        told = refusal_text(error)
        messages.error(request, f"{told.what} {told.next_step}")
        return redirect("tournaments:desk_check_in", entry.section_id)
    messages.success(
        request, _("%(board)s: %(pair)s") % {"board": pairing.board_number, "pair": str(pairing)}
    )
    return redirect("tournaments:desk_round", pairing.round_id)
