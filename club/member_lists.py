"""Lists of members as clubs have them: columns of any name and order, read into lines."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from club.column_headings import FEDERATIONS, JOINED, heading_at, plain_heading
from club.member_files import FORMULAS

YEAR_ALONE = re.compile(r"(?:18|19|20)\d\d")
DAYS_FIRST = re.compile(r"(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4})")
YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")
LONGEST = {
    "name": 200,
    "first_name": 200,
    "last_name": 200,
    "email": 254,
    "phone": 60,
    "plan": 80,
    "address": 300,
    "household": 120,
    "languages": 120,
    "title": 20,
}
"""How many letters fit: a longer cell keeps its row out, so that nothing is cut off without a word."""
LONGEST_NUMBER = 40
HIDDEN = ("Cc", "Cs")  # control signs, halves of letters


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """One row of a list; `fault` is the code of what keeps it out, and `told` the cell that does."""

    number: int
    name: str = ""
    sort_name: str = ""
    email: str = ""
    phone: str = ""
    address: str = ""
    born_on: date | None = None
    title: str = ""
    languages: str = ""
    household: str = ""
    numbers: tuple[tuple[str, str], ...] = ()  # (federation, number)
    plan: str = ""
    starts_on: date | None = None
    fault: str = ""
    told: str = ""


class CellNotUnderstood(ValueError):
    """A cell cannot be meant. Arguments: the code, the cell."""


def read_lines(
    rows: Sequence[Sequence[str]], columns: Mapping[int, str], *, has_heading: bool
) -> list[MemberLine]:
    """The members of a list; a row that cannot be read is a line with a fault, an empty row is none."""
    first = heading_at(rows) + 1 if has_heading else 0
    bodies = _federations_of(rows[first - 1], columns) if has_heading and rows else {}
    numbered = enumerate(rows[first:], start=first + 1)
    return [_line(at, row, columns, bodies) for at, row in numbered if any(cell.strip() for cell in row)]


def _federations_of(headings: Sequence[str], columns: Mapping[int, str]) -> dict[int, str]:
    """The columns that hold the numbers of one federation, which their heading names."""
    named = {at: plain_heading(headings[at]) for at in columns if at < len(headings)}
    return {
        at: name.upper()
        for at, name in named.items()
        if name in FEDERATIONS and columns[at] == "federation_numbers"
    }


def day_of(text: str) -> date | None:
    """A day as people write it: the year first, or day, month and year; None for an empty cell."""
    text = text.strip()
    if not text:
        return None
    found = YEAR_FIRST.fullmatch(text)
    parts = [int(one) for one in found.groups()] if found else []
    if not parts:
        found = DAYS_FIRST.fullmatch(text)
        parts = [int(one) for one in reversed(found.groups())] if found else []
    try:
        return date(*parts)
    except (TypeError, ValueError):
        raise CellNotUnderstood("no_day", text) from None


def _since(text: str) -> date | None:
    """The day from which somebody is a member; of a year alone its first."""
    return day_of(f"{text.strip()}-01-01" if YEAR_ALONE.fullmatch(text.strip()) else text)


def plain_cell(text: str) -> str:
    """A cell without spaces around it and without signs that cannot be shown.

    The quote that a list of ours puts before what a spreadsheet would calculate is taken away.
    """
    text = text.replace("\t", " ")
    shown = "".join(sign for sign in text if sign == "\n" or unicodedata.category(sign) not in HIDDEN).strip()
    return shown[1:] if shown.startswith("'") and shown[1:].startswith(FORMULAS) else shown


def numbers_of(text: str) -> tuple[tuple[str, str], ...]:
    """Numbers at federations, as "KNDB 12345, FMJD 678": the federation first, then the number."""
    found: dict[str, str] = {}
    for part in filter(None, (one.strip() for one in re.split(r"[,;/\n]", text))):
        body, _space, number = part.rpartition(" ")
        body, number = body.strip(" :").upper(), number.strip()
        is_whole = body and number and body not in found
        if not is_whole or max(len(body), len(number)) > LONGEST_NUMBER:
            raise CellNotUnderstood("no_federation_number", part)
        found[body] = number
    return tuple(found.items())


def _insist_they_fit(cells: Mapping[str, str]) -> None:
    for field, most in LONGEST.items():
        if len(cells.get(field, "")) > most:
            raise CellNotUnderstood("too_long", cells[field])


def _cells(row: Sequence[str], columns: Mapping[int, str], bodies: Mapping[int, str]) -> dict[str, str]:
    """A row by what its cells are; what stands in several columns is put together."""
    found: dict[str, str] = {}
    for at, field in columns.items():
        cell = plain_cell(row[at]) if at < len(row) else ""
        if at in bodies and cell and " " not in cell:
            cell = f"{bodies[at]} {cell}"
        found[field] = JOINED.get(field, "").join(filter(None, (found.get(field, ""), cell)))
    return found


def _line(
    number: int, row: Sequence[str], columns: Mapping[int, str], bodies: Mapping[int, str]
) -> MemberLine:
    cells = _cells(row, columns, bodies)
    try:
        _insist_they_fit(cells)
        name, sort_name = _names(cells)
        return MemberLine(
            number=number,
            name=name,
            sort_name=sort_name,
            email=_mail(cells.get("email", "")),
            phone=cells.get("phone", ""),
            address=", ".join(cells.get("address", "").split("\n")),
            born_on=day_of(cells.get("born_on", "")),
            title=cells.get("title", ""),
            languages=cells.get("languages", ""),
            household=" ".join(cells.get("household", "").split()),
            numbers=numbers_of(cells.get("federation_numbers", "")),
            plan=cells.get("plan", ""),
            starts_on=_since(cells.get("starts_on", "")),
        )
    except CellNotUnderstood as wrong:
        code, told = wrong.args
        whole = cells.get("name") or f"{cells.get('first_name', '')} {cells.get('last_name', '')}".strip()
        return MemberLine(number=number, name=whole[: LONGEST["name"]], fault=code, told=told[:80])


def _names(cells: Mapping[str, str]) -> tuple[str, str]:
    first, last = (" ".join(cells.get(field, "").split()) for field in ("first_name", "last_name"))
    if first and last:
        return f"{first} {last}"[:200], f"{last}, {first}"[:200]
    whole = " ".join((cells.get("name") or last or first).split())[:200]
    family, comma, given = whole.partition(",")
    if not whole.strip(" ,"):
        raise CellNotUnderstood("no_name", whole)
    if comma and given.strip():
        return f"{given.strip()} {family.strip()}", whole
    return whole, ""


def _mail(text: str) -> str:
    if not text:
        return ""
    try:
        validate_email(text)
    except ValidationError:
        raise CellNotUnderstood("no_mail_address", text) from None
    return text.lower()
