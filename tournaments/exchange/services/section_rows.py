"""Document of a section as rows: every value is validated before any row is saved."""

import json
from collections.abc import Hashable, Iterable
from typing import Any, NoReturn, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.timezone import is_naive

from club.core.errors import ClubError
from games.ballots.draw import DECKS
from games.house_rules.selectors import variant_if_known
from games.house_rules.services import store_rules_of_game
from games.laws.books import LAW_BOOKS
from games.rules import VARIANTS, HouseVariant
from tournaments.core import section_columns as columns
from tournaments.core.lent_points import OPTION, is_lent_record
from tournaments.core.section_options import read_options
from tournaments.events.models.section import GAMES_A_PAIRING, MAX_ROUNDS, TEAM_SYSTEMS
from tournaments.events.systems import SYSTEMS
from tournaments.exchange.errors import SectionFileUnreadable, UnknownSectionFormat
from tournaments.exchange.selectors.trf_parts import ROUND_DAYS
from tournaments.models import Section
from tournaments.standings.ranking.errors import StandingsRefusal
from tournaments.standings.ranking.ranking import codes_of

Row = TypeVar("Row", bound=models.Model)
Object = dict[str, Any]
INFINITE = float("inf")
MAX_DAY_LENGTH = len("YYYY/MM/DD") - len("YY")


def refuse(place: str, why: str) -> NoReturn:
    """Refuse the file with the unusable place and the reason."""
    raise SectionFileUnreadable(place=place, found=why)


def document_in(data: bytes) -> Object:
    """Parse a file's bytes into the document."""
    try:
        document = json.loads(data.decode("utf-8-sig"), parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise SectionFileUnreadable(place="JSON", found=str(error)[:200]) from None
    found = document.get("format") if isinstance(document, dict) else None
    if found != columns.FORMAT:
        raise UnknownSectionFormat(found=str(found)[:60], known=columns.FORMAT)
    _validate_storable(document, "")
    return document  # type: ignore[no-any-return]  # its format guarantees an object


def _finite(text: str) -> float:
    number = float(text)
    if not -INFINITE < number < INFINITE:
        raise ValueError(text)
    return number


def _validate_storable(value: Any, place: str) -> None:
    """Refuse text that no database stores: NUL or half of a surrogate pair."""
    if isinstance(value, str):
        if "\x00" in value or value.encode("utf-8", "replace").decode() != value:
            refuse(place, "text")
    elif isinstance(value, list):
        for at, one in enumerate(value):
            _validate_storable(one, f"{place}[{at}]")
    elif isinstance(value, dict):
        for name, one in value.items():
            _validate_storable(name, place)
            _validate_storable(one, f"{place}.{name}" if place else name)


def object_in(holder: Object, name: str) -> Object:
    """Return an object of the document."""
    found = holder.get(name)
    return found if isinstance(found, dict) else refuse(name, "object")


def objects_in(holder: Object, name: str, place: str = "") -> list[tuple[str, Object]]:
    """Return the objects of a list with their places; a missing list is empty."""
    where = f"{place}.{name}" if place else name
    found = holder.get(name, [])
    if not isinstance(found, list):
        refuse(where, "list")
    for at, one in enumerate(found):
        if not isinstance(one, dict):
            refuse(f"{where}[{at}]", "object")
    return [(f"{where}[{at}]", one) for at, one in enumerate(found)]


def row_in(kind: type[Row], names: Iterable[str], given: Object, place: str, **linked: Any) -> Row:
    """Build an unsaved row from the values of an object; missing ones have their default."""
    values = {name: given[name] for name in names if name in given}
    row = kind(**values, **linked)
    fields = {field.name: field for field in kind._meta.concrete_fields}  # noqa: SLF001 - Django's documented interface
    for name, value in values.items():
        if isinstance(fields[name], models.DateField) and not isinstance(value, str | None):
            refuse(f"{place}.{name}", "date")
        if isinstance(fields[name], models.CharField | models.TextField) and not isinstance(value, str):
            refuse(f"{place}.{name}", "text")
    try:
        row.clean_fields(exclude=set(fields) - set(values) | _empty_lists(values))
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        refuse(f"{place}.{name}", " ".join(messages))
    for name in values:
        if isinstance(fields[name], models.DateTimeField) and (at := getattr(row, name)) and is_naive(at):
            refuse(f"{place}.{name}", "UTC")
    return row


def with_match_points(given: Object) -> Object:
    """Apply the one scale of a file of a section of teams to both boards and matches."""
    if given.get("system") not in TEAM_SYSTEMS:
        return given
    names = ("win_points", "draw_points", "loss_points", "bye_points")
    return {f"match_{name}": given[name] for name in names if name in given} | given


def _empty_lists(values: Object) -> set[str]:
    """Return lists that Django takes for missing ones: the standings of a round without players."""
    return {name for name, value in values.items() if value == []}


def validate_unique(values: Iterable[Hashable], place: str, what: str) -> None:
    """Refuse duplicates."""
    seen: set[Hashable] = set()
    for value in values:
        if value in seen:
            refuse(place, f"{what} {value}")
        seen.add(value)


def validate_section(section: Section) -> None:
    """Refuse unknown rules, systems and tie-breaks."""
    tables: dict[str, Iterable[str]] = {"law_book": LAW_BOOKS, "system": SYSTEMS}
    for name, known in tables.items():
        if getattr(section, name) not in known:
            refuse(f"section.{name}", getattr(section, name))
    if not section.is_team and section.games_per_pairing not in GAMES_A_PAIRING:
        refuse("section.games_per_pairing", str(section.games_per_pairing))
    if section.deck and section.deck not in DECKS:
        refuse("section.deck", section.deck)
    _validate_options(section)
    codes = section.tie_breaks
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        refuse("section.tie_breaks", "list")
    try:
        codes_of(codes)
    except StandingsRefusal as refusal:
        refuse("section.tie_breaks", str(refusal.facts.get("text", refusal.code)))


def import_house_rules(key: str, document: Object, organisation_id: int) -> None:
    """Save the house rules of a section with the club; refuse them if missing or of another key."""
    if key in VARIANTS:
        return
    text = document.get(columns.HOUSE_RULES)
    found = variant_if_known(text) if isinstance(text, str) and text != key else None
    if not isinstance(found, HouseVariant) or found.key != key:
        refuse("section.variant", key)
    store_rules_of_game(organisation_id=organisation_id, variant=found)


def _validate_options(section: Section) -> None:
    if not isinstance(section.options, dict):
        refuse("section.options", "object")
    if not is_lent_record(section.options.get(OPTION, [])):
        refuse(f"section.options.{OPTION}", "list")
    days = section.options.get(ROUND_DAYS, [])
    if not (
        isinstance(days, list) and all(isinstance(day, str) and len(day) <= MAX_DAY_LENGTH for day in days)
    ):
        refuse(f"section.options.{ROUND_DAYS}", "list")
    try:
        read_options(section.options)
    except ClubError as error:
        refuse("section.options", str(error.facts.get("option", error.code)))


def validate_round_number(number: int, place: str) -> None:
    """Refuse a round that no section can have."""
    if not 1 <= number <= MAX_ROUNDS:
        refuse(f"{place}.number", str(number))
