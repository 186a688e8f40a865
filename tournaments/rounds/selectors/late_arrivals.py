"""Late arrivals: players of a section who have no place in its latest round, and whom they can play."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from tournaments.core.translate import is_in_round
from tournaments.events.systems import system_of
from tournaments.models import ByeKind, Entry, EntryState, Pairing, Round, RoundState, Section

OUTSIDE: Final = (ByeKind.LATE_ENTRY, ByeKind.ABSENT)
"""Byes that only say why somebody has no place: entered later, or withdrawn and back since."""


class LateArrivals(NamedTuple):
    """Players without a place in a round, those with the allocated bye, and keys of those let in later."""

    players: list[Entry]
    waiting: list[Entry]
    deferred: frozenset[int] = frozenset()

    @property
    def open(self) -> list[Entry]:
        """Those for whom nothing is settled yet."""
        return [one for one in self.players if one.pk not in self.deferred]

    def opponents_of(self, entry: Entry) -> list[Entry]:
        """Whom a late arrival can play in a published round: who has the bye, and other late arrivals."""
        return [*self.waiting, *(one for one in self.players if one.pk != entry.pk)]


def late_arrivals(row: Round, entries: Iterable[Entry] | None = None) -> LateArrivals:
    """Late arrivals of a draft or published round; none where a later round or a closed table is set.

    Club nights have their own check-in. In a draft, players whom an arbiter took out of a board are no late
    arrivals: they are seated by hand. `entries`: those of the section, where they are loaded already.
    """
    system = system_of(row.section)
    if row.state == RoundState.CLOSED or system.is_table or system.has_nights:
        return LateArrivals([], [])
    rows = list(row.pairings.values_list("white_id", "black_id", "bye"))
    seated = {key for white, black, bye in rows for key in (white, black) if key and bye not in OUTSIDE}
    outside = {white for white, _black, bye in rows if bye in OUTSIDE}
    known = row.section.entries.all() if entries is None else entries
    players = [one for one in known if one.state == EntryState.CONFIRMED and one.pk not in seated]
    if row.state == RoundState.DRAFT:
        players = [one for one in players if one.pk in outside or not _is_unplaced(one, row)]
    if not players or Round.objects.filter(section=row.section_id, number__gt=row.number).exists():
        return LateArrivals([], [])
    players.sort(key=lambda one: (one.name, one.pk))
    waiting = row.pairings.filter(bye=ByeKind.ALLOCATED).select_related("white").order_by("pk")
    deferred = frozenset(white for white, _black, bye in rows if bye == ByeKind.LATE_ENTRY)
    return LateArrivals(players, [pairing.white for pairing in waiting], deferred)


def _is_unplaced(entry: Entry, row: Round) -> bool:
    """A player of a draft whose board was taken apart."""
    return entry.number is not None and is_in_round(entry, row.number)


def games_or_closed(rows: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Those of some pairings for which their entry stays: boards, and byes that closed standings count."""
    return rows.filter(Q(black__isnull=False) | Q(round__state=RoundState.CLOSED))


def removable(section: Section, entries: Iterable[Entry]) -> set[int]:
    """Keys of those entries of a section that can be taken back: never at a board, in no closed round."""
    rows = games_or_closed(Pairing.objects.filter(round__section=section))
    bound = {key for pair in rows.values_list("white_id", "black_id") for key in pair if key}
    return {entry.pk for entry in entries} - bound
