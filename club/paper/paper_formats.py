"""Sizes, columns and measures of printed sheets."""

from enum import StrEnum
from typing import NamedTuple

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
