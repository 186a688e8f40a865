"""Games of a person in published rounds of public events: facts to count, and games for display."""

from collections.abc import Iterable
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Left, TruncDate

from club.models import Person
from tournaments.core.openings import opening_label
from tournaments.models import Entry, EventState, GameResult, Outcome, RoundState, TeamMember
from tournaments.nights.selectors.nights import day_of
from tournaments.ratings.selectors.rated_games import HALF_POINTS, half_points_of

OPENING_WIDTH: Final = 60  # the first moves of a record, with the squares of their captures
EVENT: Final = "pairing__round__section__event"
COLUMNS: Final = (
    *("pk", "number", "outcome", "mark", "pairing__ballot", "plies", "game"),
    *("pairing__white__person", "pairing__white__name", "pairing__white__rating"),
    *("pairing__black__person", "pairing__black__name", "pairing__black__rating"),
    *("first_member__person", "first_member__name", "first_member__rating"),
    *("second_member__person", "second_member__name", "second_member__rating"),
)


class PlayerGame(NamedTuple):
    """A game from its player's side; `rating` is the opponent's in that event, 0 if unknown.

    `record` is the id of the game in the archive, if its moves are known.
    """

    result: int
    record: int | None
    opponent: str
    opponent_person: int | None
    rating: int
    is_white: bool
    half_points: int
    opening: str


class GameLine(NamedTuple):
    """A game for display.

    The date `written` in the record counts before the day of the round: old games are entered later.
    """

    game: PlayerGame
    result: GameResult
    written: str
    on: date | None


class Seats(NamedTuple):
    """Ids of a person's entries, of the places in teams, and of the entries of these teams."""

    entries: list[int]
    members: list[int]
    teams: list[int]


def seats_of(person: Person) -> Seats:
    """Return where a person plays or played, public or not; read once for a page."""
    entries = Entry.objects.filter(person=person).order_by().values_list("pk", flat=True)
    members = list(TeamMember.objects.filter(person=person).order_by().values_list("pk", "entry"))
    return Seats(list(entries), [pk for pk, _team in members], [team for _pk, team in members])


def public_games(seats: Seats) -> QuerySet[GameResult]:
    """Return the games that a person has played in public, alone or in a team.

    The seats are ids: with a join to persons on both sides of a pairing neither PostgreSQL nor SQLite uses
    the indexes of the two sides.
    """
    entries, members, _teams = seats
    alone = _public(Q(pairing__white__in=entries) | Q(pairing__black__in=entries))
    if not members:
        return alone
    in_team = _public(Q(first_member__in=members) | Q(second_member__in=members))
    if not entries:
        return in_team
    numbers = alone.order_by().values("pk").union(in_team.order_by().values("pk"))
    return GameResult.objects.filter(pk__in=numbers)


def _public(own: Q) -> QuerySet[GameResult]:
    rows = GameResult.objects.filter(own, outcome__in=list(HALF_POINTS), pairing__black__isnull=False)
    rows = rows.exclude(pairing__round__state=RoundState.DRAFT)
    return rows.exclude(**{f"{EVENT}__state": EventState.DRAFT})


def player_games(person: Person, seats: Seats) -> tuple[PlayerGame, ...]:
    """Return all games of a person, the newest first, in one query of narrow rows.

    Events are ordered by their first day. Counting in the database would read the same rows once for each
    table of the page.
    """
    begun = Coalesce(f"{EVENT}__starts_on", f"{EVENT}__ends_on", TruncDate(f"{EVENT}__created_at"))
    rows = public_games(seats).annotate(plies=Left("game__move_line", OPENING_WIDTH))
    ordered = rows.order_by(begun.desc(), "-pairing__round__number", "-pk")
    return tuple(_player_game(row, person) for row in ordered.values_list(*COLUMNS))


def _player_game(row: tuple[Any, ...], person: Person) -> PlayerGame:
    result, number, outcome, mark, ballot, plies, record = row[:7]
    white, black, one, two = (row[at : at + 3] for at in (7, 10, 13, 16))
    first, second = (one if one[1] is not None else white), (two if two[1] is not None else black)
    is_first = first[0] == person.pk
    is_white = is_first == (number % 2 == 1)
    won = half_points_of(Outcome(outcome), mark) or 0
    opponent, name, rating = second if is_first else first
    return PlayerGame(
        result,
        record,
        name,
        opponent,
        rating or 0,
        is_white,
        won if is_white else 2 - won,
        opening_label(kept=ballot, game=number, move_line=plies or ""),
    )


def game_lines(games: Iterable[PlayerGame]) -> list[GameLine]:
    """Return some games of a person for display, in their order, in one query."""
    shown = list(games)
    rows = GameResult.objects.filter(pk__in=[one.result for one in shown]).select_related(
        "pairing__round__night", EVENT
    )
    rows = rows.defer("pairing__round__reasons").annotate(written=F("game__date"))
    found = rows.in_bulk() if shown else {}
    return [_game_line(one, found[one.result]) for one in shown]


def _game_line(game: PlayerGame, row: Any) -> GameLine:
    return GameLine(game, row, row.written or "", day_of(row.pairing.round))
