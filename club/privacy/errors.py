"""Errors of erasure, its requests and retention, by stable codes; `texts` has the messages."""

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
