"""How Django knows the club app."""

from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _

from club import audit_guard

WAYS_BACK = (
    "services.ways_back",
    "services.ways_back_of_persons",
    "services.ways_back_of_members",
    "services.ways_back_of_setup",
    "services.ways_back_of_equipment",
    "services.ways_back_of_cases",
    "services.ways_back_of_entries",
    "services.ways_back_of_nights",
)


class ClubConfig(AppConfig):
    """The club and its site."""

    name = "club"
    verbose_name = _("Club")

    def ready(self) -> None:
        """Know every app's jobs, channels, words of the trail, ways back; hear what happens to accounts."""
        autodiscover_modules("tasks", "live_channels", "audit_words", "member_words", *WAYS_BACK)
        import_module("club.web.account_trail").listen()  # models are loaded by now
        if settings.REDIS_URL:
            import_module("club.live").woken_by(import_module("club.live_redis").RedisWaker())
        post_migrate.connect(_guard_the_trail, sender=self)


def _guard_the_trail(*, using: str, **_facts: Any) -> None:
    """SQLite loses a table's triggers when a migration rebuilds it."""
    connection = connections[using]
    if {audit_guard.ENTRIES, audit_guard.CHAINS} <= set(connection.introspection.table_names()):
        audit_guard.set_up(connection)
