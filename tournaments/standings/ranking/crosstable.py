"""Grids of a section: results of each entry against each opponent, and scores round by round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.values import NOBODY, Colour, RoundKind
from tournaments.standings.ranking.ranking import Standing, Table
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.values import Outcome, Results


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Result of an entry against an opponent in a round."""

    round: int
    points: int
    game_points: int
    colour: Colour | None
    kind: RoundKind


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    """A row of the grid: the meetings with all entries, in the order of the table."""

    rank: int
    number: int
    points: int
    meetings: tuple[tuple[Meeting, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One round of an entry: the meeting, the opponent with their rank, and the score after it."""

    meeting: Meeting
    opponent: int
    opponent_rank: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressRow:
    """A row of the progress table, round by round."""

    rank: int
    number: int
    steps: tuple[Step, ...]


def cross_table(table: Table) -> tuple[CrossRow, ...]:
    """Build the grid of all entries, in the order of the standings; no meeting is an empty cell."""
    reckoning = TiebreakContext(table.results)
    order = [standing.number for standing in table.standings]
    return tuple(_cross_row(reckoning, standing, order) for standing in table.standings)


def _cross_row(reckoning: TiebreakContext, standing: Standing, order: list[int]) -> CrossRow:
    """Build one row of the grid."""
    met: dict[int, list[Meeting]] = {}
    for index, outcome in enumerate(reckoning.outcomes[standing.number], 1):
        if outcome.opponent != NOBODY:
            met.setdefault(outcome.opponent, []).append(_meeting(index, outcome))
    return CrossRow(
        rank=standing.rank,
        number=standing.number,
        points=reckoning.totals(reckoning.results.primary)[standing.number],
        meetings=tuple(tuple(met.get(opponent, ())) for opponent in order),
    )


def progress_table(table: Table) -> tuple[ProgressRow, ...]:
    """Build the rounds of all entries, in the order of the standings."""
    return progress_rows(table.results, {standing.number: standing.rank for standing in table.standings})


def progress_rows(results: Results, ranks: Mapping[int, int]) -> tuple[ProgressRow, ...]:
    """Build the same with known ranks: `ranks` has the entries in the order of their table."""
    reckoning = TiebreakContext(results)
    return tuple(
        ProgressRow(rank=rank, number=number, steps=_steps(reckoning, number, ranks))
        for number, rank in ranks.items()
        if number in reckoning.outcomes
    )


def _steps(reckoning: TiebreakContext, number: int, ranks: Mapping[int, int]) -> tuple[Step, ...]:
    """The rounds of one entry with the running score."""
    steps, score = [], 0
    points = reckoning.points(reckoning.results.primary)[number]
    for index, (outcome, given) in enumerate(zip(reckoning.outcomes[number], points, strict=True), 1):
        score += given
        steps.append(
            Step(
                meeting=_meeting(index, outcome),
                opponent=outcome.opponent,
                opponent_rank=ranks.get(outcome.opponent, 0),
                score=score,
            )
        )
    return tuple(steps)


def _meeting(index: int, outcome: Outcome) -> Meeting:
    """Convert a round into a meeting."""
    return Meeting(
        round=index,
        points=outcome.points,
        game_points=outcome.game_points,
        colour=outcome.colour,
        kind=outcome.kind,
    )
