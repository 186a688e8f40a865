"""Elo ratings: the rules as data, among them those of FIDE (B.02 of 1 March 2024, amended 1 October 2025)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.ratings.formulas.fide_tables import (
    expected_hundredths,
    performance_difference,
    rounded_half_up,
)
from tournaments.ratings.formulas.values import (
    Change,
    How,
    RatedGame,
    Standing,
    half_points_of,
    played,
    unchanged,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorRule:
    """A development factor and its conditions: all that are given must be met."""

    factor: int
    games_below: int | None = None
    junior_below: int | None = None
    reached: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstRating:
    """First rating of an unrated player: average and table difference, with fictitious draws."""

    fewest_games: int
    hypothetical: int
    draws: int
    floor: int
    greatest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EloRules:
    """Rules of one Elo system: factors in order (the first that fits), expectation, first rating.

    `gap` with `gap_above`: a game with so great a difference and a player so strong is not rated.
    """

    factors: tuple[FactorRule, ...]
    by_table: bool
    most_change: int | None = None  # K times the games of a period
    widest_difference: int | None = None
    uncapped_from: int | None = None
    gap: int | None = None
    gap_above: int = 0
    first: FirstRating | None = None


FIDE = EloRules(
    factors=(  # B.02 8.3.3
        FactorRule(factor=40, games_below=30),
        FactorRule(factor=10, reached=2400),
        FactorRule(factor=40, junior_below=2300),
        FactorRule(factor=20),
    ),
    by_table=True,  # B.02 8.1.2
    most_change=700,  # B.02 8.3.3
    widest_difference=400,  # B.02 8.3.1
    uncapped_from=2650,
    first=FirstRating(fewest_games=5, hypothetical=1800, draws=2, floor=1400, greatest=2200),  # B.02 8.2
)
FIDE_RAPID = replace(FIDE, gap=600, gap_above=2600)
HOUSE = EloRules(
    factors=(FactorRule(factor=40, games_below=30), FactorRule(factor=20)), by_table=False, most_change=700
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """Inputs of the development factor."""

    rating: int
    games: int
    is_junior: bool = False
    highest: int = 0


def development_factor(career: Career, games: int = 0, rules: EloRules = FIDE) -> int:
    """Return K by the first rule that fits; K times the `games` of the period is limited by the rules."""
    factor = next(rule.factor for rule in rules.factors if _fits(rule, career))
    return min(factor, rules.most_change // games) if games and rules.most_change else factor


def _fits(rule: FactorRule, career: Career) -> bool:
    return (
        (rule.games_below is None or career.games < rule.games_below)
        and (rule.junior_below is None or (career.is_junior and career.rating < rule.junior_below))
        and (rule.reached is None or max(career.rating, career.highest) >= rule.reached)
    )


def expected(rating: int, opponent: int, rules: EloRules = FIDE) -> float:
    """Return the expected score in hundredths; a difference beyond the widest counts as the widest."""
    difference = rating - opponent
    widest = rules.widest_difference
    if widest is not None and (rules.uncapped_from is None or rating < rules.uncapped_from):
        difference = max(-widest, min(widest, difference))
    return expected_hundredths(difference) if rules.by_table else _by_formula(difference)


def _by_formula(difference: int) -> float:
    """Compute 100 / (1 + 10^(-D/400))."""
    power: float = math.pow(10, -difference / 400)
    return 100 / (1 + power)


def change(rating: int, games: Iterable[RatedGame], factor: int) -> Fraction:
    """Compute K times the score less the expected score of the table, exactly; forfeits are left out."""
    counted = played(games)
    surplus = sum(
        (Fraction(50 * game.half_points) - Fraction(expected(rating, int(game.opponent_rating))))
        for game in counted
    )
    return Fraction(factor) * surplus / 100


def initial_rating(games: Iterable[RatedGame], rules: EloRules = FIDE) -> int | None:
    """Compute a first rating from enough games: average and table difference with fictitious draws added.

    Return None if there are fewer games, if all were lost, or if the result is below the floor.
    """
    first, counted = rules.first, played(games)
    score = half_points_of(counted)
    if first is None or len(counted) < first.fewest_games or not score:
        return None
    number = len(counted) + first.draws
    met = sum(int(game.opponent_rating) for game in counted)
    average = rounded_half_up(met + first.draws * first.hypothetical, number)
    rating = average + performance_difference(rounded_half_up(50 * (score + first.draws), number))
    return None if rating < first.floor else min(rating, first.greatest)


@dataclass(frozen=True, slots=True)
class EloFormula:
    """A list by the rules of the family."""

    rules: EloRules

    def newcomer(self, start: int) -> Standing:
        """Return the start of a new player: with the list's initial rating, or without one."""
        return Standing(rating=float(start), highest=float(start)) if start else Standing()

    def rate(self, own: Standing, games: Sequence[RatedGame], *, period: int, is_junior: bool) -> Change:
        """Add K times score less expectation; an unrated player gathers games for the first rating."""
        counted = self._counted_games(own, games)
        if not counted:
            return unchanged(own)
        if own.rating is None:
            return self._first(own, counted, period)
        rating, score = int(own.rating), half_points_of(counted)
        career = Career(rating=rating, games=own.games, is_junior=is_junior, highest=int(own.highest))
        factor = development_factor(career, len(counted), self.rules)
        hoped = sum(expected(rating, int(game.opponent_rating), self.rules) for game in counted)
        after = float(math.floor((100 * rating + factor * (50 * score - hoped)) / 100 + 0.5))
        return Change(
            before=own,
            after=replace(
                own,
                rating=after,
                games=own.games + len(counted),
                highest=max(own.highest, after),
                last_period=period,
            ),
            games=len(counted),
            half_points=score,
            how=How.RATED,
            expected=round(hoped),
            factor=factor,
        )

    def corrected(self, own: Standing, rating: float) -> Standing:
        """Set the rating; games gathered for a first rating are discarded."""
        return replace(own, rating=rating, highest=max(own.highest, rating), carried=())

    def _counted_games(self, own: Standing, games: Sequence[RatedGame]) -> tuple[RatedGame, ...]:
        gap, mine = self.rules.gap, own.rating
        counted = played(games)
        if gap is None or mine is None:
            return counted
        return tuple(
            game
            for game in counted
            if abs(mine - game.opponent_rating) < gap
            or max(mine, game.opponent_rating) <= self.rules.gap_above
        )

    def _first(self, own: Standing, games: tuple[RatedGame, ...], period: int) -> Change:
        """Add up games of several events; an event without any point at the beginning does not count."""
        score = half_points_of(games)
        if not own.carried and not score:
            return replace(unchanged(own), games=len(games), how=How.CARRIED)
        carried = (*own.carried, *((game.opponent_rating, game.half_points) for game in games))
        all_games = [RatedGame(half_points=won, opponent_rating=met) for met, won in carried]
        rating = initial_rating(all_games, self.rules)
        after = replace(own, carried=carried, last_period=period)
        if rating is not None:
            after = Standing(
                rating=float(rating), games=len(carried), highest=float(rating), last_period=period
            )
        how = How.CARRIED if rating is None else How.FIRST
        return Change(before=own, after=after, games=len(games), half_points=score, how=how)
