"""Queries of probable duplicates, and the preview of their merge."""

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from django.apps import apps
from django.core.cache import cache

from club.duplicates.merge_steps import Step
from club.members.name_similarity import NEAR, Comparison
from club.members.selectors.similar_names import SAME_DAY_NEAR, SAME_MAIL_NEAR, same_person
from club.models import FederationNumber, NamesakePair, Person

MAX_INCREMENTAL = 40  # with more changed persons the whole club is compared
NEIGHBOURS = 30  # next ones by name, in a large group with one address or (placeholder) birth date
MAX_PAIRS = 5_000  # pairs; more than a reader goes through
CACHE_SECONDS = 7 * 24 * 3600
CACHE_VERSION = 1  # version of the cached data; other versions are ignored

Numbers = tuple[tuple[str, str], ...]


class Pair(NamedTuple):
    """Ids of two persons that may be one; the first is the lower one."""

    first: int
    second: int
    likeness: float
    by: tuple[str, ...]

    @property
    def order(self) -> tuple[int, float, int, int]:
        """Sort key: most similar first."""
        return -len(self.by), -self.likeness, self.first, self.second


@dataclass(eq=False)
class ComparedPerson:
    """The compared data of a person."""

    number: int
    name: str
    search_key: str
    email: str
    born_on: date | None
    numbers: Numbers

    @cached_property
    def words(self) -> frozenset[str]:
        """Words of the name and of the name in lists."""
        return frozenset(self._split)

    @cached_property
    def initials(self) -> str:
        """Initials of the words."""
        return "".join(word[0] for word in sorted(self._split))

    @cached_property
    def comparison(self) -> Comparison:
        """The name, prepared for comparison."""
        return Comparison(self.name)

    @cached_property
    def _split(self) -> list[str]:
        return self.search_key.replace(",", " ").replace("-", " ").split()

    @cached_property
    def keys(self) -> list[object]:
        """Blocking keys: persons that share one are candidates."""
        found: list[object] = [("word", word, self.initials) for word in self.words]
        if self.born_on is not None:
            found.append(("day", self.born_on))
        if self.email:
            found.append(("mail", self.email))
        return [*found, *(("number", *one) for one in self.numbers)]


@dataclass(frozen=True, slots=True)
class _CachedPairs:
    """Cached result for a club, with its fingerprints."""

    prints: Mapping[int, int] = field(default_factory=dict)
    pairs: tuple[Pair, ...] = ()


def probable_pairs(*, organisation_id: int) -> list[Pair]:
    """Return pairs of a club that may be one person, most similar first, without confirmed-distinct pairs."""
    key = f"kept-twice:{CACHE_VERSION}:{organisation_id}"
    rows = _rows(organisation_id)
    prints = {row[0]: zlib.crc32("\0".join(map(str, row[1:])).encode()) for row in rows}
    cached: _CachedPairs = cache.get(key) or _CachedPairs()
    changed = {number for number, digest in prints.items() if cached.prints.get(number) != digest}
    if changed or len(prints) != len(cached.prints):
        cached = _CachedPairs(prints, _update_pairs(cached, rows, changed))
        cache.set(key, cached, CACHE_SECONDS)
    apart = _distinct_pairs(organisation_id)
    return [pair for pair in cached.pairs if (pair.first, pair.second) not in apart]


class TwoPersons(NamedTuple):
    """A pair as it is shown."""

    first: Person
    second: Person
    likeness: float
    by: tuple[str, ...]


def persons_of(pairs: Iterable[Pair]) -> list[TwoPersons]:
    """Load the persons of some pairs; skip a pair if one of them is gone."""
    pairs = list(pairs)
    persons = Person.objects.in_bulk({number for pair in pairs for number in (pair.first, pair.second)})
    return [
        TwoPersons(persons[pair.first], persons[pair.second], pair.likeness, pair.by)
        for pair in pairs
        if pair.first in persons and pair.second in persons
    ]


Row = tuple[int, str, str, str, date | None, Numbers]


def _rows(organisation_id: int) -> list[Row]:
    """Return all persons of a club as plain values for comparison, without erased ones, which look alike."""
    numbers = _numbers_of_club(organisation_id)
    columns = ("pk", "name", "search_key", "email", "born_on")
    rows = Person.objects.filter(organisation_id=organisation_id, erased_at=None).order_by("pk")
    return [(*row, tuple(sorted(numbers.get(row[0], ())))) for row in rows.values_list(*columns)]


def _numbers_of_club(organisation_id: int) -> Mapping[int, list[tuple[str, str]]]:
    found: dict[int, list[tuple[str, str]]] = defaultdict(list)
    rows = FederationNumber.objects.filter(person__organisation_id=organisation_id)
    for person, body, number in rows.values_list("person_id", "body", "number").order_by():
        found[person].append((body, number))
    return found


def _distinct_pairs(organisation_id: int) -> set[tuple[int, int]]:
    rows = NamesakePair.objects.filter(first__organisation_id=organisation_id)
    return set(rows.values_list("first_id", "second_id").order_by())


def _update_pairs(cached: _CachedPairs, rows: list[Row], changed: set[int]) -> tuple[Pair, ...]:
    """Update the cached pairs of a club: compare the changed persons only."""
    if len(changed) > MAX_INCREMENTAL:
        found = list(_compare(_neighbours([ComparedPerson(*row) for row in rows])))
    else:
        there = {row[0] for row in rows} - changed
        found = [pair for pair in cached.pairs if pair.first in there and pair.second in there]
        found += _compare(_candidates_of_changed(rows, changed))
    return tuple(sorted(found, key=lambda pair: pair.order)[:MAX_PAIRS])


def _candidates_of_changed(
    rows: list[Row], changed: set[int]
) -> Iterator[tuple[ComparedPerson, ComparedPerson]]:
    """Yield each candidate pair with a changed person once."""
    for one in (ComparedPerson(*row) for row in rows if row[0] in changed):
        keys = set(one.keys)
        for row in rows:
            is_done = row[0] == one.number or (row[0] in changed and row[0] < one.number)
            if is_done or not _is_candidate(one, row):
                continue
            other = ComparedPerson(*row)
            if not keys.isdisjoint(other.keys):
                yield (one, other) if one.number < other.number else (other, one)


def _is_candidate(one: ComparedPerson, row: Row) -> bool:
    """Filter candidates cheaply before the keys of the other are computed."""
    _number, _name, key, email, born_on, numbers = row
    return (
        (born_on is not None and born_on == one.born_on)
        or (email != "" and email == one.email)
        or any(pair_number in numbers for pair_number in one.numbers)
        or any(word in key for word in one.words)
    )


def _neighbours(club: list[ComparedPerson]) -> Iterator[tuple[ComparedPerson, ComparedPerson]]:
    """Yield each candidate pair of a club once: by shared key, in large groups the next in name."""
    groups: dict[object, list[ComparedPerson]] = defaultdict(list)
    for one in sorted(club, key=lambda known: (known.search_key, known.number)):
        for key in one.keys:
            groups[key].append(one)
    seen: set[tuple[int, int]] = set()
    for crowd in groups.values():
        for at, one in enumerate(crowd):
            for other in crowd[at + 1 : at + 1 + NEIGHBOURS]:
                pair = (one, other) if one.number < other.number else (other, one)
                numbers = (pair[0].number, pair[1].number)
                if numbers not in seen:
                    seen.add(numbers)
                    yield pair


def _compare(pairs: Iterable[tuple[ComparedPerson, ComparedPerson]]) -> Iterator[Pair]:
    """Return the pairs that may be one person."""
    for first, second in pairs:
        least = 0.0 if first.numbers and second.numbers else _threshold(first, second)
        found = same_person(
            born_on=(first.born_on, second.born_on),
            mail=(first.email, second.email),
            has_number=not set(first.numbers).isdisjoint(second.numbers),
            likeness_of=lambda: second.comparison.likeness(first.comparison, least=least),  # noqa: B023 - asked at once
        )
        if found is not None:
            yield Pair(first.number, second.number, *found)


def _threshold(first: ComparedPerson, second: ComparedPerson) -> float:
    """Similarity threshold for two persons."""
    if first.email and first.email == second.email:
        return SAME_MAIL_NEAR
    return SAME_DAY_NEAR if first.born_on is not None and first.born_on == second.born_on else NEAR


CHOSEN = ("name", "email", "language", "languages", "title", "born_on")
"""Chosen facts of a person: the survivor's, unless empty or the other's was selected."""
HIDDEN_TABLES = frozenset({"club.person", "club.membershipchange"})


class MovedTable(NamedTuple):
    """Number of a table's rows that the surviving person gets, and of those removed as duplicates."""

    table: str
    label: str
    moves: int
    gives_way: int


class Choice(NamedTuple):
    """A fact with two values, of which one survives."""

    name: str
    label: str
    kept: Any
    other: Any
    takes_other: bool

    @property
    def is_open(self) -> bool:
        """True if the two values differ."""
        return bool(self.kept and self.other and self.kept != self.other)


def moved_tables(steps: Iterable[Step]) -> list[MovedTable]:
    """Count the rows to move by table, without the persons themselves and the steps of memberships."""
    moves: Counter[str] = Counter()
    gives_way: Counter[str] = Counter()
    for step in steps:
        if step["table"] not in HIDDEN_TABLES:
            (gives_way if step["after"] is None else moves)[step["table"]] += 1
    return [
        MovedTable(one, _plural(one), moves[one], gives_way[one]) for one in sorted(moves.keys() | gives_way)
    ]


def merge_choices(*, kept: Person, other: Person) -> list[Choice]:
    """List the facts of two persons; an empty one is filled from the other."""
    return [
        Choice(name, _label(name), getattr(kept, name), getattr(other, name), not getattr(kept, name))
        for name in CHOSEN
    ]


def _plural(table: str) -> str:
    return str(apps.get_model(table)._meta.verbose_name_plural)  # noqa: SLF001 - Django's documented interface


def _label(name: str) -> str:
    return str(Person._meta.get_field(name).verbose_name)  # type: ignore[union-attr]  # noqa: SLF001 - documented
