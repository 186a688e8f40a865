"""Formatting of values: as many decimals as their kind needs, a half rounded upward."""

from __future__ import annotations

from functools import lru_cache

from tournaments.standings.ranking.ranking import Column
from tournaments.standings.ranking.tiebreak import Measure
from tournaments.standings.ranking.values import Amount, Results, Value

NONE = "-"
# An average of so many opponents is distinguished by so many decimals.
AVERAGE_DECIMALS = ((9, 2), (27, 3), (73, 4))
MAX_DECIMALS = 5
WHOLE = frozenset({Measure.COUNT, Measure.RATING, Measure.PLACE})


def format_value(value: Value, column: Column, results: Results) -> str:
    """Format a value for the table."""
    if value.amount is None:
        return NONE
    measure = column.tiebreak.measure
    if measure in WHOLE:
        return str(value.amount)
    unit, decimals = _unit_and_decimals(measure, results)
    return decimal_text(value.amount, unit, decimals)


def _unit_and_decimals(measure: Measure, results: Results) -> tuple[int, int]:
    """Return the unit of one point and the decimals."""
    scale = results.scale
    if measure is Measure.HALVES:
        return 2, 1
    if measure is Measure.PRODUCT:
        return scale.unit**2, 2 * scale.decimals
    if measure is Measure.AVERAGE:
        return scale.unit, average_decimals(results.rounds)
    if measure is Measure.COMBINED:
        return scale.unit, max(2, scale.decimals)
    return scale.unit, scale.decimals


def average_decimals(rounds: int) -> int:
    """Return the decimals that distinguish different averages over so many rounds."""
    return next((decimals for below, decimals in AVERAGE_DECIMALS if rounds < below), MAX_DECIMALS)


@lru_cache(maxsize=4096)
def decimal_text(amount: Amount, unit: int, decimals: int) -> str:
    """Format an exact amount of units in decimals, a half upward."""
    # Whole numbers, as a Fraction made of each figure took a tenth of a table's time.
    above, below = amount.numerator * 10**decimals, amount.denominator * unit
    whole = (2 * above + below) // (2 * below)
    sign, digits = ("-" if whole < 0 else ""), str(abs(whole)).rjust(decimals + 1, "0")
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)
