"""Tables of the club app."""

from club.models.api_token import ApiToken
from club.models.audit import AuditChain, AuditEntry
from club.models.guesses import GuessCount
from club.models.heartbeat import WorkerBeat
from club.models.helper_pass import HelperPass, PassLevel
from club.models.invitation import Invitation
from club.models.job import Job, JobState, Queue
from club.models.live import LiveChannel, LiveEvent
from club.models.organisation import Organisation, OrganisationKind
from club.models.outbox import OutboxMessage, OutboxState
from club.models.person import Person
from club.models.role import Role, RoleGrant, Scoped
from club.models.user import User

__all__ = [
    "ApiToken",
    "AuditChain",
    "AuditEntry",
    "GuessCount",
    "HelperPass",
    "Invitation",
    "Job",
    "JobState",
    "LiveChannel",
    "LiveEvent",
    "Organisation",
    "OrganisationKind",
    "OutboxMessage",
    "OutboxState",
    "PassLevel",
    "Person",
    "Queue",
    "Role",
    "RoleGrant",
    "Scoped",
    "User",
    "WorkerBeat",
]
