"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): a rating, its deviation and its volatility."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.ratings.formulas.values import (
    Change,
    How,
    RatedGame,
    Standing,
    half_points_of,
    played,
    unchanged,
)

CENTRE, SCALE = 1500.0, 173.7178
PRECISION = 0.000001
DIGITS, FINE_DIGITS = 4, 8  # of ratings and deviations, of volatilities, as a list stores them
Slope = Callable[[float], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """Strength of a player; a new one is at 1500 with a deviation of 350."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def after_period(strength: Strength, games: Iterable[RatedGame], tau: float = 0.5) -> Strength:
    """The strength after a rating period; without games only the deviation grows."""
    counted = played(games)
    deviation = strength.deviation / SCALE
    if not counted:
        return idle(strength)
    own = (strength.rating - CENTRE) / SCALE
    variance, improvement = _evidence(own, counted)
    volatility = _volatility(strength.volatility, deviation, variance, variance * improvement, tau)
    wider = math.hypot(deviation, volatility)
    narrower = 1 / math.sqrt(1 / wider**2 + 1 / variance)
    rating = own + narrower**2 * improvement
    return Strength(rating=rating * SCALE + CENTRE, deviation=narrower * SCALE, volatility=volatility)


def idle(strength: Strength, periods: int = 1) -> Strength:
    """Return the strength after so many periods without a game."""
    wider = math.hypot(strength.deviation / SCALE, math.sqrt(periods) * strength.volatility)
    return Strength(rating=strength.rating, deviation=wider * SCALE, volatility=strength.volatility)


def _evidence(own: float, games: Sequence[RatedGame]) -> tuple[float, float]:
    """Return the estimated variance, and the weighted surplus of score (steps 3 and 4)."""
    precision = surplus = 0.0
    for game in games:
        weight = 1 / math.sqrt(1 + 3 * (game.opponent_deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (own - (game.opponent_rating - CENTRE) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        surplus += weight * (game.half_points / 2 - expected)
    return 1 / precision, surplus


def _volatility(before: float, deviation: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility by the Illinois method (step 5)."""
    start = math.log(before**2)

    def slope(x: float) -> float:
        grown = deviation**2 + variance + math.exp(x)
        pull = math.exp(x) * (delta**2 - grown) / (2 * grown**2)
        return pull - (x - start) / tau**2

    low, high = start, _far_side(slope, start, delta**2 - deviation**2 - variance, tau)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _far_side(slope: Slope, start: float, excess: float, tau: float) -> float:
    """Return the other end of the interval that contains the root."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while slope(start - steps * tau) < 0:
        steps += 1
    return start - steps * tau


@dataclass(frozen=True, slots=True)
class Glicko2Formula:
    """A list by this system; a report of an event is a rating period."""

    tau: float = 0.5

    def newcomer(self, start: int) -> Standing:
        """Return the start of a new player: 1500, or the list's initial rating, with maximal deviation."""
        new = Strength()
        rating = float(start) if start else new.rating
        return Standing(rating=rating, highest=rating, deviation=new.deviation, volatility=new.volatility)

    def rate(self, own: Standing, games: Sequence[RatedGame], *, period: int, is_junior: bool) -> Change:  # noqa: ARG002 - age plays no part
        """Rate the period's games; the deviation grows for periods missed since the last one."""
        counted = played(games)
        if not counted or own.rating is None:
            return unchanged(own)
        before = Strength(rating=own.rating, deviation=own.deviation, volatility=own.volatility)
        if own.last_period:
            before = idle(before, max(0, period - own.last_period - 1))
        after = after_period(before, counted, self.tau)
        rating = round(after.rating, DIGITS)
        hoped = sum(_expected_score(before, game) for game in counted)
        return Change(
            before=own,
            after=replace(
                own,
                rating=rating,
                games=own.games + len(counted),
                highest=max(own.highest, rating),
                deviation=round(after.deviation, DIGITS),
                volatility=round(after.volatility, FINE_DIGITS),
                last_period=period,
            ),
            games=len(counted),
            half_points=half_points_of(counted),
            how=How.RATED,
            expected=round(100 * hoped),
        )

    def corrected(self, own: Standing, rating: float) -> Standing:
        """Correct the rating alone; the deviation stays."""
        return replace(own, rating=rating, highest=max(own.highest, rating))


def _expected_score(own: Strength, game: RatedGame) -> float:
    weight = 1 / math.sqrt(1 + 3 * (game.opponent_deviation / SCALE) ** 2 / math.pi**2)
    return 1 / (1 + math.exp(-weight * (own.rating - game.opponent_rating) / SCALE))
