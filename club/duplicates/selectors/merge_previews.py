"""Preview of a merge: the rows to move by table, and the facts to choose between."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.apps import apps

from club.duplicates.merge_steps import Step
from club.models import Person

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
