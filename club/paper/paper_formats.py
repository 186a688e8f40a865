"""Sizes, columns and measures of printed sheets."""

from enum import StrEnum
from typing import NamedTuple

FACE = "sheet"
MARGIN = 15.0
FOOT = 12.0
POINT = 25.4 / 72
MISSING = "\N{REPLACEMENT CHARACTER}"
"""Placeholder for a letter that neither font has; explained at the foot of the page."""


class Scale:
    """Sizes of type in points, one scale for every sheet."""

    NOTE = 8.0
    SMALL = 10.0
    BODY = 12.0
    LEAD = 16.0
    TITLE = 24.0
    DISPLAY = 40.0


GREY = 95  # of secondary text: contrast 6 on white
RULE = 190  # of rules between rows


class PaperSize(StrEnum):
    """Paper size of the printer."""

    A4 = "a4"
    LETTER = "letter"


class Orientation(StrEnum):
    """Orientation of a sheet; `AUTO` takes the one with the larger type."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class Letterhead(NamedTuple):
    """Name, colour (red, green, blue) and logo (PNG or JPEG) of the club that a sheet is from."""

    name: str
    ink: tuple[int, int, int] = (0, 0, 0)
    logo: bytes | None = None
    logo_size: tuple[int, int] = (0, 0)  # pixels


class Column(NamedTuple):
    """Column of a table: its head, its share of the width, and its alignment (L, C or R)."""

    head: str
    share: float
    side: str = "L"
