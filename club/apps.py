"""How Django knows the club app."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    """The club and its site."""

    name = "club"
    verbose_name = _("Club")

    def ready(self) -> None:
        """Know every app's job handlers, so that none can be enqueued that nobody would run."""
        autodiscover_modules("tasks")
