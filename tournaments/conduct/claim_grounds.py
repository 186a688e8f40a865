"""The position a claim is about: reached by the record, or typed in."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from games.laws import Replay, Verdict, judge
from games.laws.lexicon import lexicon
from games.pdn.moves import MOVE_PATTERN, RUN_PATTERN, read_move
from games.rules import (
    FenError,
    Move,
    Position,
    Variant,
    legal_moves,
    move_text,
    select_readings,
    told_king_rows,
)
from tournaments.conduct.claim_values import Claimed, Ground

_MOVE: Final = re.compile(rf"{MOVE_PATTERN}|{RUN_PATTERN}")
_SQUARE: Final = re.compile(r"(?<![\w])(?:[a-l]\d{1,2}|\d{1,2})(?![\w])", re.IGNORECASE)


class Seen(NamedTuple):
    """What is known of the game when the claim is made."""

    replay: Replay
    verdict: Verdict | None  # None where only a position is known
    ply: int

    @property
    def position(self) -> Position:
        """The position the claim is about."""
        return self.replay.positions[self.ply]

    @property
    def fen(self) -> str:
        """The same as text."""
        return self.replay.fen_after(self.ply)

    @property
    def legal(self) -> list[Move]:
        """Every legal move there, with the game so far looked back at."""
        return self.replay.legal_after(self.ply)


def seen(claimed: Claimed, ground: Ground) -> Seen | str:
    """The game as far as it is known, or the code of why nothing can be seen."""
    if claimed.record is not None:
        verdict = judge(claimed.record, ground.book, variant=ground.variant)
        if verdict.is_unreadable:
            return "record_unreadable"
        reached = verdict.replay.reached
        ply = reached if claimed.ply is None else claimed.ply
        return Seen(verdict.replay, verdict, ply) if 0 <= ply <= reached else "record_ends_before"
    if not claimed.fen.strip():
        return "nothing_to_look_at"
    try:
        start = Position.from_fen(claimed.fen, ground.variant)
    except FenError:
        return "position_unreadable"
    begun = told_king_rows(claimed.fen, ground.variant)
    return Seen(Replay(ground.variant, start, [start], begun=begun), None, 0)


class Written(NamedTuple):
    """What a claimant wrote down, read on the board: squares touched, and a move with its readings."""

    text: str
    touched: tuple[int, ...]
    squares: tuple[int, ...]  # of the move; empty when none is written, 0 for a square that is not there
    readings: tuple[Move, ...]
    is_capture: bool | None


def written(text: str, position: Position, variant: Variant) -> Written:
    """Read squares and the last move of a text; what is no notation is passed over."""
    names = lexicon(variant).squares
    found = _MOVE.search(text)
    before = text[: found.start()] if found else text
    touched = tuple(
        square
        for name in _SQUARE.findall(before)
        if (square := names.get(int(name) if name.isdigit() else name.lower(), 0))
    )
    if found is None:
        return Written("", touched, (), (), None)
    read = read_move(found[0])
    squares = tuple(names.get(name, 0) for name in read.squares)
    legal = legal_moves(position, variant)
    readings = tuple(select_readings(legal, squares, variant.geometry)) if all(squares) else ()
    return Written(found[0], touched, squares, readings, {"x": True, ":": True, "-": False}.get(read.sign))


def texts(moves: tuple[Move, ...] | list[Move], variant: Variant) -> tuple[str, ...]:
    """Moves as they are written."""
    return tuple(move_text(move, variant, moves) for move in moves)
