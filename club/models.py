"""Tables of the club app."""

from club.accounts.models import (
    ApiToken,
    GuessCount,
    HelperPass,
    Invitation,
    PassLevel,
    Role,
    RoleGrant,
    Scoped,
    User,
)
from club.audit.models import AuditChain, AuditEntry
from club.banking.models import BankFile, BankLayout, BankMovement, MovementState
from club.calendar.models import CalendarFeed, ClubDate, DateChange, DateKind, Repeats, Venue
from club.core.models import DEMO_SLUG, ClubColour, Organisation, OrganisationKind
from club.duplicates.models import NamesakePair, PersonMerge
from club.equipment.models import EquipmentCondition, EquipmentItem, EquipmentKind, EquipmentLoan
from club.hall.models import PrintedCodes
from club.jobs.models import Job, JobState, OutboxMessage, OutboxState, Queue, WorkerBeat
from club.joining.models import JoinForm, JoinRequest, JoinState
from club.live.models import LiveChannel, LiveEvent
from club.members.models.consent import Consent, ConsentKind, ConsentText
from club.members.models.membership import (
    RUNNING,
    Membership,
    MembershipChange,
    MembershipPlan,
    MembershipState,
    PlanKind,
)
from club.members.models.person import (
    Contact,
    ContactKind,
    FederationNumber,
    Guardianship,
    Household,
    HouseholdMember,
    NoteSight,
    Person,
    PersonNote,
    PersonPhoto,
)
from club.money.models.ledger import (
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
from club.money.models.money import (
    ConcessionKind,
    FeeAdjustment,
    FeeAgeBand,
    FeeLine,
    FeePart,
    FeePer,
    FeeRule,
    FeeRun,
    FeeRunState,
    FeeTerms,
    MoneySettings,
    ReminderStep,
)
from club.notices.models import (
    Notice,
    NoticeKind,
    NoticeOptOut,
    NoticeReceiver,
    NoticeState,
    NoticeText,
    SavedGroup,
    WhyNot,
)
from club.privacy.models import ErasureRequest, ErasureState, RetentionRule
