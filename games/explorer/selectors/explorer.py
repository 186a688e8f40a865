"""Moves played from a position: how often, with what results, when and by whom.

A position that at most `MAX_READ` games reached is counted game by game. One of the opening that more reached
is counted in advance, by club and year. Of a player, all games are counted, up to `MAX_OF_PLAYER`. Any other
position is counted among the newest `MAX_READ`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final

from django.db.models import BigIntegerField, Exists, F, Max, Min, OuterRef, Q, Sum
from django.db.models.functions import Cast

from club.core.selectors import organisation_list
from games.explorer.models import OpeningMove
from games.explorer.position_keys import code_of, edge_key, position_key
from games.explorer.selectors.reached import (
    MAX_READ,
    WINNERS,
    ExplorerFilters,
    GameAt,
    Reached,
    games_at,
    has_more_than,
    newest_admitted,
    rows_of_player,
    strongest_places,
)
from games.explorer.selectors.walk import Choice, Walk
from games.models import Game, Winner

STRONGEST: Final = "strongest"
ORDERS: Final = ("newest", STRONGEST)
SHOWN_GAMES: Final = 10
SHOWN_PLAYERS: Final = 5
PLAYERS_AMONG: Final = 200
EDGES_PER_QUERY: Final = 1_000


@dataclass(slots=True)
class Tally:
    """Games by result, with the years of those that have one."""

    games: int = 0
    white: int = 0
    draws: int = 0
    black: int = 0
    dated: int = 0
    years: int = 0
    first_year: int | None = None
    last_year: int | None = None

    @property
    def open(self) -> int:
        """Games without a result."""
        return self.games - self.white - self.draws - self.black

    @property
    def average_year(self) -> int | None:
        """Average of the known years."""
        return round(self.years / self.dated) if self.dated else None

    def share(self, count: int) -> int:
        """Return a count in whole hundredths of the games."""
        return round(100 * count / self.games) if self.games else 0

    @property
    def shares(self) -> tuple[int, int, int]:
        """Wins of White, draws and wins of Black in whole hundredths."""
        return self.share(self.white), self.share(self.draws), self.share(self.black)

    def add(self, other: "Tally") -> None:
        """Add the counts of others."""
        for name in ("games", "white", "draws", "black", "dated", "years"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        firsts = [year for year in (self.first_year, other.first_year) if year]
        lasts = [year for year in (self.last_year, other.last_year) if year]
        self.first_year, self.last_year = min(firsts, default=None), max(lasts, default=None)

    def count(self, winner: Winner, year: int, games: int) -> None:
        """Count games of a result and a year."""
        self.games += games
        self.white += games * (winner is Winner.WHITE)
        self.draws += games * (winner is Winner.DRAW)
        self.black += games * (winner is Winner.BLACK)
        if year:
            self.dated += games
            self.years += games * year
            self.first_year = min(self.first_year or year, year)
            self.last_year = max(self.last_year or year, year)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A legal move and its games."""

    choice: Choice
    tally: Tally
    share: int


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """A name, and how many of the newest games with the position it has."""

    name: str
    games: int


@dataclass(frozen=True, slots=True)
class Explored:
    """Answer of the explorer for one position."""

    total: Tally
    moves: list[PlayedMove]
    unplayed: list[Choice]
    ended: int
    games: list[GameAt]
    players: list[PlayerCount]
    newest_only: int | None = field(default=None)  # games that were read, if older ones are left out


def explore(line: Walk, filters: ExplorerFilters, *, order: str = ORDERS[0]) -> Explored:
    """Count the moves that were played from the last position of a line, however it was reached.

    `order` is that of the games listed.
    """
    key = position_key(line.position, line.variant)
    choices, is_more = line.choices(), has_more_than(MAX_READ, key)
    can_be_summed = is_more and not filters.player and filters.winner != Winner.NONE
    counted = _counted_in_advance(key, choices, filters) if can_be_summed else None
    of_player = rows_of_player([key], filters) if filters.player else None
    enough = MAX_READ if counted is None or order == STRONGEST else PLAYERS_AMONG
    rows = newest_admitted(key, filters, enough=enough) if of_player is None else of_player
    is_all = not is_more or of_player is not None
    tallies = _tallies(rows) if counted is None else counted
    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    places = [(row.game_id, row.ply) for row in rows]
    listed = places[:SHOWN_GAMES]
    if order == STRONGEST:
        listed = strongest_places(key, rows, filters, limit=SHOWN_GAMES, is_all=is_all)
    return Explored(
        total=total,
        moves=_moves(choices, tallies, total),
        unplayed=[choice for choice in choices if code_of(choice.move) not in tallies],
        ended=tallies[0].games if 0 in tallies else 0,
        games=games_at(listed),
        players=_players(places[:PLAYERS_AMONG]),
        newest_only=MAX_READ if counted is None and not is_all else None,
    )


def _moves(choices: Iterable[Choice], tallies: Mapping[int, Tally], total: Tally) -> list[PlayedMove]:
    """Return the played moves, most frequent first; moves with equal codes share one line."""
    by_code: dict[int, Choice] = {}
    for choice in choices:
        by_code.setdefault(code_of(choice.move), choice)
    played = [
        PlayedMove(choice, tallies[code], total.share(tallies[code].games))
        for code, choice in by_code.items()
        if code in tallies
    ]
    return sorted(played, key=lambda each: (-each.tally.games, each.choice.move))


def _tallies(rows: Iterable[Reached]) -> dict[int, Tally]:
    """Count rows by the code of the move; 0 is the end of a game."""
    tallies: dict[int, Tally] = {}
    equal = Counter(map(itemgetter(2, 4, 3), rows))  # in C: a position has thousands of rows
    for (move, winner, year), games in equal.items():
        tallies.setdefault(move, Tally()).count(WINNERS[winner], year, games)
    return tallies


def _counted_in_advance(
    key: int, choices: Iterable[Choice], filters: ExplorerFilters
) -> dict[int, Tally] | None:
    """Return the counts of an opening by the code of the move; None if the position is none of an opening."""
    codes = {
        edge_key(key, code, club): code
        for club in _clubs(filters.club)
        for code in {code_of(choice.move) for choice in choices}
    }
    edges = list(codes)
    tallies: dict[int, Tally] = {}
    is_known = False
    for start in range(0, len(edges), EDGES_PER_QUERY):
        part = OpeningMove.objects.filter(edge__in=edges[start : start + EDGES_PER_QUERY])
        is_known = is_known or part.exists()
        for row in _sums(part, filters):
            tally = _tally_of(row, filters)
            if tally.games:
                tallies.setdefault(codes[row["edge"]], Tally()).add(tally)
    return tallies if is_known else None


def _sums(rows: Any, filters: ExplorerFilters) -> Any:
    if filters.year_from is not None:
        rows = rows.filter(year__gte=filters.year_from)
    if filters.year_to is not None:
        rows = rows.filter(year__gt=0, year__lte=filters.year_to)
    column = _column(filters)
    weight, known = F(column), Q(("year__gt", 0), (f"{column}__gt", 0))
    years = Cast(F("year"), BigIntegerField()) * weight
    return rows.values("edge").annotate(
        all_games=Sum("games"),
        won_by_white=Sum("white"),
        won_by_black=Sum("black"),
        drawn=Sum("draws"),
        dated=Sum(weight, filter=known, default=0),
        years=Sum(years, default=0),
        first_year=Min("year", filter=known),
        last_year=Max("year", filter=known),
    )


def _column(filters: ExplorerFilters) -> str:
    """Return the column that counts the games of the wanted result."""
    columns: dict[str, str] = {Winner.WHITE: "white", Winner.BLACK: "black", Winner.DRAW: "draws"}
    return columns.get(filters.winner, "games")


def _tally_of(row: dict[str, int], filters: ExplorerFilters) -> Tally:
    results = {
        Winner.WHITE: row["won_by_white"],
        Winner.DRAW: row["drawn"],
        Winner.BLACK: row["won_by_black"],
        Winner.NONE: row["all_games"] - row["won_by_white"] - row["drawn"] - row["won_by_black"],
    }
    if filters.winner:
        results = {winner: count if winner == filters.winner else 0 for winner, count in results.items()}
    return Tally(
        games=sum(results.values()),
        white=results[Winner.WHITE],
        draws=results[Winner.DRAW],
        black=results[Winner.BLACK],
        dated=row["dated"],
        years=row["years"],
        first_year=row["first_year"],
        last_year=row["last_year"],
    )


def _clubs(slug: str) -> list[int]:
    """Return the numbers of the clubs whose games count: the one named, or all that have games."""
    clubs = organisation_list()
    if slug:
        return list(clubs.filter(slug=slug).values_list("pk", flat=True))
    games = Game.objects.filter(organisation=OuterRef("pk"))
    return list(clubs.filter(Exists(games)).values_list("pk", flat=True))


def _players(places: Iterable[tuple[int, int]]) -> list[PlayerCount]:
    """Return the names that most of these games have."""
    games = Game.objects.filter(pk__in=[number for number, _ply in places])
    names = Counter(name for pair in games.values_list("white", "black") for name in pair if name)
    ranked = sorted(names.items(), key=lambda item: (-item[1], item[0]))
    return [PlayerCount(name, count) for name, count in ranked[:SHOWN_PLAYERS]]
