"""How Django knows the games app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Recorded games: rules, notation, laws and the archive."""

    name = "games"
    verbose_name = _("Games")
