"""Recorded games of a section: a public list, and the desk page that links them to results."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, parse_number
from tournaments.core.result_figures import text_of
from tournaments.core.scopes import of_pairing, of_round
from tournaments.core.services.locks import section_scope
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
)
from tournaments.models import Entry, GameResult, Pairing, Round, Section
from tournaments.records.selectors.section_games import games_of_round, published_games, section_pdn
from tournaments.records.services.game_records import link_record, unlink_record

MAX_RECORD_LENGTH = 100_000
EN_DASH = "\N{EN DASH}"


class GameLine(NamedTuple):
    """A game with its own White and Black, and its result, White's points first."""

    result: GameResult
    white: Entry
    black: Entry
    text: str


def _line(result: GameResult, section: Section) -> GameLine:
    pairing = result.pairing
    first, second = pairing.white, pairing.black or pairing.white
    told = text_of(result, section)
    if result.number % 2 == 1:
        return GameLine(result, first, second, told)
    return GameLine(result, second, first, EN_DASH.join(reversed(told.split(EN_DASH))))


@public_section_page
def games(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """List the recorded games of the published rounds."""
    row, context = section_context(request, slug, section)
    context |= {"lines": [_line(one, row) for one in published_games(row)], "tab": "games"}
    return render(request, "tournaments/records/games.html", context)


@public_section_page
def games_pdn(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Return every game of the published rounds as PDN: recorded ones in full, others as names and result."""
    row, _context = section_context(request, slug, section)
    answer = HttpResponse(section_pdn(row), content_type="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{row.event.slug}-{row.slug}.pdn"'
    return answer


@require_safe
@needs(Capability.SEE_DESK, scope=of_round)
def round_games(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show the games of a round with their records, and a form for each missing one."""
    row = get_object_or_404(Round.objects.select_related("section__event"), pk=round_id)
    lines = [_line(one, row.section) for one in games_of_round(row)]
    wanted = request.GET.get("game", "")
    context = {
        "section": "desk",
        "one": row.section,
        "round": row,
        "lines": lines,
        "chosen": next((line for line in lines if str(line.result.pk) == wanted), None),
        "may_keep": may(actor_of(request), Capability.KEEP_GAMES, section_scope(row.section)),
        "tab": "rounds",
    }
    return render(request, "tournaments/records/desk/round_games.html", context)


@require_POST
@needs(Capability.KEEP_GAMES, scope=of_pairing)
def put_record(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Link a recorded game to a result, or unlink it."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    place: dict[str, Any] = {"pairing_id": pairing_id, "game": game, "actor": actor_of(request)}
    with Refusals(request):
        if "away" in request.POST:
            unlink_record(**place)
        else:
            text = request.POST.get("pdn", "")[:MAX_RECORD_LENGTH]
            link_record(record_id=parse_number(request.POST.get("record", "")), text=text, **place)
        messages.success(request, _("Saved."))
    return redirect("tournaments:desk_round_games", pairing.round_id)
