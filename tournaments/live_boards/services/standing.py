"""Illegal moves that stand by the arbiter's ruling: noticed late, and the game goes on from them."""

from django.db import transaction

from club.core.actor import Actor
from games.house_rules.selectors import variant_named
from games.laws.in_play import EnteredMove
from games.rules import FenError, Position
from tournaments.live_boards.errors import MoveCannotStand, NoHeldMove
from tournaments.live_boards.selectors.alerts import is_held
from tournaments.live_boards.services.alerts import (
    close_alert,
    locked_alert,
    require_open_alert,
    tell_closed,
)
from tournaments.live_boards.services.moves import MovesEntry, apply_moves
from tournaments.models import AlertState, LiveAlert, LiveBoard


@transaction.atomic
def let_move_stand(*, alert_id: int, actor: Actor) -> LiveAlert:
    """Let the held move of an alert stand; moves that were entered after it are judged from there.

    It stays an offence. Spectators see it from now on. Raises NoHeldMove if the move was recalled meanwhile,
    and MoveCannotStand if nothing shows what it left on the board.
    """
    alert, board = locked_alert(alert_id, actor)
    require_open_alert(alert)
    if not is_held(alert, board):
        raise NoHeldMove(board=board.pairing.board_number)
    text, *others = board.held
    close_alert(alert, AlertState.STANDS, actor)
    moves = [EnteredMove(text, stood=True), *map(EnteredMove, others)]
    apply_moves(board, MovesEntry(moves=moves), actor)
    if len(board.moves) < alert.ply or not _is_position(board.moves[alert.ply - 1]["fen"], board):
        raise MoveCannotStand(board=board.pairing.board_number, text=text)
    tell_closed(alert)
    return alert


def _is_position(fen: str, board: LiveBoard) -> bool:
    """True if what a move left can be put on a board: not for one that ends on a piece."""
    try:
        Position.from_fen(fen, variant_named(board.pairing.round.section.variant))
    except FenError:
        return False
    return True
