"""Pictures of a position: every board, kings, colours of the pages, refusals."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from games.judging.pages import pictures
from games.judging.pages.drawing import BoardDrawing
from games.rules import VARIANTS, Position

pytestmark = pytest.mark.django_db
TOKENS = Path(settings.BASE_DIR) / "club/static/club/tokens.css"


def drawing_of(variant, fen=""):
    shown = fen or Position.start(variant).to_fen(variant)
    return BoardDrawing(fen=shown, geometry=variant.geometry, uses_letters=variant.uses_letters)


def test_colours_are_those_of_the_pages():
    named = dict(
        re.findall(r"--([\w-]+): (#[0-9a-f]{6});", TOKENS.read_text().partition('data-pieces="red"')[0])
    )
    assert {name: named[name] for name in pictures.COLOURS} == pictures.COLOURS


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_picture_has_the_pieces_of_the_board(key):
    variant = VARIANTS[key]
    drawing = drawing_of(variant)
    image = pictures.board_image(drawing, 480)
    cell = 480 * 100 // max(drawing.outer_width, drawing.outer_height)
    border = drawing.border * cell // 100
    for piece in drawing.pieces:
        at = [border + part * cell // 100 + cell // 2 for part in (piece.x, piece.y)]
        brightness = sum(image.getpixel(tuple(at)))
        assert (brightness > 450) == (piece.side == "white"), piece
    assert pictures.board_svg(drawing).count("<use ") == len(drawing.pieces)


def test_a_king_is_not_drawn_as_a_man():
    variant = VARIANTS["international"]
    man, king = (pictures.board_image(drawing_of(variant, f"W:W{one}:B1"), 480) for one in ("28", "K28"))
    assert man.tobytes() != king.tobytes()


def test_the_address_of_a_position_gives_its_picture(client):
    answer = client.get("/positions/picture.png", {"variant": "russian", "fen": "W:Wa1,Kc3:Bh8"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert max(Image.open(BytesIO(answer.content)).size) <= pictures.EDGE
    drawn = client.get("/positions/picture.svg", {"variant": "russian", "fen": "W:Wa1,Kc3:Bh8"})
    assert "#white-king" in drawn.content.decode()
    assert "style=" not in drawn.content.decode()


@pytest.mark.parametrize("asked", [{"fen": "W:Wz9"}, {"fen": "x" * 500}, {"variant": "chess", "fen": ""}])
def test_what_is_no_position_is_refused(client, asked):
    answer = client.get("/positions/picture.png", asked)
    assert answer.status_code == 422
    assert answer["Content-Type"].startswith("text/plain")


def test_one_client_draws_so_many_positions_a_minute(client, monkeypatch):
    monkeypatch.setattr(pictures, "MAX_PICTURES", 1)
    assert client.get("/positions/picture.svg").status_code == 200
    assert client.get("/positions/picture.svg").status_code == 429
