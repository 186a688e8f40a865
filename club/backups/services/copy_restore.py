"""Replacement of the state of a copy by a newer one, in seconds and in one step.

Unlike `restore` it begins with tables that are empty and migrated already: migrations take most of the time
of a restore. Pages are read from the old state meanwhile. SQLite: a new file is renamed over the old one, and
neither has a WAL, as readers alone open it. PostgreSQL: tables are emptied and filled in one transaction.
A kill at any moment leaves the old copy or the new one.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from club.audit.selectors import log_version
from club.backups.copy_state import state_folder
from club.backups.errors import OtherHistory
from club.backups.services import restore
from club.backups.services.backup import no_progress
from club.backups.services.restore_media import Media
from club.backups.state_archive import Manifest, verified
from club.models import AuditChain, AuditEntry

EMPTY: Final = "empty-"
UNSAFE_AND_FAST: Final = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"
"""For a file that is thrown away if its process ends early, and flushed to the disk when it is whole."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A state that was put in place: its time, and the number of its latest change."""

    made_at: str
    number: int
    program: str


def install_copy(*, path: Path, url: str, is_first: bool) -> Installed:
    """Replace the state of this copy by an archive; refuse one that does not continue it."""
    manifest = verified(path)
    restore.require_known_version(manifest)
    restore.require_known_migrations(manifest)
    heads = {} if is_first else _heads()
    media = Media(manifest)
    with tarfile.open(path, "r:") as archive:
        try:
            media.add(archive, no_progress)
            with _replaced(manifest) as is_migrated:
                _fill(archive, manifest, is_migrated=is_migrated)
                _require_continuation(heads, url)
                number = log_version()[1]
        except BaseException:
            media.withdraw()
            raise
        finally:
            ContentType.objects.clear_cache()
    media.clear_up()
    shutil.rmtree(media.aside, ignore_errors=True)
    return Installed(manifest.made_at, number, manifest.versions.get("program", ""))


def _heads() -> dict[str, tuple[int, str]]:
    """Return the end of each chain of the audit log."""
    return {chain.key: (chain.length, chain.last_hash) for chain in AuditChain.objects.filter(length__gt=0)}


def _require_continuation(heads: dict[str, tuple[int, str]], url: str) -> None:
    """Refuse a state without the ends of the old chains: another site, or an earlier state of this one."""
    for key, (number, last) in heads.items():
        if not AuditEntry.objects.filter(chain__key=key, number=number, hash=last).exists():
            raise OtherHistory(url=url)


def _fill(archive: tarfile.TarFile, manifest: Manifest, *, is_migrated: bool) -> None:
    if not is_migrated:  # from an older version of the program
        restore._fill(archive, manifest, no_progress)  # noqa: SLF001 - the slow way is a restore
        return
    with transaction.atomic():
        restore._defer_foreign_keys()  # noqa: SLF001
        loaded = restore._load(archive, manifest, apps, no_progress)  # noqa: SLF001
        restore._set_sequences(loaded)  # noqa: SLF001
        restore._check_foreign_keys()  # noqa: SLF001


@contextmanager
def _replaced(manifest: Manifest) -> Iterator[bool]:
    """Point the default connection to empty tables; yield whether they are those of the archive."""
    if connection.vendor == "sqlite":
        with _replaced_file(manifest) as is_migrated:
            yield is_migrated
        return
    is_migrated = _applied() == manifest.migrations
    with transaction.atomic():
        if not is_migrated:
            restore._drop_tables()  # noqa: SLF001
            yield False
            return
        tables = _own_tables()
        _switch_triggers(tables, "DISABLE")
        _execute(f"TRUNCATE {', '.join(map(connection.ops.quote_name, tables))} CASCADE")
        yield True
        connection.check_constraints()  # a table with checks that wait cannot be altered
        _switch_triggers(tables, "ENABLE")


def _applied() -> dict[str, list[str]]:
    applied: dict[str, list[str]] = {}
    for app, name in sorted(MigrationExecutor(connection).loader.applied_migrations):
        applied.setdefault(app, []).append(name)
    return applied


def _own_tables() -> list[str]:
    ours = tuple(f"{app.label}_" for app in apps.get_app_configs())
    names = connection.introspection.table_names()
    return [name for name in names if name.startswith((*ours, "django_")) and name != "django_migrations"]


def _switch_triggers(tables: list[str], switch: str) -> None:
    """Lift the triggers that refuse changes of the audit log and the books, or set them up again."""
    _execute("SET LOCAL lock_timeout = '30s'")
    for table in tables:
        _execute(f"ALTER TABLE {connection.ops.quote_name(table)} {switch} TRIGGER USER")


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@contextmanager
def _replaced_file(manifest: Manifest) -> Iterator[bool]:
    live = Path(str(connection.settings_dict["NAME"]))
    fresh = live.with_name(live.name + ".copying")
    restore._remove(fresh)  # noqa: SLF001
    connection.close()
    options: dict[str, Any] = connection.settings_dict["OPTIONS"]
    usual = options.get("init_command", "")
    options["init_command"] = UNSAFE_AND_FAST
    try:
        is_migrated = _copy_empty(manifest, fresh)
        connection.settings_dict["NAME"] = str(fresh)
        triggers = _lift_triggers() if is_migrated else {}
        yield is_migrated
        for statement in triggers.values():
            _execute(statement)
        connection.close()
        _put_in_place(fresh, live)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(live)
        options["init_command"] = usual
        restore._remove(fresh)  # noqa: SLF001


def _lift_triggers() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = dict(cursor.fetchall())
        for name in triggers:
            cursor.execute(f"DROP TRIGGER {connection.ops.quote_name(name)}")
    return triggers


def _copy_empty(manifest: Manifest, fresh: Path) -> bool:
    """Begin with a file of migrated, empty tables, made once for a version; without one where they differ."""
    # Named after what it has: an update of the program makes another one.
    known = sorted(MigrationExecutor(None).loader.disk_migrations)
    name = f"{EMPTY}{hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]}.sqlite3"
    empty = state_folder() / name
    if not empty.exists():
        for old in state_folder().glob(f"{EMPTY}*"):
            old.unlink()
        unfinished = empty.with_name(f".{name}.part")
        restore._remove(unfinished)  # noqa: SLF001
        connection.settings_dict["NAME"] = str(unfinished)
        call_command("migrate", interactive=False, verbosity=0)
        connection.close()
        unfinished.replace(empty)
    connection.settings_dict["NAME"] = str(empty)
    is_same = _applied() == manifest.migrations
    connection.close()
    if is_same:
        shutil.copyfile(empty, fresh)
        fresh.chmod(0o600)
    return is_same


def _put_in_place(fresh: Path, live: Path) -> None:
    """Flush the file to the disk and rename it. A WAL of the first start would be replayed into it."""
    with closing(sqlite3.connect(fresh)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    if live.with_name(live.name + "-wal").exists():
        restore._close_journal(live)  # noqa: SLF001
    with fresh.open("rb+") as file:
        os.fsync(file.fileno())
    fresh.replace(live)
    if os.name != "nt":
        folder = os.open(live.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
