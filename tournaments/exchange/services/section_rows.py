"""Document of a section as rows: every value is validated before any row is saved."""

import json
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
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
MAX_FOUND = 40
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


@dataclass(frozen=True, slots=True)
class Part:
    """An object of the document with its place, which every refusal names."""

    values: Object
    place: str = ""

    def at(self, name: str) -> str:
        """Return the place of one of its values."""
        return f"{self.place}.{name}" if self.place else name

    def refuse(self, name: str, found: object) -> NoReturn:
        """Refuse the file because of one value."""
        refuse(self.at(name), str(found)[:MAX_FOUND])

    def part(self, name: str) -> "Part":
        """Return an object in it."""
        found = self.values.get(name)
        return Part(found, self.at(name)) if isinstance(found, dict) else self.refuse(name, "object")

    def parts(self, name: str) -> list["Part"]:
        """Return the objects of a list in it; a missing list is empty."""
        found = self.values.get(name, [])
        if not isinstance(found, list):
            self.refuse(name, "list")
        for at, one in enumerate(found):
            if not isinstance(one, dict):
                self.refuse(f"{name}[{at}]", "object")
        return [Part(one, self.at(f"{name}[{at}]")) for at, one in enumerate(found)]

    def pick(self, name: str, known: Mapping[Any, Row]) -> Row:
        """Return the row that one of its numbers names."""
        key = self.values.get(name)
        if not isinstance(key, int) or key not in known:
            self.refuse(name, key)
        return known[key]

    def pick_any(self, name: str, known: Mapping[Any, Row]) -> Row | None:
        """Return the row that one of its numbers names; None without a number."""
        return None if self.values.get(name) is None else self.pick(name, known)

    def row(self, kind: type[Row], names: Iterable[str], **linked: Any) -> Row:
        """Build an unsaved row from its values; missing ones have their default."""
        values = {name: self.values[name] for name in names if name in self.values}
        row = kind(**values, **linked)
        fields = {field.name: field for field in kind._meta.concrete_fields}  # noqa: SLF001 - Django's documented interface
        for name, value in values.items():
            if isinstance(fields[name], models.DateField) and not isinstance(value, str | None):
                self.refuse(name, "date")
            if isinstance(fields[name], models.CharField | models.TextField) and not isinstance(value, str):
                self.refuse(name, "text")
        # Django takes empty lists for missing ones: the standings of a round without players.
        empty = {name for name, value in values.items() if value == []}
        try:
            row.clean_fields(exclude=set(fields) - set(values) | empty)
        except ValidationError as error:
            name, messages = next(iter(error.message_dict.items()))
            refuse(self.at(name), " ".join(messages))
        for name in values:
            if isinstance(fields[name], models.DateTimeField) and (at := getattr(row, name)) and is_naive(at):
                self.refuse(name, "UTC")
        return row

    def rows(self, list_name: str, kind: type[Row], names: Iterable[str], **linked: Any) -> list[Row]:
        """Build the unsaved rows of a list in it."""
        return [one.row(kind, names, **linked) for one in self.parts(list_name)]

    def validate_unique(self, list_name: str, what: str, values: Iterable[Hashable]) -> None:
        """Refuse duplicates among values of a list in it."""
        seen: set[Hashable] = set()
        for value in values:
            if value in seen:
                refuse(self.at(list_name), f"{what} {value}")
            seen.add(value)


def with_match_points(given: Part) -> Part:
    """Apply the one scale of a file of a section of teams to both boards and matches."""
    values = given.values
    if values.get("system") not in TEAM_SYSTEMS:
        return given
    names = ("win_points", "draw_points", "loss_points", "bye_points")
    return Part({f"match_{name}": values[name] for name in names if name in values} | values, given.place)


def validate_section(section: Section, given: Part) -> None:
    """Refuse unknown rules, systems and tie-breaks."""
    tables: dict[str, Iterable[str]] = {"law_book": LAW_BOOKS, "system": SYSTEMS}
    for name, known in tables.items():
        if getattr(section, name) not in known:
            given.refuse(name, getattr(section, name))
    if not section.is_team and section.games_per_pairing not in GAMES_A_PAIRING:
        given.refuse("games_per_pairing", section.games_per_pairing)
    if section.deck and section.deck not in DECKS:
        given.refuse("deck", section.deck)
    _validate_options(section, given)
    if not is_list_of_texts(section.tie_breaks):
        given.refuse("tie_breaks", "list")
    try:
        codes_of(section.tie_breaks)
    except StandingsRefusal as refusal:
        given.refuse("tie_breaks", refusal.facts.get("text", refusal.code))


def is_list_of_texts(value: Any) -> bool:
    """Check that a value is a list of nothing but texts."""
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def import_house_rules(key: str, document: Part, organisation_id: int) -> None:
    """Save the house rules of a section with the club; refuse them if missing or of another key."""
    if key in VARIANTS:
        return
    text = document.values.get(columns.HOUSE_RULES)
    found = variant_if_known(text) if isinstance(text, str) and text != key else None
    if not isinstance(found, HouseVariant) or found.key != key:
        refuse("section.variant", key)
    store_rules_of_game(organisation_id=organisation_id, variant=found)


def _validate_options(section: Section, given: Part) -> None:
    if not isinstance(section.options, dict):
        given.refuse("options", "object")
    if not is_lent_record(section.options.get(OPTION, [])):
        given.refuse(f"options.{OPTION}", "list")
    days = section.options.get(ROUND_DAYS, [])
    if not (is_list_of_texts(days) and all(len(day) <= MAX_DAY_LENGTH for day in days)):
        given.refuse(f"options.{ROUND_DAYS}", "list")
    try:
        read_options(section.options)
    except ClubError as error:
        given.refuse("options", error.facts.get("option", error.code))


def validate_round_number(number: int | None, given: Part) -> None:
    """Refuse a round that no section can have."""
    if not 1 <= (number or 0) <= MAX_ROUNDS:
        given.refuse("number", number or 0)
