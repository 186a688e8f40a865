"""One board at the desk: the reasons of its pairing, its opening, and rare results."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, parse_number
from tournaments.core.openings import ballot_text
from tournaments.core.scopes import of_pairing
from tournaments.core.services.locks import pairing_scope
from tournaments.events.selectors.sections import GAMES
from tournaments.models import GameResult, Pairing, RoundState
from tournaments.results.outcome_names import names_at, outcome_of_players
from tournaments.results.pages.boards import board_line
from tournaments.results.result_marks import marked_outcomes
from tournaments.results.selectors.results import ruling_of_result
from tournaments.rounds.pages.checker import names_of
from tournaments.rounds.pages.reasons import reasons_context
from tournaments.rounds.services.ballots import redraw_opening


@require_safe
@needs(Capability.SEE_DESK, scope=of_pairing)
def board(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Show the reasons of a board, and the opening drawn for it; by htmx for the round's page."""
    pairing = _pairing(pairing_id, with_reasons=True)
    row, context = pairing.round, _context(request, pairing)
    is_open = row.state != RoundState.CLOSED and not context["line"].total
    context |= {
        "why": reasons_context(row, [context["line"]], names_of(row.section))["whys"][pairing.pk],
        "variant": row.section.variant,
        "may_redraw": bool(pairing.ballot) and is_open and context["may_run"],
    }
    return _answer(request, "about_board", "board", context)


@require_safe
@needs(Capability.RECORD_RESULTS, scope=of_pairing)
def other_results(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Show the rare results of a game: forfeits, adjourned, not played, removed."""
    pairing = _pairing(pairing_id)
    context = _context(request, pairing)
    cells = [cell for cell in context["line"].games if cell.result.number == game]
    if not cells or pairing.round.state != RoundState.PUBLISHED:
        raise Http404(game)
    return _answer(
        request,
        "others",
        "others",
        context
        | {
            "cell": cells[0],
            "marked": _marked_choices(pairing, cells[0].result),
            "ruling": ruling_of_result(cells[0].result) if context["may_correct"] else None,
        },
    )


def _marked_choices(pairing: Pairing, result: GameResult) -> list[tuple[str, str]]:
    """Return results with a plus or a stage, as button values and text; without it if the result has one."""
    choices = marked_outcomes(pairing.round.section)
    choices += [(result.outcome, "")] if result.mark else []
    names = names_at(pairing, result)
    return [
        (f"{outcome}.{mark}", outcome_of_players(pairing, result.number, outcome, names, mark=mark))
        for outcome, mark in choices
    ]


def _pairing(pairing_id: int, *, with_reasons: bool = False) -> Pairing:
    rows = Pairing.objects.select_related("round__section__event", "white", "black").prefetch_related(GAMES)
    return get_object_or_404(rows if with_reasons else rows.defer("round__reasons"), pk=pairing_id)


def _context(request: HttpRequest, pairing: Pairing) -> dict[str, Any]:
    actor, scope = actor_of(request), pairing_scope(pairing)
    return {
        "section": "desk",
        "tab": "rounds",
        "one": pairing.round.section,
        "round": pairing.round,
        "line": board_line(pairing),
        "may_run": may(actor, Capability.RUN_EVENTS, scope),
        "may_correct": may(actor, Capability.CORRECT_RESULTS, scope),
    }


def _answer(request: HttpRequest, part: str, page: str, context: dict[str, Any]) -> HttpResponse:
    name = f"_{part}" if "HX-Request" in request.headers else page
    return render(request, f"tournaments/rounds/desk/{name}.html", context)


MAX_VERSION_DIGITS = 9


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def redraw(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Draw the opening of a board again."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    with Refusals(request):
        drawn = redraw_opening(
            pairing_id=pairing_id,
            version=parse_number(request.POST.get("version", ""), digits=MAX_VERSION_DIGITS) or 0,
            reason=request.POST.get("reason", "")[:500],
            actor=actor_of(request),
        )
        messages.success(request, _("Drawn opening: %(opening)s") % {"opening": ballot_text(drawn.ballot)})
    return redirect("tournaments:desk_round", pairing.round_id)
