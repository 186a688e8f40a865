"""Trees of knock-out sections, and the two teams of a Scheveningen section."""

from tournaments.core.errors import CampMissing
from tournaments.core.section_options import options_of
from tournaments.core.translate import snapshot_of
from tournaments.models import Camp, Decision, Entry, EntryState, GameResult, RoundState, Section
from tournaments.models import Outcome as GameOutcome
from tournaments.pairing.knockout.bracket import Knockout
from tournaments.pairing.knockout.placement import tree_places
from tournaments.pairing.knockout.progress import Decision as TreeDecision
from tournaments.pairing.knockout.progress import MatchState, Progress
from tournaments.pairing.refusals import ScheduleRefusal
from tournaments.pairing.round_robin.scheveningen import Scheveningen
from tournaments.pairing.values import Snapshot


def knockout_of(section: Section, snapshot: Snapshot) -> Knockout:
    """Return the tree of all players in a snapshot. Raises TooFewPlayers, a ScheduleRefusal."""
    options = options_of(section)
    is_double = section.system == "double_elimination"
    return Knockout(
        players=len(snapshot.players),
        is_double=is_double,
        third_place=options.third_place and not is_double,
        has_reset=options.second_final and is_double,
    )


def decisions_of(section: Section) -> frozenset[TreeDecision]:
    """Return the advancing sides of tied matches."""
    rows = Decision.objects.filter(pairing__round__section=section, winner__number__isnull=False)
    told = rows.values_list("pairing__round__number", "winner__number")
    return frozenset(TreeDecision(number, winner or 0) for number, winner in told)


def unfinished_players(section: Section) -> frozenset[TreeDecision]:
    """Return players, by round, whose match has a game without a result.

    An open tie-break game is none: a match needs it only while its games leave it tied.
    """
    open_games = GameResult.objects.filter(pairing__round__section=section, outcome=GameOutcome.PENDING)
    rows = (
        open_games.exclude(pairing__round__state=RoundState.DRAFT)
        .values_list("pairing__round__number", "pairing__white__number", "pairing__black__number")
        .distinct()
    )
    return frozenset(TreeDecision(number, one or 0) for number, *two in rows for one in two)


def progress_of(section: Section, snapshot: Snapshot) -> Progress:
    """Return the tree of a section before the snapshot's round. Raises TooFewPlayers, a ScheduleRefusal."""
    rules = knockout_of(section, snapshot)
    return Progress(snapshot, rules, decisions_of(section), unfinished_players(section))


def due_in_tree(section: Section, number: int) -> frozenset[int]:
    """Return the players of a round of the tree, with or without an opponent.

    Empty while an earlier round is open.
    """
    try:
        progress = progress_of(section, snapshot_of(section, number))
        boards, free = progress.boards(number), progress.free(number)
    except ScheduleRefusal:
        return frozenset()
    return frozenset(free) | {player for board in boards for player in (board.first, board.second)}


def is_over(section: Section, after: int) -> bool:
    """Check that the tree has no match left after a round."""
    try:
        return not progress_of(section, snapshot_of(section, after + 1)).boards(after + 1)
    except ScheduleRefusal:
        return False


def eliminated_in(entry: Entry, section: Section, after: int) -> int | None:
    """Return the round that eliminated a player; None for one who has a match to play, and for the winner."""
    progress = progress_of(section, snapshot_of(section, after + 1))
    undecided = (one for one in progress.placed.values() if one.state is not MatchState.DECIDED)
    if any(entry.number in {one.first, one.second} for one in undecided):
        return None
    return next((one.out_in for one in tree_places(progress) if one.number == entry.number), None)


def teams_of(section: Section) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both teams of a Scheveningen match in the order of their numbers."""
    entries = list(section.entries.filter(number__isnull=False).order_by("number"))
    teams = {
        camp: tuple(entry.number or 0 for entry in entries if entry.camp == camp) for camp in Camp.values
    }
    return teams[Camp.FIRST], teams[Camp.SECOND]


def scheveningen_of(section: Section) -> Scheveningen:
    """Return the table of both teams. Raises CampMissing with the players of neither."""
    inside = section.entries.filter(number__isnull=False, camp="", state=EntryState.CONFIRMED)
    without = [entry.name for entry in inside.order_by("number")]
    if without:
        raise CampMissing(names=without)
    first, second = teams_of(section)
    return Scheveningen(first=first, second=second, cycles=options_of(section).cycles)
