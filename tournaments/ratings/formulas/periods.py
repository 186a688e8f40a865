"""A rating period: all games are rated by the ratings before it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from tournaments.ratings.formulas.values import Change, Formula, RatedGame, Standing, Unit

Player = TypeVar("Player", bound=Hashable)
WHOLE = 2  # half points of a win


class Meeting(NamedTuple, Generic[Player]):
    """Two players of a game, or a round of games, and the half points of the first."""

    first: Player
    second: Player
    half_points: int
    unit: Unit = Unit.GAME
    games: int = 1


def rate_period(
    formula: Formula,
    standings: Mapping[Player, Standing],
    meetings: Iterable[Meeting[Player]],
    *,
    period: int,
    start: int = 0,
    juniors: Collection[Player] = (),
) -> dict[Player, Change]:
    """Return the changes of all players of a period; games against unrated opponents do not count."""
    games: dict[Player, list[RatedGame]] = {}
    before: dict[Player, Standing] = {}
    new = formula.newcomer(start)
    for meeting in meetings:
        for own, other, won in _sides(meeting):
            before.setdefault(own, standings.get(own, new))
            met = standings.get(other, new)
            against = games.setdefault(own, [])
            if met.rating is not None:
                against.append(
                    RatedGame(
                        half_points=won,
                        opponent_rating=met.rating,
                        opponent_deviation=met.deviation,
                        unit=meeting.unit,
                        games=meeting.games,
                    )
                )
    return {
        player: formula.rate(standing, games[player], period=period, is_junior=player in juniors)
        for player, standing in before.items()
    }


def _sides(meeting: Meeting[Player]) -> tuple[tuple[Player, Player, int], tuple[Player, Player, int]]:
    won = meeting.half_points
    return (meeting.first, meeting.second, won), (meeting.second, meeting.first, WHOLE - won)
