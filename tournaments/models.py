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
from tournaments.entries.models.admission import Admission, EntryContact
from tournaments.entries.models.entry import Absence, AbsenceKind, Camp, Entry, EntryState, ForbiddenPair
from tournaments.events.models.equipment import EquipmentCheck
from tournaments.events.models.event import Event, EventState
from tournaments.events.models.section import PlayerReports, Scoring, Section
from tournaments.events.models.setup import Fee, Official, OfficialRole, RoundTime, SectionClass
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
from tournaments.nights.models.night import Attendance, ClubNight
from tournaments.nights.models.season import Season
from tournaments.prizes.models.award import PrizeHandout
from tournaments.prizes.models.prize import Prize, PrizeKind, PrizeSharing
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
from tournaments.rounds.models.decision import DecidedBy, Decision
from tournaments.rounds.models.round import (
    ByeKind,
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

__all__ = [
    "OPEN_CHALLENGES",
    "Absence",
    "AbsenceKind",
    "AcceptedDoubt",
    "Admission",
    "Answer",
    "Appeal",
    "AppealRules",
    "AppealSeat",
    "AppealState",
    "Attendance",
    "Availability",
    "AvailabilityPoll",
    "BoardCard",
    "ByeKind",
    "Camp",
    "Captain",
    "CaptainRole",
    "Case",
    "CaseOrigin",
    "CasePhoto",
    "CaseState",
    "Challenge",
    "ChallengeState",
    "ClaimKind",
    "ClubNight",
    "CommitteeMember",
    "DecidedBy",
    "Decision",
    "DisputeKind",
    "Entry",
    "EntryContact",
    "EntryState",
    "EquipmentCheck",
    "Event",
    "EventState",
    "Fee",
    "Fixture",
    "FixtureState",
    "ForbiddenPair",
    "GameResult",
    "Hall",
    "HandedLineUp",
    "Ladder",
    "LadderPlace",
    "LadderStep",
    "LeagueTeam",
    "LineUpPlace",
    "Official",
    "OfficialRole",
    "OpponentChoice",
    "Outcome",
    "Pairing",
    "PeriodKind",
    "PlayerReports",
    "Prize",
    "PrizeHandout",
    "PrizeKind",
    "PrizeSharing",
    "RatedPlayer",
    "RatedSection",
    "RatedSpeed",
    "RatingChange",
    "RatingList",
    "RatingPeriod",
    "ResultDispute",
    "ResultMark",
    "ResultReport",
    "Round",
    "RoundState",
    "RoundTime",
    "Ruling",
    "RulingOrigin",
    "Scoring",
    "Screen",
    "ScreenContent",
    "ScreenFamily",
    "Season",
    "Section",
    "SectionClass",
    "Settled",
    "SnapshotCause",
    "StandingsSnapshot",
    "StepKind",
    "TeamMember",
    "Tie",
    "Vote",
]
