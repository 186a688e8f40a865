"""Errors of erasure, its requests and retention, by stable codes; `club/privacy/errors` has the messages."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class ErasureBlocked(ClubError):
    """A blocker must be resolved first. Facts: name, first."""

    code = "erasure_blocked"


class NameNotTyped(ClubError):
    """The typed name does not match the person. Facts: name."""

    code = "name_not_typed"
    status = 422


class OwnErasure(ClubError):
    """An actor cannot erase themselves, as the audit log names the actor. Facts: name."""

    code = "own_erasure"


class ErasureAskedAlready(ClubError):
    """A request is already waiting for an answer. Facts: name."""

    code = "erasure_asked_already"


class NoErasureRequest(ClubError):
    """No such request is waiting for an answer."""

    code = "no_erasure_request"
    status = 404


class NobodyKeepsPerson(ClubError):
    """No club manages the person, so no one can answer the request. Facts: name."""

    code = "nobody_keeps_person"


class UnknownRetention(ClubError):
    """There is no retention rule of this kind. Facts: kind."""

    code = "unknown_retention"
    status = 404


class WrongMonths(ClubError):
    """The number of months is out of range. Facts: most."""

    code = "wrong_months"
    status = 422


TEXTS: dict[str, tuple[Any, Any]] = {
    "erasure_blocked": (
        _("%(name)s cannot be erased yet. %(first)s"),
        _("The erasure page lists everything that must be done first."),
    ),
    "name_not_typed": (
        _("Nothing was erased: the name you typed is not %(name)s."),
        _("Type the name as shown on the page."),
    ),
    "own_erasure": (
        _("You cannot erase yourself."),
        _("Ask another owner or secretary of the club to do it."),
    ),
    "erasure_asked_already": (
        _("A request by %(name)s is already waiting for an answer."),
        _("Wait for the secretary, or withdraw the request."),
    ),
    "no_erasure_request": (
        _("There is no such open request."),
        _("Reload the page to see what has changed."),
    ),
    "nobody_keeps_person": (
        _("%(name)s belongs to no club, so no secretary can answer."),
        _("Contact the site administrator."),
    ),
    "unknown_retention": (
        _("There is no retention rule “%(kind)s”."),
        _("Choose a rule on the Data retention page."),
    ),
    "wrong_months": (
        _("A retention rule lasts 1 to %(most)s months, or has no time limit."),
        _("Enter a number of months, or leave the field blank."),
    ),
}
