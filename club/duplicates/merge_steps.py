"""Merge of two persons in progress: it moves rows and records their previous state for undo."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db import IntegrityError, models, transaction

from club.core.actor import Actor
from club.duplicates.errors import HeldByBoth
from club.models import Person

Facts = Mapping[str, Any]
Step = dict[str, Any]
"""`table`, `row`, `before`, `after`: no `before` for a created row, no `after` for a removed one."""


@dataclass(kw_only=True)
class Merge:
    """A merge in progress; it records everything written through it."""

    kept: Person
    merged: Person
    actor: Actor
    steps: list[Step] = field(default_factory=list)

    def rows(self, relation: str) -> models.QuerySet[Any]:
        """Query the rows of the merged person by a relation such as "club.contact.person"."""
        model, name = _relation(relation)
        return model._base_manager.filter(**{name: self.merged}).order_by("pk")  # noqa: SLF001 - all rows

    def move(self, relation: str, *, gives_way: bool = False) -> None:
        """Move the rows of a relation to the surviving person; remove a duplicate, or refuse the merge."""
        _model, name = _relation(relation)
        for row in self.rows(relation):
            try:
                with transaction.atomic():
                    self.change(row, **{name: self.kept})
            except IntegrityError:
                if not gives_way:
                    what = str(row._meta.verbose_name)  # noqa: SLF001 - Django's documented interface
                    raise HeldByBoth(name=self.kept.name, what=what) from None
                self.remove(row)

    def change(self, row: models.Model, **facts: Any) -> None:
        """Change a row."""
        with self.watching(type(row)._base_manager.filter(pk=row.pk)) as rows:  # noqa: SLF001 - any row
            rows.update(**facts)

    def remove(self, row: models.Model) -> None:
        """Remove a row; refuse if other rows refer to it."""
        for one in row._meta.related_objects:  # noqa: SLF001 - Django's documented interface
            there = one.related_model._base_manager.filter(**{one.field.name: row})  # noqa: SLF001 - all rows
            if there.exists():
                what = str(row._meta.verbose_name)  # noqa: SLF001 - Django's documented interface
                raise HeldByBoth(name=self.kept.name, what=what)
        with self.watching(type(row)._base_manager.filter(pk=row.pk)) as rows:  # noqa: SLF001 - any row
            rows.delete()

    @contextmanager
    def watching(self, rows: models.QuerySet[Any]) -> Iterator[models.QuerySet[Any]]:
        """Record all changes, inserts and deletes among these rows inside the context."""
        before = facts_by_row(rows)
        yield rows
        table = rows.model._meta.label_lower  # noqa: SLF001 - Django's documented interface
        for row, was, now in changed_rows(before, self._now(rows, before)):
            self.steps.append({"table": table, "row": row, "before": was, "after": now})

    @staticmethod
    def _now(rows: models.QuerySet[Any], before: Mapping[str, Facts]) -> dict[str, dict[str, Any]]:
        """Return the current rows, including those that no longer match the query."""
        there = rows.model._base_manager.filter(pk__in=before)  # noqa: SLF001 - any row
        return facts_by_row(there) | facts_by_row(rows.all())


def facts_by_row(rows: models.QuerySet[Any]) -> dict[str, dict[str, Any]]:
    """Return rows by primary key, every column as text or JSON value."""
    return {str(row.pk): facts_of_row(row) for row in rows}


def facts_of_row(row: models.Model) -> dict[str, Any]:
    """Return every column of a row."""
    columns = row._meta.concrete_fields  # noqa: SLF001 - Django's documented interface
    return {
        one.attname: None if getattr(row, one.attname) is None else one.value_to_string(row)
        for one in columns
        if not one.primary_key
    }


def changed_rows(before: Mapping[str, Facts], now: Mapping[str, Facts]) -> Iterator[tuple[str, Any, Any]]:
    """Return the changed rows: all of a created or removed row, the differences of a changed one."""
    for row in sorted(before.keys() | now.keys(), key=lambda key: (len(key), key)):
        was, became = before.get(row), now.get(row)
        if was is None or became is None:
            yield row, was, became
        elif was != became:
            names = [name for name in became if was[name] != became[name]]
            yield row, {name: was[name] for name in names}, {name: became[name] for name in names}


def _relation(relation: str) -> tuple[type[models.Model], str]:
    label, _dot, name = relation.rpartition(".")
    return apps.get_model(label), name
