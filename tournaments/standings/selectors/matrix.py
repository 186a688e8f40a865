"""Matrix of a section in which all meet: the results of every player against every other."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tournaments.models import Entry, GameResult, Section
from tournaments.pairing.values import NOBODY, RoundKind
from tournaments.standings.ranking.values import Entrant, Outcome, Results
from tournaments.standings.selectors.grids import Grid
from tournaments.standings.selectors.system_standings import StandingRow

MAX_MATRIX: Final = 40
"""Players of the largest matrix: the cells of a page grow with the square of their number."""
TWO: Final = 2
FORFEIT_SIGNS: Final[Mapping[RoundKind, str]] = {
    RoundKind.FORFEIT_WIN: "+",
    RoundKind.FORFEIT_LOSS: "\N{MINUS SIGN}",
}


class MatrixResult(NamedTuple):
    """A result against an opponent: points, or the sign of a forfeit. `record` is the stored game, if any."""

    round: int
    game: int
    text: str
    record: int | None


class MatrixCell(NamedTuple):
    """Results of a player against an opponent, the first round first; on the diagonal there is nobody."""

    opponent: Entry
    is_self: bool
    results: tuple[MatrixResult, ...]


class MatrixLine(NamedTuple):
    """A player and the results against all players, in the order of the standings."""

    row: StandingRow
    cells: tuple[MatrixCell, ...]


def has_matrix(results: Results) -> bool:
    """Check that a section is a round robin or a match of two, and small enough for a readable matrix."""
    many = len(results.entrants)
    return TWO <= many <= MAX_MATRIX and (results.is_round_robin or many == TWO)


def matrix_lines(section: Section, grid: Grid) -> list[MatrixLine]:
    """Return the matrix in the order of the table; empty where a section has none."""
    if not has_matrix(grid.results):
        return []
    records = _records(section, until=grid.results.rounds)
    entrants = {one.number: one for one in grid.results.entrants}
    return [_line(row, grid, entrants[row.entry.number or 0], records) for row in grid.table.rows]


def _line(
    row: StandingRow, grid: Grid, entrant: Entrant, records: Mapping[tuple[int, int, int], int]
) -> MatrixLine:
    met: dict[int, list[MatrixResult]] = {}
    for number, outcome in enumerate(entrant.outcomes, start=1):
        if outcome.opponent != NOBODY:
            met.setdefault(outcome.opponent, []).extend(
                MatrixResult(number, game, text, records.get((entrant.number, number, game)))
                for game, text in _texts(outcome, grid.results)
            )
    cells = (
        MatrixCell(
            other.entry, other.entry.number == entrant.number, tuple(met.get(other.entry.number or 0, ()))
        )
        for other in grid.table.rows
    )
    return MatrixLine(row, tuple(cells))


def _texts(outcome: Outcome, results: Results) -> Iterator[tuple[int, str]]:
    """Yield each game of a meeting with its text; the boards of a team match are one result."""
    sign = FORFEIT_SIGNS.get(outcome.kind)
    if sign or results.is_of_teams or len(outcome.games) < TWO:
        yield 1, sign or str(outcome.game_points)
        return
    for at, game in enumerate(outcome.games, start=1):
        yield at, str(game.points)


def _records(section: Section, *, until: int) -> dict[tuple[int, int, int], int]:
    """Return the stored games by player, round and game; none of team matches."""
    if section.is_team:
        return {}
    rows = GameResult.objects.filter(
        pairing__round__section=section, pairing__round__number__lte=until, game__isnull=False
    ).values_list(
        "pairing__white__number", "pairing__black__number", "pairing__round__number", "number", "game"
    )
    return {
        (player or 0, number, game): record
        for white, black, number, game, record in rows
        for player in (white, black)
    }
