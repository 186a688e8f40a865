"""Ratings of opponents and the performances derived from them (C.07 10).

They use games over the board and the standard score of 1, a half and 0, regardless of the section's points.
An unrated player has no value for any entry, unless the section has published the rating of unrated players
(10, preamble).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.ratings.formulas.fide_tables import (
    MIN_DIFFERENCES,
    expected_hundredths,
    performance_difference,
    rounded_half_up,
)
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.cuts import cut_plain
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.tiebreaks.participant_results import standard_halves
from tournaments.standings.ranking.values import Basis, Part, Value, constant_parts, own_value

Values = dict[int, Value]
NOTHING_FROM_ALL = 800  # 10.3: below the lowest rating, for a score of nothing


def rating(reckoning: TiebreakContext, _code: Code, numbers: Sequence[int]) -> Values:
    """The entry's own rating (10.6)."""
    known = ratings(reckoning)
    return {number: own_value(known.get(number)) for number in numbers}


def average_rating(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """The average rating of the opponents, a half upward (10.1)."""
    return {number: _average(_opponents(reckoning, code, number)) for number in numbers}


def performance(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """Add the table difference of the score to the opponents' average rating (10.2)."""
    return _figures(_performance, reckoning, code, numbers)


def perfect_performance(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """Return the lowest rating whose expected score is at least the actual one (10.3)."""
    return _figures(_perfect, reckoning, code, numbers)


def average_performance(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """The average of the opponents' performances, a half upward (10.4)."""
    return _average_of(performance, reckoning, code, numbers)


def average_perfect_performance(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """The average of the opponents' perfect performances, a half upward (10.5)."""
    return _average_of(perfect_performance, reckoning, code, numbers)


def ratings(reckoning: TiebreakContext) -> dict[int, int]:
    """Return the ratings of all entries, the published one for the unrated; empty if that is missing."""
    instead = reckoning.results.unrated_as
    known = {entrant.number: entrant.rating or instead or 0 for entrant in reckoning.results.entrants}
    return known if all(known.values()) else {}


def _opponents(reckoning: TiebreakContext, code: Code, number: int) -> tuple[Part, ...]:
    """Each opponent over the board, with rating and standard half points, cuts marked (14.1.1)."""
    everybody = reckoning.cached("rated opponents", lambda: _rated_opponents(reckoning))
    parts = everybody.get(number, ())
    return cut_plain(parts, code.cut_low, code.cut_high) if code.cut_low else parts


def _rated_opponents(reckoning: TiebreakContext) -> dict[int, tuple[Part, ...]]:
    """Return the same of all entries before any cut; empty if a rating is missing."""
    known = ratings(reckoning)
    return {
        number: tuple(
            Part(
                index,
                outcome.opponent,
                known[outcome.opponent],
                Basis.RATING,
                known[outcome.opponent],
                standard_halves(reckoning, number, index, outcome),
            )
            for index, outcome in reckoning.over_the_board(number)
        )
        for number in (reckoning.numbers if known else ())
    }


def _figures(
    figure: Callable[[tuple[Part, ...]], Value],
    reckoning: TiebreakContext,
    code: Code,
    numbers: Sequence[int],
) -> Values:
    """Return a figure of the opponents met, computed once for all entries."""
    everybody = reckoning.cached(
        figure, lambda: {each: figure(_opponents(reckoning, code, each)) for each in reckoning.numbers}
    )
    return {number: everybody[number] for number in numbers}


def _average(parts: Sequence[Part]) -> Value:
    """Return the rounded average of the parts that were not cut."""
    left = [part.amount for part in parts if not part.cut]
    return Value(rounded_half_up(sum(left), len(left)) if left else None, constant_parts(parts))


def _performance(parts: tuple[Part, ...]) -> Value:
    """Add average and table difference; the fraction is rounded to hundredths, a half upward."""
    if not parts:
        return Value(None, constant_parts(parts))
    average = rounded_half_up(sum(part.amount for part in parts), len(parts))
    fraction = rounded_half_up(50 * sum(part.result for part in parts), len(parts))
    difference = performance_difference(fraction)
    return Value(
        average + difference, constant_parts((*parts, Part(0, 0, difference, Basis.TABLE, fraction)))
    )


def _perfect(parts: tuple[Part, ...]) -> Value:
    """Found by halving: the expected score grows with the rating; full table, no limit of 400.

    It lies as far above the weakest and the strongest opponent as would do against them alone.
    """
    if not parts:
        return Value(None, constant_parts(parts))
    opponents = [part.amount for part in parts]
    wanted = 50 * sum(part.result for part in parts)
    if not wanted:
        return Value(min(opponents) - NOTHING_FROM_ALL, constant_parts(parts))
    alone = MIN_DIFFERENCES[-(-wanted // len(opponents))]
    low, high = min(opponents) + alone - 1, max(opponents) + alone
    while high - low > 1:
        middle = (low + high) // 2
        if sum([expected_hundredths(middle - each) for each in opponents]) >= wanted:
            high = middle
        else:
            low = middle
    return Value(high, constant_parts(parts))


def _average_of(
    compute: Callable[[TiebreakContext, Code, Sequence[int]], Values],
    reckoning: TiebreakContext,
    code: Code,
    numbers: Sequence[int],
) -> Values:
    """The average of a figure of the opponents met over the board."""
    figures = compute(reckoning, code, reckoning.numbers)
    values = {}
    for number in numbers:
        met = [(index, each.opponent) for index, each in reckoning.over_the_board(number)]
        parts = [
            Part(index, opponent, int(figure), Basis.OPPONENT)
            for index, opponent in met
            if (figure := figures[opponent].amount) is not None
        ]
        values[number] = _average(parts)
    return values
