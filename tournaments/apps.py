"""Django configuration of the tournaments app."""

from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from tournaments.core import triggers as guard_triggers


class TournamentsConfig(AppConfig):
    """Events."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Register the app's handlers, and set up the triggers of protected tables after each migration."""
        import_module("tournaments.registry").register()  # not at the top: the models must be loaded
        post_migrate.connect(_guard, sender=self)


def _guard(*, using: str, **_facts: Any) -> None:
    """Create the triggers again: SQLite drops a table's triggers when a migration rebuilds it."""
    guard_triggers.set_up(connections[using])
