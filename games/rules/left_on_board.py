"""Positions left on the board by an illegal move that no one objects to, from which play goes on.

The laws only define a legal move. Here a written move is made as a hand would make it: the piece is
put down where the score puts it, what it jumped is taken off, and a man on the far row is crowned.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.rules.diagnosis import best_attempts, captures_of, is_quiet
from games.rules.moves import Move, legal_moves, play, seen
from games.rules.notation import select_readings
from games.rules.position import Position
from games.rules.tables import Variant

NO_SUCH_MOVE: Final = frozenset({"empty_square", "occupied_square", "off_board", "moves_after_end"})
"""Codes of what no hand can have done, or did after the end."""


class Left(NamedTuple):
    """An illegal move as it was made, and the position behind it."""

    move: Move
    position: Position


def left_on_board(
    position: Position,
    variant: Variant,
    squares: tuple[int, ...],
    code: str,
    *,
    is_capture: bool | None = None,
) -> list[Left]:
    """Positions that an illegal written move may have left, the likeliest first; empty where it made none.

    ``code`` is its kind by ``diagnose``. Several are given where the score does not show what was taken off,
    whose turn it was afterwards, or whether a man was crowned: the half-moves that follow decide which.
    """
    if code in NO_SUCH_MOVE or len(squares) < 2 or not all(squares):  # noqa: PLR2004 - two ends
        return []
    turn = position.side
    is_theirs = bool(variant.geometry.bits[squares[0]] & _enemy(position))
    mover = position._replace(side=turn.opponent) if is_theirs else position
    turns = (turn, turn.opponent) if code == "out_of_turn" else (turn.opponent, turn)
    found = [
        Left(move, after._replace(side=side))
        for side in turns[: 2 if code == "not_your_piece" else 1]
        for move in _moves(mover, variant, squares, is_capture=is_capture)
        if _has_room(mover, move, variant)
        for after in _crowned_or_not(play(mover, move, variant), move, variant, code)
    ]
    by_position: dict[Position, Left] = {}
    for left in found:
        by_position.setdefault(left.position, left)
    return list(by_position.values())


def _has_room(position: Position, move: Move, variant: Variant) -> bool:
    """Check that the piece was put down where no other piece is left: a square holds one."""
    bits = variant.geometry.bits
    white_men, white_kings, black_men, black_kings, _side = position
    others = (white_men | white_kings | black_men | black_kings) & ~bits[move.origin]
    return not bits[move.destination] & others or move.destination in move.captured


def _enemy(position: Position) -> int:
    _, _, _, enemy_men, enemy_kings = seen(position)
    return enemy_men | enemy_kings


def _moves(
    position: Position, variant: Variant, squares: tuple[int, ...], *, is_capture: bool | None
) -> Iterator[Move]:
    """Return the move as it was made, with each set of pieces that it may have taken off."""
    legal = select_readings(legal_moves(position, variant), squares, variant.geometry)
    if legal:  # legal but for the turn, or for the game so far
        yield from legal
        return
    ends = squares[0], squares[-1]
    if len(squares) == 2 and is_quiet(position, variant, squares):  # noqa: PLR2004 - two ends
        yield Move(*ends, (), squares)
        return
    attempts = best_attempts(position, variant, squares)
    enemy, bits = _enemy(position), variant.geometry.bits
    plain = Move(*ends, (), squares)
    # An own piece is not jumped to capture: a plain move written there put the piece down at its end.
    is_plain = is_capture is False and any(not bits[over] & enemy for one in attempts for over in one.jumped)
    if is_plain:
        yield plain
    for attempt in attempts:
        taken = dict.fromkeys(square for square in attempt.jumped if bits[square] & enemy)
        yield Move(*ends, tuple(taken), attempt.path)
    if not attempts and (is_capture or len(squares) > 2):  # noqa: PLR2004 - a path is that of a capture
        for whole in captures_of(position, variant, squares[0]):
            yield Move(*ends, whole.captured, squares)
    if not is_capture or not attempts:
        yield plain


def _crowned_or_not(after: Position, move: Move, variant: Variant, code: str) -> Iterator[Position]:
    """Return the position with a man that passed the king row crowned, then not; else as it is."""
    bit = variant.geometry.bits[move.destination]
    if code == "went_on_through_king_row" and not (after.white_kings | after.black_kings) & bit:
        if after.white_men & bit:
            yield after._replace(white_men=after.white_men ^ bit, white_kings=after.white_kings | bit)
        else:
            yield after._replace(black_men=after.black_men ^ bit, black_kings=after.black_kings | bit)
    yield after
