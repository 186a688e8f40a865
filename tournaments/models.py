"""Tables of events: sections, entries, rounds, results."""

from tournaments.appeals.models import (
    Appeal,
    AppealRules,
    AppealSeat,
    AppealState,
    CommitteeMember,
    Tie,
    Vote,
)
from tournaments.cases.models.case import Case, CaseOrigin, CasePhoto, CaseState, ClaimKind
from tournaments.cases.models.ruling import OpponentChoice, Ruling, RulingOrigin
from tournaments.core.models import EntryKey
from tournaments.entries.models.admission import Admission, EntryContact
from tournaments.entries.models.entry import Absence, AbsenceKind, Camp, Entry, EntryState, ForbiddenPair
from tournaments.evening.models import PhoneProof, PlayerPhone, PushSubscription
from tournaments.events.models.event import Event, EventState
from tournaments.events.models.section import PlayerReports, Scoring, Section
from tournaments.events.models.setup import (
    ClosingMark,
    ClosingTask,
    EquipmentCheck,
    Fee,
    Official,
    OfficialRole,
    RoundTime,
    SectionClass,
)
from tournaments.ladders.models import (
    OPEN_CHALLENGES,
    Challenge,
    ChallengeState,
    Ladder,
    LadderPlace,
    LadderStep,
    StepKind,
)
from tournaments.leagues.models.availability import Answer, Availability, AvailabilityPoll
from tournaments.leagues.models.fixture import (
    Captain,
    CaptainRole,
    Fixture,
    FixtureState,
    HandedLineUp,
    LeagueTeam,
    LineUpPlace,
    Settled,
)
from tournaments.live_boards.models import (
    AlertState,
    Broadcast,
    LiveAlert,
    LiveBoard,
    LiveFeed,
    LiveState,
)
from tournaments.news.models import EventFile, EventFileKind, EventPost
from tournaments.nights.models.night import Attendance, ClubNight, Season
from tournaments.printing.models import CertificateDesign, PaperDefaults
from tournaments.prizes.models.prize import Prize, PrizeHandout, PrizeKind, PrizeSharing
from tournaments.ratings.models import (
    PeriodKind,
    RatedPlayer,
    RatedSection,
    RatedSpeed,
    RatingChange,
    RatingList,
    RatingPeriod,
)
from tournaments.results.models import AcceptedDoubt, BoardCard, DisputeKind, ResultDispute, ResultReport
from tournaments.rounds.models import (
    ByeKind,
    DecidedBy,
    Decision,
    GameResult,
    Outcome,
    Pairing,
    ResultMark,
    Round,
    RoundState,
)
from tournaments.screens.models import Hall, Screen, ScreenContent, ScreenFamily
from tournaments.standings.models import SnapshotCause, StandingsSnapshot
from tournaments.teams.models import TeamMember
from tournaments.webhooks.models import Webhook, WebhookFault, WebhookKind
