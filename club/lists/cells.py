"""Cells of lists: plain texts, days, and the errors of those that are neither."""

import re
import unicodedata
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext_lazy

from club.paper.sheets import unescape_formula

DAYS_FIRST = re.compile(r"(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4})")
YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")
HIDDEN = ("Cc", "Cs")  # control characters, surrogates
SHOWN: Final = 80  # characters of a cell in a message
FAULTS: Final[dict[str, Any]] = {
    "no_name": gettext_lazy("no name"),
    "no_day": gettext_lazy("not a valid date"),
    "too_long": gettext_lazy("too long"),
    "twice": gettext_lazy("appears twice in the list"),
}
"""Errors that every list may have."""


class InvalidCell(ValueError):
    """A cell is implausible.

    Arguments: the code, the cell.
    """

    def __init__(self, code: str, cell: str) -> None:
        super().__init__(code, cell)
        self.code, self.told = code, cell[:SHOWN]


def plain_cell(text: str) -> str:
    """Strip a cell of surrounding spaces and of unprintable characters.

    The quote that our own lists put before a spreadsheet formula is removed.
    """
    text = unescape_formula(text.strip(" ")).replace("\t", " ")
    return "".join(sign for sign in text if sign == "\n" or unicodedata.category(sign) not in HIDDEN).strip()


def one_line(cell: str) -> str:
    """Join the words of a cell by single spaces."""
    return " ".join(cell.split())


def day_of(cell: str) -> date:
    """Parse a date: the year first, or day, month and year."""
    text = cell.strip()
    found = YEAR_FIRST.fullmatch(text)
    parts = [int(one) for one in found.groups()] if found else []
    if not parts:
        found = DAYS_FIRST.fullmatch(text)
        parts = [int(one) for one in reversed(found.groups())] if found else []
    try:
        return date(*parts)
    except (TypeError, ValueError):
        raise InvalidCell("no_day", text) from None
