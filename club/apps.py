"""Django configuration of the club app."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from club.audit import triggers as audit_triggers
from club.core.migration_operations import partly_applied
from club.money import triggers as money_triggers


class ClubConfig(AppConfig):
    """The club and its site."""

    name = "club"
    verbose_name = _("Club")

    def ready(self) -> None:
        """Register the tables of the app, and set up the guards of append-only tables after migrations."""
        import_module("club.registry").register()  # not at the top: models must be loaded first
        post_migrate.connect(_set_up_triggers, sender=self)
        checks.register(_check_squashed_migrations, checks.Tags.database)


def _set_up_triggers(*, using: str, **_facts: Any) -> None:
    """Set up the triggers of audit log and books: SQLite loses them when a migration rebuilds a table."""
    connection = connections[using]
    if {audit_triggers.ENTRIES, audit_triggers.CHAINS} <= set(connection.introspection.table_names()):
        audit_triggers.set_up(connection)
        money_triggers.set_up(connection)


def _check_squashed_migrations(
    *, databases: Sequence[str] | None = None, **_facts: Any
) -> list[checks.CheckMessage]:
    """Refuse a database from before the squash that never had all of its steps. `migrate` runs this first."""
    return [
        checks.Error(
            f"The database {using} is from before the migrations of {app} were squashed.",
            hint="Update to the version before this one and run migrate there.",
            id="club.E001",
        )
        for using in databases or ()
        for app in partly_applied(MigrationRecorder(connections[using]).applied_migrations().keys())
    ]
