"""Refusals of club nights, by stable codes; `errors (this file)` has the texts."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class NoNightHere(ClubError):
    """The section is no season of club nights. Facts: section."""

    code = "no_night_here"


class NoNightOpen(ClubError):
    """No night is in progress. Facts: section."""

    code = "no_night_open"


class NobodyWaits(ClubError):
    """No player without an opponent is available. Facts: name."""

    code = "nobody_waits"


class NotHere(ClubError):
    """The player is not noted as present. Facts: name."""

    code = "not_here"


class PlaysAlready(ClubError):
    """The player has a board in this round. Facts: name, board."""

    code = "plays_already"


class NobodyNamed(ClubError):
    """No name was given."""

    code = "nobody_named_tonight"
    status = 422


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
