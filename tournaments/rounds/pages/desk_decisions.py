"""Tied matches of a knock-out at the desk: the advancing side, with a reason."""

from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.pages.access import needs
from club.core.pages.refusals import add_refusal_message
from club.core.requests import actor_of
from tournaments.core.scopes import of_pairing
from tournaments.core.section_options import options_of
from tournaments.core.translate import Scorer
from tournaments.models import DecidedBy, Decision, Outcome, Pairing, Round, RoundState
from tournaments.results.pages.boards import BoardLine
from tournaments.rounds.selectors.tie_breaks import TieBreak, score_text, tie_breaks_by_pairing
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


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def decide(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Record the side that advances from a tied match."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    winner, how = request.POST.get("winner", ""), request.POST.get("how", "")
    if not (winner.isascii() and winner.isdecimal() and len(winner) < 19) or how not in DecidedBy.values:  # noqa: PLR2004 - of a row
        messages.error(request, _("Choose who advances and how it was decided."))
        return redirect("tournaments:desk_round", pairing.round_id)
    try:
        decide_match(
            pairing_id=pairing_id,
            winner_id=int(winner),
            how=how,
            note=request.POST.get("note", "")[:200],
            actor=actor_of(request),
        )
    except ClubError as error:
        add_refusal_message(request, error)
    return redirect("tournaments:desk_round", pairing.round_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def undecide(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Reopen a tied match."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    try:
        reopen_match(pairing_id=pairing_id, actor=actor_of(request))
    except ClubError as error:
        add_refusal_message(request, error)
    return redirect("tournaments:desk_round", pairing.round_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def begin(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Begin the next tie-break game of a level match."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    white = request.POST.get("white", "")
    try:
        begin_tie_break(
            pairing_id=pairing_id,
            white_id=int(white) if white.isascii() and white.isdecimal() and len(white) < 19 else None,  # noqa: PLR2004 - of a row
            clock=request.POST.get("clock", "")[:40],
            actor=actor_of(request),
        )
    except ClubError as error:
        add_refusal_message(request, error)
    return redirect("tournaments:desk_round", pairing.round_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def take_back(request: HttpRequest, pairing_id: int, game: int) -> HttpResponse:
    """Remove the last tie-break game before it has a result."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    try:
        remove_tie_break(pairing_id=pairing_id, game=game, actor=actor_of(request))
    except ClubError as error:
        add_refusal_message(request, error)
    return redirect("tournaments:desk_round", pairing.round_id)
