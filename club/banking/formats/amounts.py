"""Parsing of amounts and days of banks into whole minor units and dates."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from club.banking.formats.values import MAX_MINOR_UNITS, minor_digits
from club.money.payment_codes import is_creditor_reference, plain_code

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
    found_marks = {mark for mark in map(_mark_of, cells) if mark}
    if len(found_marks) > 1:
        raise ValueError
    return found_marks.pop() if found_marks else ""


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
    if behind[digits:].strip("0") or len(whole) > len(str(MAX_MINOR_UNITS)):
        raise ValueError  # fractions of a cent are invalid
    amount = int(whole + behind[:digits].ljust(digits, "0"))
    if amount >= MAX_MINOR_UNITS:
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


BEGINS = re.compile(r"(?<![A-Z0-9])R\s?F\s?\d\s?\d", re.ASCII)
MAX_REFERENCE_LENGTH, MIN_REFERENCE_LENGTH, MAX_CANDIDATE_LENGTH = 25, 5, 80


def references_in(text: str) -> tuple[str, ...]:
    """Find all RF references with right check digits, ignoring spaces and dashes.

    Text may follow a reference directly ("RF18 5390 0754 7034 thanks"), so several readings of one beginning
    may be right. The caller selects those that were issued.
    """
    capitals = text.upper()
    found: dict[str, None] = {}
    for begin in BEGINS.finditer(capitals):
        letters = plain_code(capitals[begin.start() : begin.start() + MAX_CANDIDATE_LENGTH])[
            :MAX_REFERENCE_LENGTH
        ]
        for width in range(len(letters), MIN_REFERENCE_LENGTH - 1, -1):
            if is_creditor_reference(letters[:width]):
                found[letters[:width]] = None
    return tuple(found)


Choice = tuple[int, ...]
MAX_AMOUNTS = 12  # 4,096 subsets at most


def find_subset_sum(amount: int, open_amounts: Sequence[tuple[int, int]]) -> tuple[Choice, bool]:
    """Return the first subset of at least two amounts with this sum, and whether it is the only one.

    Earlier amounts are tried first: of several subsets, the one with the earliest due days is returned.
    """
    looked_at = [(key, value) for key, value in open_amounts if 0 < value < amount][:MAX_AMOUNTS]
    reached: dict[int, list[Choice]] = {0: [()]}
    for key, value in looked_at:
        for total, choices in sorted(reached.items(), reverse=True):
            if total + value > amount:
                continue
            known = reached.setdefault(total + value, [])
            known.extend((*choice, key) for choice in choices[: 2 - len(known)])
    found = reached.get(amount, [])
    return (min(found), len(found) == 1) if found else ((), False)


def spread(amount: int, open_amounts: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Spread an amount over the open amounts in order, as far as it goes."""
    parts = []
    for key, value in open_amounts:
        part = min(amount, value)
        if part > 0:
            parts.append((key, part))
            amount -= part
    return tuple(parts)
