"""Blank paper to draw on, and pictures of printed pages.

fpdf2 takes a sixth of the start-up time of a process: `club.paper.paper` is imported when the first sheet is
printed, PDFium when the first preview is. Use the name of `Paper` elsewhere as a type only.
"""

from __future__ import annotations

from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Final

from club.paper.paper_formats import MARGIN, POINT, Letterhead, PaperSize

PREVIEW_SIDE: Final = 480  # pixels of the longer side
RENDERING: Final = Lock()
"""PDFium is not safe for threads: one page is rendered at a time."""
LOGO_HEIGHT, LOGO_WIDTH = 14.0, 40.0
LINE_STEP = 1.05
"""Distance of the lines of large names, of the type size."""

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from club.paper.paper import Paper


def blank_paper(
    *,
    title: str,
    size: PaperSize = PaperSize.A4,
    is_landscape: bool = False,
    made_at: datetime | None = None,
    margin: float = MARGIN,
) -> Paper:
    """Return paper without a page yet; measures in millimetres."""
    from club.paper.paper import Paper  # noqa: PLC0415 - see above

    return Paper(title=title, size=size, is_landscape=is_landscape, made_at=made_at, margin=margin)


def headed_paper(
    of: str,
    title: str,
    *,
    size: PaperSize,
    above: str = "",
    is_landscape: bool = False,
    letterhead: Letterhead | None = None,
) -> Paper:
    """Return paper with a first page, its title below `above` (else `of`), and a foot on every page.

    With a letterhead the club's logo is at the right, and a rule in its colour is below the title.
    """
    paper = blank_paper(title=f"{of}, {title}", size=size, is_landscape=is_landscape)
    paper.foot = f"{of} · {title}"
    paper.add_page()
    told = " · ".join(part for part in (letterhead.name if letterhead else "", above or of) if part)
    paper.heading(above=told, title=title)
    if letterhead is not None:
        _draw_letterhead(paper, letterhead)
    return paper


def _draw_letterhead(paper: Paper, letterhead: Letterhead) -> None:
    x, y, width = paper.l_margin, paper.t_margin, paper.epw
    if letterhead.logo:
        wide = min(letterhead.logo_size[0] / max(letterhead.logo_size[1], 1) * LOGO_HEIGHT, LOGO_WIDTH)
        paper.picture(
            letterhead.logo, letterhead.logo_size, x=x + width - wide, y=y - 1, box=(wide, LOGO_HEIGHT)
        )
    paper.set_fill_color(*letterhead.ink)
    paper.rect(x, y + 15.5, width, 0.7, style="F")
    paper.set_fill_color(255)
    paper.set_y(y + 18)


def fit_lines(
    paper: Paper, text: str, *, width: float, height: float, sizes: Sequence[float], most: int = 2
) -> tuple[list[str], float]:
    """Return the lines of a bold text at the largest size: on one line if possible, else on up to `most`.

    Lines together are no higher than `height`. What fits at no size is on lines of the smallest one.
    """
    lines: list[str] = []
    for allowed in range(1, most + 1):
        for size in sizes:
            lines = paper.lines_of(text, width=width, size=size, style="B")
            is_wide = any(paper.width_of(line, "B") * size > width for line in lines)
            is_high = len(lines) > 1 and len(lines) * size * POINT * LINE_STEP > height
            if len(lines) <= allowed and not is_wide and not is_high:
                return lines, size
    return [*lines[: most - 1], " ".join(lines[most - 1 :])], sizes[-1]


def preview_of(document: bytes, *, side: int = PREVIEW_SIDE) -> bytes:
    """Render the first page of a PDF as a PNG whose longer side has so many pixels."""
    import pypdfium2  # noqa: PLC0415 - see above

    with RENDERING:
        pdf = pypdfium2.PdfDocument(document)
        try:
            page = pdf[0]
            picture = page.render(scale=side / max(page.get_size())).to_pil()
        finally:
            pdf.close()
    drawn = BytesIO()
    picture.convert("RGB").quantize(64).save(drawn, format="PNG", optimize=True)
    return drawn.getvalue()
