"""ACF rating ("How ACF Ratings Are Calculated").

The performance in an event is the average rating of the opponents plus a window times wins less losses by the
number played. The rating is the average of the performances over the last 128 games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.ratings.formulas.fide_tables import rounded_half_up
from tournaments.ratings.formulas.values import (
    Change,
    How,
    RatedGame,
    Standing,
    Unit,
    half_points_of,
    played,
    unchanged,
)

WINDOW_BY_ROUND = 400  # scored by rounds of four games
WINDOW_BY_GAME = 670  # scored by game, two games a round
STORED_GAMES = 128
DRAWN = 1
WINDOWS = {Unit.ROUND: WINDOW_BY_ROUND, Unit.GAME: WINDOW_BY_GAME}
DIGITS = 4


@dataclass(frozen=True, slots=True)
class EventPerformance:
    """Performance in one event, with its number of games."""

    rating: Fraction
    games: int


def rating(performances: Sequence[EventPerformance]) -> int | None:
    """The average over the last 128 games, the newest event last; the oldest counted in part if need be."""
    total, left = Fraction(0), STORED_GAMES
    for event in reversed(performances):
        games = min(event.games, left)
        total += event.rating * games
        left -= games
    used = STORED_GAMES - left
    return rounded_half_up(total.numerator, total.denominator * used) if used else None


class AcfFormula:
    """A list by this system: rounds of four games by the round, others by the game."""

    def newcomer(self, start: int) -> Standing:
        """Return the start of a new player: with the list's initial rating, or without one."""
        return Standing(rating=float(start), highest=float(start)) if start else Standing()

    def rate(self, own: Standing, games: Sequence[RatedGame], *, period: int, is_junior: bool) -> Change:  # noqa: ARG002 - age plays no part
        """Add the performance to earlier ones; only the last games stay in the average."""
        counted = played(games)
        if not counted:
            return unchanged(own)
        achieved = sum(
            Fraction(each.opponent_rating) + WINDOWS[each.unit] * (each.half_points - DRAWN)
            for each in counted
        )
        number = sum(each.games for each in counted)
        events = (*own.carried, (round(float(achieved / len(counted)), DIGITS), number))
        kept = _within_the_last(events)
        value = rating([EventPerformance(Fraction(each), played_then) for each, played_then in kept])
        after = replace(
            own,
            rating=float(value or 0),
            games=own.games + number,
            highest=max(own.highest, float(value or 0)),
            last_period=period,
            carried=kept,
        )
        how = How.FIRST if own.rating is None else How.RATED
        return Change(before=own, after=after, games=number, half_points=half_points_of(counted), how=how)

    def corrected(self, own: Standing, rating: float) -> Standing:
        """Set the standing as if all games of the average had been played at that strength."""
        games = min(own.games, STORED_GAMES)
        carried = ((rating, games),) if games else ()
        return replace(own, rating=rating, highest=max(own.highest, rating), carried=carried)


def _within_the_last(events: Sequence[tuple[float, int]]) -> tuple[tuple[float, int], ...]:
    """Return the events that contain the last games."""
    left, first = STORED_GAMES, len(events)
    while first and left > 0:
        first -= 1
        left -= events[first][1]
    return tuple(events[first:])
