"""Tables of events: what is played, who plays, how the rounds went."""

from tournaments.models.entry import Absence, AbsenceKind, Entry, EntryState, ForbiddenPair
from tournaments.models.event import Event, EventState
from tournaments.models.round import ByeKind, GameResult, Outcome, Pairing, Round, RoundState
from tournaments.models.section import Scoring, Section, StandingsSnapshot

__all__ = [
    "Absence",
    "AbsenceKind",
    "ByeKind",
    "Entry",
    "EntryState",
    "Event",
    "EventState",
    "ForbiddenPair",
    "GameResult",
    "Outcome",
    "Pairing",
    "Round",
    "RoundState",
    "Scoring",
    "Section",
    "StandingsSnapshot",
]
