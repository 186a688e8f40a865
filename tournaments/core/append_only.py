"""Append-only rows."""

from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyViolation(TypeError):
    """An attempt to change an append-only row: an error of the program, not of a person."""

    def __init__(self) -> None:
        super().__init__("What is kept for good is followed by newer rows, never changed or deleted.")


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Queryset for reading and inserting; database triggers refuse other writes, too (core.triggers)."""

    def update(self, **_kwargs: Any) -> NoReturn:
        """Raise KeptUnchanged."""
        raise AppendOnlyViolation

    def delete(self) -> NoReturn:
        """Raise KeptUnchanged."""
        raise AppendOnlyViolation

    def bulk_update(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Raise KeptUnchanged."""
        raise AppendOnlyViolation


class AppendOnlyModel(models.Model):
    """An append-only row."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; an existing row is never updated."""
        if not self._state.adding:
            raise AppendOnlyViolation
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Raise KeptUnchanged."""
        raise AppendOnlyViolation
