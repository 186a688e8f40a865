"""Results entered on helpers' phones: their boards of the current round, one tap a result."""

from typing import Any, NamedTuple

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.core.access import may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.responses import let_keep
from club.core.requests import actor_of, key_in
from club.live.selectors import followed, last_number
from tournaments.core.scopes import of_section
from tournaments.core.services.event_log import key_of
from tournaments.core.services.locks import pairing_scope, section_scope
from tournaments.events.selectors.sections import boards_of, open_for_results
from tournaments.models import Entry, GameResult, Outcome, Pairing, Round, RoundState, Section
from tournaments.results.outcome_names import names_at, outcome_of_players, sides_of
from tournaments.results.pages.board_marks import warning_marks
from tournaments.results.selectors.results import boards_changed

MAX_SECTIONS = 200


class HelperGame(NamedTuple):
    """A game with its buttons: the outcome of each, by side, and as text."""

    result: GameResult
    told: str
    is_open: bool
    first: str
    second: str
    first_wins: str
    second_wins: str


class HelperBoard(NamedTuple):
    """A board of a helper."""

    pairing: Pairing
    first: Entry
    second: Entry
    games: tuple[HelperGame, ...]
    may_correct: bool

    @property
    def is_done(self) -> bool:
        """True if no result is missing."""
        return not any(game.is_open for game in self.games)


@require_safe
@never_cache
@needs(Capability.RECORD_RESULTS)
def hall(request: HttpRequest) -> HttpResponse:
    """List the sections with a current round in which the account enters results.

    A single section shows its boards.
    """
    actor = actor_of(request)
    rounds = open_for_results(Round.objects.all()).select_related("section__event")
    found: dict[int, Section] = {}
    for row in rounds.order_by("-pk")[:MAX_SECTIONS]:
        if may(actor, Capability.RECORD_RESULTS, section_scope(row.section)):
            found.setdefault(row.section_id, row.section)
    if len(found) == 1:
        return redirect("tournaments:hall_section", next(iter(found)))
    return render(request, "tournaments/results/phone/hall.html", {"sections": list(found.values())})


@require_safe
@never_cache
@needs(Capability.RECORD_RESULTS, scope=of_section)
def section(request: HttpRequest, section_id: int) -> HttpResponse:
    """List the helper's boards in the current round; with `pass=2` those entered by another account."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    actor, is_second = actor_of(request), request.GET.get("pass") == "2"
    fragment = "HX-Request" in request.headers
    news = {name: f"{name}:{section_id}" for name in ("section", "reports")}
    context: dict[str, Any] = {
        "one": row,
        "is_second": is_second,
        **followed(news["section"]),
        "reports_channel": news["reports"],
        "reports_heard": last_number(news["reports"]),
        "round": open_for_results(row.round_rows.all()).order_by("-number").first(),
        "may_see_desk": may(actor, Capability.SEE_DESK, section_scope(row)),
        "may_file": may(actor, Capability.CORRECT_RESULTS, section_scope(row)),
    }
    if context["round"] is None:
        closed = row.round_rows.filter(state=RoundState.CLOSED)
        context["last_round"] = closed.aggregate(last=Max("number"))["last"]
    else:
        context["round"].section = row
        context |= _boards(context["round"], actor, is_second=is_second)
    if fragment and not is_second and context["round"] is not None:
        known = key_in(request.GET.get("after", ""))
        changed = boards_changed(context["round"], news["section"], after=known)
        if changed is not None:
            context["boards"] = [board for board in context["boards"] if board.pairing.pk in changed]
            answer = render(request, "tournaments/results/phone/_hall_news.html", context | {"is_news": True})
            answer["HX-Reswap"] = "none"
            return answer
    if fragment:
        return render(request, "tournaments/results/phone/_hall_boards.html", context)
    return let_keep(request, render(request, "tournaments/results/phone/hall_section.html", context))


def _boards(row: Round, actor: Actor, *, is_second: bool) -> dict[str, Any]:
    """Return the boards of the account, open ones first, with the numbers of missing results.

    These are the games without their first pass, and those without their second.
    """
    own = []
    for pairing in boards_of(row):
        pairing.round = row
        if pairing.black_id and may(actor, Capability.RECORD_RESULTS, pairing_scope(pairing)):
            own.append(pairing)
    boards = [helper_board(pairing, actor, is_second=is_second) for pairing in own]
    if is_second:
        boards = [board for board in boards if board.games]
    boards.sort(key=lambda board: board.is_done)  # open boards first; each part by number
    games = [game for pairing in own for game in pairing.games.all()]
    return {
        "boards": boards,
        "doubts": {} if is_second else warning_marks(row, own),
        "missing": sum(game.outcome == Outcome.PENDING for game in games),
        "unchecked": sum(_lacks_second(game, row.section, actor) for game in games),
    }


def _lacks_second(result: GameResult, section: Section, actor: Actor) -> bool:
    """Check that this account can make the second pass: another account has entered the result."""
    is_once = result.outcome != Outcome.PENDING and result.checked_at is None
    return section.second_pass and is_once and result.entered_key != key_of(actor)


def helper_board(pairing: Pairing, actor: Actor, *, is_second: bool) -> HelperBoard:
    """Return a board for a helper; in the second pass without the results of the first person."""
    section = pairing.round.section
    results = list(pairing.games.all())
    if is_second:
        results = [result for result in results if _lacks_second(result, section, actor)]
    return HelperBoard(
        pairing,
        pairing.white,
        pairing.black or pairing.white,
        tuple(_game(pairing, result, is_second=is_second) for result in results),
        may(actor, Capability.CORRECT_RESULTS, pairing_scope(pairing)),
    )


def _game(pairing: Pairing, result: GameResult, *, is_second: bool) -> HelperGame:
    white, _black = sides_of(pairing, result.number)
    first_is_white = white.pk == pairing.white_id
    wins = (Outcome.WHITE, Outcome.BLACK) if first_is_white else (Outcome.BLACK, Outcome.WHITE)
    names = names_at(pairing, result)
    is_open = is_second or result.outcome == Outcome.PENDING
    return HelperGame(
        result,
        ""
        if is_open
        else outcome_of_players(pairing, result.number, result.outcome, names, mark=result.mark),
        is_open,
        outcome_of_players(pairing, result.number, wins[0], names),
        outcome_of_players(pairing, result.number, wins[1], names),
        *wins,
    )
