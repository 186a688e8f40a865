"""Parsing of amounts and days of banks into whole minor units and dates."""

import re
from collections.abc import Iterable
from datetime import date

from club.banking.formats.values import MOST_MINOR, minor_digits

COMMA, POINT = ",", "."
DAY_FIRST, MONTH_FIRST = "dmy", "mdy"
YEAR_FIRST = re.compile(r"(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[T ].*)?", re.ASCII)
THREE_PARTS = re.compile(r"(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4}|\d{2})(?:[T ].*)?", re.ASCII)
XML_AMOUNT = re.compile(r"\d{1,18}(?:\.\d{0,17})?", re.ASCII)
BLANKS = re.compile(r"[\s\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}'\N{RIGHT SINGLE QUOTATION MARK}]")
MINUS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})
BODY = re.compile(r"\d+(?:[.,]\d+)*", re.ASCII)
THOUSANDS = 3


def decimal_mark(cells: Iterable[str]) -> str:
    """Return the decimal mark that fits every amount of a column, or "" if the amounts leave it open.

    Raises ValueError if two cells contradict each other.
    """
    told = {mark for mark in map(_mark_of, cells) if mark}
    if len(told) > 1:
        raise ValueError
    return told.pop() if told else ""


def _mark_of(cell: str) -> str:
    text = BLANKS.sub("", cell)
    marks = [letter for letter in text if letter in ".,"]
    if not marks:
        return ""
    last = marks[-1]
    behind = len(re.sub(r"\D.*", "", text.rpartition(last)[2]))
    if marks.count(last) > 1:  # 1.234.567: thousands separators
        return COMMA if last == POINT else POINT
    if len(set(marks)) > 1 or behind != THOUSANDS:
        return last
    return ""  # 1.234 alone is ambiguous


def read_amount(cell: str, *, mark: str, currency: str) -> int:
    """Parse "1.234,56", "-12.5", "12,50-" or "(3.00)" into minor units, or raise ValueError."""
    text = BLANKS.sub("", cell.translate(MINUS))
    for sign in (currency, "\N{EURO SIGN}", "$", "\N{POUND SIGN}"):
        text = text.removeprefix(sign).removesuffix(sign)
    is_negative = text.startswith(("-", "(")) or text.endswith("-")
    text = text.strip("+-()")
    for sign in (currency, "\N{EURO SIGN}", "$", "\N{POUND SIGN}"):
        text = text.removeprefix(sign).removesuffix(sign)
    if not BODY.fullmatch(text):
        raise ValueError
    if not mark and any(letter in ".," for letter in text):
        raise ValueError  # 1.234 is ambiguous: the reader asks
    other = POINT if mark == COMMA else COMMA
    whole, _mark, behind = text.partition(mark) if mark else (text, "", "")
    groups = whole.split(other)
    if any(len(group) != THOUSANDS for group in groups[1:]) or (not behind.isdigit() and behind):
        raise ValueError
    amount = _in_minor("".join(groups), behind, currency)
    return -amount if is_negative else amount


def xml_amount(text: str, *, currency: str) -> int:
    """Parse an amount of ISO 20022 into minor units: a point, no sign, no grouping."""
    if not XML_AMOUNT.fullmatch(text.strip()):
        raise ValueError
    whole, _mark, behind = text.strip().partition(POINT)
    return _in_minor(whole, behind, currency)


def _in_minor(whole: str, behind: str, currency: str) -> int:
    digits = minor_digits(currency)
    if behind[digits:].strip("0") or len(whole) > len(str(MOST_MINOR)):
        raise ValueError  # fractions of a cent are invalid
    amount = int(whole + behind[:digits].ljust(digits, "0"))
    if amount >= MOST_MINOR:
        raise ValueError
    return amount


def date_order(cells: Iterable[str]) -> str:
    """Return whether days or months come first in a column of dates; days if that is open."""
    parts = [found for found in (THREE_PARTS.fullmatch(cell.strip()) for cell in cells) if found]
    months = 12
    if any(int(found[2]) > months for found in parts) and not any(int(found[1]) > months for found in parts):
        return MONTH_FIRST
    return DAY_FIRST


def read_day(cell: str, *, order: str = DAY_FIRST) -> date:
    """Parse "2026-11-22", "20261122", "22.11.26" and similar days, or raise ValueError."""
    text = cell.strip()
    found = YEAR_FIRST.fullmatch(text)
    if found:
        return date(int(found[1]), int(found[2]), int(found[3]))
    found = THREE_PARTS.fullmatch(text)
    if not found:
        raise ValueError
    first, second, year = int(found[1]), int(found[2]), int(found[3])
    day, month = (first, second) if order == DAY_FIRST else (second, first)
    return date(year + 2000 if len(found[3]) == 2 else year, month, day)  # noqa: PLR2004 - two digits of a year
