"""Lists of members as clubs have them: columns of any name and order, read into lines."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from club.names import folded

NAMES_OF_COLUMNS: dict[str, tuple[str, ...]] = {
    "name": (
        "name",
        "full name",
        "member",
        "naam",
        "volledige naam",
        "lid",
        "nom complet",
        "nome completo",
        "фио",
    ),
    "first_name": ("first name", "given name", "forename", "voornaam", "prenom", "nome", "имя", "vorname"),
    "last_name": (
        *("last name", "surname", "family name", "achternaam", "nom", "nom de famille"),
        *("apelido", "sobrenome", "фамилия", "nachname"),
    ),
    "email": ("email", "e-mail", "mail", "mail address", "e-mailadres", "courriel", "почта"),
    "phone": ("phone", "telephone", "tel", "mobile", "telefoon", "mobiel", "gsm", "telefone", "телефон"),
    "born_on": (
        *("born", "born on", "birthday", "birth date", "date of birth", "dob", "geboortedatum", "geboren"),
        *("date de naissance", "naissance", "data de nascimento", "nascimento", "дата рождения"),
    ),
    "plan": ("plan", "membership", "type", "category", "lidmaatschap", "soort", "formule", "plano", "план"),
    "starts_on": (
        "from",
        "since",
        "member since",
        "joined",
        "start",
        "lid sinds",
        "sinds",
        "depuis",
        "desde",
    ),
}
"""What the heading of a column may say in the languages of the site, without accents."""
DAYS_FIRST = re.compile(r"(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4})")
YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """One row of a list; `fault` is the code of what keeps it out, and `told` the cell that does."""

    number: int
    name: str = ""
    sort_name: str = ""
    email: str = ""
    phone: str = ""
    born_on: date | None = None
    plan: str = ""
    starts_on: date | None = None
    fault: str = ""
    told: str = ""


class CellNotUnderstood(ValueError):
    """A cell cannot be meant. Arguments: the code, the cell."""


def guessed_columns(rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """What each column holds, by its heading; nothing where no heading is known."""
    found: dict[int, str] = {}
    for at, heading in enumerate(rows[0] if rows else ()):
        plain = folded(heading).strip(" :.*")
        field = next((one for one, names in NAMES_OF_COLUMNS.items() if plain in map(folded, names)), "")
        if field and field not in found.values():
            found[at] = field
    if "first_name" in found.values() and "last_name" not in found.values():
        found = {at: "name" if field == "first_name" else field for at, field in found.items()}
    if "last_name" in found.values() and "first_name" not in found.values():
        found = {at: "name" if field == "last_name" else field for at, field in found.items()}
    return found


def read_lines(
    rows: Sequence[Sequence[str]], columns: Mapping[int, str], *, has_heading: bool
) -> list[MemberLine]:
    """The members of a list; a row that cannot be read is a line with a fault."""
    first = 1 if has_heading else 0
    return [_line(at, row, columns) for at, row in enumerate(rows[first:], start=first + 1)]


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


def _line(number: int, row: Sequence[str], columns: Mapping[int, str]) -> MemberLine:
    cells = {field: row[at].strip() if at < len(row) else "" for at, field in columns.items()}
    try:
        name, sort_name = _names(cells)
        return MemberLine(
            number=number,
            name=name,
            sort_name=sort_name,
            email=_mail(cells.get("email", "")),
            phone=cells.get("phone", "")[:60],
            born_on=day_of(cells.get("born_on", "")),
            plan=cells.get("plan", "")[:80],
            starts_on=day_of(cells.get("starts_on", "")),
        )
    except CellNotUnderstood as wrong:
        code, told = wrong.args
        return MemberLine(number=number, name=cells.get("name", "")[:200], fault=code, told=told[:80])


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
