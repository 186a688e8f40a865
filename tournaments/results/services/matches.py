"""Whole matches: one action for all boards."""

from django.db import transaction

from club.core.access import insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.errors import NotATeam, NotInTheMatch
from tournaments.core.services.locks import locked_pairing, pairing_scope
from tournaments.models import Outcome, Pairing
from tournaments.results.services.results import Entered, enter_result, game_of
from tournaments.teams.line_ups import side_of


@transaction.atomic
def forfeit_match(*, pairing_id: int, entry_id: int | None, actor: Actor, reason: str = "") -> Pairing:
    """Enter every open board of a match as forfeited by an absent team, or by both (None).

    Each board is a result of its own in the audit log, and is undone like one.
    """
    pairing = locked_pairing(pairing_id)
    insist(actor, Capability.RECORD_RESULTS, pairing_scope(pairing))
    if not pairing.round.section.is_team:
        raise NotATeam(section=pairing.round.section.name)
    side = None if entry_id is None else side_of(pairing, entry_id)
    if entry_id is not None and side is None:
        raise NotInTheMatch(board=pairing.board_number or "")
    for result in pairing.games.filter(outcome=Outcome.PENDING).order_by("number"):
        outcome = Outcome.DOUBLE_FORFEIT
        if side is not None:
            white_is_away = (side == "first") == (result.number % 2 == 1)
            outcome = Outcome.BLACK_FORFEIT if white_is_away else Outcome.WHITE_FORFEIT
        enter_result(game_of(pairing, result.number), Entered(outcome=outcome, reason=reason), actor)
    return pairing
