"""Adjourned games: the position, the sealing player and the times on the clocks."""

from django.db import transaction

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from games.house_rules.selectors import variant_named
from games.rules.fen import FenError, parse_fen
from tournaments.core.services.event_log import log_player_report
from tournaments.core.services.locks import locked_pairing, pairing_scope
from tournaments.models import GameResult, Outcome
from tournaments.results.errors import NotAdjourned, PositionUnreadable
from tournaments.results.services.results import game_of


@transaction.atomic
def note_adjournment(*, pairing_id: int, game: int, fen: str, note: str, actor: Actor) -> GameResult:
    """Store the position of an adjourned game; the sealed move itself stays in its envelope."""
    pairing = locked_pairing(pairing_id)
    require_permission(actor, Capability.RECORD_RESULTS, pairing_scope(pairing))
    result = game_of(pairing, game)
    if result.outcome != Outcome.ADJOURNED:
        raise NotAdjourned(board=pairing.board_number, game=game)
    fen, note = fen.strip()[:400], note.strip()[:500]
    _validate_position(fen, pairing.round.section.variant)
    if (fen, note) == (result.sealed_fen, result.sealed_note):
        return result
    facts = {"round": pairing.round.number, "board": pairing.board_number, "game": game}
    before = {**facts, "position": result.sealed_fen, "note": result.sealed_note}
    result.sealed_fen, result.sealed_note = fen, note
    result.save(update_fields=["sealed_fen", "sealed_note"])
    after = {**facts, "position": fen, "note": note}
    log_player_report("tournaments.adjournment.noted", pairing, actor, before=before, after=after)
    return result


def _validate_position(fen: str, variant: str) -> None:
    if not fen:
        return
    try:
        parse_fen(fen, variant_named(variant).geometry)
    except FenError as error:
        raise PositionUnreadable(position=fen) from error
