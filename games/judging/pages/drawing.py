"""Drawing of a position: the numbers that `templates/games/core/_board.html` needs, without HTML.

The board element in `games/static/games/board/` makes the same drawing in the browser. Both take the pieces'
shapes from `templates/games/core/_shapes.html`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.rules import FenReading, Geometry, Side, parse_fen
from games.rules.geometry import Corner

CELL = 100
LETTERED_BORDER = 44  # room for letters and numbers next to the squares
PLAIN_BORDER = 24
EDGE_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Point(NamedTuple):
    """A place in the drawing."""

    x: int
    y: int


class Cell(NamedTuple):
    """A playing square with its corner and the place of its number."""

    square: int
    x: int
    y: int
    text_x: int
    text_y: int
    is_last: bool


class Piece(NamedTuple):
    """A piece with the corner of its square."""

    square: int
    side: str
    rank: str
    x: int
    y: int


class Arrow(NamedTuple):
    """A way over the board; a bad one is drawn in red."""

    points: str
    is_bad: bool


class Edge(NamedTuple):
    """A letter or number at the edge of the board."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A move to draw as an arrow."""

    route: Sequence[int]
    is_bad: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDrawing:
    """Context of the board's template, computed."""

    fen: str
    geometry: Geometry
    uses_letters: bool
    is_flipped: bool = False
    is_interactive: bool = False
    is_editable: bool = False
    last_move: Sequence[int] = ()
    captured_squares: Sequence[int] = ()
    marked_squares: Sequence[int] = ()
    ways: Sequence[Way] = field(default_factory=tuple)

    @property
    def width(self) -> int:
        """Columns of the board."""
        return self.geometry.width

    @property
    def height(self) -> int:
        """Rows of the board."""
        return self.geometry.height

    @property
    def is_mirrored(self) -> bool:
        """True if the corner at White's left is not played on."""
        return self.geometry.is_mirrored

    @property
    def uses_every_cell(self) -> bool:
        """True if there are no light squares between those played on."""
        return self.geometry.uses_every_cell

    @property
    def numbers_from_below(self) -> bool:
        """True if square 1 is at White's right hand."""
        return self.geometry.first_square is Corner.BOTTOM_RIGHT

    @property
    def ranks_from_above(self) -> bool:
        """True if rank 1 of the letter squares is at the top."""
        return self.geometry.first_rank is Corner.TOP_LEFT

    @property
    def border(self) -> int:
        """Width of the frame."""
        return LETTERED_BORDER if self.uses_letters else PLAIN_BORDER

    @property
    def inner_width(self) -> int:
        """Width of the field."""
        return self.width * CELL

    @property
    def inner_height(self) -> int:
        """Height of the field."""
        return self.height * CELL

    @property
    def outer_width(self) -> int:
        """Width with the frame."""
        return self.inner_width + 2 * self.border

    @property
    def outer_height(self) -> int:
        """Height with the frame."""
        return self.inner_height + 2 * self.border

    @property
    def last_move_text(self) -> str:
        """The last move's squares as the board element's attribute."""
        return " ".join(map(str, self.last_move))

    @property
    def captured_text(self) -> str:
        """The captured squares as the board element's attribute."""
        return ",".join(map(str, self.captured_squares))

    @property
    def marks_text(self) -> str:
        """The marked squares as the board element's attribute."""
        return " ".join(map(str, self.marked_squares))

    @property
    def arrows_text(self) -> str:
        """The arrows as the board element's attribute."""
        return " ".join(("!" if way.is_bad else "") + "-".join(map(str, way.route)) for way in self.ways)

    @property
    def label(self) -> str:
        """Text alternative of the drawing: the whole position in words."""
        return position_in_words(self.reading, self.geometry, uses_letters=self.uses_letters)

    @property
    def reading(self) -> FenReading:
        """The pieces the FEN names."""
        return parse_fen(self.fen, self.geometry)

    def corner(self, square: int) -> Point:
        """The top left corner of a square inside the field."""
        row, column = self.geometry.cell_of(square)
        if self.is_flipped:
            row, column = self.height - 1 - row, self.width - 1 - column
        return Point(column * CELL, row * CELL)

    def centre(self, square: int) -> Point:
        """The middle of a square inside the field."""
        corner = self.corner(square)
        return Point(corner.x + CELL // 2, corner.y + CELL // 2)

    @property
    def cells(self) -> list[Cell]:
        """The playing squares in the order of their numbers."""
        last = set(self.last_move)
        corners = ((square, self.corner(square)) for square in range(1, self.geometry.squares + 1))
        return [Cell(square, x, y, x + 5, y + 20, square in last) for square, (x, y) in corners]

    @property
    def pieces(self) -> list[Piece]:
        """All pieces in their places."""
        placement = self.reading.placement
        groups = (
            ("white", "man", placement.white_men),
            ("white", "king", placement.white_kings),
            ("black", "man", placement.black_men),
            ("black", "king", placement.black_kings),
        )
        return [
            Piece(square, side, rank, *self.corner(square))
            for side, rank, squares in groups
            for square in squares
        ]

    @property
    def captured(self) -> list[Point]:
        """Squares of the pieces taken by the last move; its king may be on one of them."""
        occupied = {piece.square for piece in self.pieces}
        return [self.centre(square) for square in self.captured_squares if square not in occupied]

    @property
    def marks(self) -> list[Point]:
        """Squares to look at."""
        return [self.centre(square) for square in self.marked_squares]

    @property
    def arrows(self) -> list[Arrow]:
        """Moves drawn over the board."""
        return [Arrow(self._points(way.route), way.is_bad) for way in self.ways]

    def _points(self, route: Iterable[int]) -> str:
        return " ".join(f"{point.x},{point.y}" for point in map(self.centre, route))

    @property
    def edges(self) -> list[Edge]:
        """Letters and numbers at the edges of a board whose squares have letter names."""
        if not self.uses_letters:
            return []
        half = self.border // 2
        right, bottom = self.outer_width - half, self.outer_height - half
        edges = []
        for column in range(self.width):
            text = EDGE_LETTERS[self.width - 1 - column if self.is_flipped else column]
            x = self.border + column * CELL + CELL // 2
            edges += [Edge(x, half, text), Edge(x, bottom, text)]
        for row in range(self.height):
            text = str(self.geometry.rank_of(self.height - 1 - row if self.is_flipped else row))
            y = self.border + row * CELL + CELL // 2
            edges += [Edge(half, y, text), Edge(right, y, text)]
        return edges


def position_in_words(reading: FenReading, geometry: Geometry, *, uses_letters: bool) -> str:
    """White men on 21, 22; Black men on 1, 2; White to move."""

    def names(squares: Iterable[int]) -> str:
        return ", ".join(geometry.name_of(square) if uses_letters else str(square) for square in squares)

    placement = reading.placement
    groups = (
        (_("White men on %(squares)s"), placement.white_men),
        (_("White kings on %(squares)s"), placement.white_kings),
        (_("Black men on %(squares)s"), placement.black_men),
        (_("Black kings on %(squares)s"), placement.black_kings),
    )
    parts = [text % {"squares": names(squares)} for text, squares in groups if squares]
    if reading.side is not None:
        parts.append(_("White to move") if reading.side is Side.WHITE else _("Black to move"))
    return "; ".join(parts) + "." if parts else _("An empty board.")
