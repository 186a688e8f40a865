"""Clocks of games in play: from the feed, by hand, or by the time between two entries and the increment."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from games.laws.in_play import EnteredMove, InPlay
from games.rules import Side
from tournaments.models import LiveBoard

CONTROL: Final = re.compile(r"\s*(\d{1,3})(?:\s*\+\s*(\d{1,3}))?\s*")


class TimeControl(NamedTuple):
    """Seconds for the game, and seconds added after each move."""

    seconds: int
    increment: int


def time_control_of(board: LiveBoard) -> TimeControl | None:
    """Return the time control of a board, if it is minutes and seconds a move: 15+5 is 900 and 5."""
    found = CONTROL.fullmatch(board.pairing.round.section.clock or "")
    return TimeControl(60 * int(found[1]), int(found[2] or 0)) if found else None


def pass_time(
    board: LiveBoard, game: InPlay, moves: Sequence[EnteredMove], *, came: int, now: datetime
) -> list[EnteredMove]:
    """Set the clocks of the row after the last `came` moves of a score; return the score with them.

    A clock that comes with a move counts. Otherwise the clock of the mover loses the time since the last
    entry, if clocks run, and gains the increment. Of several moves at once the time is not known: only the
    last one is timed.
    """
    timed = list(moves[: game.plies])
    control = time_control_of(board)
    if control is not None and board.white_seconds is None and board.black_seconds is None:
        board.white_seconds = board.black_seconds = control.seconds
    for index in range(game.plies - came, game.plies):
        side = game.moves[index].side
        told = timed[index].clocks
        _pass(board, side, told, control, now)
        timed[index] = replace(timed[index], clocks=(board.white_seconds, board.black_seconds))
    if came > 0:
        board.running = "" if game.winner else game.side_to_move.key  # a held move stops no clock in public
        board.clock_at = now
    return timed


def _pass(
    board: LiveBoard,
    side: Side,
    told: tuple[int | None, int | None],
    control: TimeControl | None,
    now: datetime,
) -> None:
    if told != (None, None):
        board.white_seconds = told[0] if told[0] is not None else board.white_seconds
        board.black_seconds = told[1] if told[1] is not None else board.black_seconds
        return
    left = board.white_seconds if side is Side.WHITE else board.black_seconds
    if left is None:
        return
    spent = 0
    if board.running == side.key and board.clock_at is not None:
        spent = max(0, int((now - board.clock_at).total_seconds()))  # the server's clock may be set back
    left = left - spent + (control.increment if control is not None and left > spent else 0)
    board.clock_at = now
    if side is Side.WHITE:
        board.white_seconds = left
    else:
        board.black_seconds = left
