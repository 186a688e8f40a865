"""The page behind the code at a board: players, opening, and the result as both players report it."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.limits import count, too_many
from club.core.pages.access import public
from club.core.requests import actor_of, key_in, sent_content, sent_key, speak_unless_chosen
from club.live.selectors import followed, last_number
from tournaments.cases.services.calls import call_arbiter, cancel_call, device_key, open_call_at
from tournaments.core.hooks import merged, on_board_phone
from tournaments.core.services.entry_keys import NOTHING_SENT, EntryAnswer, apply_once
from tournaments.core.services.event_log import board_channel
from tournaments.core.services.locks import pairing_scope
from tournaments.models import BoardCard, Case, Entry, Outcome, Pairing, PlayerReports, RoundState
from tournaments.results.outcome_names import names_at, outcome_of_players
from tournaments.results.pages.boards import board_line
from tournaments.results.selectors.results import GameReports, pairing_on, reports_at
from tournaments.results.services.player_reports import live_card, report_result

DEVICE_DAYS: Final = 31
MAX_TEXT_LENGTH: Final = 300
POSTS_A_CARD: Final = 30
SECONDS: Final = 60
SIDES: Final = {"white": True, "black": False}


class Choice(NamedTuple):
    """A result that a player can report: by side, and as text."""

    outcome: str
    text: str


class PhoneGame(NamedTuple):
    """A game from the view of one player."""

    number: int
    is_in: bool
    told: str  # the result, if there is one
    mine: str
    theirs: str
    their_outcome: str
    is_disputed: bool
    choices: tuple[Choice, ...]
    seats: tuple[str, str]  # names of White and Black in a team match


@require_safe
@never_cache
@public
def board(request: HttpRequest, token: str) -> HttpResponse:
    """Show the current players of the board and the possible reports."""
    return _page(request, live_card(token))


@require_POST
@never_cache
@public
def report(request: HttpRequest, token: str) -> HttpResponse:
    """Store a player's report; repeating it changes nothing."""
    me = request.POST.get("me", "")
    return _answer_post(
        request,
        live_card(token),
        lambda _card: report_result(
            token=token,
            pairing_id=key_in(request.POST.get("pairing", "")),
            game=key_in(request.POST.get("game", "")),
            is_white=SIDES.get(me, True),
            outcome=request.POST.get("outcome", "") if me in SIDES else "",
            device=device_of(request),
            actor=actor_of(request),
        ),
        address=f"{reverse('tournaments:board', args=[token])}?me={me}",
    )


@require_POST
@never_cache
@public
def call(request: HttpRequest, token: str) -> HttpResponse:
    """Call the arbiter, or cancel the call of this phone. Idempotent."""
    who: dict[str, Any] = {"actor": actor_of(request), "device": device_of(request)}

    def act(card: BoardCard) -> None:
        if request.POST.get("act") == "take-back":
            cancel_call(card=card, **who)
        else:
            entry_id = key_in(request.POST.get("entry", "")) or None
            text = request.POST.get("text", "")[:MAX_TEXT_LENGTH]
            call_arbiter(card=card, entry_id=entry_id, text=text, **who)

    return _answer_post(request, live_card(token), act, address=reverse("tournaments:board", args=[token]))


def _answer_post(
    request: HttpRequest, card: BoardCard, act: Callable[[BoardCard], object], *, address: str
) -> HttpResponse:
    """Act for a board within its limit of requests; answer a script with the refusal, others with a page."""
    counted = count("board", str(card.pk), most=POSTS_A_CARD, seconds=SECONDS)
    if counted.is_too_many:
        return too_many(request, counted)
    sent = apply_once(
        key=sent_key(request), content=sent_content(request), actor=actor_of(request), act=lambda: act(card)
    )
    if request.headers.get("Accept") == "application/json":
        return JsonResponse(sent.as_json(), status=sent.status)
    return redirect(address) if sent.is_done else _page(request, card, sent)


def call_context(request: HttpRequest, card: BoardCard, pairing: Pairing) -> dict[str, Any]:
    """Return the open call, the person on the way, and the link for those who deal with it."""
    waiting, device = open_call_at(card, pairing), device_of(request)
    return {
        "call": waiting,
        "call_is_ours": waiting is not None and device and waiting.reported_key == device_key(device),
        "coming": "" if waiting is None else _arbiter_name(waiting),
        "may_file": may(actor_of(request), Capability.CORRECT_RESULTS, pairing_scope(pairing)),
    }


def _arbiter_name(waiting: Case) -> str:
    """Return the given name of the account that took a call, or the label of its pass; never an address."""
    name = waiting.taken_by
    if "@" in name:
        return ""
    return name if waiting.taken_key.startswith("pass:") else name.partition(" ")[0]


def device_of(request: HttpRequest) -> str:
    """Return the stored key of a phone: a hash of its cookie; empty for a phone without one."""
    told = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    return hashlib.sha256(told.encode()).hexdigest() if told else ""


def give_device(request: HttpRequest) -> str:
    """Return the key of a phone, which gets a number if it has none; the answer must set the cookie."""
    if not request.COOKIES.get(settings.DEVICE_COOKIE_NAME):
        request.COOKIES[settings.DEVICE_COOKIE_NAME] = secrets.token_urlsafe(16)
    return device_of(request)


def _page(request: HttpRequest, card: BoardCard, sent: EntryAnswer = NOTHING_SENT) -> HttpResponse:
    section = card.section
    speak_unless_chosen(request, section.event.language)
    rounds = f"rounds:{section.pk}"
    heard = followed(board_channel(card.pk, card.token))
    heard |= {"rounds_channel": rounds, "rounds_heard": last_number(rounds)}
    pairing = pairing_on(card)
    context: dict[str, Any] = {"card": card, "one": section, "refusal": sent.refusal, **heard}
    context["report_url"] = reverse("tournaments:board_report", args=[card.token])
    context["call_url"] = reverse("tournaments:board_call", args=[card.token])
    if pairing is not None:
        context |= _board(request, pairing) | call_context(request, card, pairing)
        context |= merged(on_board_phone(pairing))
    fragment = "HX-Request" in request.headers
    template = "tournaments/cases/phone/_board.html" if fragment else "tournaments/cases/phone/board.html"
    answer = render(request, template, context, status=sent.status)
    return answer if device_of(request) else set_device_cookie(request, answer)


def set_device_cookie(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Set or renew the cookie that identifies the phone: a random number, with no other data."""
    give_device(request)
    answer.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        request.COOKIES[settings.DEVICE_COOKIE_NAME],
        max_age=DEVICE_DAYS * 86_400,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _board(request: HttpRequest, pairing: Pairing) -> dict[str, Any]:
    told = reports_at(pairing)
    me = request.POST.get("me") or request.GET.get("me", "") or _reporting_side(request, pairing, told)
    me = me if me in SIDES else ""
    black = pairing.black or pairing.white
    mine, other = (pairing.white, black) if me == "white" else (black, pairing.white)
    games = [
        phone_game(pairing, number.number, told.get(number.number), mine, other)
        for number in pairing.games.all()
    ]
    is_on = pairing.round.state == RoundState.PUBLISHED
    return {
        "line": board_line(pairing),
        "pairing": pairing,
        "round": pairing.round,
        "me": me,
        "player": mine if me else None,
        "opponent": other if me else None,
        "games": games,
        "is_on": is_on,
        "may_hand_over": pairing.round.section.player_reports == PlayerReports.ONE_PHONE,
    }


def _reporting_side(request: HttpRequest, pairing: Pairing, told: dict[int, GameReports]) -> str:
    """Return the player whom this phone has reported for, if it is one of the two."""
    device = device_of(request)
    spoken = {
        one.entry_id for game in told.values() for one in game.reports if device and one.device == device
    }
    if len(spoken) != 1:
        return ""
    return "white" if pairing.white_id in spoken else "black"


def phone_game(
    pairing: Pairing, number: int, told: GameReports | None, mine: Entry, other: Entry
) -> PhoneGame:
    """Return a game of a pairing from the view of `mine`, with the reports of both."""
    result = next(one for one in pairing.games.all() if one.number == number)
    names = names_at(pairing, result)
    said = {one.entry_id: one.outcome for one in told.reports} if told else {}

    def words(outcome: str) -> str:
        return outcome_of_players(pairing, number, outcome, names) if outcome else ""

    has_white = (mine.pk == pairing.white_id) == (number % 2 == 1)
    won, lost = (Outcome.WHITE, Outcome.BLACK) if has_white else (Outcome.BLACK, Outcome.WHITE)
    is_in = result.outcome != Outcome.PENDING
    return PhoneGame(
        number,
        is_in,
        words(result.outcome) if is_in else "",
        words(said.get(mine.pk, "")),
        words(said.get(other.pk, "")),
        said.get(other.pk, ""),
        told is not None and told.dispute is not None,
        tuple(Choice(one, words(one)) for one in (won, Outcome.DRAW, lost)),
        names if result.first_member or result.second_member else ("", ""),
    )
