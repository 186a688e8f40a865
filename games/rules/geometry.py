"""Geometry of a board: its size, the playing squares, and their numbering.

A square is a number from 1 to ``Geometry.squares``, counted row by row from the corner that the
variant names, seen with White at the bottom. In memory each square is one bit, always counted from the
top left; ghost bits after the rows make every direction one constant shift that cannot run over an edge.
"""

from dataclasses import dataclass, field
from enum import Enum

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Lines(Enum):
    """The lines along which pieces move or capture."""

    DIAGONAL = "diagonal"
    ORTHOGONAL = "orthogonal"
    BOTH = "both"


class Corner(Enum):
    """A corner of the board, seen with White at the bottom."""

    TOP_LEFT = "top_left"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM_RIGHT = "bottom_right"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Geometry:
    """A board of ``width`` by ``height`` cells whose playing squares are one colour, or all cells.

    ``is_mirrored`` means that the corner at White's left is not a playing square (PDN: inversion 1).
    ``has_straight_lines`` means that pieces also go along rows and columns of a board of one colour, which
    takes more ghost bits. ``first_square`` is the corner with square 1 (top left or bottom right),
    ``first_rank`` the side of the board with the letter squares' rank 1 (bottom left or top left).
    """

    key: str
    width: int
    height: int
    is_mirrored: bool
    uses_every_cell: bool
    has_straight_lines: bool
    first_square: Corner
    first_rank: Corner
    squares: int = field(init=False)
    bits: tuple[int, ...] = field(init=False, repr=False)  # bits[square], bits[0] is 0
    square_of: dict[int, int] = field(init=False, repr=False)  # bit -> square
    full: int = field(init=False, repr=False)  # every square
    _cells: tuple[tuple[int, int], ...] = field(init=False, repr=False)
    _square_at: dict[tuple[int, int], int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        cells = [
            (row, column)
            for row in range(self.height)
            for column in range(self.width)
            if self.is_playing_cell(row, column)
        ]
        if self.first_square is Corner.BOTTOM_RIGHT:
            cells.reverse()
        bits = (0, *(1 << self._bit_index(row, column) for row, column in cells))
        put = object.__setattr__
        put(self, "squares", len(cells))
        put(self, "bits", bits)
        put(self, "square_of", {bit: square for square, bit in enumerate(bits) if square})
        put(self, "full", sum(bits))
        put(self, "_cells", tuple(cells))
        put(self, "_square_at", {cell: square for square, cell in enumerate(cells, start=1)})

    def is_playing_cell(self, row: int, column: int) -> bool:
        """Return True if a piece may be on the cell (row 0 at the top, column 0 at White's left)."""
        if self.uses_every_cell:
            return True
        from_bottom = self.height - 1 - row
        return (from_bottom + column) % 2 == (1 if self.is_mirrored else 0)

    def _bit_index(self, row: int, column: int) -> int:
        if self.uses_every_cell:
            return row * (self.width + 1) + column
        pair, odd = divmod(row, 2)
        starts_left = self.is_playing_cell(0, 0)
        to_odd_row = self.width // 2 + (starts_left or self.has_straight_lines)
        to_next_pair = 2 * to_odd_row + (-1 if starts_left else 1)
        return pair * to_next_pair + odd * to_odd_row + column // 2

    def cell_of(self, square: int) -> tuple[int, int]:
        """Return the (row, column) of a square; row 0 is the top row with White at the bottom."""
        return self._cells[square - 1]

    def square_at(self, row: int, column: int) -> int | None:
        """Return the square on a cell, or None when the cell is off the board or not played on."""
        return self._square_at.get((row, column))

    def holds(self, square: int) -> bool:
        """Return True if the number names a square of this board."""
        return 1 <= square <= self.squares

    def name_of(self, square: int) -> str:
        """Return the letter name of a square: letters from White's left, numbers from the side of rank 1."""
        row, column = self.cell_of(square)
        return f"{LETTERS[column]}{self.rank_of(row)}"

    def square_named(self, name: str) -> int | None:
        """Return the square with this letter name, or None when the board has none such."""
        column = LETTERS.find(name[:1].lower()) if name else -1
        rank = name[1:]
        if column < 0 or not (rank.isascii() and rank.isdigit()):
            return None
        row = int(rank) - 1 if self._counts_ranks_down else self.height - int(rank)
        return self.square_at(row, column)

    def rank_of(self, row: int) -> int:
        """Return the rank of a row of a board with letter squares (row 0 at the top)."""
        return row + 1 if self._counts_ranks_down else self.height - row

    @property
    def _counts_ranks_down(self) -> bool:
        return self.first_rank is Corner.TOP_LEFT

    def rotated(self, square: int) -> int:
        """Return the square on the same place seen from the other side of the table."""
        return self.squares + 1 - square

    def directions(self, lines: Lines) -> tuple[tuple[int, int], ...]:
        """(rows, columns) from a square to its neighbour along the lines, rows going down."""
        step = 1 if self.uses_every_cell else 2
        diagonal = ((-1, -1), (-1, 1), (1, -1), (1, 1))
        orthogonal = ((-step, 0), (0, -step), (0, step), (step, 0))
        if lines is Lines.DIAGONAL:
            return diagonal
        return orthogonal if lines is Lines.ORTHOGONAL else diagonal + orthogonal

    def shift_of(self, direction: tuple[int, int]) -> int:
        """Return the bit shift of one step: positive is a shift to the left, down the board."""
        for square in range(1, self.squares + 1):
            row, column = self.cell_of(square)
            other = self.square_at(row + direction[0], column + direction[1])
            if other is not None:
                return self.bits[other].bit_length() - self.bits[square].bit_length()
        raise ValueError(direction)

    def ray(self, square: int, direction: tuple[int, int]) -> tuple[int, ...]:
        """Return the bits met from a square in a direction, nearest first, to the edge."""
        row, column = self.cell_of(square)
        bits: list[int] = []
        while True:
            row, column = row + direction[0], column + direction[1]
            met = self.square_at(row, column)
            if met is None:
                return tuple(bits)
            bits.append(self.bits[met])


def board(
    key: str,
    width: int,
    height: int,
    *,
    is_mirrored: bool = False,
    uses_every_cell: bool = False,
    has_straight_lines: bool = False,
    first_square: Corner = Corner.TOP_LEFT,
    first_rank: Corner = Corner.BOTTOM_LEFT,
) -> Geometry:
    """Build a board; by default its dark corner is at the left and square 1 top left."""
    return Geometry(
        key=key,
        width=width,
        height=height,
        is_mirrored=is_mirrored,
        uses_every_cell=uses_every_cell,
        has_straight_lines=has_straight_lines,
        first_square=first_square,
        first_rank=first_rank,
    )


BOARD_8X8 = board("8x8", 8, 8)
BOARD_8X8_MIRRORED = board("8x8-mirrored", 8, 8, is_mirrored=True)
BOARD_8X8_FROM_BELOW = board("8x8-from-below", 8, 8, is_mirrored=True, first_square=Corner.BOTTOM_RIGHT)
BOARD_8X8_FROM_ABOVE = board("8x8-from-above", 8, 8, is_mirrored=True, first_rank=Corner.TOP_LEFT)
BOARD_8X8_WHOLE = board("8x8-whole", 8, 8, uses_every_cell=True)
BOARD_10X8 = board("10x8", 10, 8)
BOARD_10X10 = board("10x10", 10, 10)
BOARD_10X10_STRAIGHT = board("10x10-straight", 10, 10, has_straight_lines=True)
BOARD_12X12 = board("12x12", 12, 12)
