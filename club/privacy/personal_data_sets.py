"""What the site holds of a person: every app says it here, for one page, one file, one erasure.

An app registers in its `services/holdings.py`, which its `registry.py` names in `PERSONAL_DATA`, one line for
each foreign key to `club.Person`:

    hold("club.contacts", "club.Contact.person", label=_("contacts"), fate=Fate.GOES, tells=("kind", "value"))

`tests/club/test_holdings.py` fails for a relation that nobody registered.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.apps import apps
from django.db.models import Field, Model, QuerySet

from club.core.actor import Actor
from club.models import Person
from club.privacy.redaction import spellings, without_name

Words = Any  # a translated text that is read when it is shown
Row = Mapping[str, Any]


class Fate(StrEnum):
    """What becomes of something when the person is erased."""

    GOES = "goes"
    NEUTRAL = "neutral"  # stays under a neutral name
    STAYS = "stays"  # as it is, with the reason and until when


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """Who is erased: the person as they were, and the name that takes the place of theirs."""

    person: Person
    names: tuple[str, ...]  # every spelling of every name they go by, the longest first
    addresses: frozenset[str]  # where mails to them went, in small letters
    neutral: str
    actor: Actor

    def without(self, value: Any) -> Any:
        """A text, or what holds texts, with the name replaced."""
        return without_name(value, self.names, self.neutral)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """One kind of thing that is held of a person.

    `relation` names the foreign key ("club.Contact.person"); a path leads over several ("a.B.entry__person").
    Where rows are not found by a key, `rows` finds them. At an erasure rows that go are deleted; of those
    that stay under a neutral name the columns in `names` get it and those in `empties` are emptied.
    `erase` does more than that, or something else where there is no relation; whoever calls it records it.
    `blocks` tells what must be done first. `mentions` names what the trail tells the name with. `spelled`
    tells the names under which they stand there, `reached` the mail addresses that are kept with it.
    """

    key: str
    relation: str = ""
    label: Words
    fate: Fate
    why: Words = ""
    tells: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    empties: tuple[str, ...] = ()
    rows: Callable[[Person], Iterable[Row]] | None = None
    erase: Callable[[Erasure], None] | None = None
    blocks: Callable[[Person], Iterable[Words]] | None = None
    mentions: Callable[[Person], Mapping[str, Iterable[Any]]] | None = None
    files: Callable[[Person], Iterable[tuple[str, Iterable[bytes]]]] | None = None
    spelled: Callable[[Person], Iterable[str]] | None = None
    reached: Callable[[Person], Iterable[str]] | None = None

    @property
    def model(self) -> type[Model] | None:
        """The table of the relation."""
        return apps.get_model(self.relation.rpartition(".")[0]) if self.relation else None

    @property
    def path(self) -> str:
        """How the person is found from a row of the table."""
        return self.relation.rpartition(".")[2]


HOLDINGS: dict[str, Holding] = {}
LABELS: list[str] = []
"""Columns that say who did something by the name they had then: "club.Consent.given_by"."""
SIGNED: list[str] = []
"""The same of tables that nothing changes."""


def hold(key: str, relation: str = "", *, label: Words, fate: Fate, **more: Any) -> Holding:
    """Register what is held; a key has one holding."""
    holding = Holding(key=key, relation=relation, label=label, fate=fate, **more)
    if key in HOLDINGS:
        raise ValueError(f"{key} is registered twice.")
    HOLDINGS[key] = holding
    return holding


def hold_labels(*columns: str) -> None:
    """Register columns with the name of whoever did something; at an erasure they get the neutral name."""
    LABELS.extend(columns)


def stay_signed(*columns: str) -> None:
    """Register such columns of tables that nothing changes: the books keep who booked."""
    SIGNED.extend(columns)


def held_rows(holding: Holding, person: Person) -> QuerySet[Model]:
    """The rows of a holding with a relation that are this person's, in the order of their keys."""
    model = holding.model
    if model is None:
        raise ValueError(f"{holding.key} has no relation.")
    return model._base_manager.filter(**{holding.path: person}).order_by("pk")  # noqa: SLF001 - documented


def told_rows(holding: Holding, person: Person) -> list[Row]:
    """What the person is told, a mapping a row."""
    if holding.rows is not None:
        return list(holding.rows(person))
    return list(held_rows(holding, person).values(*holding.tells))


def names_of(person: Person) -> tuple[str, ...]:
    """Every name the person goes by in any table, in every spelling."""
    asked = [one.spelled for one in HOLDINGS.values() if one.spelled is not None]
    return spellings(person.name, person.sort_name, *(name for spelled in asked for name in spelled(person)))


def addresses_of(person: Person) -> frozenset[str]:
    """Every mail address that is kept of a person, in small letters."""
    asked = [one.reached for one in HOLDINGS.values() if one.reached is not None]
    return frozenset(one.casefold() for reached in asked for one in reached(person) if one)


def count_rows(holding: Holding, person: Person) -> int:
    """How many rows there are."""
    if holding.rows is not None:
        return len(list(holding.rows(person)))
    return held_rows(holding, person).count()


def column(holding: Holding, path: str) -> "Field[Any, Any] | None":
    """The field behind a told column; None where the column is not one."""
    model = holding.model
    for name in path.split("__"):
        if model is None or name not in {one.name for one in model._meta.get_fields()}:  # noqa: SLF001
            return None
        field = model._meta.get_field(name)  # noqa: SLF001
        model = field.related_model if isinstance(field.related_model, type) else None
    return field if isinstance(field, Field) else None
