"""Database-independent serialization of rows as lines of text, lossless to the microsecond and last digit."""

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

EXCLUDED_MODELS = frozenset(
    {
        *("sessions.session", "club.apitoken", "knox.authtoken", "club.workerbeat"),
        *("games.gameposition", "games.openingmove", "games.gameending", "games.indexprogress"),
    }
)
"""Tables left out of an archive: sessions, device tokens, worker heartbeats, and the index of positions.

The index is as large as the archive of games, and is built again from it.
"""
BATCH_SIZE = 500
Progress = Callable[[str, int], None]


def archived_models(registry: Apps = apps) -> list[type[models.Model]]:
    """List every table that is part of a site's state."""
    return [
        model
        for model in registry.get_models(include_auto_created=True)
        if model._meta.managed  # noqa: SLF001 - Django's documented interface
        and not model._meta.proxy  # noqa: SLF001
        and label_of(model) not in EXCLUDED_MODELS
    ]


def label_of(model: type[models.Model]) -> str:
    """Label of a table in an archive."""
    return model._meta.label_lower  # noqa: SLF001


def columns_of(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """Fields that are columns of the table itself."""
    return [field for field in model._meta.local_concrete_fields if not getattr(field, "generated", False)]  # noqa: SLF001


def to_text(value: Any) -> Any:
    """Convert a value for JSON.

    Django's own encoder cuts off microseconds, which the audit hashes include.
    """
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
    """Write every row in primary key order; return the count.

    JSON keys are sorted: SQLite preserves their order, PostgreSQL does not, and the same state must give the
    same archive.
    """
    names = [field.attname for field in columns_of(model)]
    rows = model._base_manager.using(using).order_by("pk").values_list(*names)  # noqa: SLF001
    number = 0
    with gzip.GzipFile(fileobj=stream, mode="wb", compresslevel=3, mtime=0) as packed:
        for row in rows.iterator(chunk_size=BATCH_SIZE):
            line = json.dumps(row, default=to_text, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            packed.write(line.encode() + b"\n")
            number += 1
            if number % BATCH_SIZE == 0:
                progress(label_of(model), number)
    return number


def read_rows(
    model: type[models.Model], *, names: list[str], stream: IO[bytes]
) -> Iterator[list[models.Model]]:
    """Read the rows back, in batches of some hundreds."""
    known = {field.attname: field for field in columns_of(model)}
    for field in known.values():
        for moment in ("auto_now", "auto_now_add"):
            if getattr(field, moment, False):
                setattr(field, moment, False)  # preserve restored timestamps
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
            if len(batch) == BATCH_SIZE:
                yield batch
                batch = []
    if batch:
        yield batch
