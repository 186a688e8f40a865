"""Refusals of club nights, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class NoNightHere(ClubError):
    code = "no_night_here"
    what = _("%(section)s is not a season of club nights.")
    next_step = _("Choose club nights or Keizer as the pairing system in the section settings.")


class NoNightOpen(ClubError):
    code = "no_night_open"
    what = _("No club night is in progress in %(section)s.")
    next_step = _("Start the club night first.")


class NobodyWaits(ClubError):
    code = "nobody_waits"
    what = _("There is no free opponent for %(name)s.")
    next_step = _("%(name)s plays in the next round of the night.")


class NotHere(ClubError):
    code = "not_here"
    what = _("%(name)s is not checked in.")
    next_step = _("Tap the name in the list first.")


class PlaysAlready(ClubError):
    code = "plays_already"
    what = _("%(name)s plays at board %(board)s.")
    next_step = _("Check the boards of the round.")


class NobodyNamed(InvalidInput):
    code = "nobody_named_tonight"
    what = _("The name is missing.")
    next_step = _("Enter the name of the player who arrived.")
