"""Errors of printing, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class UnknownPrintChoice(InvalidInput):
    """Facts: choice, given, known."""

    code = "unknown_print_choice"
    what = _("The choice %(choice)s of a sheet cannot be “%(given)s”.")
    next_step = _("Possible values: %(known)s. Choose again on the page Print.")


class NoRoundToPrint(ClubError):
    """Facts: section, round."""

    code = "no_round_to_print"
    what = _("%(section)s has no round %(round)s to print.")
    next_step = _("Pair the round first, or choose another one.")
