"""Two persons side by side before they become one: what moves, table by table, and what is to be chosen."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.apps import apps

from club.duplicates.merge_handlers import Step
from club.models import Person

CHOSEN = ("name", "email", "language", "languages", "title", "born_on")
"""What is chosen of a person: the kept one's unless it is empty or the other's was wanted."""
UNTOLD = frozenset({"club.person", "club.membershipchange"})


class Moved(NamedTuple):
    """How many rows of a table hang on the kept person afterwards, and how many give way."""

    table: str
    label: str
    moves: int
    gives_way: int


class Choice(NamedTuple):
    """A fact of which one of two is kept."""

    name: str
    label: str
    kept: Any
    other: Any
    takes_other: bool

    @property
    def is_open(self) -> bool:
        """Whether the two tell it otherwise."""
        return bool(self.kept and self.other and self.kept != self.other)


def moved_tables(steps: Iterable[Step]) -> list[Moved]:
    """What moves, table by table; the persons themselves and the steps of memberships go without saying."""
    moves: Counter[str] = Counter()
    gives_way: Counter[str] = Counter()
    for step in steps:
        if step["table"] not in UNTOLD:
            (gives_way if step["after"] is None else moves)[step["table"]] += 1
    return [Moved(one, _plural(one), moves[one], gives_way[one]) for one in sorted(moves.keys() | gives_way)]


def merge_choices(*, kept: Person, other: Person) -> list[Choice]:
    """The facts of two persons; an empty one is filled from the other."""
    return [
        Choice(name, _label(name), getattr(kept, name), getattr(other, name), not getattr(kept, name))
        for name in CHOSEN
    ]


def _plural(table: str) -> str:
    return str(apps.get_model(table)._meta.verbose_name_plural)  # noqa: SLF001 - Django's documented interface


def _label(name: str) -> str:
    return str(Person._meta.get_field(name).verbose_name)  # type: ignore[union-attr]  # noqa: SLF001 - documented
