"""Preparation of the database before the pages are served."""

from importlib.util import find_spec
from pkgutil import iter_modules

from django.apps import apps
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

QUIET = 0


def prepare_database() -> bool:
    """Run `migrate` unless every migration is applied; return whether it ran.

    A start has nothing to migrate but after an update. `migrate` takes half a second of processor time all
    the same, to load every migration and to compare the models (docs/decisions/0070-*). The signal after it
    is sent in any case: its handlers set up the triggers that protect the audit log and the books.
    """
    if not is_migrated():
        call_command("migrate", interactive=False, verbosity=QUIET)
        return True
    emit_post_migrate_signal(QUIET, interactive=False, db=DEFAULT_DB_ALIAS)
    return False


def is_migrated() -> bool:
    """Check with one query that every migration file is applied, squashed ones under their own name."""
    applied = MigrationRecorder(connections[DEFAULT_DB_ALIAS]).applied_migrations()
    return migration_names() <= applied.keys()


def migration_names() -> set[tuple[str, str]]:
    """Return app and name of every migration, without importing any."""
    found: set[tuple[str, str]] = set()
    for config in apps.get_app_configs():
        name, _is_set = MigrationLoader.migrations_module(config.label)
        spec = find_spec(name) if name else None
        folders = spec.submodule_search_locations if spec else None
        if folders:
            names = [module.name for module in iter_modules(folders)]
            found |= {(config.label, one) for one in names if one[0] not in "_~"}  # as Django reads them
    return found
