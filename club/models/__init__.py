"""Tables of the club app."""

from club.models.api_token import ApiToken
from club.models.audit import AuditChain, AuditEntry
from club.models.consent import Consent, ConsentKind, ConsentText
from club.models.guesses import GuessCount
from club.models.heartbeat import WorkerBeat
from club.models.helper_pass import HelperPass, PassLevel
from club.models.household import Guardianship, Household, HouseholdMember
from club.models.invitation import Invitation
from club.models.job import Job, JobState, Queue
from club.models.live import LiveChannel, LiveEvent
from club.models.membership import (
    RUNNING,
    Membership,
    MembershipChange,
    MembershipPlan,
    MembershipState,
    PlanKind,
)
from club.models.organisation import Organisation, OrganisationKind
from club.models.outbox import OutboxMessage, OutboxState
from club.models.person import Contact, ContactKind, FederationNumber, NoteSight, Person, PersonNote
from club.models.role import Role, RoleGrant, Scoped
from club.models.user import User

__all__ = [
    "RUNNING",
    "ApiToken",
    "AuditChain",
    "AuditEntry",
    "Consent",
    "ConsentKind",
    "ConsentText",
    "Contact",
    "ContactKind",
    "FederationNumber",
    "Guardianship",
    "GuessCount",
    "HelperPass",
    "Household",
    "HouseholdMember",
    "Invitation",
    "Job",
    "JobState",
    "LiveChannel",
    "LiveEvent",
    "Membership",
    "MembershipChange",
    "MembershipPlan",
    "MembershipState",
    "NoteSight",
    "Organisation",
    "OrganisationKind",
    "OutboxMessage",
    "OutboxState",
    "PassLevel",
    "Person",
    "PersonNote",
    "PlanKind",
    "Queue",
    "Role",
    "RoleGrant",
    "Scoped",
    "User",
    "WorkerBeat",
]
