"""Late arrivals: players of a section without a place in its latest round, and their possible opponents."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import F, Q, QuerySet

from tournaments.core.translate import is_in_round
from tournaments.events.systems import system_of
from tournaments.models import Absence, ByeKind, Entry, EntryState, Pairing, Round, RoundState, Section

OUTSIDE: Final = (ByeKind.LATE_ENTRY, ByeKind.ABSENT)
"""Byes that only explain a missing place: entered later, or withdrawn and readmitted since."""


MARKED: Final = (ByeKind.REQUESTED_ZERO, ByeKind.REQUESTED_HALF)
"""Byes that the check-in gives to missing players."""


class LateArrivals(NamedTuple):
    """Players without a place in a round, those with the allocated bye, and keys of those admitted later."""

    players: list[Entry]
    waiting: list[Entry]
    deferred: frozenset[int] = frozenset()

    @property
    def open(self) -> list[Entry]:
        """Late arrivals without a decision yet."""
        return [one for one in self.players if one.pk not in self.deferred]

    def opponents_of(self, entry: Entry) -> list[Entry]:
        """Return the possible opponents in a published round: a player with the bye, or late arrivals."""
        return [*self.waiting, *(one for one in self.players if one.pk != entry.pk)]


def late_arrivals(row: Round, entries: Iterable[Entry] | None = None) -> LateArrivals:
    """Return the late arrivals of a draft or published round; none before a later round or in a closed table.

    Club nights have their own check-in. In a draft, players whom an arbiter removed from a board are no late
    arrivals: they are seated by hand. A player marked as absent is one if checked in after the publication,
    or if the check-in has ended the absence since the round was paired.
    `entries`: those of the section, if they are loaded already.
    """
    system = system_of(row.section)
    if row.state == RoundState.CLOSED or system.is_table or system.has_nights:
        return LateArrivals([], [])
    rows = list(row.pairings.values_list("white_id", "black_id", "bye"))
    known = list(row.section.entries.all() if entries is None else entries)
    arrived = {one.pk for one in known if _has_arrived_since(one, row)}
    outside = {
        white
        for white, _black, bye in rows
        if bye in OUTSIDE or (bye == ByeKind.REQUESTED_ZERO and white in arrived)
    } | _without_absence(row, known, rows)
    seated = {key for white, black, _bye in rows for key in (white, black) if key} - outside
    players = [one for one in known if one.state == EntryState.CONFIRMED and one.pk not in seated]
    if row.state == RoundState.DRAFT:
        players = [one for one in players if one.pk in outside or not _is_unplaced(one, row)]
    if not players or Round.objects.filter(section=row.section_id, number__gt=row.number).exists():
        return LateArrivals([], [])
    players.sort(key=lambda one: (one.name, one.pk))
    waiting = row.pairings.filter(bye=ByeKind.ALLOCATED).select_related("white").order_by("pk")
    deferred = frozenset(white for white, _black, bye in rows if bye == ByeKind.LATE_ENTRY)
    return LateArrivals(players, [pairing.white for pairing in waiting], deferred)


def _without_absence(
    row: Round, known: Iterable[Entry], rows: Iterable[tuple[int, int | None, str]]
) -> set[int]:
    """Return the keys of players checked in who are absent in a round and no longer marked as that."""
    absent = {white for white, _black, bye in rows if bye in MARKED}
    here = {one.pk for one in known if one.pk in absent and one.checked_in_at is not None}
    if not here:
        return set()
    marked = Absence.objects.filter(entry__in=here, round_number=row.number)
    return here - set(marked.values_list("entry_id", flat=True))


def _has_arrived_since(entry: Entry, row: Round) -> bool:
    """Check that a player was checked in after the round was published."""
    came, published = entry.checked_in_at, row.published_at
    return came is not None and published is not None and came > published


def _is_unplaced(entry: Entry, row: Round) -> bool:
    """Check that a player of a draft was removed from a board."""
    return entry.number is not None and is_in_round(entry, row.number)


def games_or_closed(rows: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Filter pairings to those that protect an entry: boards, and byes that published standings count.

    A round that was reopened has published standings too.
    """
    has_standings = Q(round__section__snapshots__round_number__gte=F("round__number"))
    return rows.filter(Q(black__isnull=False) | Q(round__state=RoundState.CLOSED) | has_standings)


def is_table_set(section: Section) -> bool:
    """Check that the pairings of all rounds follow from the numbers of the players, and one is published."""
    return system_of(section).is_table and section.round_rows.exclude(state=RoundState.DRAFT).exists()


def removable(section: Section, entries: Iterable[Entry]) -> set[int]:
    """Return the keys of entries of a section that can be deleted.

    They were never at a board, are in no closed round, and have no number in a table that is set.
    """
    rows = games_or_closed(Pairing.objects.filter(round__section=section))
    bound = {key for pair in rows.values_list("white_id", "black_id") for key in pair if key}
    is_set = is_table_set(section)
    return {entry.pk for entry in entries if not (is_set and entry.number)} - bound
