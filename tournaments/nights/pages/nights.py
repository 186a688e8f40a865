"""Desk pages of club nights: begin, pair and end on the check-in page."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.pages.access import needs
from club.core.pages.refusals import tell_refusal
from club.core.requests import actor_of
from club.members.selectors.persons import names_known
from tournaments.core.scopes import of_entry, of_section
from tournaments.events.systems import has_nights
from tournaments.models import ClubNight, Entry, Round, Section
from tournaments.nights.selectors.nights import night_now, nights_of, round_on, unseated
from tournaments.nights.services import nights as service
from tournaments.rounds.pages.desk_rounds import show_event_in

MOST_NIGHTS: Final = 60
LONGEST: Final = 200


class Night(NamedTuple):
    """Context of the check-in page: the current night, and the one before."""

    now: ClubNight | None
    last: ClubNight | None
    round_on: Round | None
    bye: Entry | None
    late: list[Entry]
    held: list[ClubNight]
    """The latest nights, with how many came."""
    known: list[str]
    """Persons of the club who are not on the list of the season: their names are offered."""


def night_of(row: Section) -> Night | None:
    """Return the night of a season; None for every other section."""
    if not has_nights(row):
        return None
    now = night_now(row)
    on = round_on(row)
    bye, late = unseated(row, on) if now is not None and on is not None else (None, [])
    held = list(nights_of(row)[:MOST_NIGHTS])
    last = next((one for one in held if one != now), None)
    return Night(now, last, on, bye, late, held, _not_on_the_list(row) if now is not None else [])


def _not_on_the_list(row: Section) -> list[str]:
    there = {name.casefold() for name in row.entries.values_list("name", flat=True)}
    known = names_known(organisation_id=row.event.organisation_id)
    return [name for name in known if name.casefold() not in there]


def _name_in(request: HttpRequest) -> str:
    return request.POST.get("name", "")[:LONGEST]


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
    try:
        done = ACTS[act](request, section_id=section_id, actor=actor_of(request))
    except ClubError as error:
        tell_refusal(request, error)
        is_round = request.POST.get("back") == "round"
        return redirect(f"tournaments:{'desk_section' if is_round else 'desk_check_in'}", section_id)
    if isinstance(done, Round):
        return redirect("tournaments:desk_round", done.pk)
    if act == "end":
        messages.success(request, _("The club night has ended."))
    if isinstance(done, Entry):
        messages.success(request, _("%(name)s is checked in.") % {"name": done.name})
    return redirect("tournaments:desk_check_in", section_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_entry)
def seat(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Seat a latecomer against the player without an opponent."""
    entry = get_object_or_404(Entry, pk=entry_id)
    try:
        pairing = service.seat_late(entry_id=entry_id, actor=actor_of(request))
    except ClubError as error:
        tell_refusal(request, error)
        return redirect("tournaments:desk_check_in", entry.section_id)
    messages.success(
        request, _("%(board)s: %(pair)s") % {"board": pairing.board_number, "pair": str(pairing)}
    )
    return redirect("tournaments:desk_round", pairing.round_id)
