"""Registry of personal data: every app registers its own, for page, export, erasure and merge.

`PERSONAL_DATA` of an app's `registry.py` names the modules that register, one line for each foreign key to
`club.Person`:

    register_data_set(
        "club.contacts",
        "club.Contact.person",
        label=_("contacts"),
        fate=OnErasure.DELETE,
        on_merge=OnMerge.MOVE,
    )

`tests/club/privacy/test_personal_data_sets.py` fails for an unregistered relation,
`tests/club/duplicates/test_merging.py` for one without `on_merge`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.apps import apps
from django.db.models import Field, Model, QuerySet

from club.core.actor import Actor
from club.models import Organisation, Person
from club.privacy.redaction import replace_name, spellings

Words = Any  # a lazy translation
Row = Mapping[str, Any]


class OnErasure(StrEnum):
    """Treatment of data when the person is erased."""

    DELETE = "goes"
    PSEUDONYMIZE = "neutral"  # remains under a neutral name
    RETAIN = "stays"  # unchanged, with the reason and the time limit


class OnMerge(StrEnum):
    """Treatment of the rows of a foreign key when two persons are merged."""

    MOVE = "moves"  # to the surviving person; the merge is refused where a constraint does not allow both
    MOVE_OR_DROP = "gives_way"  # the same, but a duplicate of the surviving person's row is removed
    LEAVE = "stays"  # with the merged person


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """An erasure in progress: the former data of the person, and the neutral name."""

    person: Person
    names: tuple[str, ...]  # every spelling of every name of the person, longest first
    addresses: frozenset[str]  # addresses of mails to the person, in lower case
    neutral: str
    actor: Actor

    def without(self, value: Any) -> Any:
        """Replace the name in a text or in a structure of texts."""
        return replace_name(value, self.names, self.neutral)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalDataSet:
    """A kind of data stored about a person.

    `relation` names the foreign key ("club.Contact.person"); a path follows several ("a.B.entry__person").
    Rows without a foreign key are found by `rows`. At an erasure, rows with the fate DELETE are deleted.
    In rows that stay under a neutral name, the columns in `names` get it and those in `empties` are emptied.
    `erased` counts the rows that an erasure reaches, where these are others than `rows` tells the person.
    `erase` does further work, or all of it if there is no relation; its caller writes the audit entry.
    `blocks` returns what must be done first. `mentions` names the facts of audit entries with the name.
    `spelled` returns the names in these rows, `reached` the mail addresses stored with them.
    `on_merge` treats the rows of a direct foreign key when two persons are merged: a rule, or a function of
    the `Merge`, which several keys may share.
    """

    key: str
    relation: str = ""
    label: Words
    fate: OnErasure
    on_merge: OnMerge | Callable[[Any], None] | None = None
    why: Words = ""
    tells: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    empties: tuple[str, ...] = ()
    rows: Callable[[Person], Iterable[Row]] | None = None
    erased: Callable[[Person], int] | None = None
    erase: Callable[[Erasure], None] | None = None
    blocks: Callable[[Person], Iterable[Words]] | None = None
    mentions: Callable[[Person], Mapping[str, Iterable[Any]]] | None = None
    files: Callable[[Person], Iterable[tuple[str, Iterable[bytes]]]] | None = None
    spelled: Callable[[Person], Iterable[str]] | None = None
    reached: Callable[[Person], Iterable[str]] | None = None

    @property
    def model(self) -> type[Model] | None:
        """Table of the relation."""
        return apps.get_model(self.relation.rpartition(".")[0]) if self.relation else None

    @property
    def path(self) -> str:
        """Query path from a row of the table to the person."""
        return self.relation.rpartition(".")[2]


DATA_SETS: dict[str, PersonalDataSet] = {}
ACTOR_LABELS: list[str] = []
"""Columns with the name of an actor at that time: "club.Consent.given_by"."""
RETAINED_LABELS: list[str] = []
"""The same for append-only tables."""


def register_data_set(
    key: str, relation: str = "", *, label: Words, fate: OnErasure, **more: Any
) -> PersonalDataSet:
    """Register a kind of data; a key has one."""
    data_set = PersonalDataSet(key=key, relation=relation, label=label, fate=fate, **more)
    if key in DATA_SETS:
        raise ValueError(f"{key} is registered twice.")
    DATA_SETS[key] = data_set
    return data_set


def register_actor_labels(*columns: str) -> None:
    """Register columns with the name of an actor; an erasure replaces it by the neutral name."""
    ACTOR_LABELS.extend(columns)


def register_retained_labels(*columns: str) -> None:
    """Register actor columns that an erasure does not change: the accounts record the actor."""
    RETAINED_LABELS.extend(columns)


def rows_of_person(data_set: PersonalDataSet, person: Person) -> QuerySet[Model]:
    """Query this person's rows of a kind with a relation, in primary key order."""
    model = data_set.model
    if model is None:
        raise ValueError(f"{data_set.key} has no relation.")
    return model._base_manager.filter(**{data_set.path: person}).order_by("pk")  # noqa: SLF001 - documented


def readable_rows(data_set: PersonalDataSet, person: Person) -> list[Row]:
    """Return the rows as mappings, for the person."""
    if data_set.rows is not None:
        return list(data_set.rows(person))
    return list(rows_of_person(data_set, person).values(*data_set.tells))


def names_of(person: Person) -> tuple[str, ...]:
    """Return every name of the person in any table, in every spelling."""
    asked = [one.spelled for one in DATA_SETS.values() if one.spelled is not None]
    return spellings(person.name, person.sort_name, *(name for spelled in asked for name in spelled(person)))


def addresses_of(person: Person) -> frozenset[str]:
    """Return every stored mail address of a person, in lower case."""
    asked = [one.reached for one in DATA_SETS.values() if one.reached is not None]
    return frozenset(one.casefold() for reached in asked for one in reached(person) if one)


def count_rows(data_set: PersonalDataSet, person: Person) -> int:
    """Count the rows that an erasure reaches."""
    if data_set.erased is not None:
        return data_set.erased(person)
    if data_set.rows is not None:
        return len(list(data_set.rows(person)))
    return rows_of_person(data_set, person).count()


def column(data_set: PersonalDataSet, path: str) -> "Field[Any, Any] | None":
    """Return the model field of a reported column, or None."""
    model = data_set.model
    for name in path.split("__"):
        if model is None or name not in {one.name for one in model._meta.get_fields()}:  # noqa: SLF001
            return None
        field = model._meta.get_field(name)  # noqa: SLF001
        model = field.related_model if isinstance(field.related_model, type) else None
    return field if isinstance(field, Field) else None


MAX_MONTHS = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Retention rule for a kind of data, in months after its end; None for indefinitely."""

    kind: str
    label: Any
    told: Any
    months: int | None
    due: Callable[[Organisation, datetime], QuerySet[Any]]
    forget: Callable[[Sequence[Any]], None]


RULES: dict[str, Rule] = {}


def retention_rule(kind: str, **facts: Any) -> Rule:
    """Register a rule; a kind has one."""
    if kind in RULES:
        raise ValueError(f"{kind} is registered twice.")
    RULES[kind] = Rule(kind=kind, **facts)
    return RULES[kind]
