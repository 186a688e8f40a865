"""Pages of a knock-out: the public tree, and tied matches at the desk: the advancing side, with a reason."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, parse_number
from tournaments.core.scopes import of_pairing
from tournaments.core.section_options import options_of
from tournaments.core.translate import Scorer
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
)
from tournaments.models import DecidedBy, Decision, Outcome, Pairing, Round, RoundState
from tournaments.results.pages.boards import BoardLine
from tournaments.rounds.selectors.tie_breaks import TieBreak, score_text, tie_breaks_by_pairing
from tournaments.rounds.selectors.tree import tree_of
from tournaments.rounds.services.decisions import decide_match, is_undecided, reopen_match
from tournaments.rounds.services.tie_breaks import begin_tie_break, remove_tie_break

TIE_BREAK_RESULTS: Final = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK)


class TiedBoard(NamedTuple):
    """A match that ended level, and its decision."""

    pairing: Pairing
    decision: Decision | None
    games: list[TieBreak]
    score: str
    usual_clock: str

    @property
    def clock(self) -> str:
        """Time control of the next tie-break game."""
        return self.games[-1].result.clock if self.games else self.usual_clock

    @property
    def may_begin(self) -> bool:
        """True if another tie-break game can begin."""
        return self.decision is None and all(one.points is not None for one in self.games)

    @property
    def last(self) -> int:
        """Number of the game that can be removed; 0 if it has a result or a record."""
        game = self.games[-1].result if self.games else None
        return game.number if game and game.outcome == Outcome.PENDING and not game.game_id else 0


def tied_boards(row: Round, lines: list[BoardLine]) -> dict[str, Any]:
    """The tied matches of a round of a tree, for its page."""
    if not row.section.has_tree or row.state == RoundState.DRAFT:
        return {}
    scorer = Scorer(row.section)
    said = {
        one.pairing_id: one for one in Decision.objects.filter(pairing__round=row).select_related("winner")
    }
    level = [line.pairing for line in lines if is_undecided(line.pairing, scorer)]
    for pairing in level:
        pairing.round = row
    played, options = tie_breaks_by_pairing(level), options_of(row.section)
    tied = [
        TiedBoard(
            pairing,
            said.get(pairing.pk),
            games := played.get(pairing.pk, []),
            score_text(pairing, [one.result for one in games]),
            options.tie_break_clock or row.section.clock,
        )
        for pairing in level
    ]
    is_open = any(one.decision is None for one in tied)
    return {
        "tied": tied,
        "ways_to_settle": DecidedBy.choices,
        "has_open_tie": is_open,
        "tie_break_results": TIE_BREAK_RESULTS,
    }


def _settle(
    request: HttpRequest, pairing_id: int, service: Callable[..., object], **facts: Any
) -> HttpResponse:
    """Apply a service to a tied match, and redirect to its round."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    with Refusals(request):
        service(pairing_id=pairing_id, actor=actor_of(request), **facts)
    return redirect("tournaments:desk_round", pairing.round_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def decide(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Record the side that advances from a tied match."""
    winner, how = parse_number(request.POST.get("winner", "")), request.POST.get("how", "")
    if winner is None or how not in DecidedBy.values:
        pairing = get_object_or_404(Pairing, pk=pairing_id)
        messages.error(request, _("Choose who advances and how it was decided."))
        return redirect("tournaments:desk_round", pairing.round_id)
    note = request.POST.get("note", "")[:200]
    return _settle(request, pairing_id, decide_match, winner_id=winner, how=how, note=note)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def undecide(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Reopen a tied match."""
    return _settle(request, pairing_id, reopen_match)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def begin(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Begin the next tie-break game of a level match."""
    white, clock = parse_number(request.POST.get("white", "")), request.POST.get("clock", "")[:40]
    return _settle(request, pairing_id, begin_tie_break, white_id=white, clock=clock)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def take_back(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Remove the last tie-break game before it has a result."""
    return _settle(request, pairing_id, remove_tie_break, game=game)


@public_section_page
def tree(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show the tree: pairings, advancing players, and open places of the next matches."""
    row, context = section_context(request, slug, section)
    if not row.has_tree:
        raise Http404(section)
    return render(request, "tournaments/rounds/tree.html", context | {"tree": tree_of(row), "tab": "tree"})
