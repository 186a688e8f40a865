"""How Django knows the tournaments app."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from tournaments import standings_guard


class TournamentsConfig(AppConfig):
    """Events."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Guard what is published."""
        post_migrate.connect(_guard_standings, sender=self)


def _guard_standings(*, using: str, **_facts: Any) -> None:
    """SQLite loses a table's triggers when a migration rebuilds it."""
    connection = connections[using]
    if standings_guard.TABLE in connection.introspection.table_names():
        standings_guard.set_up(connection)
