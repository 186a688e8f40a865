"""Boards of a round for a page: both players, their scores, and the games with their buttons."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournaments.core.result_figures import text_of, total_text
from tournaments.core.translate import Scorer
from tournaments.events.selectors.sections import boards_of
from tournaments.models import Entry, GameResult, Outcome, Pairing, Round, Section
from tournaments.standings.selectors.standings import points_table


class GameCell(NamedTuple):
    """One game of a board: the player with White, and the result from the first player's view.

    Between teams `first` and `second` are the names of the members at the board; empty for an empty board, or
    where the team plays without names.
    """

    result: GameResult
    first_is_white: bool
    text: str
    first: str = ""
    second: str = ""

    @property
    def first_wins(self) -> Outcome:
        """Outcome for a win of the first player."""
        return Outcome.WHITE if self.first_is_white else Outcome.BLACK

    @property
    def second_wins(self) -> Outcome:
        """Outcome for a win of the second player."""
        return Outcome.BLACK if self.first_is_white else Outcome.WHITE

    @property
    def is_on_a_key(self) -> bool:
        """True if the pressed key says the whole result."""
        return not self.result.mark and self.result.outcome in {Outcome.WHITE, Outcome.DRAW, Outcome.BLACK}

    @property
    def first_by_forfeit(self) -> Outcome:
        """Outcome for a win of the first player by forfeit."""
        return Outcome.WHITE_FORFEIT if self.first_is_white else Outcome.BLACK_FORFEIT

    @property
    def second_by_forfeit(self) -> Outcome:
        """Outcome for a win of the second player by forfeit."""
        return Outcome.BLACK_FORFEIT if self.first_is_white else Outcome.WHITE_FORFEIT


class BoardLine(NamedTuple):
    """A board of a round."""

    pairing: Pairing
    first: Entry
    second: Entry | None
    first_points: int
    second_points: int
    games: tuple[GameCell, ...]
    total: str

    @property
    def is_open(self) -> bool:
        """True if a game has no result."""
        return any(cell.result.outcome == Outcome.PENDING for cell in self.games)


def key_texts(section: Section) -> tuple[str, str, str]:
    """Return the labels of the result buttons: points for a win of the first, a draw, a win of the second."""
    win, draw, loss = section.win_points, section.draw_points, section.loss_points
    return tuple(f"{mine}\N{EN DASH}{theirs}" for mine, theirs in ((win, loss), (draw, draw), (loss, win)))  # type: ignore[return-value]


def board_lines(row: Round, points: Mapping[int, int] | None = None) -> list[BoardLine]:
    """Every board of a round, byes last; `points` before the round by pairing number, if they are known."""
    section, scorer, pairings = row.section, Scorer(row.section), list(boards_of(row))
    if points is None:
        known = points_table(section, after=row.number - 1)
    else:
        seats = [entry for one in pairings for entry in (one.white, one.black) if entry]
        known = {entry.pk: points.get(entry.number or 0, 0) for entry in seats}
    return [_line(pairing, known, scorer) for pairing in pairings]


def some_lines(row: Round, pairing_ids: Collection[int]) -> list[BoardLine]:
    """Some boards of a round."""
    pairings = list(boards_of(row).filter(pk__in=pairing_ids))
    points, scorer = _points_of(pairings, row), Scorer(row.section)
    return [_line(pairing, points, scorer) for pairing in pairings]


def board_line(pairing: Pairing) -> BoardLine:
    """Return one board, without the points before the round."""
    return _line(pairing, {}, Scorer(pairing.round.section))


def _points_of(pairings: Sequence[Pairing], row: Round) -> dict[int, int]:
    """Return the points before the round of the players at these boards."""
    seats = {entry for one in pairings for entry in (one.white_id, one.black_id) if entry}
    return points_table(row.section, after=row.number - 1, of=seats)


def _line(pairing: Pairing, points: dict[int, int], scorer: Scorer) -> BoardLine:
    games = tuple(
        GameCell(
            result,
            result.number % 2 == 1,
            text_of(result, scorer.section),
            result.first_member.name if result.first_member else "",
            result.second_member.name if result.second_member else "",
        )
        for result in pairing.games.all()
    )
    results = [cell.result for cell in games]
    mine, theirs = (scorer.games_of(results, is_white=side) for side in (True, False))
    is_begun = any(result.outcome != Outcome.PENDING for result in results)
    return BoardLine(
        pairing,
        pairing.white,
        pairing.black,
        points.get(pairing.white_id, 0),
        points.get(pairing.black_id, 0) if pairing.black_id else 0,
        games,
        total_text(mine, theirs, results) if is_begun else "",
    )
