"""Moves that the squares would allow and the game so far does not.

A king moved once too often in a row, or a move after the game had been decided. The walk over a record
reads each position by itself; what needs the moves before is looked for here, in what it played.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from games.laws.replay_result import Replay
from games.laws.walk import Failure, Walk
from games.pdn import GameRecord
from games.rules import Move, forbidden_by_the_game, has_memory
from games.rules.memory import is_decided


def stop_at_fault(played: Replay, record: GameRecord, may_stand: Container[int] = ()) -> Replay:
    """End the replay at the first move that the game so far forbids, unless it was let stand.

    A setup lets it stand, or its offset is among these; behind the end of a game none is let stand.
    """
    put_on_board = {ply for ply, _position in played.setups}
    for ply in range(len(played.moves)):
        code = _fault(played, ply)
        if not code or ply + 1 in played.unknown_plies:
            continue
        failure = _failure(played, ply, code)
        if failure.token.offset in may_stand and code != "moves_after_end":
            put_on_board.add(ply + 1)
            played.setups = sorted([*played.setups, (ply + 1, played.positions[ply + 1])])
        if ply + 1 in put_on_board:
            played.slips = sorted([*played.slips, failure], key=lambda slip: slip.ply)
            continue
        return _cut(played, record, failure)
    if played.failure is not None:
        code = played.failure.code
        if is_decided(played.positions[-1], played.variant):
            code = "moves_after_end"
        legal = played.legal_after()
        origins = {move.origin for move in legal}
        can_move = played.failure.mover_can_move and played.failure.facts.get("origin") in origins
        played.failure = played.failure._replace(code=code, legal=legal, mover_can_move=can_move)
    return played


def allowed_tokens(played: Replay, place: int, walk: Walk, reached: int, added: Sequence[Move] = ()) -> int:
    """Count the tokens of a walk that remain valid after a game of `place` half-moves.

    `reached` is where the walk ended by the positions alone; `added` are moves made between, none of
    which the walk has. Without a memory that is all of them.
    """
    variant = played.variant
    if not has_memory(variant):
        return reached
    moves = [*played.moves[:place], *added, *walk.moves]
    positions = [*played.positions[: place + len(added)], *walk.positions]
    for ply in range(place, len(moves)):
        if forbidden_by_the_game(positions, moves, variant, ply, played.begun):
            walked = ply - place - len(added)
            return walk.used[walked - 1] if walked > 0 else 0
    return reached


def _fault(played: Replay, ply: int) -> str:
    """Return the code of what is wrong with the move after `ply` half-moves, "" when nothing is."""
    code = forbidden_by_the_game(played.positions, played.moves, played.variant, ply, played.begun)
    is_told = any(slip.ply == ply + 1 for slip in played.slips)
    return "" if is_told and code != "moves_after_end" else code


def _failure(played: Replay, ply: int, code: str) -> Failure:
    move, variant = played.moves[ply], played.variant
    facts: dict[str, object] = {"origin": move.origin, "destination": move.destination}
    if code == "king_moved_too_often":
        facts |= {"piece": "king", "limit": variant.king_moves_in_a_row}
    legal = played.legal_after(ply)
    can_move = any(one.origin == move.origin for one in legal)
    return Failure(ply + 1, played.tokens[ply], code, facts, legal, can_move, played.positions[ply])


def _cut(played: Replay, record: GameRecord, failure: Failure) -> Replay:
    """Take back what was played from the fault on."""
    ply = failure.ply - 1
    tokens = record.moves
    at = next(index for index, token in enumerate(tokens) if token is failure.token)
    played.failure = failure
    played.unplayed = len(tokens) - at
    played.positions = played.positions[: ply + 1]
    played.moves, played.written = played.moves[:ply], played.tokens[:ply]
    played.slips = [slip for slip in played.slips if slip.ply <= ply]
    played.ambiguities = [one for one in played.ambiguities if one.ply <= ply]
    played.setups = [(at_ply, position) for at_ply, position in played.setups if at_ply <= ply]
    played.unread = [one for one in played.unread if one.ply <= ply]
    played.misfits = [one for one in played.misfits if one <= ply]
    played.joined = [one for one in played.joined if one <= ply]
    played.unknown_plies = [one for one in played.unknown_plies if one <= ply]
    return played
