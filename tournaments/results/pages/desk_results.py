"""Results entered at the desk and on helpers' phones: one click or key a game."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from club.core.access import Scope, may
from club.core.capabilities import Capability
from club.core.messages import RefusalText
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import CONFLICT, OK, actor_of, key_in, parse_number, sent_content, sent_key
from tournaments.core.hooks import merged, on_round_page
from tournaments.core.scopes import of_pairing, of_round
from tournaments.core.services.entry_keys import EntryAnswer, apply_once
from tournaments.core.services.locks import pairing_scope, section_scope
from tournaments.events.selectors.sections import GAMES, open_games
from tournaments.models import GameResult, Outcome, Pairing, Round, RoundState
from tournaments.results.errors import OverwriteUnconfirmed, PublishedResult, ResultByRuling
from tournaments.results.outcome_names import names_at, outcome_of_players
from tournaments.results.pages.board_marks import marks_of, warning_marks
from tournaments.results.pages.boards import key_texts, some_lines
from tournaments.results.pages.helper_entry import helper_board
from tournaments.results.result_marks import read_marked
from tournaments.results.selectors.results import ruling_of_result
from tournaments.results.services.results import confirm_warning, forfeit_match, record_result

GAME_DIGITS = 3
CONFLICTS = frozenset({PublishedResult.code, OverwriteUnconfirmed.code})


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_pairing)
def record(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Enter the result of a game; by htmx the response is the changed row."""
    return _record(request, pairing_id, game, request.POST.get("outcome", ""))


def _posted_key(request: HttpRequest) -> tuple[str, str]:
    """Return the board of a pressed key, and the rest of the key: game and outcome."""
    board, _stop, rest = request.POST.get("replace", request.POST.get("r", "")).partition(".")
    return board, rest


def _of_posted_board(request: HttpRequest, **_more: object) -> Scope | None:
    """Return the scope of the board that a pressed key names; None without one."""
    board, rest = _posted_key(request)
    return of_pairing(request, key_in(board)) if board or rest or "replace" in request.POST else None


@require_POST
@needs(Capability.RECORD_RESULTS, scope=_of_posted_board)
def enter(request: HttpRequest) -> HttpResponse:
    """Enter the result that a key of a table names: board, game and outcome, separated by full stops.

    One form with one address serves all keys of a round: hundreds of forms would make a large page.
    """
    is_replaced = "replace" in request.POST
    if not is_replaced and not request.POST.get("r"):
        return redirect("tournaments:hall")
    board, rest = _posted_key(request)
    game, _stop, outcome = rest.partition(".")
    number = parse_number(game, digits=GAME_DIGITS) or 0
    return _record(request, key_in(board), number, outcome, is_confirmed=is_replaced)


def _record(
    request: HttpRequest, pairing_id: int, game: int, told: str, *, is_confirmed: bool = False
) -> HttpResponse:
    """Enter a result and answer in the form that the page asks for: JSON, a part of the page, or a page."""
    outcome, mark = read_marked(told)
    sent = EntryAnswer()
    if outcome in Outcome.values:
        sent = apply_once(
            key=sent_key(request),
            content=sent_content(request),
            actor=actor_of(request),
            act=lambda: record_result(
                pairing_id=pairing_id,
                game=game,
                outcome=outcome,
                was=request.POST.get("was"),
                mark=mark,
                is_adjudicated=request.POST.get("adjudicated") == "1",
                actor=actor_of(request),
                reason=_reason_at(request, pairing_id, game),
                may_overwrite=is_confirmed or request.POST.get("confirm") == "1",
                overrules_ruling=request.POST.get("overrules") == "1",
            ),
        )
    if request.headers.get("Accept") == "application/json":
        return answer_outbox(request, pairing_id, game, told, sent)
    if "HX-Request" in request.headers:
        return _board_now(request, pairing_id, game, sent.refusal)
    if isinstance(sent.error, (OverwriteUnconfirmed, ResultByRuling)):
        return _overwrite_page(request, pairing_id, game, told)
    if sent.refusal is not None:
        messages.error(request, " ".join(sent.refusal))
    row = get_object_or_404(Round.objects.filter(pairings=pairing_id).only("section_id"))
    if request.POST.get("page") == "hall":
        return redirect("tournaments:hall_section", row.section_id)
    return redirect("tournaments:desk_round", row.pk)


def answer_outbox(
    request: HttpRequest,
    pairing_id: int,
    game: int,
    told: str,
    sent: EntryAnswer,
    more: Mapping[str, str] | None = None,
) -> JsonResponse:
    """Answer a device that keeps the entry until then: the refusal, both results, and the board as it is now.

    A stored result that a newer entry would replace comes with the entered one, for a person to choose. In
    the second pass nothing is said of the first. `more` is added to the answer.
    """
    answer = sent.as_json() | dict(more or {})
    if sent.code in CONFLICTS and request.POST.get("pass") != "2":
        answer["conflict"] = _conflict(request, pairing_id, game, told)
    if request.headers.get("X-Board") == "1":
        answer["board"] = _board_now(request, pairing_id, game, None).content.decode()
    return JsonResponse(answer, status=sent.status)


def _conflict(request: HttpRequest, pairing_id: int, game: int, told: str) -> dict[str, Any]:
    """Return the stored result and the entered one in words, and whether the account may replace it."""
    pairing, result = _game_at(pairing_id, game)
    (outcome, mark), names = read_marked(told), names_at(pairing, result)
    mine = outcome_of_players(pairing, game, outcome, names, mark=mark or "")
    stored = outcome_of_players(pairing, game, result.outcome, names, mark=result.mark)
    may_replace = may(actor_of(request), Capability.CORRECT_RESULTS, pairing_scope(pairing))
    return {
        "was": result.outcome,
        "theirs": stored,
        "by": result.entered_by if may_replace else "",
        "mine": mine,
        "may_replace": may_replace,
    }


def _game_at(pairing_id: int, game: int) -> tuple[Pairing, GameResult]:
    rows = Pairing.objects.select_related("round__section__event", "white", "black").defer("round__reasons")
    pairing = get_object_or_404(rows, pk=pairing_id)
    return pairing, get_object_or_404(GameResult.every, pairing=pairing, number=game)


def _reason_at(request: HttpRequest, pairing_id: int, game: int) -> str:
    """Return the reason given for a game: a form around all boards has a field for each that needs one."""
    given = request.POST.get("reason") or request.POST.get(f"reason-{pairing_id}-{game}", "")
    return given[:500]


@require_safe
@needs(Capability.RECORD_RESULTS, scope=of_pairing)
def overwrite(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Ask whether a result replaces the stored one; by htmx for the dialog of the page."""
    told = request.GET.get("outcome", "")
    if read_marked(told)[0] not in Outcome.values:
        return redirect("tournaments:desk_other_results", pairing_id, game)
    return _overwrite_page(request, pairing_id, game, told, status=OK)


def _overwrite_page(
    request: HttpRequest, pairing_id: int, game: int, told: str, *, status: int = CONFLICT
) -> HttpResponse:
    pairing, result = _game_at(pairing_id, game)
    outcome, mark = read_marked(told)
    names = names_at(pairing, result)
    may_correct = may(actor_of(request), Capability.CORRECT_RESULTS, pairing_scope(pairing))
    context = {
        "section": "desk",
        "tab": "rounds",
        "one": pairing.round.section,
        "round": pairing.round,
        "pairing": pairing,
        "result": result,
        "told": told,
        "ruling": ruling_of_result(result) if may_correct else None,
        "page": request.POST.get("page", "") or request.GET.get("page", ""),
        "was_text": outcome_of_players(pairing, game, result.outcome, names, mark=result.mark),
        "new_text": outcome_of_players(pairing, game, outcome, names, mark=mark or ""),
    }
    part = "_overwrite" if "HX-Request" in request.headers else "overwrite"
    return render(request, f"tournaments/results/desk/{part}.html", context, status=status)


def _board_now(request: HttpRequest, pairing_id: int, game: int, refusal: RefusalText | None) -> HttpResponse:
    """Render the htmx fragment after a result: the game row on the desk, the board on a helper's phone."""
    context: dict[str, Any] = {"refusal": refusal, "game": game}
    if request.POST.get("page") == "hall":
        context |= _hall_board(request, pairing_id)
        return render(request, "tournaments/results/phone/_hall_board.html", context)
    rounds = Round.objects.select_related("section__event").defer("reasons")
    context |= changed_board(request, get_object_or_404(rounds, pairings=pairing_id), pairing_id)
    answer = render(request, "tournaments/results/desk/_recorded.html", context)
    answer["HX-Reswap"] = "none"
    return answer


def _hall_board(request: HttpRequest, pairing_id: int) -> dict[str, Any]:
    rows = Pairing.objects.select_related("round__section__event", "white", "black")
    pairing = get_object_or_404(rows.defer("round__reasons").prefetch_related(GAMES), pk=pairing_id)
    row, is_second = pairing.round, request.POST.get("pass") == "2"
    return {
        "round": row,
        "one": row.section,
        "board": helper_board(pairing, actor_of(request), is_second=is_second),
        "is_second": is_second,
        "doubts": {} if is_second else warning_marks(row, [pairing]),
    }


def changed_board(request: HttpRequest, row: Round, pairing_id: int) -> dict[str, Any]:
    """Return the context of one row of the table of results, and of what a result changes around it."""
    actor, scope = actor_of(request), section_scope(row.section)
    (line,) = some_lines(row, [pairing_id])
    later = set(row.section.round_rows.filter(number__gt=row.number).values_list("state", flat=True))
    return {
        "round": row,
        "one": row.section,
        "line": line,
        "marks": marks_of(row, [line.pairing]),
        "keys": key_texts(row.section),
        "takes_keys": RoundState.CLOSED not in later,
        "may_record": True,
        "may_correct": may(actor, Capability.CORRECT_RESULTS, scope),
        "later": bool(later),
        "may_run": may(actor, Capability.RUN_EVENTS, scope),
        "open_games": open_games(row),
        "is_answer": True,
        **merged(on_round_page(row, [line.pairing])),
    }


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_round)
def doubt(request: HttpRequest, round_id: int) -> HttpResponse:
    """Confirm a doubtful result as correct; a button among the keys has the doubt in its address."""
    with Refusals(request):
        confirm_warning(
            round_id=round_id,
            code=_told(request, "code")[:40],
            about=_told(request, "about")[:200],
            actor=actor_of(request),
        )
    if request.POST.get("page") == "hall":
        section_id = get_object_or_404(Round, pk=round_id).section_id
        return redirect("tournaments:hall_section", section_id)
    return redirect("tournaments:desk_round", round_id)


def _told(request: HttpRequest, name: str) -> str:
    return request.POST.get(name) or request.GET.get(name, "")


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_pairing)
def forfeit(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Enter the open boards of a match as forfeited by the given team, or by both."""
    row = get_object_or_404(Pairing, pk=pairing_id)
    with Refusals(request):
        forfeit_match(
            pairing_id=pairing_id,
            entry_id=parse_number(request.POST.get("team", "")) or None,
            actor=actor_of(request),
            reason=request.POST.get("reason", "")[:500],
        )
    return redirect("tournaments:desk_round", row.round_id)
