"""Position of a claim: reached by the record, typed in, or reached by the record from a typed position."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from games.laws import LawBook, Replay, Verdict, judge
from games.laws.lexicon import lexicon
from games.pdn import GameRecord, Tag
from games.pdn.moves import MOVE_PATTERN, RUN_PATTERN, read_move
from games.rules import (
    FenError,
    Move,
    Position,
    Variant,
    king_rows_of_fen,
    legal_moves,
    move_text,
    select_readings,
)
from tournaments.conduct.claim_values import Claimed, Ground

_MOVE: Final = re.compile(rf"{MOVE_PATTERN}|{RUN_PATTERN}")
_SQUARE: Final = re.compile(r"(?<![\w])(?:[a-l]\d{1,2}|\d{1,2})(?![\w])", re.IGNORECASE)


class ClaimPosition(NamedTuple):
    """Known part of the game at the time of the claim."""

    replay: Replay
    verdict: Verdict | None  # None where only a position is known
    ply: int
    is_from_position: bool = False  # the score was played from a position that was typed in

    @property
    def position(self) -> Position:
        """Position that the claim is about."""
        return self.replay.positions[self.ply]

    @property
    def fen(self) -> str:
        """The position as FEN."""
        return self.replay.fen_after(self.ply)

    @property
    def legal(self) -> list[Move]:
        """List every legal move of the position, with the game so far taken into account."""
        return self.replay.legal_after(self.ply)


class JudgedScore(NamedTuple):
    """Verdict on a score, with a flag for a score played from the typed position."""

    verdict: Verdict
    is_from_position: bool = False

    @property
    def is_of_another_game(self) -> bool:
        """True if not even the first of several half-moves can be played from the position."""
        return self.is_from_position and fits_nowhere(self.verdict.replay)


def fits_nowhere(played: Replay) -> bool:
    """Return whether several half-moves are written and not even the first can be played."""
    return not played.reached and played.unplayed > 1


def judge_record(
    record: GameRecord, fen: str, *, book: LawBook, variant: Variant, ply: int | None = None
) -> JudgedScore:
    """Judge a score from the typed position (`fen`); without one, judge it as written.

    A score that cannot be played from there, but as it is written comes to that position after `ply`
    half-moves (None: with its last), is the game before the position and judged as it is written.
    """
    if not fen.strip():
        return JudgedScore(judge(record, book, variant=variant))
    begun = judge(_with_start_position(record, fen.strip()), book, variant=variant)
    if begun.replay.fen_error is None and begun.replay.unplayed:
        whole = judge(record, book, variant=variant)
        at = whole.replay.reached if ply is None else ply
        if not whole.is_unreadable and whole.replay.positions[at : at + 1] == [begun.replay.start]:
            return JudgedScore(whole)
    return JudgedScore(begun, is_from_position=True)


def _with_start_position(record: GameRecord, fen: str) -> GameRecord:
    """Return the score with another first position: of a tag given twice the first counts."""
    return GameRecord(
        tags=[Tag("FEN", fen), *record.tags],
        body=record.body,
        terminator=record.terminator,
        index=record.index,
        line=record.line,
        source=record.source,
    )


def find_position(claimed: Claimed, ground: Ground) -> ClaimPosition | str:
    """Return the known part of the game, or the code of the reason why there is none."""
    if claimed.record is not None:
        return _position_in_record(claimed, claimed.record, ground)
    if not claimed.fen.strip():
        return "nothing_to_look_at"
    try:
        start = Position.from_fen(claimed.fen, ground.variant)
    except FenError:
        return "position_unreadable"
    begun = king_rows_of_fen(claimed.fen, ground.variant)
    return ClaimPosition(Replay(ground.variant, start, [start], begun=begun), None, 0)


def _position_in_record(claimed: Claimed, record: GameRecord, ground: Ground) -> ClaimPosition | str:
    judged = judge_record(record, claimed.fen, book=ground.book, variant=ground.variant, ply=claimed.ply)
    played = judged.verdict.replay
    if judged.is_from_position and played.fen_error is not None and played.unread_setup is None:
        return "position_unreadable"
    if judged.verdict.is_unreadable:
        return "record_unreadable"
    ply = played.reached if claimed.ply is None else claimed.ply
    if ply > played.reached and not played.unplayed:
        return "record_ends_before"
    return ClaimPosition(played, judged.verdict, min(max(ply, 0), played.reached), judged.is_from_position)


class WrittenMove(NamedTuple):
    """Notes of a claimant, read on the board: squares touched, and a move with its readings."""

    text: str
    touched: tuple[int, ...]
    squares: tuple[int, ...]  # of the move; empty when none is written, 0 for a square that does not exist
    readings: tuple[Move, ...]
    is_capture: bool | None


def parse_written_move(text: str, position: Position, variant: Variant) -> WrittenMove:
    """Read squares and the last move of a text; skip what is no notation."""
    names = lexicon(variant).squares
    found = _MOVE.search(text)
    before = text[: found.start()] if found else text
    touched = tuple(
        square
        for name in _SQUARE.findall(before)
        if (square := names.get(int(name) if name.isdigit() else name.lower(), 0))
    )
    if found is None:
        return WrittenMove("", touched, (), (), None)
    read = read_move(found[0])
    squares = tuple(names.get(name, 0) for name in read.squares)
    legal = legal_moves(position, variant)
    readings = tuple(select_readings(legal, squares, variant.geometry)) if all(squares) else ()
    return WrittenMove(
        found[0], touched, squares, readings, {"x": True, ":": True, "-": False}.get(read.sign)
    )


def move_texts(moves: tuple[Move, ...] | list[Move], variant: Variant) -> tuple[str, ...]:
    """Render moves in notation."""
    return tuple(move_text(move, variant, moves) for move in moves)
