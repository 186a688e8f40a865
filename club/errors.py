"""What the club app refuses, by stable codes; `messages` has the words."""

from typing import ClassVar

from django.core.exceptions import PermissionDenied


class ClubError(Exception):
    """A refusal with a code and plain facts."""

    code: ClassVar[str] = "club_error"
    status: ClassVar[int] = 409  # of an answer that tells it

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code, facts)
        self.facts = facts


class UnknownTask(ClubError):
    """No handler is registered for a job."""

    code = "unknown_task"


class UnknownOrganisation(ClubError):
    """No club or federation has this short name."""

    code = "unknown_organisation"


class NotAllowed(ClubError, PermissionDenied):
    """The actor's roles do not include this: 403 wherever it is raised. Facts: capability, who."""

    code = "not_allowed"
    status = 403


class AccountNeeded(ClubError):
    """This is open to those who are signed in."""

    code = "account_needed"
    status = 403


class PassEnded(ClubError):
    """The helper pass has run out. Facts: label."""

    code = "pass_ended"
    status = 403


class PassTakenBack(ClubError):
    """The helper pass was taken back. Facts: label."""

    code = "pass_taken_back"
    status = 403


class NotWorthRepeating(ClubError):
    """A job met something that no further try will change; `reason` says what."""

    code = "not_worth_repeating"


class JobIsOver(ClubError):
    """A job that is done, failed or cancelled cannot be cancelled."""

    code = "job_is_over"


class JobNotFailed(ClubError):
    """Only a job that was given up can be run again."""

    code = "job_not_failed"


class MessageNotFailed(ClubError):
    """Only a message that failed can be sent again."""

    code = "message_not_failed"
