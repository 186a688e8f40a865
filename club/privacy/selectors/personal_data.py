"""All stored data about a person, in a readable form."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from club.members.member_files import as_csv
from club.models import Person
from club.privacy.personal_data_sets import HOLDINGS, Fate, Holding, Row, column, told_rows


@dataclass(frozen=True, slots=True)
class HeldKind:
    """A kind of data with its rows."""

    holding: Holding
    rows: list[Row]

    @property
    def headings(self) -> list[str]:
        """Labels of the columns."""
        return [_heading(self.holding, name) for name in self.columns]

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self.rows[0]) if self.rows else list(self.holding.tells)

    @property
    def lines(self) -> list[list[Any]]:
        """Rows for display, with the labels of choices."""
        return [[_shown(self.holding, name, row[name]) for name in self.columns] for row in self.rows]

    @property
    def goes(self) -> bool:
        """True if an erasure deletes it."""
        return self.holding.fate is Fate.GOES


def held_of(*, person: Person) -> list[HeldKind]:
    """Return every kind of data of the site, including kinds without rows."""
    return [HeldKind(one, told_rows(one, person)) for one in HOLDINGS.values()]


def held_for_programs(kinds: Iterable[HeldKind]) -> dict[str, dict[str, Any]]:
    """Serialize the same for the API, kind by kind."""
    return {
        kind.holding.key: {
            "what": str(kind.holding.label),
            "at_erasure": kind.holding.fate.value,
            "rows": kind.rows,
        }
        for kind in kinds
    }


def held_as_json(kinds: Iterable[HeldKind]) -> str:
    """Serialize the same as JSON text."""
    return json.dumps(held_for_programs(kinds), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def held_as_csv(kind: HeldKind) -> Iterator[str]:
    """Write one kind as CSV."""
    plain = (
        {name: "" if row[name] is None else str(row[name]) for name in kind.columns} for row in kind.rows
    )
    return as_csv(plain, tuple(kind.columns))


def held_files(*, person: Person) -> Iterator[tuple[str, Iterable[bytes]]]:
    """List the files of a person: game records, photos."""
    for holding in HOLDINGS.values():
        if holding.files is not None:
            yield from holding.files(person)


def _heading(holding: Holding, name: str) -> str:
    field = column(holding, name)
    if field is None:
        return name.replace("__", " ").replace("_", " ")
    above = column(holding, name.rpartition("__")[0]) if "__" in name else None
    label = str(field.verbose_name)
    return f"{above.verbose_name}: {label}" if above is not None else label


def _shown(holding: Holding, name: str, value: Any) -> Any:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    field = column(holding, name)
    choices = dict(field.flatchoices) if field is not None else {}
    found = choices.get(value, value)
    return str(found) if isinstance(found, Promise) else found
