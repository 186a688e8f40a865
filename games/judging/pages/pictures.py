"""Pictures of a position for other sites: PNG by Pillow, and SVG without style.

Both are drawn from the numbers of `BoardDrawing`; colours and shapes are those of `tokens.css` and
`templates/games/core/_shapes.html`.
"""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw

from club.core.limits import client_key, count, too_many
from club.core.pages.access import public
from club.core.requests import UNPROCESSABLE
from club.paper.preview_cards import PNG, face_of, png_of
from games.core.errors import Refusal
from games.house_rules.selectors import is_variant, variant_named
from games.house_rules.variant_names import DEFAULT_VARIANT
from games.judging.pages.drawing import CELL, BoardDrawing
from games.judging.selectors.positions import read_position
from games.laws.verdict import Verdict

SVG: Final = "image/svg+xml"
EDGE: Final = 720  # pixels of the longer edge of a picture
MAX_FEN: Final = 400
MAX_PICTURES, WINDOW_SECONDS = 60, 60  # rate limit: positions drawn for one client in so many seconds
CACHED_SECONDS: Final = 86_400
SMOOTH: Final = 4  # a piece is drawn so many times larger, for its edges

COLOURS: Final = {
    "square-dark": "#5b9876",
    "square-light": "#ecdfb8",
    "square-name": "#06231a",
    "frame": "#123f2c",
    "frame-ink": "#f3e9c9",
    "mark-bad": "#a3150f",
    "white-top": "#fffaf0",
    "white-body": "#f0e6ce",
    "white-side": "#b9a987",
    "white-ridge": "#c4b48f",
    "white-crown": "#8a5a00",
    "black-top": "#565a58",
    "black-body": "#222624",
    "black-side": "#0a0c0b",
    "black-ridge": "#6c726e",
    "black-crown": "#f2cf6b",
}
LAST_MOVE: Final = "#aab762"  # 52 % of the dark square, the rest of --last-move
CROWN: Final = ((3, 9.5), (11, 17), (20, 3), (29, 17), (37, 9.5), (33.6, 24.5), (6.4, 24.5))
CROWN_FOOT: Final = ((6.6, 27), (33.4, 27), (33.4, 30.4), (6.6, 30.4))
CROWN_AT: Final = (28, 25.4, 1.1)  # left, top and scale of the crown on a king


class Disc(NamedTuple):
    """A disc of a piece: the part of its colour, and middle and radius in hundredths of a square."""

    part: str
    x: float
    y: float
    radius: float


MAN: Final = (Disc("side", 50, 53.5, 38.5), Disc("top", 50, 48.5, 38))
KING: Final = (
    *(Disc("side", 50, 59.5, 37.5), Disc("top", 50, 55, 37)),
    *(Disc("side", 50, 47, 37.5), Disc("top", 50, 42, 37)),
)
RIDGES: Final = {"man": ((48.5, 31), (48.5, 25.5), (48.5, 12)), "king": ((42, 30.5),)}


@require_safe
@public
def position_picture(request: HttpRequest, kind: str) -> HttpResponse:
    """Draw the position of a FEN; one that cannot be read is refused in words."""
    counted = count("position-picture", client_key(request), most=MAX_PICTURES, seconds=WINDOW_SECONDS)
    if counted.is_too_many:
        return too_many(request, counted)
    key, fen = request.GET.get("variant", "") or DEFAULT_VARIANT, request.GET.get("fen", "")
    if not is_variant(key) or len(fen) > MAX_FEN:
        return _refused(_("This position cannot be drawn."))
    variant = variant_named(key)
    try:
        shown = read_position(fen, variant).to_fen(variant)
    except Refusal as refusal:
        return _refused(str(refusal))
    drawing = BoardDrawing(
        fen=shown,
        geometry=variant.geometry,
        uses_letters=variant.uses_letters,
        is_flipped=request.GET.get("flipped") == "1",
    )
    answer = picture_answer(drawing, kind)
    answer.headers["Cache-Control"] = f"public, max-age={CACHED_SECONDS}"
    return answer


def _refused(text: str) -> HttpResponse:
    return HttpResponse(text, status=UNPROCESSABLE, content_type="text/plain; charset=utf-8")


def picture_answer(drawing: BoardDrawing, kind: str) -> HttpResponse:
    """Return a position as PNG or SVG that pages of other sites may show."""
    if kind == "svg":
        answer = HttpResponse(board_svg(drawing), content_type=SVG)
    else:
        answer = HttpResponse(png_of(board_image(drawing, EDGE)), content_type=PNG)
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def board_svg(drawing: BoardDrawing) -> str:
    """Render a position as a file that needs no stylesheet."""
    shades = [_parts(side) for side in ("white", "black")]
    context: dict[str, Any] = {"board": drawing, "last_move": LAST_MOVE, "shades": shades}
    context |= {name.replace("-", "_"): colour for name, colour in COLOURS.items()}
    return render_to_string("games/judging/picture.svg", context)


def drawing_after(verdict: Verdict, ply: int) -> BoardDrawing:
    """Draw the board of a judged game after so many half-moves."""
    move = verdict.replay.moves[ply - 1] if ply else None
    return BoardDrawing(
        fen=verdict.replay.fen_after(ply),
        geometry=verdict.variant.geometry,
        uses_letters=verdict.variant.uses_letters,
        last_move=tuple(move.route) if move else (),
        captured_squares=tuple(move.captured) if move else (),
    )


def _parts(side: str) -> dict[str, str]:
    parts = {part: COLOURS[f"{side}-{part}"] for part in ("top", "body", "ridge", "crown")}
    return {"side": side, "edge": COLOURS[f"{side}-side"], **parts}


def board_image(drawing: BoardDrawing, edge: int) -> Image.Image:
    """Draw a position; its longer edge has so many pixels at most."""
    cell = edge * CELL // max(drawing.outer_width, drawing.outer_height)
    border = drawing.border * cell // CELL
    width, height = drawing.width * cell + 2 * border, drawing.height * cell + 2 * border
    image = Image.new("RGB", (width, height), COLOURS["frame"])
    pen = ImageDraw.Draw(image)
    pen.rectangle((border, border, width - border - 1, height - border - 1), COLOURS["square-light"])
    _draw_squares(pen, drawing, cell, border)
    if drawing.uses_letters:
        _draw_edges(pen, drawing, cell)
    for piece in drawing.pieces:
        sprite = _sprite(piece.side, piece.rank, cell)
        at = (border + piece.x * cell // CELL, border + piece.y * cell // CELL)
        image.paste(sprite, at, sprite)
    for mark in drawing.captured:
        x, y, arm = border + mark.x * cell // CELL, border + mark.y * cell // CELL, cell * 16 // CELL
        for ends in ((x - arm, y - arm, x + arm, y + arm), (x - arm, y + arm, x + arm, y - arm)):
            pen.line(ends, COLOURS["mark-bad"], max(2, cell * 7 // CELL))
    return image


def _draw_squares(pen: ImageDraw.ImageDraw, drawing: BoardDrawing, cell: int, border: int) -> None:
    face = face_of("1", max(9, cell * 20 // CELL))
    for square in drawing.cells:
        left, top = border + square.x * cell // CELL, border + square.y * cell // CELL
        fill = LAST_MOVE if square.is_last else COLOURS["square-dark"]
        line = COLOURS["square-light"] if drawing.uses_every_cell else None
        pen.rectangle((left, top, left + cell - 1, top + cell - 1), fill, line)
        if not drawing.uses_letters:
            pen.text(
                (left + cell * 5 // CELL, top + cell // 50), str(square.square), COLOURS["square-name"], face
            )


def _draw_edges(pen: ImageDraw.ImageDraw, drawing: BoardDrawing, cell: int) -> None:
    face = face_of("a", max(9, cell * 23 // CELL), is_bold=True)
    for edge in drawing.edges:
        at = (edge.x * cell / CELL, edge.y * cell / CELL)
        pen.text(at, edge.text, COLOURS["frame-ink"], face, anchor="mm")


@lru_cache(64)
def _sprite(side: str, rank: str, cell: int) -> Image.Image:
    """Draw a piece on a transparent square; a board has four kinds at most."""
    size = cell * SMOOTH
    scale = size / 100
    sprite = Image.new("RGBA", (size, size))
    pen = ImageDraw.Draw(sprite)
    pen.ellipse([part * scale for part in (11, 21, 91, 95)], (4, 24, 14, 76))
    for disc in KING if rank == "king" else MAN:
        box = [round(part * scale) for part in _box(disc.x, disc.y, disc.radius)]
        pen.ellipse(box, COLOURS[f"{side}-side"])
        if disc.part == "top":
            sprite.paste(_shade(side, box[2] - box[0]), (box[0], box[1]), _disc(box[2] - box[0]))
    for y, radius in RIDGES[rank]:
        box = [round(part * scale) for part in _box(50, y, radius)]
        pen.ellipse(box, outline=COLOURS[f"{side}-ridge"], width=round(2.2 * scale))
    if rank == "king":
        left, top, factor = CROWN_AT
        for outline in (CROWN, CROWN_FOOT):
            points = [((left + x * factor) * scale, (top + y * factor) * scale) for x, y in outline]
            pen.polygon(points, COLOURS[f"{side}-crown"])
    return sprite.resize((cell, cell), Image.Resampling.BOX)


def _box(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return x - radius, y - radius, x + radius, y + radius


def _shade(side: str, size: int) -> Image.Image:
    """Draw the light on a piece, from above at the left."""
    spread = Image.radial_gradient("L").resize((round(size * 1.7), round(size * 1.7)))
    left, top = round(size * (0.85 - 0.38)), round(size * (0.85 - 0.3))
    light = spread.crop((left, top, left + size, top + size))
    top_colour, body = (Image.new("RGB", (size, size), COLOURS[f"{side}-{part}"]) for part in ("top", "body"))
    return Image.composite(body, top_colour, light)


def _disc(size: int) -> Image.Image:
    mask = Image.new("L", (size, size))
    ImageDraw.Draw(mask).ellipse((0, 0, size - 1, size - 1), 255)
    return mask
