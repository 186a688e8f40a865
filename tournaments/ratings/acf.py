"""The ACF rating ("How ACF Ratings Are Calculated").

The performance in an event is the average rating of the opponents plus a window times wins less losses by the
number played; the rating is the average of the performances over the last 128 games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.ratings.fide_tables import rounded_half_up
from tournaments.ratings.values import RatedGame, played

WINDOW_BY_ROUND = 400  # scored by rounds of four games
WINDOW_BY_GAME = 670  # scored by game, two games a round
GAMES_KEPT = 128
DRAWN = 1


@dataclass(frozen=True, slots=True)
class EventPerformance:
    """What was achieved in one event, over so many games."""

    rating: Fraction
    games: int


def performance(units: Iterable[RatedGame], window: int) -> Fraction | None:
    """Rp = Rc + window * (W - L) / N; none where nothing was played."""
    counted = played(units)
    if not counted:
        return None
    surplus = sum(each.half_points - DRAWN for each in counted)
    return Fraction(sum(each.opponent_rating for each in counted) + window * surplus, len(counted))


def rating(performances: Sequence[EventPerformance]) -> int | None:
    """The average over the last 128 games, the newest event last; the oldest counted in part if need be."""
    total, left = Fraction(0), GAMES_KEPT
    for event in reversed(performances):
        games = min(event.games, left)
        total += event.rating * games
        left -= games
    used = GAMES_KEPT - left
    return rounded_half_up(total.numerator, total.denominator * used) if used else None
