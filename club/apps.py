"""How Django knows the club app."""

from collections.abc import Iterator
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from club import audit_guard, money_guard

REGISTERING = (
    *("tasks", "live_channels", "*_words", "calendar_sources", "notice_sources"),
    *(
        "services.ways_back*",
        "services.carried*",
        "services.holdings*",
        "services.retention_rules*",
        "services.merging*",
        "services.namesakes",
        "services.join_*",
    ),
)
"""Modules that register what they hold when they are read, by name in every app."""


class ClubConfig(AppConfig):
    """The club and its site."""

    name = "club"
    verbose_name = _("Club")

    def ready(self) -> None:
        """Know every app's jobs, channels, words, ways back, carriers and holdings; hear of accounts."""
        for name in _registering_modules():
            import_module(name)
        import_module("club.web.account_trail").listen()  # models are loaded by now
        if settings.REDIS_URL:
            import_module("club.live").woken_by(import_module("club.live_redis").RedisWaker())
        post_migrate.connect(_guard_what_stays, sender=self)


def _registering_modules() -> Iterator[str]:
    """The modules of every app that register something, by name."""
    for app in apps.get_app_configs():
        for place, prefix in ((Path(app.path), ""), (Path(app.path) / "services", "services.")):
            names = sorted(prefix + one.name for one in iter_modules([str(place)]))
            wanted = (name for name in names if any(fnmatch(name, one) for one in REGISTERING))
            yield from (f"{app.name}.{name}" for name in wanted)


def _guard_what_stays(*, using: str, **_facts: Any) -> None:
    """The trail and the books: SQLite loses a table's triggers when a migration rebuilds it."""
    connection = connections[using]
    if {audit_guard.ENTRIES, audit_guard.CHAINS} <= set(connection.introspection.table_names()):
        audit_guard.set_up(connection)
        money_guard.set_up(connection)
