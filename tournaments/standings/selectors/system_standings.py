"""Standings of systems with their own ranking: Keizer's ladder, and knock-outs."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.keizer_points import keizer_text
from tournaments.core.translate import histories, snapshot_of
from tournaments.core.trees import progress_of
from tournaments.events.systems import keizer_options
from tournaments.models import Entry, Section
from tournaments.pairing.keizer.ladder import Addend, keizer_sums, ladder
from tournaments.pairing.knockout.placement import TreePlace, tree_places
from tournaments.pairing.knockout.progress import PlacedMatch
from tournaments.pairing.values import NOBODY, RoundKind, Snapshot
from tournaments.standings.ranking.values import Basis, Entrant, Part, entrants_of
from tournaments.standings.selectors.standing_values import StandingRow, StandingTable, StandingValue

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
    if not snapshot.players:
        return StandingTable(after, (), ())
    told = _ladder if section.system == "keizer" else _tree
    return told(section, snapshot, entries)


def _drop_unseated(section: Section, snapshot: Snapshot) -> Snapshot:
    """Remove those who are in no round yet from a ladder: late entries do not change published standings."""
    after = snapshot.round_number - 1
    if section.has_tree or not after:
        return snapshot
    keys = set(histories(section, before=after + 1))
    numbers = set(section.entries.filter(pk__in=keys).values_list("number", flat=True))
    return replace(snapshot, players=tuple(one for one in snapshot.players if one.number in numbers))


def _ladder(section: Section, snapshot: Snapshot, entries: Mapping[int, Entry]) -> StandingTable:
    options = keizer_options(section)
    rungs = ladder(snapshot, options)
    sums = keizer_sums(snapshot, options, rungs)
    points, entrants = _points(snapshot), _entrants(snapshot)
    rows = tuple(
        StandingRow(
            rung.place,
            is_shared=False,
            entry=entries[rung.number],
            points=points[rung.number],
            entrant=entrants[rung.number],
            values=(
                StandingValue(
                    KEIZER,
                    keizer_text(rung.points),
                    tuple(_ladder_part(each) for each in sums[rung.number]),
                    at > 0 and rung.points != rungs[at - 1].points,
                ),
                StandingValue(POINTS, str(points[rung.number]), (), decides=False),
            ),
        )
        for at, rung in enumerate(rungs)
    )
    columns = ((KEIZER, _("Keizer points")), (POINTS, _("Points")))
    return StandingTable(snapshot.round_number - 1, columns, rows)


def _ladder_part(addend: Addend) -> Part:
    basis = KEIZER_BASES.get(addend.kind, Basis.LADDER_ABSENT)
    if addend.kind is RoundKind.ALLOCATED_BYE:
        basis = Basis.LADDER_BYE
    return Part(addend.round, addend.opponent, addend.amount, basis, score=addend.value, result=addend.part)


def _tree(section: Section, snapshot: Snapshot, entries: Mapping[int, Entry]) -> StandingTable:
    places = tree_places(progress_of(section, snapshot))
    ranks = [place.rank for place in places]
    points, entrants = _points(snapshot), _entrants(snapshot)
    rows = tuple(
        StandingRow(
            place.rank,
            ranks.count(place.rank) > 1,
            entries[place.number],
            points[place.number],
            entrants[place.number],
            (
                StandingValue(
                    OUT,
                    out_text(place),
                    tuple(_tree_part(each, place.number) for each in place.matches),
                    at > 0 and place.rank != ranks[at - 1],
                ),
                StandingValue(POINTS, str(points[place.number]), (), decides=False),
            ),
        )
        for at, place in enumerate(places)
    )
    columns = ((OUT, _("Eliminated in round")), (POINTS, _("Points")))
    return StandingTable(snapshot.round_number - 1, columns, rows)


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


def _points(snapshot: Snapshot) -> dict[int, int]:
    return {player.number: sum(each.points for each in player.rounds) for player in snapshot.players}


def _entrants(snapshot: Snapshot) -> dict[int, Entrant]:
    return {one.number: one for one in entrants_of(snapshot.players)}
