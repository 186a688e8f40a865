"""What the club app refuses, by stable codes."""


class ClubError(Exception):
    """A refusal with a code and plain facts."""

    code = "club_error"

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code, facts)
        self.facts = facts


class UnknownTask(ClubError):
    """No handler is registered for a job."""

    code = "unknown_task"


class UnknownOrganisation(ClubError):
    """No club or federation has this short name."""

    code = "unknown_organisation"
