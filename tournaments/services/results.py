"""Results: entered game by game, corrected with a reason, by directors, arbiters and helpers' phones."""

from django.db import transaction
from django.utils import timezone

from club.access import insist
from club.actor import Actor
from club.capabilities import Capability
from tournaments.errors import NoGames, PublishedResult, ReasonNeeded, RoundNotPublished, UnknownGame
from tournaments.models import GameResult, Outcome, Pairing, RoundState
from tournaments.services.locks import locked_pairing, pairing_scope
from tournaments.services.trail import result_facts, tell_of_result


@transaction.atomic
def record_result(
    *,
    pairing_id: int,
    game: int,
    outcome: str,
    actor: Actor,
    was: str | None = None,
    is_adjudicated: bool = False,
    reason: str = "",
) -> GameResult:
    """Enter or change how a game ended.

    `was` is what stood there when whoever acts looked; if something else stands there now, nothing is
    changed and PublishedResult says what. Taking back or changing a result takes the right to correct, in a
    closed round also a reason. The past is never paired anew.
    """
    pairing = locked_pairing(pairing_id)
    insist(actor, Capability.RECORD_RESULTS, pairing_scope(pairing))
    result = _game_of(pairing, game)
    is_there = result.outcome == outcome and result.is_adjudicated == is_adjudicated
    if is_there or (was not in {None, result.outcome} and result.outcome == outcome):
        return result
    if was not in {None, result.outcome}:
        raise PublishedResult(board=pairing.board_number, game=game, there=result.outcome)
    _insist_correction(pairing, result, actor, reason)
    before = result_facts(pairing, result)
    result.outcome, result.is_adjudicated = Outcome(outcome), is_adjudicated
    result.entered_by, result.entered_at = actor.label[:200], timezone.now()
    result.save(update_fields=["outcome", "is_adjudicated", "entered_by", "entered_at"])
    is_new = before["outcome"] == Outcome.PENDING
    action = "tournaments.result.recorded" if is_new else "tournaments.result.corrected"
    after = result_facts(pairing, result)
    tell_of_result(action, pairing, actor, before=before, after=after, reason=reason)
    return result


def _game_of(pairing: Pairing, game: int) -> GameResult:
    if pairing.black_id is None:
        raise NoGames(name=pairing.white.name)
    if pairing.round.state == RoundState.DRAFT:
        raise RoundNotPublished(round=pairing.round.number, state=pairing.round.state)
    result = pairing.games.filter(number=game).first()
    if result is None:
        raise UnknownGame(game=game, games=pairing.round.section.games_per_pairing)
    return result


def _insist_correction(pairing: Pairing, result: GameResult, actor: Actor, reason: str) -> None:
    is_closed = pairing.round.state == RoundState.CLOSED
    if result.outcome != Outcome.PENDING or is_closed:
        insist(actor, Capability.CORRECT_RESULTS, pairing_scope(pairing))
    if is_closed and not reason.strip():
        raise ReasonNeeded
