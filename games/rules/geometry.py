"""What a board is: its size, which squares are played on, and how they are numbered.

A square is a number from 1 to ``Geometry.squares``, counted row by row from the top left with
White at the bottom (PDN 3.0, GameType notation N2). In memory each square is one bit; ghost bits
after each pair of rows make every diagonal direction one constant shift that cannot run over an edge.
"""

from dataclasses import dataclass, field
from enum import Enum

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Lines(Enum):
    """The lines along which pieces move or capture."""

    DIAGONAL = "diagonal"
    ORTHOGONAL = "orthogonal"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Geometry:
    """A board of ``width`` by ``height`` cells whose playing squares are one colour, or all cells.

    ``is_mirrored`` says that the corner at White's left is not a playing square (PDN: inversion 1).
    """

    key: str
    width: int
    height: int
    is_mirrored: bool
    uses_every_cell: bool
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
        bits = (0, *(1 << self._bit_index(row, column) for row, column in cells))
        put = object.__setattr__
        put(self, "squares", len(cells))
        put(self, "bits", bits)
        put(self, "square_of", {bit: square for square, bit in enumerate(bits) if square})
        put(self, "full", sum(bits))
        put(self, "_cells", tuple(cells))
        put(self, "_square_at", {cell: square for square, cell in enumerate(cells, start=1)})

    def is_playing_cell(self, row: int, column: int) -> bool:
        """Whether a piece may stand on the cell (row 0 at the top, column 0 at White's left)."""
        if self.uses_every_cell:
            return True
        from_bottom = self.height - 1 - row
        return (from_bottom + column) % 2 == (1 if self.is_mirrored else 0)

    def _bit_index(self, row: int, column: int) -> int:
        if self.uses_every_cell:
            return row * (self.width + 1) + column
        half = self.width // 2
        pair, odd = divmod(row, 2)
        first_row_starts_left = self.is_playing_cell(0, 0)
        return pair * (2 * half + 1) + odd * (half + first_row_starts_left) + column // 2

    def cell_of(self, square: int) -> tuple[int, int]:
        """The (row, column) of a square; row 0 is the top row with White at the bottom."""
        return self._cells[square - 1]

    def square_at(self, row: int, column: int) -> int | None:
        """The square on a cell, or None when the cell is off the board or not played on."""
        return self._square_at.get((row, column))

    def holds(self, square: int) -> bool:
        """Whether the number names a square of this board."""
        return 1 <= square <= self.squares

    def name_of(self, square: int) -> str:
        """The letter name of a square: letters from White's left, numbers from White's side."""
        row, column = self.cell_of(square)
        return f"{LETTERS[column]}{self.height - row}"

    def square_named(self, name: str) -> int | None:
        """The square with this letter name, or None when the board has none such."""
        column = LETTERS.find(name[:1].lower()) if name else -1
        rank = name[1:]
        if column < 0 or not (rank.isascii() and rank.isdigit()):
            return None
        return self.square_at(self.height - int(rank), column)

    def rotated(self, square: int) -> int:
        """The square on the same place seen from the other side of the table."""
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
        """The bit shift of one step: positive is a shift to the left, down the board."""
        for square in range(1, self.squares + 1):
            row, column = self.cell_of(square)
            other = self.square_at(row + direction[0], column + direction[1])
            if other is not None:
                return self.bits[other].bit_length() - self.bits[square].bit_length()
        raise ValueError(direction)

    def ray(self, square: int, direction: tuple[int, int]) -> tuple[int, ...]:
        """The bits met from a square in a direction, nearest first, to the edge."""
        row, column = self.cell_of(square)
        bits: list[int] = []
        while True:
            row, column = row + direction[0], column + direction[1]
            met = self.square_at(row, column)
            if met is None:
                return tuple(bits)
            bits.append(self.bits[met])


def _board(key: str, width: int, height: int, *, is_mirrored: bool = False) -> Geometry:
    return Geometry(key=key, width=width, height=height, is_mirrored=is_mirrored, uses_every_cell=False)


BOARD_8X8 = _board("8x8", 8, 8)
BOARD_8X8_MIRRORED = _board("8x8-mirrored", 8, 8, is_mirrored=True)
BOARD_10X10 = _board("10x10", 10, 10)
