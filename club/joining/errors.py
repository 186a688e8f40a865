"""Errors of requests to join, by stable codes; `club/joining/messages` has the messages."""

from club.core.errors import ClubError


class JoinClosed(ClubError):
    """The club's form is closed. Facts: club."""

    code = "join_closed"


class GuardianNeeded(ClubError):
    """A minor needs a guardian, who signs here or by mail. Facts: age."""

    code = "guardian_needed"
    status = 422


class OwnGuardianMail(ClubError):
    """A guardian who confirms by mail needs an address of their own."""

    code = "own_guardian_mail"
    status = 422


class UnknownJoinLink(ClubError):
    """No request matches this link."""

    code = "unknown_join_link"
    status = 404


class UnknownJoinRequest(ClubError):
    """The club has no such request."""

    code = "unknown_join_request"
    status = 404


class JoinDecided(ClubError):
    """The request is already decided or withdrawn. Facts: name, state, who."""

    code = "join_decided"


class GuardianHasNotSigned(ClubError):
    """The guardian of a request has neither signed nor confirmed. Facts: name, guardian."""

    code = "guardian_has_not_signed"


class ReasonForRefusal(ClubError):
    """A refusal needs a reason. Facts: name."""

    code = "reason_for_refusal"
    status = 422


class AgeOutOfRange(ClubError):
    """The age of majority must be between 0 and 30. Facts: most."""

    code = "age_out_of_range"
    status = 422
