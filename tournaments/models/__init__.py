"""Tables of events: what is played, who plays, how the rounds went."""

from tournaments.models.admission import Admission, EntryContact
from tournaments.models.appeal import Appeal, AppealRules, AppealSeat, AppealState, CommitteeMember, Tie, Vote
from tournaments.models.availability import Answer, Availability, AvailabilityPoll
from tournaments.models.case import Case, CaseOrigin, CasePhoto, CaseState, ClaimKind
from tournaments.models.decision import DecidedBy, Decision
from tournaments.models.entry import Absence, AbsenceKind, Camp, Entry, EntryState, ForbiddenPair
from tournaments.models.equipment import EquipmentCheck
from tournaments.models.event import Event, EventState
from tournaments.models.fixture import (
    Captain,
    CaptainRole,
    Fixture,
    FixtureState,
    HandedLineUp,
    LeagueTeam,
    LineUpPlace,
    Settled,
)
from tournaments.models.handout import PrizeHandout
from tournaments.models.ladder import (
    OPEN_CHALLENGES,
    Challenge,
    ChallengeState,
    Ladder,
    LadderPlace,
    LadderStep,
    StepKind,
)
from tournaments.models.night import Attendance, ClubNight
from tournaments.models.prize import Prize, PrizeKind, PrizeSharing
from tournaments.models.rating import (
    PeriodKind,
    RatedPlayer,
    RatedSection,
    RatedSpeed,
    RatingChange,
    RatingList,
    RatingPeriod,
)
from tournaments.models.report import AcceptedDoubt, BoardCard, DisputeKind, ResultDispute, ResultReport
from tournaments.models.round import ByeKind, GameResult, Outcome, Pairing, ResultMark, Round, RoundState
from tournaments.models.ruling import OpponentChoice, Ruling, RulingOrigin
from tournaments.models.screen import Hall, Screen, ScreenContent, ScreenFamily
from tournaments.models.season import Season
from tournaments.models.section import PlayerReports, Scoring, Section
from tournaments.models.setup import Fee, Official, OfficialRole, RoundTime, SectionClass
from tournaments.models.snapshot import SnapshotCause, StandingsSnapshot
from tournaments.models.team import TeamMember

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
