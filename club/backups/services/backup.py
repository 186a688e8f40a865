"""Full backup of the site in one file while it is running.

The tables are read from one snapshot. For SQLite it is a copy made by VACUUM INTO, never the live file. For
PostgreSQL it is a REPEATABLE READ transaction. The files are read after that.
"""

import os
import platform
import sqlite3
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path

import django
from django.conf import settings
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from club.backups.errors import MigrationsPending
from club.backups.state_archive import FORMAT, MANIFEST, MEDIA, PROOF, TABLES, Manifest, Part, add_stream
from club.backups.state_rows import Progress, archived_models, columns_of, label_of, write_rows
from club.backups.tar_members import open_for_writing

SNAPSHOT = "snapshot"
REPEATABLE_READ = 3  # psycopg's constant; the driver is installed only on servers


def no_progress(_what: str, _number: int) -> None:
    """Ignore the progress."""


def back_up(*, path: Path, reason: str = "", progress: Progress = no_progress) -> Manifest:
    """Write the archive; it gets its final name once complete, readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            with open_for_writing(file) as archive:
                manifest = _fill(archive, folder=path.parent, reason=reason, progress=progress)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def _fill(archive: tarfile.TarFile, *, folder: Path, reason: str, progress: Progress) -> Manifest:
    made_at = timezone.now().isoformat()
    with snapshot(folder=folder) as using:
        migrations = applied_migrations(using)
        parts = [_table(archive, model, using, folder, progress) for model in archived_models()]
    parts += _media(archive, progress)
    manifest = Manifest(
        format=FORMAT,
        made_at=made_at,
        reason=reason,
        versions=versions(),
        engine=connection.vendor,
        migrations=migrations,
        parts=parts,
    )
    text = manifest.as_json()
    proof = add_stream(archive, name=MANIFEST, stream=BytesIO(text), size=len(text)).encode()
    add_stream(archive, name=PROOF, stream=BytesIO(proof), size=len(proof))
    return manifest


def _table(archive: tarfile.TarFile, model: type, using: str, folder: Path, progress: Progress) -> Part:
    name = f"{TABLES}{label_of(model)}.jsonl.gz"
    with tempfile.TemporaryFile(dir=folder) as spool:
        rows = write_rows(model, using=using, stream=spool, progress=progress)
        progress(label_of(model), rows)
        size = spool.tell()
        spool.seek(0)
        sha256 = add_stream(archive, name=name, stream=spool, size=size)
    fields = [field.attname for field in columns_of(model)]
    return Part(name=name, size=size, sha256=sha256, rows=rows, fields=fields)


def _media(archive: tarfile.TarFile, progress: Progress) -> Iterator[Part]:
    root = Path(settings.MEDIA_ROOT)
    for number, path in enumerate(sorted(path for path in root.rglob("*") if path.is_file()), 1):
        name = MEDIA + path.relative_to(root).as_posix()
        try:
            file = path.open("rb")
        except FileNotFoundError:  # deleted since: no later row needs it
            continue
        with file:
            size = os.fstat(file.fileno()).st_size
            sha256 = add_stream(archive, name=name, stream=file, size=size)
        progress("media", number)
        yield Part(name=name, size=size, sha256=sha256)


@contextmanager
def snapshot(*, folder: Path) -> Iterator[str]:
    """Return the alias of a connection that reads one fixed snapshot."""
    described = {**connection.settings_dict, "OPTIONS": dict(connection.settings_dict["OPTIONS"])}
    if connection.vendor == "sqlite":
        with tempfile.TemporaryDirectory(prefix=".snapshot-", dir=folder) as place:
            copy = Path(place) / "copy.sqlite3"
            with closing(sqlite3.connect(str(described["NAME"]), timeout=20)) as live:
                live.execute("VACUUM INTO ?", [str(copy)])
            described["NAME"] = str(copy)
            with _alias(described):
                yield SNAPSHOT
        return
    described["OPTIONS"]["isolation_level"] = REPEATABLE_READ
    with _alias(described), transaction.atomic(using=SNAPSHOT):
        yield SNAPSHOT


@contextmanager
def _alias(described: dict[str, object]) -> Iterator[None]:
    connections.databases[SNAPSHOT] = described
    try:
        yield
    finally:
        connections[SNAPSHOT].close()
        del connections[SNAPSHOT]
        del connections.databases[SNAPSHOT]


def applied_migrations(using: str) -> dict[str, list[str]]:
    """Return the applied migrations by app; refuse a database that is older than the program."""
    executor = MigrationExecutor(connections[using])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise MigrationsPending
    applied: dict[str, list[str]] = {}
    for app, name in sorted(executor.loader.applied_migrations):
        applied.setdefault(app, []).append(name)
    return applied


def versions() -> dict[str, str]:
    """Versions of the program, the framework and the language."""
    return {
        "program": program_version(),
        "django": django.get_version(),
        "python": platform.python_version(),
    }


@cache
def program_version() -> str:
    """Return the version of the installed package, or that of the checkout."""
    try:
        return version("draughts-club")
    except PackageNotFoundError:
        project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])
