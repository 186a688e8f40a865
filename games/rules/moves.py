"""Moves as people see them: squares instead of bits."""

from functools import lru_cache
from typing import Literal, NamedTuple

from games.rules.geometry import Geometry
from games.rules.kernel import RawCapture, can_capture, list_captures, list_steps
from games.rules.position import Position
from games.rules.tables import Variant
from games.rules.variant_facts import Goal, Side


class Move(NamedTuple):
    """One ply. ``captured`` is in order of capture; ``route`` runs from origin to destination.

    Between them the route names each square where the piece turned and, on a straight line, the
    square directly behind each captured piece: what PDN 3.0 asks of a full path.
    """

    origin: int
    destination: int
    captured: tuple[int, ...]
    route: tuple[int, ...]

    @property
    def is_capture(self) -> bool:
        """Return True if the move takes a piece."""
        return bool(self.captured)

    @property
    def result(self) -> tuple[int, int, tuple[int, ...]]:
        """Result shared by two routes that lead to the same position."""
        return self.origin, self.destination, tuple(sorted(self.captured))


class Seen(NamedTuple):
    """A position from the side to move, as the kernel takes it."""

    side: Side
    men: int
    kings: int
    enemy_men: int
    enemy_kings: int


def seen(position: Position) -> Seen:
    """Return the position from the side to move."""
    white_men, white_kings, black_men, black_kings, side = position
    if side:
        return Seen(side, black_men, black_kings, white_men, white_kings)
    return Seen(side, white_men, white_kings, black_men, black_kings)


@lru_cache(maxsize=20_000)
def quiet_move(origin: int, destination: int) -> Move:
    """Return the move of a piece that captures nothing."""
    return Move(origin, destination, (), (origin, destination))


def capture_move(geometry: Geometry, raw: RawCapture) -> Move:
    """Return a capture of the kernel in squares."""
    square_of = geometry.square_of
    origin, destination, _, landings, captured, _ = raw
    route = (square_of[origin], *[square_of[bit] for bit in landings])
    return Move(route[0], square_of[destination], tuple([square_of[bit] for bit in captured]), route)


def legal_moves(position: Position, variant: Variant) -> list[Move]:
    """Return every legal move, each distinct route of a capture once, in a fixed order."""
    view = seen(position)
    captures = list_captures(variant.tables, *view)
    if captures:
        moves = [capture_move(variant.geometry, raw) for raw in captures]
    else:
        square_of = variant.geometry.square_of
        moves = [
            quiet_move(square_of[origin], square_of[destination])
            for origin, destination in list_steps(variant.tables, *view)
        ]
    return sorted(moves)


def must_capture(position: Position, variant: Variant) -> bool:
    """Return True if the side to move has a capture, which then must be made (SL-M8)."""
    return can_capture(variant.tables, *seen(position))


def winner_on_the_board(position: Position, variant: Variant) -> Side | None:
    """Return the winner by the pieces on the board, or None while the game goes on (``Variant.goal``)."""
    if variant.goal is Goal.FIRST_KING and position.white_kings != position.black_kings:
        return Side.WHITE if position.white_kings else Side.BLACK
    if not no_move_left(position, variant):
        return None
    return position.side if variant.goal is Goal.LOSE_ALL else position.side.opponent


def no_move_left(position: Position, variant: Variant) -> bool:
    """Return True if the side to move has no piece or no legal move, which ends the game (SL-O2)."""
    view = seen(position)
    return not can_capture(variant.tables, *view) and not list_steps(variant.tables, *view)


def play(position: Position, move: Move, variant: Variant) -> Position:
    """Return the position after a legal move; the move is taken as given and not checked again.

    A man is crowned where the move ends; in a variant that crowns at once also where it passed.
    """
    bits = variant.geometry.bits
    tables = variant.tables
    origin, destination = bits[move.origin], bits[move.destination]
    taken = 0
    for square in move.captured:
        taken |= bits[square]
    side, men, kings, enemy_men, enemy_kings = seen(position)
    crown = tables.sides[side].crown
    if origin & men:
        passed = destination
        if tables.crowned_at_once and taken:
            for square in move.route:
                passed |= bits[square]
        men ^= origin
        if passed & crown:
            kings |= destination
        else:
            men |= destination
    else:
        kings = (kings & ~origin) | destination
    enemy_men &= ~taken
    enemy_kings &= ~taken
    if side:
        return Position(enemy_men, enemy_kings, men, kings, Side.WHITE)
    return Position(men, kings, enemy_men, enemy_kings, Side.BLACK)


Counting = Literal["routes", "results"]


def perft(position: Position, variant: Variant, depth: int, counting: Counting = "routes") -> int:
    """Count the leaves ``depth`` plies deep; depth nought counts the position itself."""
    if depth <= 0:
        return 1
    return variant.tables.generator.count(depth, *seen(position), counting == "results")
