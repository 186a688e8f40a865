"""Database-independent serialization of rows as lines of text, lossless to the microsecond and last digit."""

import base64
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import IO, Any
from uuid import UUID

from django.apps import apps
from django.apps.registry import Apps
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.duration import duration_iso_string

from club.backups.errors import ArchiveBeyondLimits, ArchiveDamaged
from club.backups.state_archive import Part

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
BATCH_BYTES = 1 << 24
MAX_ROW = 1 << 26
"""Bytes of a row: a game of the largest accepted size fits in some dozen times."""
MAX_TABLE = 1 << 36
MAX_RATIO = 300
"""Decompressed bytes for each stored byte. Rows of a site reach 30; a bomb reaches 1,030."""
SMALL_TABLE = 1 << 24
"""Decompressed bytes that need no ratio: a few equal rows compress better."""
MAX_NESTING = 60
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, ValidationError)
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


def read_rows(model: type[models.Model], *, part: Part, stream: IO[bytes]) -> Iterator[list[models.Model]]:
    """Read the rows back, in batches of some hundreds."""
    known = {field.attname: field for field in columns_of(model)}
    for field in known.values():
        for moment in ("auto_now", "auto_now_add"):
            if getattr(field, moment, False):
                setattr(field, moment, False)  # preserve restored timestamps
    batch: list[models.Model] = []
    size = 0
    for number, line in enumerate(read_lines(stream, part=part), 1):
        try:
            values = json.loads(line)
            _require_depth(values, part=part)
            columns = zip(part.fields, values, strict=True)
            row = {name: known[name].to_python(value) for name, value in columns if name in known}
            batch.append(model(**row))
        except RecursionError as error:
            raise ArchiveBeyondLimits(part=part.name) from error
        except UNREADABLE as error:
            raise ArchiveDamaged(part=f"{part.name}: {number}") from error
        size += len(line)
        if len(batch) == BATCH_SIZE or size > BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def read_lines(stream: IO[bytes], *, part: Part) -> Iterator[bytes]:
    """Decompress the lines of a table within the limits."""
    most = min(MAX_TABLE, max(SMALL_TABLE, part.size * MAX_RATIO))
    size = 0
    try:
        with gzip.GzipFile(fileobj=stream, mode="rb") as packed:
            while line := packed.readline(MAX_ROW + 1):
                size += len(line)
                if len(line) > MAX_ROW or size > most:
                    raise ArchiveBeyondLimits(part=part.name)
                yield line
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise ArchiveDamaged(part=part.name) from error


def _require_depth(values: Any, *, part: Part) -> None:
    """Refuse nested JSON that later readers could not follow, level by level and without recursion."""
    level = [values]
    for _depth in range(MAX_NESTING):
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise ArchiveBeyondLimits(part=part.name)
