"""Preview cards: the picture of 1200 x 630 pixels that another site shows beside a link to a page.

They are drawn with Pillow and the fonts of the paper. A card has texts alone, or a picture at its left. Texts
are shaped as on paper: Pillow does so only with a library that sites may not have. Words without glyphs are
left out.
"""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import combining

from django.http import HttpResponse
from django.shortcuts import redirect
from PIL import Image, ImageDraw, ImageFont

FONTS: Final = Path(__file__).resolve().parent / "fonts"
WIDTH, HEIGHT = 1200, 630
MARGIN: Final = 54
TITLE_SIZES: Final = (64, 52, 44, 36)
LINE_SIZE, SMALL_SIZE = 34, 28
LINE_ROOM, SMALL_ROOM = 50, 40
MAX_ROWS: Final = 2  # of the title
MAX_LINES: Final = 8
PICTURE_EDGE: Final = 590  # of the picture at the left
COMPRESSION: Final = 4  # of 9: beyond it a card takes twice the time for a twentieth of its bytes
GREEN, PAPER, INK, SOFT, BUFF = "#123f2c", "#f3f5ee", "#18211b", "#4d584f", "#e8d9ac"
CUT: Final = "\N{HORIZONTAL ELLIPSIS}"
PNG: Final = "image/png"
MISSING: Final = "\uffff"  # no font has a letter for it
FROM_RIGHT: Final = "\u200f"  # the mark that orders what follows it with the letters before it

WIDEST_TEXT: Final = 300  # characters: a longer one is cut before it is measured
Face = ImageFont.FreeTypeFont


class PreviewCard(NamedTuple):
    """Texts of a card: a line above the title, the title, lines of (left, right), and the foot.

    Each line of the title begins a row. `shows` identifies the picture at the left.
    """

    over: str
    title: str
    lines: tuple[tuple[str, str], ...] = ()
    foot: str = ""
    colour: str = GREEN
    shows: str = ""

    @property
    def version(self) -> str:
        """Digest of everything that is drawn: a part of the address, so that other sites ask again."""
        return hashlib.sha256(repr(tuple(self)).encode()).hexdigest()[:12]


class Preview(NamedTuple):
    """Preview of a page for other sites: the path of its picture, and texts where the page has better ones.

    `path` is the address of the page with all that the server needs to show it, if that is not the request's.
    """

    picture: str
    title: str = ""
    description: str = ""
    path: str = ""


def card_answer(
    card: PreviewCard, version: str, current: str, picture: Callable[[], Image.Image] | None = None
) -> HttpResponse:
    """Return a card whose version is in its address; `current` is the address of the present version.

    An address with another version is redirected, so that a page cache holds one picture of a page.
    """
    if version != card.version:
        return redirect(current)
    answer = HttpResponse(card_png(card, picture() if picture is not None else None), content_type=PNG)
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def card_png(card: PreviewCard, picture: Image.Image | None = None) -> bytes:
    """Draw a card; the picture has its whole height, at most half of the width."""
    drawn = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(drawn)
    left = MARGIN
    if picture is None:
        pen.rectangle((0, 0, WIDTH, 18), card.colour)
    else:
        pen.rectangle((0, 0, HEIGHT, HEIGHT), card.colour)
        drawn.paste(picture, ((HEIGHT - picture.width) // 2, (HEIGHT - picture.height) // 2))
        left += HEIGHT
    _write(pen, shaped_card(card), left, WIDTH - left - MARGIN)
    return png_of(drawn)


def shaped_card(card: PreviewCard) -> PreviewCard:
    """Return the card with shaped texts, still in reading order, without lines whose name has no glyphs."""
    lines = ((shaped(name), shaped(value), bool(name)) for name, value in card.lines)
    return card._replace(
        over=shaped(card.over),
        title=shaped(card.title),
        lines=tuple((name, value) for name, value, had_name in lines if name or not had_name),
        foot=shaped(card.foot),
    )


def shaped(text: str) -> str:
    """Join Arabic letters, and leave out words with letters that no face has; empty if no letter remains."""
    rows = (" ".join(filter(_is_drawable, _joined(row).split())) for row in text.splitlines())
    found = "\n".join(row for row in rows if row)
    is_lost = any(map(str.isalpha, text)) and not any(map(str.isalpha, found))
    return "" if is_lost else found


def _joined(text: str) -> str:
    from club.paper.lettering import is_right_to_left, joined  # noqa: PLC0415 - it loads fpdf2

    if not is_right_to_left(text):
        return text
    # Plain layout cannot place vowel signs.
    return "".join(letter for letter in joined(text) if not combining(letter))


def _is_drawable(word: str) -> bool:
    return any(all(_has_letter(letter, name) for letter in word) for name in ("sans", "wide"))


def ordered(text: str) -> str:
    """Order a row as it is drawn; where a text from the right is cut, at its left."""
    from club.paper.lettering import as_drawn, is_right_to_left  # noqa: PLC0415 - it loads fpdf2

    is_cut_at_left = text.endswith(CUT) and is_right_to_left(text[-2:-1])
    return as_drawn(text + FROM_RIGHT if is_cut_at_left else text).replace(FROM_RIGHT, "")


def png_of(picture: Image.Image) -> bytes:
    """Return a picture as PNG."""
    file = BytesIO()
    picture.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()


def _write(pen: ImageDraw.ImageDraw, card: PreviewCard, left: int, room: int) -> None:
    top = MARGIN
    if card.over:
        over = ordered(fitted(card.over, SMALL_SIZE, room))
        pen.text((left, top), over, SOFT, face_of(over, SMALL_SIZE))
        top += SMALL_ROOM + 6
    face, rows = _title(card.title, room)
    for row in rows:
        pen.text((left, top), ordered(row), INK, face)
        top += round(face.size * 1.22)
    top += 22
    bottom = HEIGHT - MARGIN - (SMALL_ROOM + 16 if card.foot else 0)
    for name, value in card.lines[:MAX_LINES]:
        if top + LINE_ROOM > bottom:
            break
        width = _width(value, LINE_SIZE, is_bold=True)
        face = face_of(value, LINE_SIZE, is_bold=True)
        pen.text((left + room - width, top), ordered(value), INK, face)
        space = room - width - 24 if value else room
        told = ordered(fitted(name, LINE_SIZE, space))
        pen.text((left, top), told, INK, face_of(told, LINE_SIZE))
        top += LINE_ROOM
    if card.foot:
        foot = HEIGHT - MARGIN - SMALL_SIZE
        pen.line((left, foot - 16, left + room, foot - 16), BUFF, 3)
        told = ordered(fitted(card.foot, SMALL_SIZE, room))
        pen.text((left, foot), told, SOFT, face_of(told, SMALL_SIZE))


def _title(text: str, room: int) -> tuple[Face, list[str]]:
    """Return the largest face in which the title has two rows; in the smallest, the second row is cut."""
    for size in TITLE_SIZES:
        face = face_of(text, size, is_bold=True)
        rows = _rows(text, face, room)
        if len(rows) <= MAX_ROWS and all(face.getlength(row) <= room for row in rows):
            return face, rows
    lines = text.splitlines() if "\n" in text else [rows[0], " ".join(rows[1:])]
    return face, [_cut(line, face, room) for line in lines[:MAX_ROWS] if line]


def _rows(text: str, face: Face, room: int) -> list[str]:
    rows: list[str] = []
    for line in text.splitlines():
        rows.append("")
        for word in line.split():
            longer = f"{rows[-1]} {word}".strip()
            if rows[-1] and face.getlength(longer) > room:
                rows.append(word)
            else:
                rows[-1] = longer
    return rows or [""]


def fitted(text: str, size: int, room: float) -> str:
    """Return a text on one row, cut where it is longer than the room for it."""
    return _cut(" ".join(text.split()), face_of(text, size), room)


def _cut(text: str, face: Face, room: float) -> str:
    text = text[:WIDEST_TEXT]
    if face.getlength(text) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if face.getlength(text[:middle] + CUT) <= room else (low, middle - 1)
    return text[:low].rstrip() + CUT


def _width(text: str, size: int, *, is_bold: bool = False) -> int:
    return round(face_of(text, size, is_bold=is_bold).getlength(text)) if text else 0


def face_of(text: str, size: int, *, is_bold: bool = False) -> Face:
    """Return the club's face, or the wide one for a text with letters that the first lacks."""
    has_all = all(letter.isspace() or _has_letter(letter) for letter in set(text))
    return _face("sans" if has_all else "wide", size, "bold" if is_bold else "regular")


@lru_cache(64)
def _face(name: str, size: int, weight: str) -> Face:
    path = FONTS / f"club-sheet-{name}-{weight}.ttf"
    # Plain layout gives the same pixels with and without the libraries for complex scripts.
    return ImageFont.truetype(BytesIO(path.read_bytes()), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def _has_letter(letter: str, name: str = "sans") -> bool:
    """Check that a face draws more than its box for missing letters."""
    return letter.isascii() or _ink(letter, name) != _ink(MISSING, name)


def _ink(letter: str, name: str) -> bytes:
    return bytes(_face(name, 24, "regular").getmask(letter))
