"""Restore of a site from an archive, into SQLite or PostgreSQL, whichever it came from.

The old state is untouched until the new one is complete. SQLite: a new file is built next to the old one and
renamed over it in one step; the old file is set aside. PostgreSQL: drop, build and fill are one transaction.
Media files are added before that step and cleaned up after it. A kill at any moment leaves either the old
state or the new one.
"""

import os
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, IntegrityError, connection, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend
from django.utils import timezone

from club.audit import log as audit
from club.backups.backup_metadata import folder
from club.backups.contents import Contents, check_contents
from club.backups.errors import (
    ArchiveContentsFaulty,
    ArchiveDamaged,
    ArchiveTooNew,
    ArchiveTooOld,
    TargetInUse,
    TargetNotEmpty,
)
from club.backups.services.backup import no_progress, versions
from club.backups.services.restore_media import Media
from club.backups.state_archive import Manifest, Part, verified
from club.backups.state_rows import Progress, archived_models, label_of, read_rows
from club.core.actor import Actor
from club.core.migration_operations import partly_applied
from club.core.outages import BUSY, DAMAGED, outage_of
from club.models import HelperPass

IGNORED_MODELS = frozenset({"contenttypes.contenttype", "auth.permission", "sites.site"})
"""Tables that have rows in a fresh database."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Manifest of a verified archive with the result of the checks of its contents."""

    manifest: Manifest
    contents: Contents


def restore(
    *,
    path: Path,
    replace: bool,
    actor: Actor,
    accept_faults: bool = False,
    progress: Progress = no_progress,
) -> Proof:
    """Restore the archive; helper passes are revoked, tokens and sessions are not in the archive.

    Faulty contents are refused before anything is replaced, unless `accept_faults` is set.
    """
    manifest = verified(path)
    require_known_version(manifest)
    require_known_migrations(manifest)
    if not replace and (found := first_table_with_data()):
        raise TargetNotEmpty(table=found)
    media = Media(manifest)
    with tarfile.open(path, "r:") as archive:
        try:
            media.add(archive, progress)
            with replaced_database():
                _fill(archive, manifest, progress)
                contents = check_contents()
                if not accept_faults:
                    require_consistent(contents)
                _conclude(manifest, contents, actor)
        except BaseException:
            media.withdraw()
            raise
        finally:
            ContentType.objects.clear_cache()
    media.clear_up()
    return Proof(manifest, contents)


def check_archive(*, path: Path, progress: Progress = no_progress) -> Proof:
    """Verify every byte, and check the contents in a database of their own.

    The site is neither read nor changed. Run it in a process of its own, as caches of the process are filled
    from the contents meanwhile.
    """
    manifest = verified(path)
    require_known_version(manifest)
    require_known_migrations(manifest)
    with tarfile.open(path, "r:") as archive, scratch_database():
        try:
            _fill(archive, manifest, progress)
            contents = check_contents()
        finally:
            ContentType.objects.clear_cache()
    require_consistent(contents)
    return Proof(manifest, contents)


def require_consistent(contents: Contents) -> None:
    """Refuse contents with faults, and name them."""
    if contents.faults:
        raise ArchiveContentsFaulty(part="; ".join(contents.faults))


def require_known_version(manifest: Manifest) -> None:
    """Refuse an archive of a newer version of the program."""
    theirs, ours = manifest.versions.get("program", ""), versions()["program"]
    if _release(theirs) > _release(ours) != ():
        raise ArchiveTooNew(what=theirs)


def _release(version: str) -> tuple[int, ...]:
    """Return the numbers of a version; empty for one that has none, such as a checkout."""
    numbers = version.split(".")
    return tuple(map(int, numbers)) if all(one.isascii() and one.isdecimal() for one in numbers) else ()


def require_known_migrations(manifest: Manifest) -> None:
    """Refuse an archive with an unknown migration, or without one that was squashed since."""
    loader = MigrationExecutor(None).loader
    ours = {app for app, _ in loader.disk_migrations}
    known = {
        *loader.disk_migrations,
        *(step for each in loader.replacements.values() for step in each.replaces),
    }
    applied = {(app, name) for app, names in manifest.migrations.items() if app in ours for name in names}
    for app, name in sorted(applied - known):
        raise ArchiveTooNew(what=", ".join(filter(None, [manifest.versions.get("program"), f"{app}.{name}"])))
    for app in partly_applied(applied):
        raise ArchiveTooOld(what=app)


def first_table_with_data() -> str:
    """Return the first table of the target with user data; empty if there is none."""
    there = set(connection.introspection.table_names())
    for model in archived_models():
        table, label = model._meta.db_table, label_of(model)  # noqa: SLF001 - Django's documented interface
        if label not in IGNORED_MODELS and table in there:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608
                if cursor.fetchone():
                    return label
    return ""


@contextmanager
def replaced_database() -> Iterator[None]:
    """Point the default connection to an empty database that replaces the old one at the end."""
    if connection.vendor == "sqlite":
        with _replaced_file(Path(str(connection.settings_dict["NAME"]))):
            yield
        return
    with transaction.atomic():
        _drop_tables()
        yield


@contextmanager
def scratch_database() -> Iterator[None]:
    """Point the default connection of this thread to an empty SQLite file that is deleted at the end.

    SQLite also for a site on PostgreSQL: it needs no rights on the server and takes no locks there.
    """
    live = connections["default"]
    folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(prefix=".check-", dir=folder()) as place:
        described = {
            **connections.settings["default"],
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(Path(place) / "contents.sqlite3"),
            "OPTIONS": {"init_command": "PRAGMA synchronous=OFF"},
            "TEST": live.settings_dict["TEST"],
        }
        scratch = load_backend(described["ENGINE"]).DatabaseWrapper(described, "default")
        connections["default"] = scratch
        try:
            yield
        finally:
            scratch.close()
            connections["default"] = live


@contextmanager
def _replaced_file(live: Path) -> Iterator[None]:
    fresh = live.with_name(live.name + ".restoring")
    _remove(fresh)
    connection.close()
    is_sound = not live.exists() or _close_journal(live)
    connection.settings_dict["NAME"] = str(fresh)
    try:
        yield
        connection.close()
        _close_journal(fresh)
        if live.exists():
            aside = live.with_name(f"{live.name}.before-{timezone.now():%Y%m%dT%H%M%SZ}")
            _remove(aside)
            if not is_sound:
                _move_journal(live, aside)
            os.link(live, aside)
        fresh.replace(live)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(live)
        _remove(fresh)


def _remove(file: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def _move_journal(live: Path, aside: Path) -> None:
    """Move the journal of a damaged database to its copy, for whoever tries to save more from it."""
    for ending in ("-wal", "-shm", "-journal"):
        journal = live.with_name(live.name + ending)
        if journal.exists():
            journal.replace(aside.with_name(aside.name + ending))


def _close_journal(file: Path) -> bool:
    """Checkpoint the WAL into the database file: a leftover WAL would be replayed into the next file.

    Return False if the file is too damaged for that. SQLite does this only while no other connection has the
    file open.
    """
    with closing(sqlite3.connect(file, timeout=5)) as database:
        try:
            (mode,) = database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError as error:
            if outage_of(error) not in {None, BUSY}:
                raise
            raise TargetInUse from error
        except sqlite3.DatabaseError as error:
            if outage_of(error) is not DAMAGED:
                raise
            return False
        if mode != "delete":
            raise TargetInUse
    return True


def _drop_tables() -> None:
    ours = ("django_", *(f"{app.label}_" for app in apps.get_app_configs()))
    there = connection.introspection.table_names()
    tables = [connection.ops.quote_name(name) for name in there if name.startswith(ours)]
    if tables:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '30s'")
            cursor.execute(f"DROP TABLE {', '.join(tables)} CASCADE")


def _fill(archive: tarfile.TarFile, manifest: Manifest, progress: Progress) -> None:
    """Build the tables as they were, load the rows, and migrate both to the present state."""
    registry = migrate_to_archive_state(manifest)
    with transaction.atomic():
        _defer_foreign_keys()
        loaded = _load(archive, manifest, registry, progress)
        _set_sequences(loaded)
        _check_foreign_keys()
    ContentType.objects.clear_cache()
    call_command("migrate", interactive=False, verbosity=0)


def _conclude(manifest: Manifest, contents: Contents, actor: Actor) -> None:
    """Revoke what must not come back to life, and record the restore with the faults that were accepted."""
    with transaction.atomic():
        revoked = HelperPass.objects.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
        after = {"made_at": manifest.made_at, "reason": manifest.reason, "passes_revoked": revoked}
        if contents.faults:
            after["faults_accepted"] = contents.faults
        audit.record("club.backup.restored", None, actor=actor, after=after)
        _check_foreign_keys()


def migrate_to_archive_state(manifest: Manifest) -> Apps:
    """Build the tables as of the archive's migrations; return the models of that state."""
    executor = MigrationExecutor(connection)
    ours = {app for app, _ in executor.loader.disk_migrations}
    applied = {(app, name) for app, names in manifest.migrations.items() if app in ours for name in names}
    for key, squashed in executor.loader.replacements.items():
        if applied.issuperset(squashed.replaces):
            applied.add(key)
    graph = executor.loader.graph
    targets = sorted(
        node
        for node in applied & set(graph.nodes)
        if not any(child.key in applied for child in graph.node_map[node].children if child.key[0] == node[0])
    )
    state = executor.migrate(targets)
    return state.apps


def _load(
    archive: tarfile.TarFile, manifest: Manifest, registry: Apps, progress: Progress
) -> list[type[models.Model]]:
    known = {label_of(model): model for model in archived_models(registry)}
    loaded = []
    for label, part in manifest.tables.items():
        model = known.get(label)
        if model is None:
            if part.rows:
                raise ArchiveTooNew(what=label)
            continue
        model._base_manager.all().delete()  # noqa: SLF001 - what a migration put there
        stream = archive.extractfile(part.name)
        if stream is None:
            raise ArchiveDamaged(part=part.name)
        number = 0
        for rows in read_rows(model, part=part, stream=stream):
            _insert(model, rows, part)
            number += len(rows)
            progress(label, number)
        if number != part.rows:
            raise ArchiveDamaged(part=part.name)
        loaded.append(model)
    return loaded


def _insert(model: type[models.Model], rows: list[models.Model], part: Part) -> None:
    try:
        model._base_manager.bulk_create(rows)  # noqa: SLF001 - the default manager may hide rows
    except (DatabaseError, ValueError, TypeError, OverflowError) as error:
        if outage_of(error) is not None:
            raise
        raise ArchiveDamaged(part=f"{part.name}: {error}") from error


def _set_sequences(loaded: list[Any]) -> None:
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), loaded):
            cursor.execute(statement)


def _defer_foreign_keys() -> None:
    """Defer foreign keys, as rows may precede the rows they refer to.

    After the tables are built, PostgreSQL checks foreign keys immediately.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _check_foreign_keys() -> None:
    """Check the foreign keys now, before later steps depend on them."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise ArchiveDamaged(part=str(error).strip()) from error
