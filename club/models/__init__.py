"""Tables of the club app."""

from club.models.job import Job, JobState, Queue
from club.models.organisation import Organisation, OrganisationKind
from club.models.user import User

__all__ = ["Job", "JobState", "Organisation", "OrganisationKind", "Queue", "User"]
