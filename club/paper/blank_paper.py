"""Blank paper to draw on.

fpdf2 takes a sixth of the start-up time of a process: `club.paper.paper` is imported when the first sheet is
printed. Use its name elsewhere as a type only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from club.paper.paper_formats import MARGIN, PaperSize

if TYPE_CHECKING:
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
