"""Lines of standings, and the standings of systems with their own ranking: Keizer, knock-outs."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.result_figures import keizer_text
from tournaments.core.translate import histories, snapshot_of
from tournaments.core.trees import progress_of
from tournaments.events.systems import keizer_options
from tournaments.models import Entry, Section
from tournaments.pairing.keizer.ladder import Addend, keizer_sums, ladder
from tournaments.pairing.knockout.placement import TreePlace, tree_places
from tournaments.pairing.knockout.progress import PlacedMatch, Progress
from tournaments.pairing.values import NOBODY, RoundKind, Snapshot
from tournaments.standings.ranking.values import Basis, Entrant, Part, entrants_of


class StandingValue(NamedTuple):
    """A tie-break of a row: its code, its formatted value, and the addends of its sum."""

    code: str
    text: str
    parts: tuple[Part, ...]
    decides: bool


class StandingRow(NamedTuple):
    """A line of the standings; `entrant` has the rounds that the standings count.

    The last three are set by `with_figures`, for public tables: the rank after the round before, the
    performance against rated opponents, and the change by the rating report of the event.
    """

    rank: int
    is_shared: bool
    entry: Entry
    points: int
    entrant: Entrant
    values: tuple[StandingValue, ...]
    rank_before: int | None = None
    performance: int | None = None
    rating_change: float | None = None

    @property
    def played(self) -> int:
        """Number of rounds played at a board."""
        return self.entrant.played

    @property
    def movement(self) -> int | None:
        """Ranks gained since the round before, negative if lost; None if there was no rank."""
        return None if self.rank_before is None else self.rank_before - self.rank


class StandingTable(NamedTuple):
    """The standings after a round, with the codes and names of their columns."""

    after: int
    columns: tuple[tuple[str, str], ...]
    rows: tuple[StandingRow, ...]


class OwnPlace(NamedTuple):
    """A place by a system's own ranking, with the value that it is by."""

    rank: int
    number: int
    value: StandingValue
    is_shared: bool = False


KEIZER, OUT, POINTS = "KEIZER", "OUT", "PTS"
KEIZER_BASES: Final[Mapping[RoundKind | None, Basis]] = {
    None: Basis.LADDER_OWN_VALUE,
    RoundKind.PLAYED: Basis.LADDER_OPPONENT,
    RoundKind.FORFEIT_WIN: Basis.LADDER_OPPONENT,
    RoundKind.FORFEIT_LOSS: Basis.LADDER_FORFEIT,
}


def has_own_ranking(section: Section) -> bool:
    """Check that the section's system ranks by itself instead of by points and tie-breaks."""
    return section.system == "keizer" or section.has_tree


def own_ranking(section: Section, *, after: int) -> StandingTable:
    """The standings of such a section after a round."""
    snapshot = _drop_unseated(section, snapshot_of(section, after + 1))
    entries = {entry.number or 0: entry for entry in section.entries.filter(number__isnull=False)}
    return own_ranking_of(section, snapshot, entries, progress_of)


def own_ranking_of(
    section: Section,
    snapshot: Snapshot,
    entries: Mapping[int, Entry],
    progress: Callable[[Section, Snapshot], Progress],
) -> StandingTable:
    """Rank the players of a snapshot; `progress` returns the tree of a knock-out.

    Nobody is ranked while a tree has fewer than two players: others were removed from its draft.
    """
    if len(snapshot.players) < 1 + section.has_tree:
        return StandingTable(snapshot.round_number - 1, (), ())
    is_ladder = section.system == "keizer"
    name, places = _ladder(section, snapshot) if is_ladder else _tree(progress(section, snapshot))
    points = {player.number: sum(each.points for each in player.rounds) for player in snapshot.players}
    entrants = {one.number: one for one in entrants_of(snapshot.players)}
    rows = tuple(
        StandingRow(
            place.rank,
            place.is_shared,
            entries[place.number],
            points[place.number],
            entrants[place.number],
            (place.value, StandingValue(POINTS, str(points[place.number]), (), decides=False)),
        )
        for place in places
    )
    code = KEIZER if section.system == "keizer" else OUT
    return StandingTable(snapshot.round_number - 1, ((code, name), (POINTS, _("Points"))), rows)


def _drop_unseated(section: Section, snapshot: Snapshot) -> Snapshot:
    """Remove those who are in no round yet from a ladder: late entries do not change published standings."""
    after = snapshot.round_number - 1
    if section.has_tree or not after:
        return snapshot
    keys = set(histories(section, before=after + 1))
    numbers = set(section.entries.filter(pk__in=keys).values_list("number", flat=True))
    return replace(snapshot, players=tuple(one for one in snapshot.players if one.number in numbers))


def _ladder(section: Section, snapshot: Snapshot) -> tuple[str, list[OwnPlace]]:
    options = keizer_options(section)
    rungs = ladder(snapshot, options)
    sums = keizer_sums(snapshot, options, rungs)
    places = []
    for at, rung in enumerate(rungs):
        parts = tuple(_ladder_part(each) for each in sums[rung.number])
        decides = at > 0 and rung.points != rungs[at - 1].points
        value = StandingValue(KEIZER, keizer_text(rung.points), parts, decides)
        places.append(OwnPlace(rung.place, rung.number, value))
    return _("Keizer points"), places


def _ladder_part(addend: Addend) -> Part:
    basis = KEIZER_BASES.get(addend.kind, Basis.LADDER_ABSENT)
    if addend.kind is RoundKind.ALLOCATED_BYE:
        basis = Basis.LADDER_BYE
    return Part(addend.round, addend.opponent, addend.amount, basis, score=addend.value, result=addend.part)


def _tree(progress: Progress) -> tuple[str, list[OwnPlace]]:
    found = tree_places(progress)
    ranks = [place.rank for place in found]
    places = []
    for at, place in enumerate(found):
        parts = tuple(_tree_part(each, place.number) for each in place.matches)
        decides = at > 0 and place.rank != ranks[at - 1]
        value = StandingValue(OUT, out_text(place), parts, decides)
        places.append(OwnPlace(place.rank, place.number, value, is_shared=ranks.count(place.rank) > 1))
    return _("Eliminated in round"), places


def out_text(place: TreePlace) -> str:
    """Return the round in which a player was eliminated."""
    if place.is_winner:
        return pgettext("knock-out", "winner")
    return pgettext("knock-out", "still in") if place.out_in is None else str(place.out_in)


def _tree_part(each: PlacedMatch, number: int) -> Part:
    opponent = (each.second if each.first == number else each.first) or NOBODY
    won = each.winner == number
    basis = Basis.MATCH_WON if won else Basis.MATCH_LOST
    if opponent == NOBODY:
        basis = Basis.NO_MATCH
    return Part(each.match.round_number, opponent, int(won), basis)
