"""Moves of games in play: entered, corrected, timed, and judged at once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from games.laws.in_play import EnteredMove, InPlay, is_written_move
from games.rules import Side
from tournaments.live_boards.channels import tell_pads, tell_spectators
from tournaments.live_boards.delays import delay_of
from tournaments.live_boards.errors import (
    BoardChanged,
    GameFinished,
    MoveAmbiguous,
    MoveHeld,
    MoveNotLegal,
    MoveUnreadableLive,
    PlayersDoNotEnter,
    TooFewMoves,
    TooLongGame,
    UnknownLiveBoard,
)
from tournaments.live_boards.scores import MAX_PLIES, clock_facts, entered_moves, judged, store
from tournaments.live_boards.services.alerts import alert_arbiter
from tournaments.live_boards.services.clocks import pass_time, time_control_of
from tournaments.live_boards.services.flags import watch_flag
from tournaments.live_boards.services.locks import locked_board, locked_for_entry
from tournaments.live_boards.services.publication import show_moves
from tournaments.models import LiveBoard, LiveState, RoundState

KEYS_KEPT: Final = 50
AMBIGUOUS: Final = "ambiguous_capture"


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesEntry:
    """Moves as they are entered.

    `sequence` is the change of the board that the client has read; None enters whatever happened since, which
    is meant for a single source. `keep` is the number of moves of both sides that stay; the moves replace the
    rest. `key` identifies a request that is sent twice. Clocks of a move are seconds left after it.

    `only_legal` refuses what is not legal, or can be read as two captures, instead of holding it: the moves
    were noted on a device without network, which could not ask its operator.
    """

    moves: Sequence[EnteredMove]
    sequence: int | None = None
    keep: int | None = None
    key: str = ""
    only_legal: bool = False


@transaction.atomic
def enter_moves(*, board_id: int, entry: MovesEntry, actor: Actor) -> LiveBoard:
    """Enter moves of a game in play. Idempotent by `key`.

    Each move is judged at once. From the first illegal one on they are held, and the arbiter is told; a legal
    move entered next replaces them, and the illegal one is stored with it as recalled. Raises BoardChanged if
    the board was changed since `sequence`, GameFinished, MoveUnreadableLive, TooFewMoves and TooLongGame.
    With `only_legal` it raises MoveNotLegal and MoveAmbiguous, too.
    """
    board = locked_for_entry(board_id, actor)
    return apply_moves(board, entry, actor)


@transaction.atomic
def enter_moves_of_players(*, board_id: int, pairing_id: int, entry: MovesEntry, actor: Actor) -> LiveBoard:
    """Enter moves for a phone of the players of a pairing. The caller has checked whose phone it is.

    Raises UnknownLiveBoard for a board of another pairing, and PlayersDoNotEnter if the event does not allow
    it or the round is over. Everything else is as for an operator.
    """
    board = locked_board(board_id)
    if board.pairing_id != pairing_id:
        raise UnknownLiveBoard
    row = board.pairing.round
    if not row.section.event.broadcast.players_enter or row.state != RoundState.PUBLISHED:
        raise PlayersDoNotEnter
    return apply_moves(board, entry, actor)


def apply_moves(board: LiveBoard, entry: MovesEntry, actor: Actor) -> LiveBoard:
    """Enter moves on a board that the caller has locked, and on which it lets the actor enter moves."""
    if was_sent(board, entry.key):
        return board
    _require_open(board, entry)
    before = entered_moves(board)
    kept = len(before) if entry.keep is None else entry.keep
    if kept > len(before):
        raise TooFewMoves(keep=kept, plies=len(before))
    moves = _with_recalled(board, before[:kept], [*_clean(entry.moves)])
    if len(moves) > MAX_PLIES:
        raise TooLongGame(most=MAX_PLIES)
    now = timezone.now()
    game = judged(board, moves)
    if game.held and game.offence is None:
        raise MoveUnreadableLive(text=game.held[0])
    if entry.only_legal:
        require_legal(board, game, kept=kept)
    cut = _first_difference(before, game) if kept < len(before) else None
    timed = pass_time(board, game, moves, came=len(game.moves) - kept, now=now)
    store(board, game, timed, now)
    board.held = list(game.held)
    _begin(board, now)
    if cut is not None:
        _log_correction(board, before, kept, actor)
    _save(board, entry.key, cut=cut, now=now)
    alert_arbiter(board, game)
    return board


def was_sent(board: LiveBoard, key: str) -> bool:
    """Check whether a request with this key has changed the board before."""
    return bool(key) and any(sent == key for sent, _sequence in board.sent_keys)


def note_key(board: LiveBoard, key: str) -> None:
    """Note the key of a request that has just changed the board; the oldest of many is forgotten."""
    if key:
        board.sent_keys = [*board.sent_keys, [key, board.sequence]][-KEYS_KEPT:]


@transaction.atomic
def set_clocks(
    *,
    board_id: int,
    actor: Actor,
    white: int | None,
    black: int | None,
    running: str = "",
    sequence: int | None = None,
    key: str = "",
) -> LiveBoard:
    """Set the clocks by hand: seconds left for White and Black, and the side whose clock runs.

    Idempotent by `key`.
    """
    board = locked_for_entry(board_id, actor)
    if was_sent(board, key):
        return board
    _require_open(board, MovesEntry(moves=(), sequence=sequence))
    now = timezone.now()
    board.white_seconds, board.black_seconds, board.clock_at = white, black, now
    board.running = running if running in {side.key for side in Side} else ""
    _begin(board, now)
    _save(board, key, cut=None, now=now)
    if not delay_of(board):  # else the clocks would tell of moves that it holds back
        tell_spectators(board, "board.clocks", clock_facts(board))
    alert_arbiter(board, judged(board, entered_moves(board)))
    return board


def _require_open(board: LiveBoard, entry: MovesEntry) -> None:
    if board.state == LiveState.FINISHED:
        raise GameFinished(board=board.pairing.board_number)
    if entry.sequence is not None and entry.sequence != board.sequence:
        raise BoardChanged(board=board.pairing.board_number, sent=entry.sequence, sequence=board.sequence)


def require_legal(board: LiveBoard, game: InPlay, *, kept: int) -> None:
    """Refuse new moves that are not legal, and captures that their squares do not tell apart."""
    number = board.pairing.board_number
    if game.held:
        raise MoveNotLegal(board=number, text=game.held[0])
    for finding in game.verdict.findings:
        if finding.code == AMBIGUOUS and finding.ply > kept:
            raise MoveAmbiguous(board=number, text=finding.facts["text"])


def _clean(moves: Sequence[EnteredMove]) -> Sequence[EnteredMove]:
    for move in moves:
        if not is_written_move(move.text.strip()):
            raise MoveUnreadableLive(text=move.text[:60])
    return [replace(move, text=move.text.strip()) for move in moves]


def _with_recalled(
    board: LiveBoard, kept: Sequence[EnteredMove], new: list[EnteredMove]
) -> list[EnteredMove]:
    """Append new moves; the first one replaces what is held, and recalls the illegal move of it."""
    if not board.held or not new or len(kept) != len(board.moves):
        return [*kept, *new]
    illegal = str(board.held[0])
    if new[0].text == illegal:  # the same again, and perhaps the moves after it
        return [*kept, *new]
    alone = judged(board, [*kept, new[0]])
    if alone.held:
        raise MoveHeld(board=board.pairing.board_number, text=illegal)
    return [*kept, replace(new[0], recalled=(*new[0].recalled, illegal)), *new[1:]]


def _first_difference(before: Sequence[EnteredMove], game: InPlay) -> int:
    """Return the number of moves from the start that a correction left as they were."""
    same = 0
    for old, new in zip(before, game.moves, strict=False):
        if old.text != new.text:
            break
        same += 1
    return same


def _begin(board: LiveBoard, now: datetime) -> None:
    if board.state == LiveState.WAITING:
        board.state, board.started_at = LiveState.PLAYING, now
        if time_control_of(board) is not None and board.clock_at is None:
            board.clock_at = now


def _save(board: LiveBoard, key: str, *, cut: int | None, now: datetime) -> None:
    board.sequence += 1
    note_key(board, key)
    show_moves(board, cut_to=cut, now=now)
    watch_flag(board)
    board.save()
    tell_pads(board)


def _log_correction(board: LiveBoard, before: Sequence[EnteredMove], kept: int, actor: Actor) -> None:
    pairing = board.pairing
    facts: dict[str, Any] = {
        "round": pairing.round.number,
        "board": pairing.board_number,
        "game": board.game,
    }
    audit.record(
        "tournaments.live_board.corrected",
        pairing,
        actor=actor,
        organisation_id=pairing.round.section.event.organisation_id,
        before={**facts, "moves": " ".join(move.text for move in before[kept:])[:500]},
        after={**facts, "moves": " ".join(move.text for move in entered_moves(board)[kept:])[:500]},
    )
