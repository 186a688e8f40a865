"""The page of a player: board, opponent, report, standings and rounds, on a phone or for an account."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.core.limits import count, too_many
from club.core.pages.access import public
from club.core.requests import actor_of, key_in, sent_content, sent_key, speak_unless_chosen
from club.live.selectors import last_numbers
from tournaments.cases.pages.board_phone import (
    MAX_TEXT_LENGTH,
    POSTS_A_CARD,
    SECONDS,
    call_context,
    device_of,
    give_device,
    phone_game,
    set_device_cookie,
)
from tournaments.cases.services.calls import call_arbiter, cancel_call
from tournaments.core.services.entry_keys import NOTHING_SENT, EntryAnswer, apply_once
from tournaments.core.services.event_log import board_channel
from tournaments.entries.entry_links import entry_secret
from tournaments.entries.selectors.admissions import admission_of
from tournaments.entries.services.check_ins import arrive_by_link
from tournaments.evening.errors import NoGameToReport, NotFollowed
from tournaments.evening.pages.pushes import push_context
from tournaments.evening.selectors import (
    Evening,
    EveningState,
    entries_of_account,
    entries_on_phone,
    evening_of,
)
from tournaments.live_boards.selectors.boards import pad_of_players
from tournaments.models import Entry, EntryState, Outcome, PlayerReports
from tournaments.results.selectors.results import reports_at
from tournaments.results.services.player_reports import report_result
from tournaments.standings.pages.player_page import record_context

KEEP_HEADER: Final = "X-Keep-Copy"
"""Header of pages that the service worker keeps for the time without network."""


def _players(request: HttpRequest) -> tuple[list[Entry], list[Entry]]:
    """Return the players of the phone, and those of the account that are not on the phone."""
    on_phone = entries_on_phone(device_of(request))
    keys = {one.pk for one in on_phone}
    return on_phone, [one for one in entries_of_account(actor_of(request)) if one.pk not in keys]


def followed_player(request: HttpRequest, entry_id: int) -> tuple[Entry, list[Entry], bool]:
    """Return a player that this request may follow, all of them, and if the phone is connected.

    Raises NotFollowed for any other entry: its number opens nothing.
    """
    on_phone, of_account = _players(request)
    players = [*on_phone, *of_account]
    entry = next((one for one in players if one.pk == entry_id), None)
    if entry is None:
        raise NotFollowed
    return entry, players, entry in on_phone


@require_safe
@never_cache
@public
def evenings(request: HttpRequest) -> HttpResponse:
    """Show the evening of the only player, or the players to choose from."""
    on_phone, of_account = _players(request)
    players = [*on_phone, *of_account]
    if len(players) == 1:
        return _page(request, players[0], players, is_on_phone=bool(on_phone))
    return render(request, "tournaments/evening/evenings.html", {"players": players})


@require_safe
@never_cache
@public
def evening(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Show the evening of a player."""
    entry, players, is_on_phone = followed_player(request, entry_id)
    return _page(request, entry, players, is_on_phone=is_on_phone)


@require_POST
@never_cache
@public
def report(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Store the player's report as from the card at the board; repeating it changes nothing."""
    return _act(request, entry_id, _report)


@require_POST
@never_cache
@public
def call(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Call the arbiter to the player's board, or cancel the call of this phone. Idempotent."""
    return _act(request, entry_id, _call)


@require_POST
@never_cache
@public
def arrive(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Check the player in, while the director has self check-in open."""
    return _act(request, entry_id, _arrive)


def _act(request: HttpRequest, entry_id: int, act: Any) -> HttpResponse:
    """Act for a player within the limit of requests; answer a script with the refusal, others with a page."""
    entry, players, is_on_phone = followed_player(request, entry_id)
    if not entry.section.event.is_public:
        raise Http404
    counted = count("evening", str(entry_id), most=POSTS_A_CARD, seconds=SECONDS)
    if counted.is_too_many:
        return too_many(request, counted)
    sent = apply_once(
        key=sent_key(request),
        content=sent_content(request),
        actor=actor_of(request),
        act=lambda: act(request, entry),
    )
    if request.headers.get("Accept") == "application/json":
        return JsonResponse(sent.as_json(), status=sent.status)
    if sent.is_done:
        return redirect("tournaments:evening", entry_id)
    return _page(request, entry, players, is_on_phone=is_on_phone, sent=sent)


def _report(request: HttpRequest, entry: Entry) -> None:
    pairing_id, found = key_in(request.POST.get("pairing", "")), evening_of(entry)
    pairing = next((one.pairing for one in found.record.rounds if one.pairing.pk == pairing_id), None)
    card = found.card if pairing is not None and pairing == found.pairing else None
    if pairing is None or card is None:
        raise NoGameToReport(name=entry.name)
    report_result(
        token=card.token,
        pairing_id=pairing_id,
        game=key_in(request.POST.get("game", "")),
        is_white=pairing.white_id == entry.pk,
        outcome=request.POST.get("outcome", ""),
        device=give_device(request),
        actor=actor_of(request),
    )


def _call(request: HttpRequest, entry: Entry) -> None:
    card = evening_of(entry).card
    if card is None or entry.section.player_reports == PlayerReports.OFF:
        raise NoGameToReport(name=entry.name)
    who: dict[str, Any] = {"card": card, "actor": actor_of(request), "device": give_device(request)}
    if request.POST.get("act") == "take-back":
        cancel_call(**who)
    else:
        call_arbiter(entry_id=entry.pk, text=request.POST.get("text", "")[:MAX_TEXT_LENGTH], **who)


def _arrive(request: HttpRequest, entry: Entry) -> None:
    arrive_by_link(secret=entry_secret(entry), actor=actor_of(request))


# ---- the page ----


def _page(
    request: HttpRequest,
    entry: Entry,
    players: list[Entry],
    *,
    is_on_phone: bool,
    sent: EntryAnswer = NOTHING_SENT,
) -> HttpResponse:
    section = entry.section
    speak_unless_chosen(request, section.event.language)
    give_device(request)
    context: dict[str, Any] = {
        "entry": entry,
        "one": section,
        "event": section.event,
        "players": players,
        "is_on_phone": is_on_phone,
        "is_own_page": True,
        "refusal": sent.refusal,
        "now": timezone.now(),
        "report_url": reverse("tournaments:evening_report", args=[entry.pk]),
        "call_url": reverse("tournaments:evening_call", args=[entry.pk]),
    }
    context |= _evening_context(request, entry) if section.event.is_public else {"state": "hidden"}
    context["title"] = _title(context)
    if is_on_phone:
        context |= push_context(entry, device_of(request))
    answer = render(request, "tournaments/evening/evening.html", context, status=sent.status)
    if is_on_phone:
        answer.headers[KEEP_HEADER] = "1"
    return set_device_cookie(request, answer)


def _evening_context(request: HttpRequest, entry: Entry) -> dict[str, Any]:
    section, rounds_channel = entry.section, f"rounds:{entry.section_id}"
    rounds_heard = last_numbers([rounds_channel])  # before the rows are read that it tells about
    found = evening_of(entry)
    context = record_context(found.record, section, names_criteria=True) | {
        "evening": found,
        "record": found.record,
        "round": found.round,
        "state": found.state.value,
        "rounds_channel": rounds_channel,
        "rounds_heard": rounds_heard.get(rounds_channel, 0),
        "may_arrive": entry.state == EntryState.CONFIRMED
        and entry.checked_in_at is None
        and admission_of(section).check_in_is_open,
        "past": [],
    }
    context["past"] = [
        one for one in context["lines"] if one.played.pairing != found.pairing or not found.is_on
    ]
    return context | (_game_context(request, found) if found.state is EveningState.GAME else {})


def _game_context(request: HttpRequest, found: Evening) -> dict[str, Any]:
    pairing, entry, card = found.pairing, found.entry, found.card
    if pairing is None or pairing.black is None:
        return {}
    channel = board_channel(card.pk, card.token) if card is not None else ""
    heard = last_numbers([channel]).get(channel, 0) if channel else 0
    is_white = pairing.white_id == entry.pk
    mine, other = (pairing.white, pairing.black) if is_white else (pairing.black, pairing.white)
    told = reports_at(pairing)
    games = [
        phone_game(pairing, one.number, told.get(one.number), mine, other) for one in pairing.games.all()
    ]
    is_open = any(not game.is_in for game in games)
    takes_reports = card is not None and found.section.player_reports != PlayerReports.OFF
    is_known = found.round is not None and found.extent.after == found.round.number - 1
    return {
        "pairing": pairing,
        "is_white": is_white,
        "me": ("white" if is_white else "black") if takes_reports else "",
        "player": mine,
        "opponent": other,
        "opponent_points": found.extent.points.get(other.number or 0) if is_known else None,
        "games": games,
        "is_on": True,
        "is_open": is_open,
        "takes_reports": takes_reports,
        "channel": channel,
        "heard": heard,
        "ring": f"{pairing.pk}-{pairing.board_number}" if _is_unplayed(found) else "",
        **(pad_of_players(pairing) if is_open else {}),
        **(call_context(request, card, pairing) if takes_reports and card is not None else {}),
    }


def _is_unplayed(found: Evening) -> bool:
    games = found.pairing.games.all() if found.pairing is not None else ()
    return all(game.outcome == Outcome.PENDING for game in games)


def _title(context: dict[str, Any]) -> str:
    if context["state"] == "game" and context["is_open"]:
        facts = {"number": context["pairing"].board_number, "name": context["opponent"].name}
        if context["one"].is_team:
            return _("Match %(number)s: %(name)s") % facts
        return _("Board %(number)s: %(name)s") % facts
    if context["state"] == "waiting":
        return _("Waiting for round %(number)s") % {"number": context["evening"].next_number}
    return _("My evening")
