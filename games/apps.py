"""How Django knows the games app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from club.health_facts import tell
from games.compiled import kernel_form


class GamesConfig(AppConfig):
    """Recorded games: rules, notation, laws and the archive."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Tell at ``/healthz`` which form of the rules kernel this process uses."""
        tell("kernel", kernel_form)
