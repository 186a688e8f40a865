"""Actions on an entry at the desk, among them withdrawal from a paired round."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, parse_number
from tournaments.core.scopes import of_entry
from tournaments.entries.pages.desk_forms import EntryFactsForm
from tournaments.entries.selectors.entries import open_board_of
from tournaments.entries.services import entries as service
from tournaments.entries.services.check_ins import check_in
from tournaments.models import AbsenceKind, Camp, Entry
from tournaments.rounds.errors import SitsAtBoard
from tournaments.rounds.services.withdrawals import BoardAction, can_re_pair, withdraw_player

BOARD_DIGITS = 4
BACK = {"round": "desk_section", "check-in": "desk_check_in"}


def _bye(entry: Entry, request: HttpRequest, **who: Any) -> None:
    given = request.POST.get("kind", "")
    kind = given if given in AbsenceKind.values else AbsenceKind.ZERO
    service.ask_bye(entry_id=entry.pk, round_number=_round(request), kind=kind, **who)


def _no_bye(entry: Entry, request: HttpRequest, **who: Any) -> None:
    service.remove_bye(entry_id=entry.pk, round_number=_round(request), **who)


def _round(request: HttpRequest) -> int:
    number = parse_number(request.POST.get("round", ""), digits=2)  # 99 at most
    return 1 if number is None else number


def _change(entry: Entry, request: HttpRequest, **who: Any) -> None:
    """Change the sent fields: name, rating, federation, club, team, fixed board, family."""
    sent = request.POST
    changes: dict[str, Any] = EntryFactsForm(sent).facts() if "name" in sent else {}
    if sent.get("camp") in {"", *Camp.values}:
        changes["camp"] = sent["camp"]
    if "family" in sent:
        changes["family"] = " ".join(sent["family"].split())[:60]
    if "fixed_board" in sent:
        changes["fixed_board"] = parse_number(sent["fixed_board"].strip(), digits=BOARD_DIGITS) or None
    service.change_entry(entry_id=entry.pk, was=_values_seen(sent, changes), **changes, **who)


def _values_seen(sent: QueryDict, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that the form was opened with, as far as it names them (`was-name`)."""
    numbers = {"rating": 0, "fixed_board": None}
    seen = {name: sent.get(f"was-{name}", "") for name in changes if f"was-{name}" in sent}
    return {
        name: (parse_number(text, digits=BOARD_DIGITS) or numbers[name]) if name in numbers else text
        for name, text in seen.items()
    }


def _withdraw(entry: Entry, request: HttpRequest, **who: Any) -> None:
    given = request.POST.get("board", "")
    board = BoardAction(given) if given in {one.value for one in BoardAction} else None
    withdraw_player(entry_id=entry.pk, board=board, **who)


ACTS: dict[str, Callable[..., Any]] = {
    "withdraw": _withdraw,
    "readmit": lambda entry, _request, **who: service.readmit_entry(entry_id=entry.pk, **who),
    "remove": lambda entry, _request, **who: service.remove_entry(entry_id=entry.pk, **who),
    "arrive": lambda entry, _request, **who: check_in(entry_id=entry.pk, has_arrived=True, **who),
    "leave": lambda entry, _request, **who: check_in(entry_id=entry.pk, has_arrived=False, **who),
    "change": _change,
    "bye": _bye,
    "no-bye": _no_bye,
}


@require_safe
@needs(Capability.RUN_EVENTS, scope=of_entry)
def withdrawal(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Ask for the treatment of the open board of a player who withdraws."""
    entry = get_object_or_404(Entry.objects.select_related("section__event"), pk=entry_id)
    pairing = open_board_of(entry)
    if pairing is None:
        return redirect("tournaments:desk_entries", entry.section_id)
    context = {
        "section": "desk",
        "one": entry.section,
        "tab": "entries",
        "entry": entry,
        "pairing": pairing,
        "opponent": pairing.black if pairing.white_id == entry.pk else pairing.white,
        "can_re_pair": can_re_pair(pairing),
    }
    return render(request, "tournaments/rounds/desk/withdrawal.html", context)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_entry)
def act(request: HttpRequest, entry_id: int, act: str) -> HttpResponse:
    """Act on an entry: withdraw, readmit, remove, arrive, leave, change, bye, no-bye."""
    entry = get_object_or_404(Entry, pk=entry_id)
    if act not in ACTS:
        raise Http404(act)
    with Refusals(request):
        try:
            ACTS[act](entry, request, actor=actor_of(request))
        except SitsAtBoard:
            return redirect("tournaments:desk_withdraw", entry_id)
    page = BACK.get(request.POST.get("back", ""), "desk_entries")
    return redirect(f"tournaments:{page}", entry.section_id)
