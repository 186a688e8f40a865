"""Games that reached a position, newest first, from the rows of the index."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from django.db.models import Max

from games.archive.selectors.archive import GameFilters, game_list
from games.explorer.lines import line_of
from games.explorer.models import WINNER_CODES, GamePosition, IndexProgress
from games.models import Game, Winner

MAX_READ: Final = 2_000
"""Rows of one position that a question reads: the newest games."""
MAX_OF_PLAYER: Final = 5_000
"""Games of a player that are looked for in a position one by one."""
STRONGEST_STEPS: Final = (0, 200, 1_000, 5_000)
"""Games of the strongest players that are looked for in a position, until there are enough."""
GAME_COLUMNS: Final = (
    "white",
    "black",
    "event",
    "date",
    "round",
    "year",
    "result",
    "winner",
    "ply_count",
    "strength",
)
WINNERS: Final = {code: winner for winner, code in WINNER_CODES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplorerFilters:
    """Filters of the games that count; an empty one means no restriction."""

    club: str = ""
    player: str = ""
    year_from: int | None = None
    year_to: int | None = None
    winner: str = ""

    @property
    def is_any(self) -> bool:
        """True if some filter is set."""
        return self != ExplorerFilters()

    @property
    def is_of_rows(self) -> bool:
        """True if a filter asks for what the index has."""
        return bool(self.winner) or (self.year_from, self.year_to) != (None, None)

    @property
    def is_of_games(self) -> bool:
        """True if a filter asks for what only the game itself has."""
        return bool(self.club or self.player)

    def of_games(self) -> GameFilters:
        """Return the filters of club and player for the list of games."""
        return GameFilters(club=self.club, player=self.player)

    def admits(self, row: "Reached") -> bool:
        """Check year and winner."""
        if self.winner and row.winner != WINNER_CODES[Winner(self.winner)]:
            return False
        if self.year_from is not None and row.year < self.year_from:
            return False
        return self.year_to is None or 0 < row.year <= self.year_to


class Reached(NamedTuple):
    """A game that reached a position, and the move it played there."""

    game_id: int
    ply: int
    move: int
    year: int
    winner: int


@dataclass(frozen=True, slots=True)
class GameAt:
    """A game of the archive at a half-move."""

    game: Game
    ply: int


def has_more_than(limit: int, key: int) -> bool:
    """Check that more games reached a position; the index is counted up to there."""
    rows = GamePosition.objects.filter(key=key).order_by("-game_id").values_list("game_id", flat=True)
    return bool(rows[limit : limit + 1])


def newest_rows(keys: Iterable[int], *, before: int | None = None, limit: int = MAX_READ) -> list[Reached]:
    """Return the newest games with a position; of several positions (sides to move) merged."""
    rows: list[Reached] = []
    for key in keys:
        found = GamePosition.objects.filter(key=key)
        if before is not None:
            found = found.filter(game_id__lt=before)
        columns = found.order_by("-game_id").values_list("game_id", "ply", "move", "year", "winner")
        rows += map(Reached._make, columns[:limit])
    rows.sort(reverse=True)
    return rows[:limit]


def rows_of_player(keys: Iterable[int], filters: ExplorerFilters) -> list[Reached] | None:
    """Return all rows of a player that fit the filters, newest first; None for too many games."""
    games = game_list(filters.of_games()).order_by().select_related(None)
    numbers = list(games.values_list("pk", flat=True)[: MAX_OF_PLAYER + 1])
    if len(numbers) > MAX_OF_PLAYER:
        return None
    rows: list[Reached] = []
    for key in keys:
        found = GamePosition.objects.filter(key=key, game_id__in=numbers)
        rows += map(Reached._make, found.values_list("game_id", "ply", "move", "year", "winner"))
    return sorted((row for row in rows if filters.admits(row)), reverse=True)


def strongest_places(
    key: int, rows: Iterable[Reached], filters: ExplorerFilters, *, limit: int, is_all: bool
) -> list[tuple[int, int]]:
    """Return games of the strongest players, and the half-moves at which they reached a position.

    `rows` are those that fit the filters; if they are not all, the strongest games of the archive are looked
    for in the position first.
    """
    places: dict[int, int] = {}
    best = Game.objects.filter(strength__gt=0).order_by("-strength", "-pk").values_list("pk", flat=True)
    for start, end in pairwise(STRONGEST_STEPS if not is_all else ()):
        numbers = list(best[start:end])
        found = GamePosition.objects.filter(key=key, game_id__in=numbers)
        columns = found.values_list("game_id", "ply", "move", "year", "winner")
        plies = {row.game_id: row.ply for row in admitted(map(Reached._make, columns), filters)}
        places |= {number: plies[number] for number in numbers if number in plies}
        if len(places) >= limit:
            return list(places.items())[:limit]
    others = {row.game_id: row.ply for row in rows if row.game_id not in places}
    games = Game.objects.filter(pk__in=others).order_by("-strength", "-pk").values_list("pk", flat=True)
    places |= {number: others[number] for number in games[: limit - len(places)]}
    return list(places.items())


def admitted(rows: Iterable[Reached], filters: ExplorerFilters) -> list[Reached]:
    """Return the rows that fit the filters; club and player take one more query."""
    fitting = [row for row in rows if filters.admits(row)] if filters.is_of_rows else [*rows]
    if not filters.is_of_games or not fitting:
        return fitting
    games = game_list(filters.of_games()).filter(pk__in=[row.game_id for row in fitting])
    numbers = set(games.order_by().values_list("pk", flat=True))
    return [row for row in fitting if row.game_id in numbers]


def newest_admitted(key: int, filters: ExplorerFilters, *, enough: int) -> list[Reached]:
    """Return newest games that fit the filters: enough of them, if the newest `MAX_READ` have so many."""
    rows: list[Reached] = []
    for limit in (min(2 * enough if filters.is_any else enough, MAX_READ), MAX_READ):
        read = newest_rows([key], limit=limit)
        rows = admitted(read, filters)
        if len(rows) >= enough or len(read) < limit:
            break
    return rows


def games_at(places: Iterable[tuple[int, int]]) -> list[GameAt]:
    """Return games with their half-moves, in the order given."""
    wanted = list(places)
    games = Game.objects.only(*GAME_COLUMNS).in_bulk([number for number, _ply in wanted])
    return [GameAt(games[number], ply) for number, ply in wanted if number in games]


# -- how far the index is built ----------------------------------------------------------------------


def last_stored_game() -> int:
    """Return the number of the newest stored game; 0 in an empty archive."""
    return Game.objects.aggregate(last=Max("pk"))["last"] or 0


def is_index_complete() -> bool:
    """Check that no game of an earlier version or of a restored backup waits to be indexed.

    Such games come before all that index themselves: the first one that the walk has not seen decides.
    """
    progress = IndexProgress.objects.first()
    waiting = Game.objects.filter(pk__gt=progress.up_to if progress else 0, beginning_of=None)
    game = waiting.exclude(variant="").exclude(line_key=None).defer("pdn").order_by("pk").first()
    positions = line_of(game).positions if game else ()
    if game is None or not positions:
        return True
    return GamePosition.objects.filter(key=positions[0].key, game_id=game.pk).exists()
