"""The quick field of the results page, and the undo of the last result."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Submission, submit
from club.core.requests import CONFLICT, actor_of, key_in, parse_number, sent_content, sent_key
from tournaments.core.scopes import of_round
from tournaments.core.services.entry_keys import apply_once
from tournaments.models import Pairing, Round
from tournaments.results.errors import OverwriteUnconfirmed
from tournaments.results.outcome_names import names_at, outcome_of_players
from tournaments.results.pages.desk_results import GAME_DIGITS, answer_outbox, changed_board
from tournaments.results.selectors.results import playing_boards
from tournaments.results.services.quick_results import (
    MAX_LENGTH,
    enter_line,
    undo_last_result,
    undo_result,
)


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_round)
def quick(request: HttpRequest, round_id: int) -> HttpResponse:
    """Enter a line such as “14 1”; the answer says what was entered, and asks before it replaces a result."""
    row = _round(round_id)
    text = request.POST.get("quick", "").strip()[:MAX_LENGTH]
    is_confirmed = request.POST.get("confirm") == "1"
    sent = submit(
        request,
        None,
        lambda: enter_line(row=row, text=text, is_confirmed=is_confirmed, actor=actor_of(request)),
    )
    return _answer(request, row, sent, {"quick": text})


@require_POST
@needs(Capability.UNDO, scope=of_round)
def undo(request: HttpRequest, round_id: int) -> HttpResponse:
    """Undo the last result that this account entered in the round, or the result that a device names."""
    row = _round(round_id)
    if "undo" in request.POST:
        return _undo_named(request, row)
    sent = submit(request, None, lambda: undo_last_result(row=row, actor=actor_of(request)))
    return _answer(request, row, sent, {"is_undone": True})


def _undo_named(request: HttpRequest, row: Round) -> HttpResponse:
    """Undo the result of a game (`undo`: pairing and game) that the device has entered as `was`, once.

    Like other entries of a device, it is answered by its key, with both results if another one is there now.
    """
    key, _stop, number = request.POST["undo"].partition(".")
    pairing = get_object_or_404(playing_boards(row), pk=key_in(key))
    pairing.round = row
    game = parse_number(number, digits=GAME_DIGITS) or 0
    sent = apply_once(
        key=sent_key(request),
        content=sent_content(request),
        actor=actor_of(request),
        act=lambda: undo_result(
            pairing=pairing, game=game, was=request.POST.get("was", ""), actor=actor_of(request)
        ),
    )
    more = {"said": _("Undone. %(board)s") % {"board": _board_text(pairing)}} if sent.is_done else {}
    return answer_outbox(request, pairing.pk, game, request.POST.get("to", ""), sent, more)


def _round(round_id: int) -> Round:
    return get_object_or_404(Round.objects.select_related("section__event").defer("reasons"), pk=round_id)


def _answer(request: HttpRequest, row: Round, sent: Submission, context: dict[str, Any]) -> HttpResponse:
    """Answer by htmx with the board and what was done; otherwise with a page or a message on the next one."""
    pairing: Pairing | None = sent.result
    asks = isinstance(sent.error, OverwriteUnconfirmed)
    context |= {
        "round": row,
        "one": row.section,
        "asks": asks,
        "refusal": sent.refusal,
        "is_done": sent.is_done,
    }
    if pairing is not None:
        told = _board_text(pairing)
        context["said"] = _("Undone. %(board)s") % {"board": told} if context.get("is_undone") else told
    if "HX-Request" in request.headers:
        if pairing is not None:
            context |= changed_board(request, row, pairing.pk)
        return render(request, "tournaments/results/desk/_quick_told.html", context)
    if asks:
        context |= {"section": "desk", "tab": "rounds"}
        return render(request, "tournaments/results/desk/quick_overwrite.html", context, status=CONFLICT)
    if sent.refusal is not None:
        messages.error(request, " ".join(sent.refusal))
    else:
        messages.success(request, context["said"])
    return redirect("tournaments:desk_round", row.pk)


def _board_text(pairing: Pairing) -> str:
    """Return a board with the results of its games in words."""
    told = [
        outcome_of_players(pairing, one.number, one.outcome, names_at(pairing, one), mark=one.mark)
        for one in pairing.games.select_related("first_member", "second_member").order_by("number")
    ]
    return _("Board %(board)s: %(results)s.") % {"board": pairing.board_number, "results": "; ".join(told)}
