"""Refusals of club nights as sentences: the event and the next action."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "no_night_here": (
        _("%(section)s is no season of club nights."),
        _("Choose club nights or Keizer as its pairing system in the settings."),
    ),
    "no_night_open": (
        _("No club night is on in %(section)s."),
        _("Begin the night first."),
    ),
    "nobody_waits": (
        _("Nobody is without an opponent for %(name)s."),
        _("%(name)s plays in the next round of the night."),
    ),
    "not_here": (
        _("%(name)s is not noted as being here."),
        _("Tap the name in the list first."),
    ),
    "plays_already": (
        _("%(name)s plays at board %(board)s."),
        _("Look at the boards of the round."),
    ),
    "nobody_named_tonight": (
        _("No name was written."),
        _("Write the name of whoever came."),
    ),
}
