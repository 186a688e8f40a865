"""Rows as lines of text that no database owns, and back, to the microsecond and the last digit."""

import base64
import gzip
import json
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import IO, Any
from uuid import UUID

from django.apps import apps
from django.apps.registry import Apps
from django.db import models
from django.utils.duration import duration_iso_string

LEFT_OUT = frozenset({"sessions.session", "club.apitoken", "knox.authtoken", "club.workerbeat"})
"""What a restored site must not know: who was signed in, which device had a token, which worker lived."""
ROWS_AT_ONCE = 500
Progress = Callable[[str, int], None]


def kept_models(registry: Apps = apps) -> list[type[models.Model]]:
    """Every table that is part of a site's state."""
    return [
        model
        for model in registry.get_models(include_auto_created=True)
        if model._meta.managed  # noqa: SLF001 - Django's documented interface
        and not model._meta.proxy  # noqa: SLF001
        and label_of(model) not in LEFT_OUT
    ]


def label_of(model: type[models.Model]) -> str:
    """The name under which a table goes into an archive."""
    return model._meta.label_lower  # noqa: SLF001


def columns_of(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """The fields that are columns of the table itself."""
    return [field for field in model._meta.local_concrete_fields if not getattr(field, "generated", False)]  # noqa: SLF001


def in_text(value: Any) -> Any:
    """A value as JSON holds it. Django's own encoder cuts microseconds off, which the audit's hashes hold."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal | UUID):
        return str(value)
    if isinstance(value, timedelta):
        return duration_iso_string(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode("ascii")
    raise TypeError(f"A {type(value).__name__} cannot be kept in an archive.")


def write_rows(model: type[models.Model], *, using: str, stream: IO[bytes], progress: Progress) -> int:
    """Write every row, in the order of its key; tell how many.

    Keys of JSON are sorted: SQLite keeps their order, PostgreSQL has its own, and the same state is to be
    the same archive.
    """
    names = [field.attname for field in columns_of(model)]
    rows = model._base_manager.using(using).order_by("pk").values_list(*names)  # noqa: SLF001
    number = 0
    with gzip.GzipFile(fileobj=stream, mode="wb", compresslevel=3, mtime=0) as packed:
        for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
            line = json.dumps(row, default=in_text, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            packed.write(line.encode() + b"\n")
            number += 1
            if number % ROWS_AT_ONCE == 0:
                progress(label_of(model), number)
    return number


def read_rows(
    model: type[models.Model], *, names: list[str], stream: IO[bytes]
) -> Iterator[list[models.Model]]:
    """The rows again, some hundreds at a time."""
    known = {field.attname: field for field in columns_of(model)}
    for field in known.values():
        for moment in ("auto_now", "auto_now_add"):
            if getattr(field, moment, False):
                setattr(field, moment, False)  # a restored moment is the one that was
    batch: list[models.Model] = []
    with gzip.GzipFile(fileobj=stream, mode="rb") as packed:
        for line in packed:
            values = json.loads(line)
            batch.append(
                model(
                    **{
                        name: known[name].to_python(value)
                        for name, value in zip(names, values, strict=True)
                        if name in known
                    }
                )
            )
            if len(batch) == ROWS_AT_ONCE:
                yield batch
                batch = []
    if batch:
        yield batch
