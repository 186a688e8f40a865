"""Parser of member lists: columns of any name and order, read into lines."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from club.core.names import PARTICLES, fold_name
from club.members.column_headings import FEDERATIONS, JOINED, heading_at, plain_heading
from club.paper.sheets import FORMULAS

YEAR_ALONE = re.compile(r"(?:18|19|20)\d\d")
DAYS_FIRST = re.compile(r"(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4})")
YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")
MAX_LENGTHS = {
    "name": 200,
    "first_name": 200,
    "last_name": 200,
    "prefix": 60,
    "email": 254,
    "phone": 60,
    "plan": 80,
    "address": 300,
    "household": 120,
    "languages": 120,
    "title": 20,
}
"""Maximum lengths: a longer cell makes its row invalid, so that nothing is truncated silently."""
MAX_NUMBER_LENGTH = 40
NAMES: Final = ("name", "first_name", "prefix", "last_name")
TOTALS: Final = frozenset(
    {
        *("total", "totals", "sum", "grand total", "totaal", "subtotaal", "eindtotaal", "som", "aantal"),
        *("somme", "totaux", "soma", "totais", "summe", "gesamt", "anzahl", "итого", "всего", "count"),
        *("number of members", "aantal leden", "nombre de membres", "anzahl mitglieder"),
    }
)
"""First words of a total row below a list, without accents."""
SHOWN: Final = 80  # characters of a cell in a message
CENTURY: Final = 100
HIDDEN = ("Cc", "Cs")  # control characters, surrogates


class OmittedCell(NamedTuple):
    """An omitted cell of an imported person: its field, the reason and its value."""

    field: str
    code: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """A row of a list; `fault` is the code of its error, `told` the offending cell.

    `left` are implausible cells: the person is imported without them. `earlier` is a birth date a hundred
    years before one in the future, which a spreadsheet makes of a two-digit year.
    """

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
    earlier: date | None = None
    left: tuple[OmittedCell, ...] = ()
    fault: str = ""
    told: str = ""


class InvalidCell(ValueError):
    """A cell is implausible.

    Arguments: the code, the cell.
    """


def read_lines(
    rows: Sequence[Sequence[str]],
    columns: Mapping[int, str],
    *,
    has_heading: bool,
    today: date | None = None,
) -> list[MemberLine]:
    """Parse the members of a list; a row without a name is a line with a fault, an empty row is skipped.

    A birth date after `today` is not accepted.
    """
    first = heading_at(rows) + 1 if has_heading else 0
    bodies = _federations_of(rows[first - 1], columns) if has_heading and rows else {}
    numbered = enumerate(rows[first:], start=first + 1)
    return [
        _line(at, row, columns, bodies, today) for at, row in numbered if any(cell.strip() for cell in row)
    ]


def _federations_of(headings: Sequence[str], columns: Mapping[int, str]) -> dict[int, str]:
    """Find the columns with the numbers of one federation, named in their heading."""
    named = {at: plain_heading(headings[at]) for at in columns if at < len(headings)}
    return {
        at: name.upper()
        for at, name in named.items()
        if name in FEDERATIONS and columns[at] == "federation_numbers"
    }


def day_of(text: str) -> date | None:
    """Parse a date: the year first, or day, month and year; None for an empty cell."""
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
        raise InvalidCell("no_day", text) from None


def _since(text: str) -> date | None:
    """Parse the start of a membership; a year alone means its first day."""
    return day_of(f"{text.strip()}-01-01" if YEAR_ALONE.fullmatch(text.strip()) else text)


def plain_cell(text: str) -> str:
    """Strip a cell of surrounding spaces and of unprintable characters.

    The quote that our own lists put before a spreadsheet formula is removed.
    """
    text = text.replace("\t", " ")
    shown = "".join(sign for sign in text if sign == "\n" or unicodedata.category(sign) not in HIDDEN).strip()
    return shown[1:] if shown.startswith("'") and shown[1:].startswith(FORMULAS) else shown


def numbers_of(text: str) -> tuple[tuple[str, str], ...]:
    """Parse numbers of federations, such as "KNDB 12345, FMJD 678": the federation first, then the number."""
    found: dict[str, str] = {}
    for part in filter(None, (one.strip() for one in re.split(r"[,;/\n]", text))):
        body, _space, number = part.rpartition(" ")
        body, number = body.strip(" :").upper(), number.strip()
        is_whole = body and number and body not in found
        if not is_whole or max(len(body), len(number)) > MAX_NUMBER_LENGTH:
            raise InvalidCell("no_federation_number", part)
        found[body] = number
    return tuple(found.items())


def _cells(row: Sequence[str], columns: Mapping[int, str], bodies: Mapping[int, str]) -> dict[str, str]:
    """Return the cells of a row by field; a field of several columns is joined."""
    found: dict[str, str] = {}
    for at, field in columns.items():
        cell = plain_cell(row[at]) if at < len(row) else ""
        if at in bodies and cell and " " not in cell:
            cell = f"{bodies[at]} {cell}"
        found[field] = JOINED.get(field, "").join(filter(None, (found.get(field, ""), cell)))
    return found


class _Reading:
    """Parser of one row: an implausible cell is left out and listed."""

    def __init__(self, cells: Mapping[str, str]) -> None:
        self.cells = cells
        self.left: list[OmittedCell] = []

    def leave_out(self, field: str, code: str, told: str) -> None:
        """List an omitted cell."""
        self.left.append(OmittedCell(field, code, told[:SHOWN]))

    def read(self, field: str, reader: Callable[[str], Any], empty: Any = "") -> Any:
        """Parse a cell; return `empty` if it is too long or implausible."""
        cell = self.cells.get(field, "")
        if len(cell) > MAX_LENGTHS.get(field, len(cell)):
            self.leave_out(field, "too_long", cell)
            return empty
        try:
            return reader(cell)
        except InvalidCell as wrong:
            code, told = wrong.args
            self.leave_out(field, code, told)
            return empty

    def born(self, today: date | None) -> tuple[date | None, date | None]:
        """Parse the birth date; offer one in the future as the same day a hundred years before."""
        day: date | None = self.read("born_on", day_of, None)
        if day is None or today is None or day <= today:
            return day, None
        self.leave_out("born_on", "born_later", self.cells["born_on"])
        return None, _a_century_before(day)


def _a_century_before(day: date) -> date | None:
    try:
        return day.replace(year=day.year - CENTURY)
    except ValueError:  # 29 February of a year that is no leap year
        return None


def _line(
    number: int,
    row: Sequence[str],
    columns: Mapping[int, str],
    bodies: Mapping[int, str],
    today: date | None,
) -> MemberLine:
    cells = _cells(row, columns, bodies)
    try:
        name, sort_name = _names(cells)
    except InvalidCell as wrong:
        code, told = wrong.args
        head = next(filter(None, map(str.strip, row)), "")
        if code == "no_name" and _is_total(head):
            code, told = "total_row", head
        return MemberLine(number=number, name=_written_name(cells), fault=code, told=told[:SHOWN])
    if _is_total(_written_name(cells)) and not any(
        cells.get(field) for field in ("email", "phone", "born_on")
    ):
        return MemberLine(number=number, name=name, fault="total_row", told=name[:SHOWN])
    reading = _Reading(cells)
    born_on, earlier = reading.born(today)
    return MemberLine(
        number=number,
        name=name,
        sort_name=sort_name,
        email=reading.read("email", _mail),
        phone=reading.read("phone", str),
        address=reading.read("address", lambda cell: ", ".join(cell.split("\n"))),
        born_on=born_on,
        earlier=earlier,
        title=reading.read("title", str),
        languages=reading.read("languages", str),
        household=reading.read("household", lambda cell: " ".join(cell.split())),
        numbers=reading.read("federation_numbers", numbers_of, ()),
        plan=reading.read("plan", str),
        starts_on=reading.read("starts_on", _since, None),
        left=tuple(reading.left),
    )


def with_birth_dates(lines: Sequence[MemberLine], born: Mapping[int, date]) -> list[MemberLine]:
    """Replace the birth dates of some lines, by line number."""
    return [
        replace(
            line,
            born_on=born[line.number],
            earlier=None,
            left=tuple(cell for cell in line.left if cell.field != "born_on"),
        )
        if line.number in born
        else line
        for line in lines
    ]


def _written_name(cells: Mapping[str, str]) -> str:
    parts = (cells.get(field, "") for field in ("first_name", "prefix", "last_name"))
    return (cells.get("name") or " ".join(filter(None, parts)))[: MAX_LENGTHS["name"]]


def _is_total(text: str) -> bool:
    """Check for the first cell of a total row: "Total", "Totaal: 200", "Aantal leden 160"."""
    words = re.sub(r"[\d.,:;=()€$ ]+", " ", fold_name(text)).strip()
    return words in TOTALS or any(words.startswith(f"{total} ") and text[-1:].isdigit() for total in TOTALS)


def _names(cells: Mapping[str, str]) -> tuple[str, str]:
    """Return the name and its sort form: particles do not count, in columns as in typed names."""
    for field in NAMES:
        if len(cells.get(field, "")) > MAX_LENGTHS[field]:
            raise InvalidCell("too_long", cells[field])
    first, prefix, last = (" ".join(cells.get(field, "").split()) for field in NAMES[1:])
    if last and (first or prefix):
        particles, family = _split_particles(f"{prefix} {last}".strip(), known=len(prefix.split()))
        given = " ".join(filter(None, (first, particles)))
        name = " ".join(filter(None, (first, particles, family)))
        return name[:200], f"{family}, {given}"[:200] if given else family[:200]
    whole = " ".join((cells.get("name") or last or first).split())[:200]
    family, comma, given = whole.partition(",")
    if not any(map(str.isalpha, whole)):  # "Totaal;200": the number is in the column of names
        raise InvalidCell("no_name", whole)
    if comma and given.strip():
        particles, family = _split_particles(family.strip())
        named = " ".join(filter(None, (given.strip(), particles)))
        return f"{named} {family}", f"{family}, {named}"
    return whole, ""


def _split_particles(family: str, known: int = 0) -> tuple[str, str]:
    """Split off the particles before a family name; the first `known` words are from another column."""
    words = family.split()
    at = known
    while at < len(words) - 1 and words[at].casefold() in PARTICLES:
        at += 1
    return " ".join(words[:at]), " ".join(words[at:])


def _mail(text: str) -> str:
    if not text:
        return ""
    try:
        validate_email(text)
    except ValidationError:
        raise InvalidCell("no_mail_address", text) from None
    return text.lower()
