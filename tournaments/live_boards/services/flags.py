"""Flags of games in play: a job looks when the time of the running side is over."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from club.jobs.services.jobs import enqueue
from games.rules import Side
from tournaments.live_boards.errors import UnknownLiveBoard
from tournaments.live_boards.services.alerts import alert_flag
from tournaments.live_boards.services.locks import locked_board
from tournaments.models import LiveBoard, LiveState

FLAG_TASK: Final = "tournaments.watch_flag"


def flag_due(board: LiveBoard) -> datetime | None:
    """Return the moment at which the running clock of a board is at zero."""
    seconds = {Side.WHITE.key: board.white_seconds, Side.BLACK.key: board.black_seconds}.get(board.running)
    if board.state != LiveState.PLAYING or seconds is None or board.clock_at is None:
        return None
    return board.clock_at + timedelta(seconds=max(seconds, 0))


def watch_flag(board: LiveBoard) -> None:
    """Plan a look at the moment at which the flag falls. Callers lock and save the board.

    A look that is planned for an earlier moment plans the next one itself: most moves plan nothing.
    """
    due = flag_due(board)
    if due is None or (board.flag_at is not None and board.flag_at <= due):
        return
    board.flag_at = due
    enqueue(
        task=FLAG_TASK,
        arguments={"board": board.pk},
        key=f"flag:{board.pk}:{board.sequence}:{due.timestamp():.0f}",
        queue="interactive",
        due_at=due,
        organisation_id=board.pairing.round.section.event.organisation_id,
    )


@transaction.atomic
def look_at_flag(*, board_id: int) -> None:
    """Tell the arbiter if the time of the running side is over. Runs as a job."""
    try:
        board = locked_board(board_id)
    except UnknownLiveBoard:
        return
    due = flag_due(board)
    if due is not None and due <= timezone.now():
        alert_flag(board, board.running)
    board.flag_at = None
    if due is not None and due > timezone.now():
        watch_flag(board)
    board.save(update_fields=["flag_at"])
