"""Errors of erasure, its requests and retention, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class ErasureBlocked(ClubError):
    code = "erasure_blocked"
    what = _("%(name)s cannot be erased yet. %(first)s")
    next_step = _("The erasure page lists everything that must be done first.")


class NameNotTyped(InvalidInput):
    code = "name_not_typed"
    what = _("Nothing was erased: the name you typed is not %(name)s.")
    next_step = _("Type the name as shown on the page.")


class OwnErasure(ClubError):
    """An actor cannot erase themselves, as the audit log names the actor. Facts: name."""

    code = "own_erasure"
    what = _("You cannot erase yourself.")
    next_step = _("Ask another owner or secretary of the club to do it.")


class ErasureAskedAlready(ClubError):
    code = "erasure_asked_already"
    what = _("A request by %(name)s is already waiting for an answer.")
    next_step = _("Wait for the secretary, or withdraw the request.")


class NoErasureRequest(NotFound):
    code = "no_erasure_request"
    what = _("There is no such open request.")
    next_step = _("Reload the page to see what has changed.")


class NobodyKeepsPerson(ClubError):
    code = "nobody_keeps_person"
    what = _("%(name)s belongs to no club, so no secretary can answer.")
    next_step = _("Contact the site administrator.")


class UnknownRetention(NotFound):
    code = "unknown_retention"
    what = _("There is no retention rule “%(kind)s”.")
    next_step = _("Choose a rule on the Data retention page.")


class WrongMonths(InvalidInput):
    code = "wrong_months"
    what = _("A retention rule lasts 1 to %(most)s months, or has no time limit.")
    next_step = _("Enter a number of months, or leave the field blank.")
