"""The delay of an event: when spectators may see the end of a game, and which clock they see running."""

from datetime import datetime, timedelta

from games.rules import Side
from tournaments.live_boards.scores import StoredMove
from tournaments.models import LiveBoard, LiveState


def delay_of(board: LiveBoard) -> timedelta:
    """Return the delay of the board's event."""
    return timedelta(minutes=board.pairing.round.section.event.broadcast.delay_minutes)


def is_all_shown(board: LiveBoard) -> bool:
    """True if spectators have seen all moves of a game; its end may still wait."""
    return board.shown >= len(board.moves)


def end_due(board: LiveBoard) -> datetime | None:
    """Return from when on spectators may know that a game is over; None for one that was not finished."""
    return None if board.finished_at is None else board.finished_at + delay_of(board)


def is_end_due(board: LiveBoard, *, now: datetime) -> bool:
    """Check that a game is finished, and that the delay of its end is over."""
    due = end_due(board)
    return board.state == LiveState.FINISHED and (due is None or due <= now)


def running_after(board: LiveBoard, last: StoredMove | None) -> tuple[str, datetime | None]:
    """Return the clock that runs after a move, and from when on spectators see it run.

    No clock runs after moves of a drawn opening, which nobody entered, and after a move that ends the game.
    """
    if last is None or last.is_over or board.started_at is None:
        return "", None
    at = datetime.fromisoformat(last.at)
    if at < board.started_at:
        return "", None
    side = Side.BLACK if last.fen.lstrip().upper().startswith("B") else Side.WHITE
    return side.key, at + delay_of(board)
