"""Opponents' scores: Buchholz, Fore Buchholz, their average, and Sonneborn-Berger (C.07 8, 9.1, 13.2).

Draughts calls Buchholz Solkoff. Truncated Solkoff is Buchholz with the lowest, or the lowest and the highest,
left out (Estonian text of the FMJD Swiss rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.pairing.values import NOBODY, RoundKind
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.cuts import cut
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.unplayed import VOLUNTARY, dummy
from tournaments.standings.ranking.values import Basis, Outcome, Part, Score, Value, constant_parts

Values = dict[int, Value]


def buchholz(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """The sum of the opponents' scores (8.1); with `/F` as Fore Buchholz."""
    score = reckoning.score_of(code)
    parts = _opponents(reckoning, score, code)
    kind = ("buchholz", score, code.forfeits_as_played, code.is_fore, code.cut_low, code.cut_high)
    everybody = reckoning.cached(
        kind, lambda: {number: _sum_after_cuts(each, code) for number, each in parts.items()}
    )
    return {number: everybody[number] for number in numbers}


def fore_buchholz(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """Buchholz as if all paired games of the final round had been drawn (8.3)."""
    return buchholz(reckoning, replace(code, is_fore=True), numbers)


def average_buchholz(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """The average of the Buchholz of the opponents met over the board (8.2)."""
    sums = buchholz(reckoning, replace(code, cut_low=0, cut_high=0), reckoning.numbers)
    values = {}
    for number in numbers:
        parts = [
            Part(index, each.opponent, int(sums[each.opponent].amount or 0), Basis.OPPONENT)
            for index, each in reckoning.over_the_board(number)
        ]
        total = sum([part.amount for part in parts])
        values[number] = Value(Fraction(total, len(parts)) if parts else None, constant_parts(parts))
    return values


def sonneborn_berger(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """The opponents' scores times the points scored against them (9.1)."""
    score = reckoning.score_of(code)
    return _products(reckoning, code, numbers, (score, score))


class Extended:
    """Sonneborn-Berger over two scores (13.2): one of the opponent, and one of the points against them.

    Without names it is the primary score of the opponents times the secondary one against them.
    """

    def __init__(self, opponents: Score | None, own: Score | None) -> None:
        self.opponents, self.own = opponents, own

    def __call__(self, reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
        """Compute it."""
        opponents = self.opponents or reckoning.score_of(code)
        return _products(reckoning, code, numbers, (opponents, self.own or opponents.other))


def _products(
    reckoning: TiebreakContext, code: Code, numbers: Sequence[int], scores: tuple[Score, Score]
) -> Values:
    """Opponents' scores, each times one's own points of that round."""
    kind = ("products", scores, code.forfeits_as_played)
    products = reckoning.cached(kind, lambda: _all_products(reckoning, code, scores))
    return {number: _sum_after_cuts(products[number], code) for number in numbers}


def _all_products(
    reckoning: TiebreakContext, code: Code, scores: tuple[Score, Score]
) -> dict[int, tuple[Part, ...]]:
    """Return the products of all entries, before any cut."""
    own = reckoning.points(scores[1])
    return {
        number: tuple(_times(part, own[number][part.round - 1]) for part in parts)
        for number, parts in _opponents(reckoning, scores[0], code).items()
    }


def _times(part: Part, result: int) -> Part:
    """An opponent's part with the points scored against it."""
    amount = part.score * result
    return Part(part.round, part.opponent, amount, part.basis, part.score, result, part.is_voluntary)


def _sum_after_cuts(parts: Sequence[Part], code: Code) -> Value:
    """The sum after the cuts."""
    parts = cut(parts, code.cut_low, code.cut_high)
    return Value(sum([part.amount for part in parts if not part.cut]), constant_parts(parts))


def _opponents(reckoning: TiebreakContext, score: Score, code: Code) -> dict[int, tuple[Part, ...]]:
    """Return the opponents of all entries with the scores that count, cached for related tie-breaks."""
    source = reckoning.as_if_drawn if code.is_fore else reckoning
    kind = ("opponents", score, code.forfeits_as_played)
    return source.cached(
        kind, lambda: {number: _opponents_of(source, number, score, code) for number in source.numbers}
    )


def _opponents_of(reckoning: TiebreakContext, number: int, score: Score, code: Code) -> tuple[Part, ...]:
    """Each round's opponent with the score that counts: the real one's or the dummy's (16.3, 16.4)."""
    adjusted, in_swiss = reckoning.adjusted(score), not reckoning.results.is_round_robin
    parts = []
    for index, outcome in enumerate(reckoning.outcomes[number], 1):
        kind, opponent = outcome.kind, outcome.opponent
        if reckoning.counts_as_played(outcome, code):
            basis = Basis.OPPONENT if kind is RoundKind.PLAYED else Basis.FORFEIT_AS_PLAYED
            parts.append(Part(index, opponent, adjusted[opponent], basis, adjusted[opponent]))
        elif in_swiss:
            counted, basis = _dummy(reckoning, number, score, outcome)
            parts.append(Part(index, opponent, counted, basis, counted, 0, kind in VOLUNTARY))
    return tuple(parts)


def _dummy(reckoning: TiebreakContext, number: int, score: Score, outcome: Outcome) -> tuple[int, Basis]:
    """The score of the dummy in an unplayed round, with its limit (16.4)."""
    own = reckoning.totals(score)[number]
    scheduled = None if outcome.opponent == NOBODY else reckoning.adjusted(score)[outcome.opponent]
    return dummy(own, scheduled, reckoning.scale(score).draw * reckoning.results.rounds)
