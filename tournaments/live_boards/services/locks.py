"""Locks of live boards: the pairing where a result may follow, else the board alone.

Order: event, section, round, pairing, feed, board, alert, then the audit log, then the channels of live
events: those of spectators before those of the desk. An alert that becomes a case locks all of it before the
case is logged. A reading of a feed locks one board at a time, and nothing while it waits for the other site.
"""

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.services.locks import locked_pairing, pairing_scope
from tournaments.live_boards.errors import UnknownLiveBoard
from tournaments.models import LiveBoard, RoundState


def locked_board(board_id: int) -> LiveBoard:
    """Lock a live board alone: its moves wait for no other board."""
    rows = LiveBoard.objects.select_for_update(of=("self",), no_key=True).filter(pk=board_id).order_by()
    rows = rows.select_related(
        "pairing__round__section__event__broadcast", "pairing__white", "pairing__black"
    ).defer("pairing__round__reasons")
    board = rows.first()
    if board is None:
        raise UnknownLiveBoard
    return board


def locked_board_with_pairing(board_id: int) -> LiveBoard:
    """Lock the pairing of a live board, then the board, for services that enter its result."""
    pairing_id = LiveBoard.objects.filter(pk=board_id).values_list("pairing_id", flat=True).first()
    if pairing_id is None:
        raise UnknownLiveBoard
    pairing = locked_pairing(pairing_id)
    board = locked_board(board_id)
    board.pairing = pairing
    return board


def locked_for_entry(board_id: int, actor: Actor) -> LiveBoard:
    """Lock a live board for an account, token or pass that may enter results there.

    A round that is a draft again has no live boards (UnknownLiveBoard).
    """
    board = locked_board(board_id)
    require_permission(actor, Capability.RECORD_RESULTS, pairing_scope(board.pairing))
    if board.pairing.round.state == RoundState.DRAFT:
        raise UnknownLiveBoard
    return board
