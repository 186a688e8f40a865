"""Sheets of paper as PDF with embedded fonts; equal data gives equal bytes."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache, cached_property
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Final
from unicodedata import category, normalize

from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.fonts import TTFFont

from club.paper.lettering import as_drawn, joined
from club.paper.paper_formats import FACE, FOOT, MARGIN, MISSING, POINT, Column, PaperSize
from club.paper.qr import QUIET, OutOfReach, code_rows, out_of_reach_text

FONTS = Path(__file__).resolve().parent / "fonts"
WIDE_FACE = "wide"
"""Second font, for letters that the first lacks: Greek, Hebrew, Arabic, Vietnamese and others."""
WORDS = re.compile(r"\s+|\S+")
NO_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
"""Creation date of a PDF whose sheet shows no moment, so that equal sheets have equal bytes."""
MIN_SHRINK = 0.62
"""Lower limit of shrinking for a text that is too long; then it is cut."""
CUT = "\N{HORIZONTAL ELLIPSIS}"
MEASURED_AT = 100  # points
NO_CODE_SIZE: Final = 8  # points
TIGHTEST: Final = 0.8  # of the usual height of a row
SLACK: Final = 0.001  # millimetres: rounding error of a page divided by its rows


class Paper(FPDF):
    """PDF pages in the club's own typeface; measures in millimetres."""

    def __init__(
        self,
        *,
        title: str,
        size: PaperSize = PaperSize.A4,
        is_landscape: bool = False,
        made_at: datetime | None = None,
        margin: float = MARGIN,
    ) -> None:
        super().__init__(format=size.value, orientation="landscape" if is_landscape else "portrait")
        self._open_face(FACE, "sans")
        self.set_margin(margin)
        self.set_title(title)
        self.set_creation_date(made_at or NO_MOMENT)
        self.set_line_width(0.2)
        self.letters = self._letters_of(FACE)
        self.lacks_letters = False  # of this page
        self.foot = ""
        self.page_total = 0  # shown beside the page number if there is more than one
        self.measured: dict[tuple[str, str], float] = {}

    @cached_property
    def wide_letters(self) -> frozenset[str]:
        """Characters of the second font, which is opened for the first text that needs it."""
        self._open_face(WIDE_FACE, "wide")
        return self._letters_of(WIDE_FACE)

    def _open_face(self, face: str, name: str) -> None:
        """Read a font, regular and bold, and close its files, which fpdf2 would leave open."""
        for style, weight in (("", "regular"), ("B", "bold")):
            path = FONTS / f"club-sheet-{name}-{weight}.ttf"
            self.add_font(face, style, path)
            font = self.fonts[f"{face}{style}"]
            if isinstance(font, TTFFont):
                font.ttfont.reader.file.close()
                font.ttfont.reader.file = BytesIO(_contents(path))

    def _letters_of(self, face: str) -> frozenset[str]:
        font = self.fonts[face]
        return frozenset(map(chr, font.cmap)) if isinstance(font, TTFFont) else frozenset()

    def footer(self) -> None:
        """Draw the sheet's name left, the page number right, and a note about missing letters above."""
        self.set_text_color(90)
        low = self.h - FOOT + 4
        if self.foot:
            number, room = str(self.page_no()), 10.0
            if self.page_total > 1:
                facts = {"number": number, "total": self.page_total}
                number, room = _("page %(number)s of %(total)s") % facts, 40.0
            self.words(self.foot, x=self.l_margin, y=low, width=self.epw - room - 4, size=8)
            self.words(number, x=self.w - self.r_margin - room, y=low, width=room, size=8, side="R")
        if self.lacks_letters:
            row_text = _("%(sign)s replaces letters that this sheet cannot print.") % {"sign": MISSING}
            self.words(row_text, x=self.l_margin, y=low - 4, width=self.epw, size=7)
            self.lacks_letters = False
        self.set_text_color(0)

    @property
    def low(self) -> float:
        """Lower edge of the printable area."""
        return float(self.h - max(FOOT, self.b_margin))

    def words(
        self, text: str, *, x: float, y: float, width: float, size: float, style: str = "", side: str = "L"
    ) -> None:
        """Draw one line with its baseline at `y`: shrunk while it is readable, then cut."""
        shown, fitting, asked = self._fit_text(
            self._in_our_letters(text), width=width, size=size, style=style
        )
        room = width - asked
        shift = {"L": 0.0, "C": room / 2, "R": room}[side]
        self._draw(shown, x=x + shift, y=y, size=fitting, style=style)

    def _draw(self, text: str, *, x: float, y: float, size: float, style: str) -> None:
        """Draw text from `x` on, each run in the font that has its letters."""
        self.lacks_letters = self.lacks_letters or MISSING in text
        for face, stretch in self._stretches(as_drawn(text)):
            self.set_font(face, style, size)
            self.text(x, y, stretch)
            x += self.get_string_width(stretch)

    def _stretches(self, text: str) -> Iterable[tuple[str, str]]:
        """Split text into runs: a word, and if possible a whole text, uses one font."""
        if self.letters.issuperset(text):
            yield FACE, text
            return
        for word in WORDS.findall(text):
            if self.letters.issuperset(word):
                yield FACE, word
            elif self.wide_letters.issuperset(word):
                yield WIDE_FACE, word
            else:
                for is_wide, letters in groupby(word, key=lambda letter: letter not in self.letters):
                    yield WIDE_FACE if is_wide else FACE, "".join(letters)

    def _in_our_letters(self, text: str) -> str:
        """Replace letters that neither font has by their base letters, else by a placeholder each."""
        if all(letter in self.letters for letter in text):
            return text
        known = self.letters | self.wide_letters
        return "".join(
            letter if letter in known else _plain(letter, known)
            for letter in normalize("NFC", text)
            if category(letter) not in {"Cf", "Cc"}
        )

    def _fit_text(self, text: str, *, width: float, size: float, style: str) -> tuple[str, float, float]:
        """Return the text to draw, its size and its width."""
        asked = self._wide(text, style) * size
        if asked <= width:
            return text, size, asked
        least = max(width / asked, MIN_SHRINK) * size
        asked = self._wide(text, style) * least
        if asked <= width * 1.001:
            return text, least, asked
        kept = text[: int(len(text) * width / asked) + 3]
        while kept and self._wide(f"{kept}{CUT}", style) * least > width:
            kept = kept[:-1]
        shown = f"{kept.rstrip()}{CUT}"
        return shown, least, self._wide(shown, style) * least

    def width_of(self, text: str, style: str = "") -> float:
        """Width of a text per point of its size, as drawn."""
        return self._wide(self._in_our_letters(text), style)

    def _wide(self, text: str, style: str) -> float:
        """Width of a text per point of its size, cached per sheet."""
        known = self.measured.get((style, text))
        if known is None:
            known = 0.0
            for face, stretch in self._stretches(joined(text)):
                self.set_font(face, style, MEASURED_AT)
                known += self.get_string_width(stretch) / MEASURED_AT
            self.measured[style, text] = known
        return known

    def heading(self, *, above: str, title: str) -> None:
        """Draw the event and the title at the top of a page."""
        x, y, width = self.l_margin, self.t_margin, self.epw
        self.words(above, x=x, y=y + 4, width=width, size=11)
        self.words(title, x=x, y=y + 12, width=width, size=18, style="B")
        self.set_y(y + 16)

    def paragraph(self, text: str, *, size: float, style: str = "", indent: float = 0.0) -> None:
        """Draw a text in lines as wide as the page, or as `indent` leaves; it continues on a new page."""
        height, width = size * POINT * 1.4, self.epw - indent
        for line in self.lines_of(text, width=width, size=size, style=style):
            if self.get_y() + height > self.low:
                self.add_page()
            y = self.get_y()
            self.words(
                line, x=self.l_margin + indent, y=y + height * 0.75, width=width, size=size, style=style
            )
            self.set_y(y + height)

    def lines_of(self, text: str, *, width: float, size: float, style: str = "") -> list[str]:
        """Break a text between words at the width; its own line breaks remain."""
        lines, space = [], self._wide(" ", style) * size
        for row_text in text.splitlines():
            words: list[str] = []
            used = 0.0
            for word in row_text.split():
                asked = self._wide(word, style) * size
                if words and used + space + asked > width:
                    lines.append(" ".join(words))
                    words, used = [], 0.0
                used += asked + (space if words else 0.0)
                words.append(word)
            lines.append(" ".join(words))
        return lines

    def ruled_table(
        self,
        columns: Sequence[Column],
        rows: Iterable[Sequence[str]],
        *,
        size: float,
        bold: int = -1,
        below: float = 0.0,
    ) -> None:
        """Draw a line per row and repeat the heads on every page; column number `bold` is bold.

        Rows of which only a few would be on a second page are set tighter; `below` remains free under them.
        """
        lines = list(rows)
        widths = self._widths(columns, lines, size)
        y = self._heads(columns, widths, self.get_y(), size)
        height = self._height_of_rows(len(lines), size, self.low - below - y)
        for row in lines:
            if y + height > self.low + SLACK:
                self.add_page()
                y = self._heads(columns, widths, self.t_margin, size)
            self._row(columns, widths, row, y=y + height * 0.7, size=size, bold=bold)
            y += height
            self.set_draw_color(190)
            self.line(self.l_margin, y, self.l_margin + self.epw, y)
        self.set_draw_color(0)
        self.set_y(y)

    def _widths(self, columns: Sequence[Column], rows: Sequence[Sequence[str]], size: float) -> list[float]:
        """Widths by the shares; columns with room to spare give it to those whose texts are longer."""
        unit = self.epw / sum(column.share for column in columns)
        widths = [column.share * unit for column in columns]
        needed = [
            max([self.width_of(column.head, "B"), *(self.width_of(row[at], "B") for row in rows)]) * size
            + 2.5
            for at, column in enumerate(columns)
        ]
        spare = sum(max(width - need, 0) for width, need in zip(widths, needed, strict=True))
        short = sum(max(need - width, 0) for width, need in zip(widths, needed, strict=True))
        if not short or not spare:
            return widths
        moved = min(spare, short)
        return [
            width - (width - need) * moved / spare if width > need else width + (need - width) * moved / short
            for width, need in zip(widths, needed, strict=True)
        ]

    @staticmethod
    def _height_of_rows(count: int, size: float, room: float) -> float:
        usual = size * POINT * 1.75
        needed = room / max(count, 1)
        return needed if TIGHTEST * usual <= needed < usual else usual

    def _heads(self, columns: Sequence[Column], widths: Sequence[float], y: float, size: float) -> float:
        height = size * POINT * 1.75
        heads = [column.head for column in columns]
        self._row(columns, widths, heads, y=y + height * 0.7, size=size * 0.85, bold=None)
        self.set_draw_color(0)
        self.line(self.l_margin, y + height, self.l_margin + self.epw, y + height)
        return y + height

    def _row(
        self,
        columns: Sequence[Column],
        widths: Sequence[float],
        texts: Sequence[str],
        *,
        y: float,
        size: float,
        bold: int | None,
    ) -> None:
        x = self.l_margin
        for at, (column, width, text) in enumerate(zip(columns, widths, texts, strict=True)):
            if text:
                style = "B" if bold is None or at == bold else ""
                inner = {"x": x + 1, "width": width - 2}
                self.words(text, y=y, size=size, style=style, side=column.side, **inner)
            x += width

    def picture(
        self, data: bytes, pixels: tuple[int, int], *, x: float, y: float, box: tuple[float, float]
    ) -> float:
        """Draw a picture as large as a box allows, at its left and in its middle; return its width."""
        wide, high = pixels
        scale = min(box[0] / max(wide, 1), box[1] / max(high, 1))
        width, height = wide * scale, high * scale
        self.image(BytesIO(data), x=x, y=y + (box[1] - height) / 2, w=width, h=height)
        return width

    def code(self, text: str, *, x: float, y: float, width: float) -> None:
        """Draw the text as a QR code, including its white border, as one path of bars.

        An address that leads to this machine alone is not drawn; the reason is printed in its place.
        """
        try:
            rows = code_rows(text)
        except OutOfReach:
            self._no_code(x=x, y=y, width=width)
            return
        module = width / (len(rows) + 2 * QUIET)
        bars = [
            self._bar(x + (QUIET + begins) * module, y + (QUIET + at) * module, long, module)
            for at, row in enumerate(rows)
            for begins, long in _runs(row)
        ]
        self._out(f"q 0 g {' '.join(bars)} f Q")

    def _no_code(self, *, x: float, y: float, width: float) -> None:
        inner, step = width - 4, NO_CODE_SIZE * POINT * 1.3
        self.rect(x + 1, y + 1, width - 2, width - 2)
        for at, line in enumerate(self.lines_of(out_of_reach_text(), width=inner, size=NO_CODE_SIZE), 1):
            self.words(line, x=x + 2, y=y + 2 + at * step, width=inner, size=NO_CODE_SIZE)

    def _bar(self, x: float, y: float, modules: int, module: float) -> str:
        points = (x * self.k, (self.h - y - module) * self.k, modules * module * self.k, module * self.k)
        return f"{' '.join(f'{point:.3f}' for point in points)} re"


@cache
def _contents(path: Path) -> bytes:
    return path.read_bytes()


def _plain(letter: str, known: frozenset[str]) -> str:
    """Return a letter without its marks if a font has that, else the placeholder."""
    base = normalize("NFKD", letter)[:1]
    return base if base in known else MISSING


def _runs(row: Sequence[bool]) -> Iterable[tuple[int, int]]:
    """Starts and lengths of the dark runs in a row of a code."""
    begins = None
    for at, is_dark in enumerate([*row, 0]):
        if is_dark and begins is None:
            begins = at
        elif not is_dark and begins is not None:
            yield begins, at - begins
            begins = None
