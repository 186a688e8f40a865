"""Diagram of a position in a PDF: squares, pieces and square numbers, drawn as shapes only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.house_rules.selectors import variant_if_known
from games.judging.pages.drawing import CELL, BoardDrawing
from games.rules.fen import FenError

if TYPE_CHECKING:
    from club.paper.paper import Paper

NUMBER_SIZE = 0.62  # points for every millimetre of a square
DARK_SQUARE, WHITE_PIECE, BLACK_PIECE = 205, 255, 40
EDGE = 0.36  # of a square: the radius of a piece
PLACE = (0.55, 0.57)  # of a square: the centre of a piece, offset so that the number stays legible
CROWN = 0.2  # of a square: the radius of the ring that marks a king


def drawing_of(fen: str, variant: str) -> BoardDrawing | None:
    """Return the drawing of a position; None without one, or if it is unreadable."""
    rules = variant_if_known(variant)
    if not fen or rules is None:
        return None
    drawing = BoardDrawing(fen=fen, geometry=rules.geometry, uses_letters=rules.uses_letters)
    try:
        drawing.reading  # noqa: B018 - raises what the next lines are about
    except FenError:
        return None
    return drawing


def diagram(paper: Paper, drawing: BoardDrawing, *, x: float, y: float, width: float) -> float:
    """Draw the diagram with its corner at (x, y); return its height."""
    cell = width / drawing.width
    height = cell * drawing.height
    scale = cell / CELL
    paper.set_fill_color(DARK_SQUARE)
    style = "DF" if drawing.uses_every_cell else "F"  # squares of one colour need outlines
    for one in drawing.cells:
        paper.rect(x + one.x * scale, y + one.y * scale, cell, cell, style=style)
    paper.rect(x, y, width, height)
    paper.set_text_color(90)
    for one in drawing.cells:
        text = drawing.geometry.name_of(one.square) if drawing.uses_letters else str(one.square)
        left, low = x + one.x * scale + cell * 0.05, y + one.y * scale + cell * 0.28
        paper.words(text, x=left, y=low, width=cell, size=cell * NUMBER_SIZE)
    paper.set_text_color(0)
    for piece in drawing.pieces:
        middle = (x + piece.x * scale + PLACE[0] * cell, y + piece.y * scale + PLACE[1] * cell)
        _disc(paper, middle, cell, is_white=piece.side == "white", is_king=piece.rank == "king")
    paper.set_fill_color(255)
    return height


def _disc(paper: Paper, middle: tuple[float, float], cell: float, *, is_white: bool, is_king: bool) -> None:
    paper.set_fill_color(WHITE_PIECE if is_white else BLACK_PIECE)
    _circle(paper, middle, EDGE * cell, style="DF")
    if is_king:
        paper.set_draw_color(BLACK_PIECE if is_white else WHITE_PIECE)
        paper.set_line_width(cell * 0.06)
        _circle(paper, middle, CROWN * cell, style="D")
        paper.set_line_width(0.2)
        paper.set_draw_color(0)


def _circle(paper: Paper, middle: tuple[float, float], radius: float, *, style: str) -> None:
    paper.ellipse(middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius, style=style)
