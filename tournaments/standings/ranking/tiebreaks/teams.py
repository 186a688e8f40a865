"""Combination of scores and schedule strength (C.07 13.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.reckoning import Reckoning
from tournaments.standings.ranking.tiebreaks.buchholz import buchholz
from tournaments.standings.ranking.values import Basis, Part, Score, Value, told


def strength_combination(reckoning: Reckoning, code: Code, numbers: Sequence[int]) -> dict[int, Value]:
    """The secondary score and the Buchholz on the primary one divided by the normalising factor."""
    primary = reckoning.score_of(code)
    secondary = reckoning.totals(primary.other)
    strengths = buchholz(reckoning, replace(code, score=primary), numbers)
    factor = code.factor or normalising_factor(reckoning, primary)
    values = {}
    for number in numbers:
        strength = Fraction(strengths[number].amount or 0, factor)
        own = Part(0, 0, secondary[number], Basis.OWN_SCORE)
        values[number] = Value(secondary[number] + strength, told((own, *strengths[number].parts)))
    return values


def normalising_factor(reckoning: Reckoning, primary: Score) -> int:
    """The greatest primary score of the event by the greatest secondary score of a match, downward."""
    greatest = reckoning.scale(primary).win * reckoning.results.rounds
    return max(1, greatest // max(1, reckoning.scale(primary.other).win))
