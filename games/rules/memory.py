"""Rules with a memory: moves that are legal or not by what was played before, not by the squares alone."""

from collections.abc import Sequence

from games.rules.fen import NO_ROWS, FenError, KingRow, KingRows, format_king_rows, parse_fen
from games.rules.moves import Move, legal_moves, seen, winner_on_the_board
from games.rules.position import Position
from games.rules.side import Side
from games.rules.variant import Variant
from games.rules.variant_facts import Goal


def king_row(
    positions: Sequence[Position],
    moves: Sequence[Move],
    variant: Variant,
    ply: int,
    side: Side,
    begun: KingRows = NO_ROWS,
) -> KingRow:
    """Count the quiet moves in a row of the king of ``side`` that moved last, after ``ply`` half-moves.

    Counted over the moves of its own side, up to as many as the variant allows and while that side has
    men. A capture, a move of a man or of another king breaks the row. ``positions[i]`` is the one before
    ``moves[i]``; ``begun`` are the rows that were there before the first of them.
    """
    limit, now = variant.king_moves_in_a_row, positions[ply]
    men, kings = (now.black_men, now.black_kings) if side else (now.white_men, now.white_kings)
    if not limit or not men:
        return KingRow()
    bits = variant.geometry.bits
    last = ply - 2 if now.side is side else ply - 1
    limited = square = moves[last].destination if last >= 0 else begun[side].square
    if not limited or not bits[limited] & kings:
        return KingRow()
    made = 0
    for earlier in range(last, -1, -2):
        before, move = seen(positions[earlier]), moves[earlier]
        was_king = move.origin and bits[move.origin] & before.kings
        if before.side is not side or move.captured or move.destination != square or not was_king:
            return KingRow(made, limited) if made else KingRow()
        square = move.origin
        made += 1
        if made == limit:
            return KingRow(made, limited)
    if begun[side].square == square:
        made = min(limit, made + begun[side].made)
    return KingRow(made, limited) if made else KingRow()


def king_at_limit(
    positions: Sequence[Position],
    moves: Sequence[Move],
    variant: Variant,
    ply: int | None = None,
    begun: KingRows = NO_ROWS,
) -> int | None:
    """Return the square of the king that may make no further move without a capture after ``ply`` half-moves.

    It has made as many in a row as the variant allows (``king_moves_in_a_row``) and its side still has
    men. Without ``ply`` all the moves were made.
    """
    limit = variant.king_moves_in_a_row
    if not limit:
        return None
    ply = len(moves) if ply is None else ply
    row = king_row(positions, moves, variant, ply, positions[ply].side, begun)
    return row.square if row.made >= limit else None


def king_rows_of_fen(fen: str, variant: Variant) -> KingRows:
    """Return the rows that a FEN ends with, as far as it shows which king made them.

    A row without a square is that of the side's only king; with several kings it is unknown, and a row
    of a square without such a king is none.
    """
    if not variant.king_moves_in_a_row or "+" not in fen:
        return NO_ROWS
    try:
        reading = parse_fen(fen, variant.geometry)
        position = Position.from_fen(fen, variant).placement(variant)
    except FenError:
        return NO_ROWS
    rows = zip(reading.king_rows, (position.white_kings, position.black_kings), strict=True)
    return KingRows(*(_of_a_king(row, kings) for row, kings in rows))


def _of_a_king(row: KingRow, kings: tuple[int, ...]) -> KingRow:
    square = row.square or (kings[0] if len(kings) == 1 else 0)
    return KingRow(row.made, square) if row.made and square in kings else KingRow()


def fen_after(
    positions: Sequence[Position],
    moves: Sequence[Move],
    variant: Variant,
    ply: int,
    begun: KingRows = NO_ROWS,
) -> str:
    """Return the FEN after ``ply`` half-moves, with the rows of king moves where the variant counts them."""
    fen = positions[ply].to_fen(variant)
    if not variant.king_moves_in_a_row:
        return fen
    rows = (king_row(positions, moves, variant, ply, side, begun) for side in (Side.WHITE, Side.BLACK))
    return fen + format_king_rows(KingRows(*rows))


def move_between(before: Position, after: Position, variant: Variant) -> Move:
    """Return the quiet move from one position to another; an empty move if it was of another kind."""
    side, men, kings, enemy_men, enemy_kings = seen(before)
    then = seen(after._replace(side=side))
    gone, came = (men | kings) & ~(then.men | then.kings), (then.men | then.kings) & ~(men | kings)
    is_quiet = (then.enemy_men, then.enemy_kings) == (enemy_men, enemy_kings)
    if not is_quiet or after.side is side or gone.bit_count() != 1 or came.bit_count() != 1:
        return Move(0, 0, (), ())
    square_of = variant.geometry.square_of
    return Move(square_of[gone], square_of[came], (), (square_of[gone], square_of[came]))


def is_decided(position: Position, variant: Variant) -> bool:
    """Return True if a side has won although the side to move could move: the first king was crowned."""
    return variant.goal is Goal.FIRST_KING and winner_on_the_board(position, variant) is not None


def legal_moves_after(
    positions: Sequence[Position],
    moves: Sequence[Move],
    variant: Variant,
    ply: int | None = None,
    begun: KingRows = NO_ROWS,
) -> list[Move]:
    """Return every legal move after ``ply`` half-moves: none if decided; a king at its limit only takes."""
    ply = len(moves) if ply is None else ply
    position = positions[ply]
    if is_decided(position, variant):
        return []
    legal = legal_moves(position, variant)
    limited = king_at_limit(positions, moves, variant, ply, begun)
    if limited is None or (legal and legal[0].captured):
        return legal
    return [move for move in legal if move.origin != limited]


def has_memory(variant: Variant) -> bool:
    """Return True if the rules of a variant look further back than the position."""
    return bool(variant.king_moves_in_a_row) or variant.goal is Goal.FIRST_KING


def forbidden_by_the_game(
    positions: Sequence[Position],
    moves: Sequence[Move],
    variant: Variant,
    ply: int,
    begun: KingRows = NO_ROWS,
) -> str:
    """Return the code of what forbids ``moves[ply]`` though its position allows it, "" without one."""
    if is_decided(positions[ply], variant):
        return "moves_after_end"
    move = moves[ply]
    if move.captured:
        return ""
    limited = king_at_limit(positions, moves, variant, ply, begun)
    return "king_moved_too_often" if limited is not None and limited == move.origin else ""
