"""Record of a player in a section: the rounds, and the place in the standings with both neighbours."""

from typing import NamedTuple

from django.db.models import Q

from tournaments.core.translate import Scorer
from tournaments.models import Entry, Outcome, Pairing, RoundState, Section
from tournaments.standings.selectors.snapshots import public_table
from tournaments.standings.selectors.standing_values import StandingRow, StandingTable


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
    """Content of a player's page."""

    entry: Entry
    rounds: tuple[PlayedRound, ...]
    table: StandingTable
    row: StandingRow | None
    above: Neighbour | None
    below: Neighbour | None
    is_provisional: bool


def player_record(entry: Entry, section: Section) -> PlayerRecord:
    """The record of a player of a section."""
    table, is_provisional = public_table(section)
    at = next((place for place, row in enumerate(table.rows) if row.entry.pk == entry.pk), None)
    rounds = played_rounds(entry, section)
    if at is None:
        return PlayerRecord(entry, rounds, table, None, None, None, is_provisional)
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
        .prefetch_related("games")
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
