"""How Django knows the tournaments app."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from tournaments import kept_guard


class TournamentsConfig(AppConfig):
    """Events."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Guard what is kept for good."""
        post_migrate.connect(_guard, sender=self)


def _guard(*, using: str, **_facts: Any) -> None:
    """SQLite loses a table's triggers when a migration rebuilds it."""
    kept_guard.set_up(connections[using])
