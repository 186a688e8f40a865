"""Redrawing of the openings of a round's boards, with a reason."""

from django.db import transaction
from django.db.models import F

from club.core.actor import Actor
from tournaments.core.openings import openings_of
from tournaments.core.services.event_log import board_facts, log_board
from tournaments.core.services.locks import locked_round
from tournaments.models import Outcome, Pairing, Round, RoundState
from tournaments.results.errors import RoundClosed
from tournaments.rounds.errors import NoOpeningDrawn, RedrawNeedsReason, ResultsAlready
from tournaments.rounds.services.rounds import increment_version

ENDED = tuple(outcome for outcome in Outcome if outcome != Outcome.PENDING)


@transaction.atomic
def redraw_opening(*, pairing_id: int, version: int, actor: Actor, reason: str) -> Pairing:
    """Redraw the opening of a board, or of the whole round if it has one for all. Takes a reason."""
    round_id = Pairing.objects.values_list("round_id", flat=True).get(pk=pairing_id)
    row = locked_round(round_id, actor, version=version)
    pairing = row.pairings.select_for_update(no_key=True).get(pk=pairing_id)
    pairing.round = row
    boards = row.pairings.filter(black__isnull=False)
    if not row.section.one_ballot_a_round:
        boards = boards.filter(pk=pairing_id)
    begun = boards.filter(games__outcome__in=ENDED).distinct().values_list("board_number", flat=True)
    _require_redraw_allowed(row, pairing, list(begun), reason)
    before = board_facts(pairing)
    boards.update(redraws=F("redraws") + 1)
    drawn = openings_of(row, list(row.pairings.filter(black__isnull=False)))
    boards.update(ballot=drawn[pairing_id])
    increment_version(row)
    pairing.refresh_from_db(fields=["ballot", "redraws"])
    after = board_facts(pairing)
    log_board("tournaments.ballot.redrawn", pairing, actor, before=before, after=after, reason=reason)
    return pairing


def _require_redraw_allowed(row: Round, pairing: Pairing, begun: list[int | None], reason: str) -> None:
    if not reason.strip():
        raise RedrawNeedsReason
    if row.state == RoundState.CLOSED:
        raise RoundClosed(round=row.number)
    if not pairing.ballot:
        raise NoOpeningDrawn(round=row.number)
    if begun:
        raise ResultsAlready(round=row.number, boards=begun)
