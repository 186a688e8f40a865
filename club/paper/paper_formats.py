"""Sizes, columns and measures of printed sheets, and blank paper to draw on.

fpdf2 takes a sixth of the start-up time of a process: `club.paper.paper` is imported when the first sheet is
printed. Use its name elsewhere as a type only.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from club.paper.paper import Paper

FACE = "sheet"
MARGIN = 15.0
FOOT = 12.0
POINT = 25.4 / 72
MISSING = "\N{REPLACEMENT CHARACTER}"
"""Placeholder for a letter that neither font has; explained at the foot of the page."""


class PaperSize(StrEnum):
    """Paper size of the printer."""

    A4 = "a4"
    LETTER = "letter"


class Column(NamedTuple):
    """Column of a table: its head, its share of the width, and its alignment (L, C or R)."""

    head: str
    share: float
    side: str = "L"


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
