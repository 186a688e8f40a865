"""Rules with a memory: moves that are legal or not by what was played before, not by the squares alone."""

from collections.abc import Sequence

from games.rules.moves import Move, legal_moves, seen, winner_on_the_board
from games.rules.position import Position
from games.rules.variant import Goal, Variant


def held_king(
    positions: Sequence[Position], moves: Sequence[Move], variant: Variant, ply: int | None = None
) -> int | None:
    """The square of the king that may make no further move without a capture after ``ply`` half-moves.

    It has made as many in a row as the variant allows (``king_moves_in_a_row``), counted over the moves
    of its own side, and that side still has men. A capture, a move of a man or of another king breaks
    the row. ``positions[i]`` stands before ``moves[i]``; without ``ply`` all of them were made.
    """
    limit = variant.king_moves_in_a_row
    ply = len(moves) if ply is None else ply
    if not limit or ply < 2 * limit:
        return None
    side, men, kings, _, _ = seen(positions[ply])
    if not men:
        return None
    bits = variant.geometry.bits
    held = square = moves[ply - 2].destination
    if not held or not bits[held] & kings:
        return None
    for earlier in range(ply - 2, ply - 2 * limit - 1, -2):
        before, move = seen(positions[earlier]), moves[earlier]
        was_king = move.origin and bits[move.origin] & before.kings
        if before.side is not side or move.captured or move.destination != square or not was_king:
            return None
        square = move.origin
    return held


def move_between(before: Position, after: Position, variant: Variant) -> Move:
    """The quiet move that leads from one position to another; a move of nothing where it was another kind."""
    side, men, kings, enemy_men, enemy_kings = seen(before)
    then = seen(after._replace(side=side))
    gone, came = (men | kings) & ~(then.men | then.kings), (then.men | then.kings) & ~(men | kings)
    is_quiet = (then.enemy_men, then.enemy_kings) == (enemy_men, enemy_kings)
    if not is_quiet or after.side is side or gone.bit_count() != 1 or came.bit_count() != 1:
        return Move(0, 0, (), ())
    square_of = variant.geometry.square_of
    return Move(square_of[gone], square_of[came], (), (square_of[gone], square_of[came]))


def is_decided(position: Position, variant: Variant) -> bool:
    """Whether somebody has won although the side to move still could move: the first king was crowned."""
    return variant.goal is Goal.FIRST_KING and winner_on_the_board(position, variant) is not None


def legal_moves_after(
    positions: Sequence[Position], moves: Sequence[Move], variant: Variant, ply: int | None = None
) -> list[Move]:
    """Every legal move after ``ply`` half-moves of a game: none when it is decided, none of a king held."""
    ply = len(moves) if ply is None else ply
    position = positions[ply]
    if is_decided(position, variant):
        return []
    legal = legal_moves(position, variant)
    held = held_king(positions, moves, variant, ply)
    if held is None or (legal and legal[0].captured):
        return legal
    return [move for move in legal if move.origin != held]
