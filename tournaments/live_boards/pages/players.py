"""The pad of the players: both phones at a board enter its moves, and follow each other's."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from club.core.errors import ClubError
from club.core.limits import count, problem, too_many
from club.core.messages import refusal_text
from club.core.outside_data import load_json
from club.core.pages.access import public
from club.core.requests import actor_of, parse_number, speak_unless_chosen
from games.laws.in_play import MAX_TEXT, EnteredMove
from tournaments.live_boards.errors import MoveUnreadableLive, PlayersDoNotEnter
from tournaments.live_boards.pages.operating import pads_of
from tournaments.live_boards.selectors.boards import boards_for_players, entry_facts, find_board
from tournaments.live_boards.services.moves import MovesEntry, enter_moves_of_players
from tournaments.models import LiveState, Pairing
from tournaments.results.selectors.results import pairing_on
from tournaments.results.services.player_reports import live_card

CALLS_A_BOARD: Final = 120
READS_A_BOARD: Final = 360  # both phones read after each change
SECONDS: Final = 60
UNREADABLE: Final = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
MAX_MOVES: Final = 20  # of one request


@require_safe
@never_cache
@public
def board_moves(request: HttpRequest, token: str) -> HttpResponse:
    """Show the pad to whoever has the card of the board."""
    return players_pad(
        request,
        pairing_on(live_card(token)),
        address=lambda board_id: reverse("tournaments:board_moves_enter", args=[token, board_id]),
        back=reverse("tournaments:board", args=[token]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def board_moves_enter(request: HttpRequest, token: str, board_id: int) -> HttpResponse:
    """Enter moves with the card of the board, or read it again."""
    return answer_pad(request, pairing_on(live_card(token)), board_id)


def players_pad(
    request: HttpRequest, pairing: Pairing | None, *, address: Callable[[int], str], back: str
) -> HttpResponse:
    """Render the pad of a pairing for a phone of its players: the first unfinished game, or `?game=`.

    `address` returns the address that enters the moves of a live board.
    """
    boards = boards_for_players(pairing) if pairing is not None else []
    if not boards:
        raise PlayersDoNotEnter
    asked = parse_number(request.GET.get("game", ""))
    open_boards = [one for one in boards if one.state != LiveState.FINISHED]
    board = next((one for one in boards if one.game == asked), (open_boards or boards)[0])
    row = board.pairing.round
    speak_unless_chosen(request, row.section.event.language)
    context = {
        "event": row.section.event,
        "round": row,
        "pads": [pad | {"url": address(board.pk)} for pad in pads_of([board])],
        "now": timezone.now(),
        "games": [one.game for one in boards],
        "back": back,
    }
    return render(request, "tournaments/live_boards/players.html", context)


def answer_pad(
    request: HttpRequest, pairing: Pairing | None, board_id: int, *, speaker: str = ""
) -> HttpResponse:
    """Enter the moves that a player's phone sends, and answer with the board; a refusal is a problem.

    `speaker` is the player for the audit log; a card does not say which of the two it is.
    """
    if pairing is None or board_id not in {one.pk for one in boards_for_players(pairing)}:
        raise Http404
    name, most = ("live_pad", CALLS_A_BOARD) if request.method == "POST" else ("live_pad_read", READS_A_BOARD)
    counted = count(name, str(board_id), most=most, seconds=SECONDS)
    if counted.is_too_many:
        return too_many(request, counted)
    if request.method == "POST":
        label = f"{speaker}, board {pairing.board_number}" if speaker else f"board {pairing.board_number}"
        actor = replace(actor_of(request), label=label)
        try:
            enter_moves_of_players(
                board_id=board_id, pairing_id=pairing.pk, entry=_entry_of(request), actor=actor
            )
        except ClubError as error:
            words = refusal_text(error)
            return problem(
                request,
                status=error.status,
                code=error.code,
                title=words.what,
                next_step=words.next_step,
                facts=error.facts,
            )
    board = find_board(board_id)
    assert board is not None  # noqa: S101 - it is one of the boards above
    facts = entry_facts(board, with_replies="replies" in request.GET)
    return JsonResponse(facts, status=HTTPStatus.OK)


def _entry_of(request: HttpRequest) -> MovesEntry:
    """Read the moves of a request; what has another form is no move. No database stores a NUL in a key."""
    body = _body(request)
    try:
        sent = load_json(body.decode())
        texts = [str(one["text"])[: MAX_TEXT + 1] for one in sent["moves"][:MAX_MOVES]]
        sequence, keep = (
            None if sent.get(name) is None else int(sent[name]) for name in ("sequence", "keep")
        )
        key = str(sent.get("key") or "").replace("\0", "")[:64]
    except UNREADABLE as error:
        raise MoveUnreadableLive(text=body[:60].decode("utf-8", "replace")) from error
    return MovesEntry(
        moves=[EnteredMove(text) for text in texts],
        sequence=sequence,
        keep=None if keep is None else max(keep, 0),
        key=key,
        only_legal=sent.get("only_legal") is True,
    )


def _body(request: HttpRequest) -> bytes:
    """Return the body of a request; nothing of a form, which was read on the way here."""
    try:
        return request.body
    except RawPostDataException:
        return b""
