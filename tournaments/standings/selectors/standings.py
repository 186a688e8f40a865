"""Standings of a section, computed from its results at each call."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from tournaments.core.section_options import ROUND_ROBINS, stages_of
from tournaments.core.translate import Scorer, histories
from tournaments.events.tie_break_names import column_name
from tournaments.models import Camp, Entry, RoundState, Ruling, Scoring, Section
from tournaments.pairing.lots import seed_of
from tournaments.pairing.values import ABSENT_ROUND, PlayerRound
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.display import format_value
from tournaments.standings.ranking.ranking import Table, codes_of, standings
from tournaments.standings.ranking.values import Entrant, Game, Results, Scale, Score, outcome_of
from tournaments.standings.selectors.round_games import games_by_round
from tournaments.standings.selectors.system_standings import (
    StandingRow,
    StandingTable,
    StandingValue,
    has_own_ranking,
    own_ranking,
)

__all__ = [
    "SectionInputs",
    "StandingRow",
    "StandingTable",
    "StandingValue",
    "last_round",
    "points_table",
    "results_of",
    "standing_rows",
]
LOTS: Final = "LOTS"


def points_table(section: Section, *, after: int, of: Collection[int] | None = None) -> dict[int, int]:
    """Return points by entry key after a round, of all entries or of some."""
    past = histories(section, before=after + 1, of=of)
    return {key: sum(one.points for one in rounds) for key, rounds in past.items()}


def last_round(section: Section) -> int:
    """The number of the latest round that is not a draft; 0 before the first."""
    latest = section.round_rows.exclude(state=RoundState.DRAFT).order_by("-number").first()
    return latest.number if latest else 0


class InputRows(NamedTuple):
    """Rounds and games by entry key, numbered entries, and deductions (entry key, round, points)."""

    past: Mapping[int, Sequence[PlayerRound]]
    games: Mapping[tuple[int, int], tuple[Game, ...]]
    entries: Iterable[Entry]
    deductions: Sequence[tuple[int, int | None, int]]


def _rows_of(section: Section, until: int) -> InputRows:
    return InputRows(
        histories(section, before=until + 1),
        games_by_round(section, until=until),
        section.entries.filter(number__isnull=False),
        _deductions(section),
    )


class SectionInputs:
    """Rows that the standings of a section are computed from, read once for all rounds up to `until`.

    `rows` are those of another source than the tables: of the audit log.
    """

    def __init__(self, section: Section, *, until: int, rows: InputRows | None = None) -> None:
        self.section, self.until = section, until
        past, games, entries, deductions = rows or _rows_of(section, until)
        self.entries = {entry.number: entry for entry in entries if entry.number is not None}
        self.outcomes = {
            key: tuple(outcome_of(one, games.get((key, at), ())) for at, one in enumerate(rounds, start=1))
            for key, rounds in past.items()
        }
        # The first round with a row of its own: histories fill the others with the one absent round.
        self.since = {
            key: next(at for at, one in enumerate(rounds, start=1) if one is not ABSENT_ROUND)
            for key, rounds in past.items()
        }
        self.deductions = deductions
        scorer = Scorer(section)
        self.facts = Results(
            entrants=(),
            rounds=until,
            scale=Scale(win=scorer.win, draw=scorer.draw, loss=scorer.loss),
            game_scale=Scale(win=section.win_points, draw=section.draw_points, loss=section.loss_points),
            games_per_round=section.games_per_pairing,
            primary=Score.GAME if section.is_team and section.scoring == Scoring.GAMES else Score.MATCH,
            is_round_robin=section.system in {*ROUND_ROBINS, "team_round_robin"},
            is_of_teams=section.is_team,
            stages=stages_of(section),
        )

    def results(self, *, after: int) -> tuple[Results, dict[int, Entry]]:
        """Return the inputs of tie-breaks after a round, and the entries by number.

        The entries are all that are in a round so far; before the first round all that have a number.
        """
        entries = {
            number: entry
            for number, entry in sorted(self.entries.items())
            if not after or self.since.get(entry.pk, after + 1) <= after
        }
        taken = _deducted(self.deductions, after)
        entrants = tuple(
            Entrant(
                number=number,
                rating=entry.rating,
                correction=-taken.get(entry.pk, 0),
                outcomes=self.outcomes.get(entry.pk, ())[:after],
            )
            for number, entry in entries.items()
        )
        lots = _lots(self.section, entries)
        return replace(self.facts, entrants=entrants, rounds=after, lots=lots), entries

    def ranked(self, *, after: int) -> tuple[Table, dict[int, Entry]]:
        """Compute the ranking after a round by the section's tie-breaks, and the entries by number."""
        results, entries = self.results(after=after)
        return standings(results, codes_of(["PTS", *self.section.tie_breaks])), entries

    def points(self, *, after: int) -> dict[int, int]:
        """Points by entry key after a round, as `points_table` returns them."""
        return {
            key: sum(one.points for one in outcomes[:after])
            for key, outcomes in self.outcomes.items()
            if self.since[key] <= after
        }


def deducted_points(section: Section, *, after: int) -> dict[int, int]:
    """Points taken by entry key, by rulings of rounds up to `after` and by those of no round."""
    return _deducted(_deductions(section), after)


def _deductions(section: Section) -> list[tuple[int, int | None, int]]:
    """Return entry key, round and points of each ruling in force that takes points."""
    rows = Ruling.objects.filter(superseded_by__isnull=True, points__gt=0, case__section=section)
    return list(rows.filter(entry__isnull=False).values_list("entry", "case__round_number", "points"))


def _deducted(deductions: Iterable[tuple[int, int | None, int]], after: int) -> dict[int, int]:
    taken: dict[int, int] = {}
    for entry, number, points in deductions:
        if number is None or number <= after:
            taken[entry] = taken.get(entry, 0) + points
    return taken


def results_of(section: Section, *, after: int) -> tuple[Results, dict[int, Entry]]:
    """Return the inputs of tie-breaks, and the entries by number: all that are in a round so far."""
    return SectionInputs(section, until=after).results(after=after)


def _lots(section: Section, numbers: Iterable[int]) -> tuple[int, ...]:
    """Return the order drawn by the section's seed; a late entry changes no other entry's lot."""
    if not any(Code.read(code).name == LOTS for code in section.tie_breaks):
        return ()
    return tuple(sorted(numbers, key=lambda number: seed_of(f"{section.seed} {LOTS} {number}")))


def ranked_table(section: Section, *, after: int) -> tuple[Table, dict[int, Entry]]:
    """Compute the ranking after a round by the section's tie-breaks, and the entries by number."""
    return SectionInputs(section, until=after).ranked(after=after)


def standing_rows(section: Section, *, after: int | None = None) -> StandingTable:
    """Compute the standings after a round, or after the latest published one, from current results."""
    round_number = last_round(section) if after is None else after
    if has_own_ranking(section):
        return own_ranking(section, after=round_number)
    table, entries = ranked_table(section, after=round_number)
    return formatted_rows(table, entries, after=round_number)


def formatted_rows(table: Table, entries: Mapping[int, Entry], *, after: int) -> StandingTable:
    """Format a ranking for pages."""
    if not entries:
        return StandingTable(after, (), ())
    entrants = {one.number: one for one in table.results.entrants}
    rows = tuple(_row(table, at, entries, entrants) for at in range(len(table.standings)))
    named = ((column.code.text, column.tiebreak.name) for column in table.columns)
    columns = tuple((code, column_name(code, name)) for code, name in named)
    return StandingTable(after, columns, rows)


def _row(table: Table, at: int, entries: Mapping[int, Entry], entrants: Mapping[int, Entrant]) -> StandingRow:
    standing = table.standings[at]
    ranks = [one.rank for one in table.standings[max(at - 1, 0) : at + 2]]
    values = tuple(
        StandingValue(
            column.code.text,
            format_value(value, column, table.results),
            value.parts,
            standing.decided_by == place,
        )
        for place, (column, value) in enumerate(zip(table.columns, standing.values, strict=True))
    )
    points = standing.values[0].amount
    return StandingRow(
        standing.rank,
        ranks.count(standing.rank) > 1,
        entries[standing.number],
        int(points or 0),
        entrants[standing.number],
        values,
    )


class CampScore(NamedTuple):
    """A team of the match, named by the club that all its players share, if any, and its points."""

    camp: str
    club: str
    points: int

    @property
    def name(self) -> str:
        """Return the name."""
        return self.club or str(Camp(self.camp).label)


def camp_scores(section: Section, table: StandingTable) -> list[CampScore]:
    """Return both teams in order; none in other systems, or while a player is in neither team."""
    if section.system != "scheveningen" or not table.rows:
        return []
    rows = section.entries.values_list("pk", "camp", "club_name")
    members = {key: (camp, club) for key, camp, club in rows}
    told = [(*members.get(row.entry.pk, ("", "")), row.points) for row in table.rows]
    if any(not camp for camp, _club, _points in told):
        return []
    return [
        _score(camp, [(club, points) for own, club, points in told if own == camp]) for camp in Camp.values
    ]


def _score(camp: str, members: list[tuple[str, int]]) -> CampScore:
    clubs = {club for club, _points in members}
    return CampScore(camp, clubs.pop() if len(clubs) == 1 else "", sum(points for _club, points in members))
