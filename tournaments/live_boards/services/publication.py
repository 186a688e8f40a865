"""What spectators see of a board: at once, or after the delay of the event."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from club.jobs.services.jobs import enqueue
from tournaments.live_boards.channels import tell_spectators
from tournaments.live_boards.delays import delay_of, is_end_due
from tournaments.live_boards.errors import UnknownLiveBoard
from tournaments.live_boards.scores import StoredMove, stored_moves
from tournaments.live_boards.services.locks import locked_board
from tournaments.models import LiveBoard, RoundState

RELEASE_TASK: Final = "tournaments.release_moves"
SLOT: Final = timedelta(seconds=5)
"""Moves of a board that become due within so long are released together."""


def show_moves(board: LiveBoard, *, cut_to: int | None, now: datetime) -> None:
    """Show what is due, and take back what a correction has changed. Callers lock and save the board.

    `cut_to` is the number of moves that a correction left as they were.
    """
    if cut_to is not None and cut_to < board.shown:
        board.shown = cut_to
        tell_spectators(board, "board.rewritten", {"plies": cut_to})
    if not delay_of(board):
        _show_up_to(board, len(board.moves))
    elif len(board.moves) > board.shown:
        release_later(board, now + delay_of(board))


def release_moves(*, board_id: int) -> None:
    """Show the moves of a board whose delay is over. Runs as a job."""
    with transaction.atomic():
        try:
            board = locked_board(board_id)
        except UnknownLiveBoard:
            return
        now, delay = timezone.now(), delay_of(board)
        moves = stored_moves(board)
        due = board.shown
        while due < len(moves) and datetime.fromisoformat(moves[due].at) + delay <= now:
            due += 1
        _show_up_to(board, due)
        board.save(update_fields=["shown"])
        if due < len(moves):
            release_later(board, datetime.fromisoformat(moves[due].at) + delay)


def move_facts(board: LiveBoard, ply: int, move: StoredMove) -> dict[str, Any]:
    """Return a move as spectators get it. `clock_at` is when they see the next clock start."""
    ends = ply == len(board.moves) and is_end_due(board, now=timezone.now())
    return {
        "ply": ply,
        "text": move.text,
        "fen": move.fen,
        "route": list(move.route),
        "captured": list(move.captured),
        "white": move.white,
        "black": move.black,
        "at": move.at,
        "clock_at": (datetime.fromisoformat(move.at) + delay_of(board)).isoformat(),
        "is_over": move.is_over or ends,
    }


def _show_up_to(board: LiveBoard, plies: int) -> None:
    moves = stored_moves(board)
    is_public = board.pairing.round.state != RoundState.DRAFT  # an unpublished round is told to nobody
    for ply in range(board.shown + 1, plies + 1 if is_public else 0):
        tell_spectators(board, "board.moved", move_facts(board, ply, moves[ply - 1]))
    board.shown = plies


def release_later(board: LiveBoard, at: datetime) -> None:
    """Plan a job that shows what is due then: moves, and the end of the game."""
    slot = int(at.timestamp() // SLOT.total_seconds()) + 1
    enqueue(
        task=RELEASE_TASK,
        arguments={"board": board.pk},
        key=f"release:{board.pk}:{slot}",
        queue="interactive",
        due_at=datetime.fromtimestamp(slot * SLOT.total_seconds(), tz=at.tzinfo),
        organisation_id=board.pairing.round.section.event.organisation_id,
    )
