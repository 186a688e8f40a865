"""Django configuration of the games app."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Recorded games: rules, notation, laws and the archive."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Register the app's handlers."""
        import_module("games.registry").register()  # not at the top: the models must be loaded
