"""Tables of events: what is played, who plays, how the rounds went."""

from tournaments.models.admission import Admission, EntryContact
from tournaments.models.decision import DecidedBy, Decision
from tournaments.models.entry import Absence, AbsenceKind, Camp, Entry, EntryState, ForbiddenPair
from tournaments.models.event import Event, EventState
from tournaments.models.handout import PrizeHandout
from tournaments.models.prize import Prize, PrizeKind, PrizeSharing
from tournaments.models.report import AcceptedDoubt, BoardCard, DisputeKind, ResultDispute, ResultReport
from tournaments.models.round import ByeKind, GameResult, Outcome, Pairing, Round, RoundState
from tournaments.models.screen import Hall, Screen, ScreenContent, ScreenFamily
from tournaments.models.section import PlayerReports, Scoring, Section
from tournaments.models.setup import Fee, Official, OfficialRole, RoundTime, SectionClass
from tournaments.models.snapshot import SnapshotCause, SnapshotUnchanged, StandingsSnapshot
from tournaments.models.team import TeamMember

__all__ = [
    "Absence",
    "AbsenceKind",
    "AcceptedDoubt",
    "Admission",
    "BoardCard",
    "ByeKind",
    "Camp",
    "DecidedBy",
    "Decision",
    "DisputeKind",
    "Entry",
    "EntryContact",
    "EntryState",
    "Event",
    "EventState",
    "Fee",
    "ForbiddenPair",
    "GameResult",
    "Hall",
    "Official",
    "OfficialRole",
    "Outcome",
    "Pairing",
    "PlayerReports",
    "Prize",
    "PrizeHandout",
    "PrizeKind",
    "PrizeSharing",
    "ResultDispute",
    "ResultReport",
    "Round",
    "RoundState",
    "RoundTime",
    "Scoring",
    "Screen",
    "ScreenContent",
    "ScreenFamily",
    "Section",
    "SectionClass",
    "SnapshotCause",
    "SnapshotUnchanged",
    "StandingsSnapshot",
    "TeamMember",
]
