"""Moves as text, and which legal moves a written move could mean."""

from collections.abc import Iterable, Sequence

from games.rules.geometry import Geometry
from games.rules.moves import Move, legal_moves
from games.rules.position import Position
from games.rules.tables import Variant


def square_text(square: int, variant: Variant) -> str:
    """Return a square as the variant writes it: "14" or "c3"."""
    return variant.geometry.name_of(square) if variant.uses_letters else str(square)


def move_text(move: Move, variant: Variant, among: Iterable[Move] = ()) -> str:
    """Return the canonical text of a move: short, with its full path when ``among`` has another reading.

    Another reading is a move with the same origin and destination that captures other pieces
    (PDN 3.0: ambiguous captures are written with every intermediate square).
    """
    if not move.captured:
        return f"{square_text(move.origin, variant)}-{square_text(move.destination, variant)}"
    ends = move.route[0], move.route[-1]
    is_ambiguous = any(
        (other.origin, other.destination) == ends and other.result != move.result for other in among
    )
    squares = move.route if is_ambiguous else ends
    return variant.capture_sign.join(square_text(square, variant) for square in squares)


def squares_between(geometry: Geometry, start: int, end: int) -> tuple[int, ...]:
    """Return the squares strictly between two squares of one line, in order; empty off any line."""
    row, column = geometry.cell_of(start)
    to_row, to_column = geometry.cell_of(end)
    rows, columns = to_row - row, to_column - column
    if start == end or (rows and columns and abs(rows) != abs(columns)):
        return ()
    length = max(abs(rows), abs(columns))
    down, right = rows // length, columns // length
    met = (geometry.square_at(row + down * i, column + right * i) for i in range(1, length))
    return tuple(square for square in met if square is not None)


def passed_squares(move: Move, geometry: Geometry) -> tuple[int, ...]:
    """Return every square that the moving piece was on or crossed, in order; captured ones left out."""
    path = [move.origin]
    for start, end in zip(move.route, move.route[1:], strict=False):
        path.extend(s for s in squares_between(geometry, start, end) if s not in move.captured)
        path.append(end)
    return tuple(path)


def is_path(squares: Sequence[int], move: Move, geometry: Geometry) -> bool:
    """Return True if the written squares lie on the way of the move, in order."""
    passed = iter(passed_squares(move, geometry))
    return all(square in passed for square in squares)


def readings(position: Position, variant: Variant, squares: tuple[int, ...]) -> list[Move]:
    """Return the legal moves that written squares could mean; routes with the same result count once.

    First and last square must agree, and the squares between them must lie on the way of the move, in
    order, or be the squares of all that it captures.
    """
    return select_readings(legal_moves(position, variant), squares, variant.geometry)


def select_readings(moves: Iterable[Move], squares: tuple[int, ...], geometry: Geometry) -> list[Move]:
    """Return the moves that written squares could mean, as in ``readings``."""
    origin, destination = squares[0], squares[-1]
    fitting = [m for m in moves if m.origin == origin and m.destination == destination]
    if len(squares) > 2:  # noqa: PLR2004 - more than the two ends
        on_the_way = [m for m in fitting if is_path(squares, m, geometry)]
        exact = [m for m in on_the_way if set(m.route) <= set(squares)]
        taken = sorted(squares[1:-1])
        fitting = exact or on_the_way or [m for m in fitting if sorted(m.captured) == taken]
    by_result: dict[object, Move] = {}
    for move in fitting:
        by_result.setdefault(move.result, move)
    return list(by_result.values())
