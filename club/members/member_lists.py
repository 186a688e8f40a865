"""Parser of member lists: columns of any name and order, read into lines."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, NamedTuple

from club.core.names import PARTICLES, fold_name
from club.lists.cells import SHOWN, InvalidCell, one_line, plain_cell
from club.lists.columns import plain_heading, rows_below
from club.lists.tables import ListRead
from club.members.member_columns import FEDERATIONS, MEMBER_COLUMNS

NAMES: Final = ("name", "first_name", "prefix", "last_name")
TOTALS: Final = frozenset(
    {
        *("total", "totals", "sum", "grand total", "totaal", "subtotaal", "eindtotaal", "som", "aantal"),
        *("somme", "totaux", "soma", "totais", "summe", "gesamt", "anzahl", "итого", "всего", "count"),
        *("number of members", "aantal leden", "nombre de membres", "anzahl mitglieder"),
    }
)
"""First words of a total row below a list, without accents."""
MAX_NAME = MEMBER_COLUMNS["name"].max_length
CENTURY: Final = 100


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


def read_lines(read: ListRead, *, today: date | None = None) -> list[MemberLine]:
    """Parse the members of a list; a row without a name is a line with a fault, an empty row is skipped.

    A birth date after `today` is not accepted.
    """
    bodies = _federations_of(read)
    return [
        _line(number, MEMBER_COLUMNS.cells(_with_federations(row, bodies), read.columns), row, today)
        for number, row in rows_below(read.rows, read.heading)
    ]


def _federations_of(read: ListRead) -> dict[int, str]:
    """Find the columns with the numbers of one federation, named in their heading."""
    headings = read.rows[read.heading] if read.heading is not None else ()
    named = {at: plain_heading(heading) for at, heading in enumerate(headings)}
    return {
        at: name.upper()
        for at, name in named.items()
        if name in FEDERATIONS and read.columns.get(at) == "federation_numbers"
    }


def _with_federations(row: Sequence[str], bodies: Mapping[int, str]) -> list[str]:
    """Return a row with the federation before each number in a column of its own."""
    cells = list(row)
    for at, body in bodies.items():
        number = plain_cell(row[at]) if at < len(row) else ""
        if number and " " not in number:
            cells[at] = f"{body} {number}"
    return cells


def _line(number: int, cells: Mapping[str, str], row: Sequence[str], today: date | None) -> MemberLine:
    try:
        name, sort_name = _names(cells)
    except InvalidCell as wrong:
        code, told = wrong.code, wrong.told
        head = next(filter(None, map(str.strip, row)), "")
        if code == "no_name" and _is_total(head):
            code, told = "total_row", head[:SHOWN]
        return MemberLine(number=number, name=_written_name(cells), fault=code, told=told)
    if _is_total(_written_name(cells)) and not any(cells[field] for field in ("email", "phone", "born_on")):
        return MemberLine(number=number, name=name, fault="total_row", told=name[:SHOWN])
    values, left = _values(cells)
    earlier, born_on = None, values["born_on"]
    if born_on is not None and today is not None and born_on > today:
        left.append(OmittedCell("born_on", "born_later", cells["born_on"][:SHOWN]))
        values["born_on"], earlier = None, _a_century_before(born_on)
    return MemberLine(
        number=number, name=name, sort_name=sort_name, **values, earlier=earlier, left=tuple(left)
    )


def _values(cells: Mapping[str, str]) -> tuple[dict[str, Any], list[OmittedCell]]:
    """Parse the cells besides the name; one that is too long or implausible is empty and listed."""
    values: dict[str, Any] = {}
    left = []
    for field in [field for field in MEMBER_COLUMNS if field not in NAMES]:
        try:
            values[field] = MEMBER_COLUMNS.read(field, cells[field])
        except InvalidCell as wrong:
            values[field] = MEMBER_COLUMNS[field].empty
            left.append(OmittedCell(field, wrong.code, wrong.told))
    values["numbers"] = values.pop("federation_numbers")
    return values, left


def _a_century_before(day: date) -> date | None:
    try:
        return day.replace(year=day.year - CENTURY)
    except ValueError:  # 29 February of a year that is no leap year
        return None


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
    return (cells["name"] or " ".join(filter(None, (cells[field] for field in NAMES[1:]))))[:MAX_NAME]


def _is_total(text: str) -> bool:
    """Check for the first cell of a total row: "Total", "Totaal: 200", "Aantal leden 160"."""
    words = re.sub(r"[\d.,:;=()€$ ]+", " ", fold_name(text)).strip()
    return words in TOTALS or any(words.startswith(f"{total} ") and text[-1:].isdigit() for total in TOTALS)


def _names(cells: Mapping[str, str]) -> tuple[str, str]:
    """Return the name and its sort form: particles do not count, in columns as in typed names."""
    whole, first, prefix, last = (one_line(MEMBER_COLUMNS.read(field, cells[field])) for field in NAMES)
    if last and (first or prefix):
        particles, family = _split_particles(f"{prefix} {last}".strip(), known=len(prefix.split()))
        given = " ".join(filter(None, (first, particles)))
        name = " ".join(filter(None, (first, particles, family)))
        return name[:MAX_NAME], f"{family}, {given}"[:MAX_NAME] if given else family[:MAX_NAME]
    whole = whole or last or first
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
