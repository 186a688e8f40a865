"""Record of a player in a section: the rounds, and the place in the standings with both neighbours."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Q

from tournaments.core.translate import Scorer
from tournaments.events.selectors.sections import GAMES
from tournaments.models import Entry, Outcome, Pairing, RoundState, Section
from tournaments.standings.selectors.snapshots import snapshot_in_force, table_of
from tournaments.standings.selectors.standings import standing_rows
from tournaments.standings.selectors.system_standings import StandingRow, StandingTable


class PlayedRound(NamedTuple):
    """A round of a player, published or closed; without an opponent a bye."""

    pairing: Pairing
    opponent: Entry | None
    is_white: bool
    mine: int
    theirs: int
    is_open: bool
    is_begun: bool


class Neighbour(NamedTuple):
    """The adjacent row of the table, and the column that separates the two; -1 if they share the place."""

    row: StandingRow
    column: int


class PlayerRecord(NamedTuple):
    """Content of a player's page; `names` are those of the standings by number, for the calculations."""

    entry: Entry
    rounds: tuple[PlayedRound, ...]
    table: StandingTable
    row: StandingRow | None
    above: Neighbour | None
    below: Neighbour | None
    is_provisional: bool
    names: Mapping[int, str]


class Extent(NamedTuple):
    """The published standings behind some of their rows: rows left out, points by number, and the round."""

    above: int
    below: int
    points: Mapping[int, int]
    after: int


def player_record(entry: Entry, section: Section) -> PlayerRecord:
    """The record of a player of a section, with the neighbours in the table.

    Of published standings only their rows are formatted: a copy of an event has a page of every player.
    """
    record, _extent = record_with_neighbours(entry, section, near=1)
    if record.table.columns:
        return record
    table = standing_rows(section)
    names = {row.entry.number or 0: row.entry.name for row in table.rows}
    return _record(entry, record.rounds, table, names, is_provisional=True)


def record_with_neighbours(entry: Entry, section: Section, *, near: int) -> tuple[PlayerRecord, Extent]:
    """The record with `near` rows of the published standings above and below the player's own.

    Live standings would be computed anew for every reader, and 300 rows formatted to show five.
    """
    rounds = played_rounds(entry, section)
    snapshot = snapshot_in_force(section)
    if snapshot is None:
        return _record(entry, rounds, StandingTable(0, (), ()), {}, is_provisional=False), Extent(0, 0, {}, 0)
    names = {row["number"]: row["name"] for row in snapshot.rows}
    at = next((place for place, number in enumerate(names) if number == entry.number), None)
    part = slice(0, 0) if at is None else slice(max(0, at - near), at + near + 1)
    table = table_of(snapshot, section, part=part)
    points = {row["number"]: row["points"] for row in snapshot.rows}
    extent = Extent(part.start, max(0, len(names) - part.stop), points, snapshot.round_number)
    return _record(entry, rounds, table, names, is_provisional=False), extent


def _record(
    entry: Entry,
    rounds: tuple[PlayedRound, ...],
    table: StandingTable,
    names: Mapping[int, str],
    *,
    is_provisional: bool,
) -> PlayerRecord:
    at = next((place for place, row in enumerate(table.rows) if row.entry.pk == entry.pk), None)
    if at is None:
        return PlayerRecord(entry, rounds, table, None, None, None, is_provisional, names)
    row = table.rows[at]
    above = table.rows[at - 1] if at else None
    below = table.rows[at + 1] if at + 1 < len(table.rows) else None
    return PlayerRecord(
        entry,
        rounds,
        table,
        row,
        Neighbour(above, _deciding(row)) if above else None,
        Neighbour(below, _deciding(below)) if below else None,
        is_provisional,
        names,
    )


def _deciding(row: StandingRow) -> int:
    """Return the column that separates a row from the one above it."""
    return next((place for place, value in enumerate(row.values) if value.decides), -1)


def played_rounds(entry: Entry, section: Section) -> tuple[PlayedRound, ...]:
    """The rounds of a player that are not drafts, the first one first."""
    rows = (
        Pairing.objects.filter(Q(white=entry) | Q(black=entry))
        .exclude(round__state=RoundState.DRAFT)
        .select_related("round", "white", "black")
        .defer("round__reasons")
        .prefetch_related(GAMES)
        .order_by("round__number")
    )
    scorer = Scorer(section)
    return tuple(_played_round(pairing, entry, scorer) for pairing in rows)


def _played_round(pairing: Pairing, entry: Entry, scorer: Scorer) -> PlayedRound:
    is_white = pairing.white_id == entry.pk
    if pairing.black is None:
        return PlayedRound(pairing, None, is_white, scorer.bye(pairing.bye), 0, is_open=False, is_begun=True)
    games = list(pairing.games.all())
    pending = [game.outcome == Outcome.PENDING for game in games]
    return PlayedRound(
        pairing,
        pairing.black if is_white else pairing.white,
        is_white,
        scorer.games_of(games, is_white=is_white),
        scorer.games_of(games, is_white=not is_white),
        is_open=any(pending),
        is_begun=not all(pending),
    )
