"""Tables of the club app."""

from club.models.api_token import ApiToken
from club.models.audit import AuditChain, AuditEntry
from club.models.bank import BankFile, BankLayout, BankMovement, MovementState
from club.models.club_date import CalendarFeed, ClubDate, DateChange, DateKind, Repeats
from club.models.consent import Consent, ConsentKind, ConsentText
from club.models.equipment import (
    EquipmentCondition,
    EquipmentItem,
    EquipmentKind,
    EquipmentLoan,
)
from club.models.fee_run import FeeAdjustment, FeeLine, FeeRun, FeeRunState
from club.models.guesses import GuessCount
from club.models.heartbeat import WorkerBeat
from club.models.helper_pass import HelperPass, PassLevel
from club.models.household import Guardianship, Household, HouseholdMember
from club.models.invitation import Invitation
from club.models.job import Job, JobState, Queue
from club.models.joining import JoinForm, JoinRequest, JoinState
from club.models.ledger import (
    Allocation,
    ClosedYear,
    CreditNote,
    EntryKind,
    Invoice,
    InvoiceLine,
    LedgerEntry,
    Payment,
    PaymentMethod,
    Reminder,
)
from club.models.live import LiveChannel, LiveEvent
from club.models.membership import (
    RUNNING,
    Membership,
    MembershipChange,
    MembershipPlan,
    MembershipState,
    PlanKind,
)
from club.models.merge import NamesakePair, PersonMerge
from club.models.money import (
    ConcessionKind,
    FeeAgeBand,
    FeePart,
    FeePer,
    FeeRule,
    FeeTerms,
    MoneySettings,
    ReminderStep,
)
from club.models.notice import (
    Notice,
    NoticeKind,
    NoticeOptOut,
    NoticeReceiver,
    NoticeState,
    NoticeText,
    SavedGroup,
    WhyNot,
)
from club.models.organisation import DEMO_SLUG, Organisation, OrganisationKind
from club.models.outbox import OutboxMessage, OutboxState
from club.models.person import Contact, ContactKind, FederationNumber, NoteSight, Person, PersonNote
from club.models.privacy import ErasureRequest, ErasureState, RetentionRule
from club.models.role import Role, RoleGrant, Scoped
from club.models.user import User
from club.models.venue import Venue

__all__ = [
    "DEMO_SLUG",
    "RUNNING",
    "Allocation",
    "ApiToken",
    "AuditChain",
    "AuditEntry",
    "BankFile",
    "BankLayout",
    "BankMovement",
    "CalendarFeed",
    "ClosedYear",
    "ClubDate",
    "ConcessionKind",
    "Consent",
    "ConsentKind",
    "ConsentText",
    "Contact",
    "ContactKind",
    "CreditNote",
    "DateChange",
    "DateKind",
    "EntryKind",
    "EquipmentCondition",
    "EquipmentItem",
    "EquipmentKind",
    "EquipmentLoan",
    "ErasureRequest",
    "ErasureState",
    "FederationNumber",
    "FeeAdjustment",
    "FeeAgeBand",
    "FeeLine",
    "FeePart",
    "FeePer",
    "FeeRule",
    "FeeRun",
    "FeeRunState",
    "FeeTerms",
    "Guardianship",
    "GuessCount",
    "HelperPass",
    "Household",
    "HouseholdMember",
    "Invitation",
    "Invoice",
    "InvoiceLine",
    "Job",
    "JobState",
    "JoinForm",
    "JoinRequest",
    "JoinState",
    "LedgerEntry",
    "LiveChannel",
    "LiveEvent",
    "Membership",
    "MembershipChange",
    "MembershipPlan",
    "MembershipState",
    "MoneySettings",
    "MovementState",
    "NamesakePair",
    "NoteSight",
    "Notice",
    "NoticeKind",
    "NoticeOptOut",
    "NoticeReceiver",
    "NoticeState",
    "NoticeText",
    "Organisation",
    "OrganisationKind",
    "OutboxMessage",
    "OutboxState",
    "PassLevel",
    "Payment",
    "PaymentMethod",
    "Person",
    "PersonMerge",
    "PersonNote",
    "PlanKind",
    "Queue",
    "Reminder",
    "ReminderStep",
    "Repeats",
    "RetentionRule",
    "Role",
    "RoleGrant",
    "SavedGroup",
    "Scoped",
    "User",
    "Venue",
    "WhyNot",
    "WorkerBeat",
]
