"""Refusals of club nights as sentences: the event and the next action."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "no_night_here": (
        _("%(section)s is not a season of club nights."),
        _("Choose club nights or Keizer as the pairing system in the section settings."),
    ),
    "no_night_open": (
        _("No club night is in progress in %(section)s."),
        _("Start the club night first."),
    ),
    "nobody_waits": (
        _("There is no free opponent for %(name)s."),
        _("%(name)s plays in the next round of the night."),
    ),
    "not_here": (
        _("%(name)s is not checked in."),
        _("Tap the name in the list first."),
    ),
    "plays_already": (
        _("%(name)s plays at board %(board)s."),
        _("Check the boards of the round."),
    ),
    "nobody_named_tonight": (
        _("The name is missing."),
        _("Enter the name of the player who arrived."),
    ),
}
