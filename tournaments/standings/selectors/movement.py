"""Figures beside the places of a table: the rank a round ago, the performance, and the rating change."""

from collections.abc import Mapping
from typing import NamedTuple

from club.members.selectors.persons import persons_without_name_consent
from tournaments.models import RatingChange, RoundState, Section
from tournaments.pairing.values import NOBODY, RoundKind
from tournaments.standings.ranking.season import performance_of
from tournaments.standings.ranking.values import Entrant
from tournaments.standings.selectors.snapshots import snapshot_in_force
from tournaments.standings.selectors.system_standings import StandingRow, StandingTable

PERFORMANCE_CODES = frozenset({"TPR", "PTP"})


class Figures(NamedTuple):
    """Figures of a table by pairing number."""

    ranks_before: Mapping[int, int]
    performances: Mapping[int, int]
    changes: Mapping[int, float]


def with_figures(section: Section, table: StandingTable) -> StandingTable:
    """Add the figures that apply: none to the places of a tree, no performances to those of teams."""
    if section.has_tree or not table.rows:
        return table
    found = Figures(
        ranks_before(section, table),
        {} if section.is_team or _has_performance(table) else performances(table),
        {} if section.is_team else rating_changes(section, table),
    )
    return table._replace(rows=tuple(_with(row, found) for row in table.rows))


def _with(row: StandingRow, found: Figures) -> StandingRow:
    number = row.entry.number or 0
    return row._replace(
        rank_before=found.ranks_before.get(number),
        performance=found.performances.get(number),
        rating_change=found.changes.get(number),
    )


def _has_performance(table: StandingTable) -> bool:
    return any(code in PERFORMANCE_CODES for code, _name in table.columns)


def ranks_before(section: Section, table: StandingTable) -> dict[int, int]:
    """Return the published ranks of the round before, by pairing number; empty after the first round."""
    before = snapshot_in_force(section, after=table.after - 1) if table.after > 1 else None
    return {row["number"]: row["rank"] for row in before.rows} if before else {}


def performances(table: StandingTable) -> dict[int, int]:
    """Return the performance of each player against rated opponents at the board, by pairing number.

    A round is won, drawn or lost, whatever its points are, and however many games it has.
    """
    entrants = {row.entrant.number: row.entrant for row in table.rows}
    found = {number: performance_of(_rated_rounds(one, entrants)) for number, one in entrants.items()}
    return {number: value for number, value in found.items() if value is not None}


def _rated_rounds(entrant: Entrant, entrants: Mapping[int, Entrant]) -> list[tuple[int, int]]:
    """Return the opponent's rating and the half points of each such round."""
    rounds = []
    for at, outcome in enumerate(entrant.outcomes):
        opponent = entrants.get(outcome.opponent)
        if outcome.kind is not RoundKind.PLAYED or outcome.opponent == NOBODY or opponent is None:
            continue
        if opponent.rating and at < len(opponent.outcomes):
            theirs = opponent.outcomes[at].points
            rounds.append((opponent.rating, 2 if outcome.points > theirs else int(outcome.points == theirs)))
    return rounds


def rating_changes(section: Section, table: StandingTable) -> dict[int, float]:
    """Return by pairing number the change of the rating by the report that counts the section.

    Only lists that are public, only beside the last standings, and only of persons who may be named.
    """
    rows = RatingChange.objects.filter(
        period__rated_sections__section=section,
        period__rated_sections__night__isnull=True,
        period__rating_list__is_public=True,
    ).order_by("-period__rating_list", "pk")
    changes = {
        person: after - before
        for person, before, after in rows.values_list("person", "before", "after")
        if before is not None and after is not None
    }
    if not changes or section.round_rows.filter(number__gt=table.after, state=RoundState.CLOSED).exists():
        return {}
    withheld = persons_without_name_consent(persons=changes)
    entries = section.entries.filter(person__in=changes.keys() - withheld, number__isnull=False)
    return {number or 0: changes[person or 0] for number, person in entries.values_list("number", "person")}
