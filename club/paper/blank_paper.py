"""Blank paper to draw on.

fpdf2 takes a sixth of the start-up time of a process: `club.paper.paper` is imported when the first sheet is
printed. Use its name elsewhere as a type only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from club.paper.paper_formats import MARGIN, POINT, PaperSize

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
    of: str, title: str, *, size: PaperSize, above: str = "", is_landscape: bool = False
) -> Paper:
    """Return paper with a first page, its title below `above` (else `of`), and a foot on every page."""
    paper = blank_paper(title=f"{of}, {title}", size=size, is_landscape=is_landscape)
    paper.foot = f"{of} · {title}"
    paper.add_page()
    paper.heading(above=above or of, title=title)
    return paper


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
