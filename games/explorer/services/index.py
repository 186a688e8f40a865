"""Index of positions, kept in the transaction that stores, changes or deletes games.

Each table takes one statement for all games of a change. Rows that transactions share (the counts of an
opening) are written last and in the order of their keys: two imports wait for each other without a deadlock.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.explorer.lines import line_of
from games.explorer.models import WINNER_CODES, GameEnding, GamePosition
from games.explorer.position_keys import edge_key
from games.explorer.services.index_rows import Counts, add_counts, delete_rows, insert_rows
from games.models import Game, Winner

OPENING_PLIES: Final = 20
"""Half-moves of a game that are counted in advance. Later positions are counted when somebody asks."""
Row = tuple[int, ...]


@dataclass(slots=True)
class Contents:
    """Rows of some games in the three tables."""

    positions: set[Row] = field(default_factory=set)
    endings: set[Row] = field(default_factory=set)
    counts: Counts = field(default_factory=dict)

    def add(self, game: Game, sign: int) -> None:
        """Add the rows of a game; with a negative sign its counts are subtracted."""
        line = line_of(game)
        winner, year = WINNER_CODES[Winner(game.winner)], game.year or 0
        counted = tuple(sign * one for one in (1, winner == 1, winner == 2, winner == 3))  # noqa: PLR2004 - the codes above
        for key, ply, move in line.positions:
            self.positions.add((key, game.pk, ply, move, year, winner))
            if ply < OPENING_PLIES and move:
                edge = edge_key(key, move, game.organisation_id), year
                before = self.counts.get(edge)
                self.counts[edge] = (
                    counted
                    if before is None
                    else (
                        before[0] + counted[0],
                        before[1] + counted[1],
                        before[2] + counted[2],
                        before[3] + counted[3],
                    )
                )
        self.endings.update((one.material, game.pk, one.ply, one.stood, one.is_final) for one in line.endings)


def update_index(*, removed: Sequence[Game], added: Sequence[Game]) -> None:
    """Take games out of the index as they were stored, and enter them as they are stored now."""
    indexed = indexed_numbers(removed)
    old, new = Contents(), Contents()
    for game in removed:
        if game.pk in indexed:
            old.add(game, -1)
    for game in added:
        if game.beginning_of_id is None:
            new.add(game, 1)
    delete_rows(GamePosition, (row[:2] for row in old.positions - new.positions))
    delete_rows(GameEnding, (row[:2] for row in old.endings - new.endings))
    insert_rows(GamePosition, sorted(new.positions - old.positions))
    insert_rows(GameEnding, sorted(new.endings - old.endings))
    add_counts(_difference(old.counts, new.counts))


def _difference(old: Counts, new: Counts) -> Counts:
    """Add the counts of both; those that do not change are left out."""
    nothing = (0, 0, 0, 0)
    both: Counts = {}
    for edge in old.keys() | new.keys():
        minus, plus = old.get(edge, nothing), new.get(edge, nothing)
        total = minus[0] + plus[0], minus[1] + plus[1], minus[2] + plus[2], minus[3] + plus[3]
        if any(total):
            both[edge] = total
    return both


def indexed_numbers(games: Iterable[Game]) -> set[int]:
    """Lock these games, and return the numbers of those in the index: their first position is in it.

    Of two transactions that take the same game out, the second finds it gone.
    """
    first = {game.pk: line.positions[0].key for game in games if (line := line_of(game)).positions}
    if not first:
        return set()
    list(Game.objects.select_for_update(no_key=True).filter(pk__in=first).order_by("pk").values_list("pk"))
    rows = GamePosition.objects.filter(key__in=set(first.values()), game_id__in=first)
    return set(rows.values_list("game_id", flat=True))
