"""Koya: points against opponents with at least half of the maximum score (C.07 9.2, 14.5)."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.values import NOBODY
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.values import Basis, Part, Score, Value, constant_parts


def koya(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> dict[int, Value]:
    """Sum the points against opponents at or above the limit; the limit moves by half points (14.5)."""
    score = reckoning.score_of(code)
    totals, points = reckoning.totals(score), reckoning.points(score)
    limit = twice_the_limit(reckoning, code, score)
    values = {}
    for number in numbers:
        parts = []
        for index, outcome in enumerate(reckoning.outcomes[number], 1):
            if outcome.opponent == NOBODY:
                continue
            total, own = totals[outcome.opponent], points[number][index - 1]
            basis, reason = (Basis.BELOW_LIMIT, "9.2") if 2 * total < limit else (Basis.OWN_SCORE, "")
            parts.append(Part(index, outcome.opponent, own, basis, total, own, cut=reason))
        values[number] = Value(sum(part.amount for part in parts if not part.cut), constant_parts(parts))
    return values


def twice_the_limit(reckoning: TiebreakContext, code: Code, score: Score) -> int:
    """Half of the greatest possible score, moved by half wins, all doubled to stay whole."""
    win = reckoning.scale(score).win
    return win * (_rounds_to_play(reckoning) + code.limit)


def _rounds_to_play(reckoning: TiebreakContext) -> int:
    """Count the rounds; in a round robin the most opponents of any entry, so that a rest is none."""
    if not reckoning.results.is_round_robin:
        return reckoning.results.rounds
    return max(
        (sum(each.opponent != NOBODY for each in outcomes) for outcomes in reckoning.outcomes.values()),
        default=0,
    )
