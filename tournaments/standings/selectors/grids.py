"""Cross-table and progress table: the rounds behind the standings, as published or live."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from tournaments.core.result_figures import EN_DASH
from tournaments.models import Entry, Section
from tournaments.pairing.values import NOBODY, Colour, RoundKind
from tournaments.standings.ranking.crosstable import Step, progress_rows
from tournaments.standings.ranking.record import entrant_in, results_in
from tournaments.standings.ranking.values import Results
from tournaments.standings.selectors.snapshots import is_provisional, snapshot_in_force, table_of
from tournaments.standings.selectors.standings import formatted_rows, last_round, ranked_table
from tournaments.standings.selectors.system_standings import (
    StandingRow,
    StandingTable,
    has_own_ranking,
    own_ranking,
)

SIDES: Final[Mapping[Colour | None, str]] = {Colour.WHITE: "w", Colour.BLACK: "b"}
FORFEITS: Final[Mapping[RoundKind, str]] = {RoundKind.FORFEIT_WIN: "+", RoundKind.FORFEIT_LOSS: "-"}


class Grid(NamedTuple):
    """A table and every round it counts; `is_provisional`: one of them is not closed."""

    table: StandingTable
    results: Results
    is_provisional: bool


class ProgressStep(NamedTuple):
    """One round of a player: the score after it, the opponent and the side."""

    round: int
    score: int
    points: int
    opponent: Entry | None
    colour: Colour | None


class ProgressLine(NamedTuple):
    """A player's scores, the first round first."""

    rank: int
    entry: Entry
    steps: tuple[ProgressStep, ...]


class CrossCell(NamedTuple):
    """A round of a player: the opponent's number (0: none), the side or the sign of a forfeit, the points."""

    opponent: int
    side: str
    points: int

    def __str__(self) -> str:
        return f"{self.opponent or EN_DASH}{self.side} {self.points}"


CrossLine = tuple[StandingRow, list[str]]


def public_grid(section: Section) -> Grid:
    """Return the public grid: the rounds that the standings in force count, as they store them.

    Before any are published it is the current grid, so that it always fits `public_table`.
    """
    snapshot = snapshot_in_force(section)
    if snapshot is None:
        return grid_now(section)
    results = results_in(snapshot.facts, map(entrant_in, snapshot.rows))
    return Grid(table_of(snapshot, section), results, is_provisional=False)


def grid_now(section: Section) -> Grid:
    """Compute the rounds so far from current results, including the round in progress."""
    after = last_round(section)
    ranked, entries = ranked_table(section, after=after)
    is_own = has_own_ranking(section)
    table = own_ranking(section, after=after) if is_own else formatted_rows(ranked, entries, after=after)
    return Grid(table, ranked.results, is_provisional=is_provisional(section))


def cross_lines(grid: Grid) -> list[CrossLine]:
    """Return every player's rounds in the order of the table: opponent's number, side and points.

    The side is w or b, or + or - if the round was won or lost by forfeit; without an opponent a dash.
    """
    return [(row, [str(cell) for cell in cells]) for row, cells in cross_cells(grid)]


def cross_cells(grid: Grid) -> list[tuple[StandingRow, list[CrossCell]]]:
    """Return the same with the parts of each cell."""
    steps = _steps(grid)
    return [(row, [_cell(step) for step in steps.get(row.entry.number or 0, ())]) for row in grid.table.rows]


def _cell(step: Step) -> CrossCell:
    meeting = step.meeting
    if step.opponent == NOBODY:
        return CrossCell(0, "", meeting.game_points)
    side = FORFEITS.get(meeting.kind) or SIDES.get(meeting.colour, "")
    return CrossCell(step.opponent, side, meeting.game_points)


def progress_lines(grid: Grid) -> list[ProgressLine]:
    """Return the scores of all players after each round, in the order of the table."""
    entries = {row.entry.number: row.entry for row in grid.table.rows}
    steps = _steps(grid)
    return [
        ProgressLine(
            row.rank, row.entry, tuple(_progress(step, entries) for step in steps[row.entry.number or 0])
        )
        for row in grid.table.rows
        if row.entry.number in steps
    ]


def _progress(step: Step, entries: Mapping[int | None, Entry]) -> ProgressStep:
    opponent = None if step.opponent == NOBODY else entries.get(step.opponent)
    meeting = step.meeting
    return ProgressStep(meeting.round, step.score, meeting.points, opponent, meeting.colour)


def _steps(grid: Grid) -> dict[int, tuple[Step, ...]]:
    ranks = {row.entry.number or 0: row.rank for row in grid.table.rows}
    return {row.number: row.steps for row in progress_rows(grid.results, ranks)}
