"""The FIDE rating (B.02, from 1 March 2024, amended 1 October 2025)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.ratings.fide_tables import expected_hundredths, performance_difference, rounded_half_up
from tournaments.ratings.values import RatedGame, played

WIDEST_DIFFERENCE = 400
UNCAPPED_FROM = 2650
FLOOR, GREATEST_INITIAL = 1400, 2200
FEWEST_GAMES_TO_BEGIN = 5
HYPOTHETICAL = 1800  # two draws against such an opponent go into a first rating
MOST_CHANGE = 700  # K times the games of a period


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """What the development factor depends on."""

    rating: int
    games: int
    is_junior: bool = False
    has_reached_2400: bool = False


def development_factor(career: Career, games: int = 0) -> int:
    """K: 40 for new players and juniors under 2300, 20 below 2400, then 10; K times `games` at most 700."""
    factor = _factor(career)
    return min(factor, MOST_CHANGE // games) if games else factor


def _factor(career: Career) -> int:
    """K before it is limited by the games of a period."""
    if career.games < 30 or (career.is_junior and career.rating < 2300):  # noqa: PLR2004 - B.02 8.3.3
        return 40
    return 10 if career.has_reached_2400 or career.rating >= 2400 else 20  # noqa: PLR2004 - B.02 8.3.3


def expected(rating: int, opponent: int) -> int:
    """The expected score in hundredths; a difference over 400 counts as 400, not for players from 2650 on."""
    difference = rating - opponent
    if rating < UNCAPPED_FROM:
        difference = max(-WIDEST_DIFFERENCE, min(WIDEST_DIFFERENCE, difference))
    return expected_hundredths(difference)


def change(rating: int, games: Iterable[RatedGame], factor: int) -> Fraction:
    """K times the score less the expected score, exactly; forfeits are left out."""
    counted = played(games)
    surplus = sum(50 * game.half_points - expected(rating, game.opponent_rating) for game in counted)
    return Fraction(factor * surplus, 100)


def new_rating(rating: int, games: Iterable[RatedGame], factor: int) -> int:
    """The rating after a period, a half upward."""
    changed = rating + change(rating, games, factor)
    return rounded_half_up(changed.numerator, changed.denominator)


def initial_rating(games: Iterable[RatedGame]) -> int | None:
    """A first rating from five games on: average and table difference with two draws against 1800 added.

    None where there are fewer games, where all were lost or drawn to nothing, or below the floor of 1400.
    """
    counted = played(games)
    score = sum(game.half_points for game in counted)
    if len(counted) < FEWEST_GAMES_TO_BEGIN or not score:
        return None
    number = len(counted) + 2
    average = rounded_half_up(sum(game.opponent_rating for game in counted) + 2 * HYPOTHETICAL, number)
    first = average + performance_difference(rounded_half_up(50 * (score + 2), number))
    return None if first < FLOOR else min(first, GREATEST_INITIAL)
