"""Own results of an entry: points, wins, games with Black, progressive and standard points (C.07 7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate

from tournaments.pairing.values import NOBODY, Colour, RoundKind
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.cuts import LOW
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.unplayed import VOLUNTARY, own_basis
from tournaments.standings.ranking.values import Basis, Game, Outcome, Part, Score, Value

Values = dict[int, Value]
PLAYED = RoundKind.PLAYED
Counting = Callable[[TiebreakContext, int, int, Outcome], int]


def points(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """The sum of a score's points."""
    return _sum_points(reckoning, reckoning.score_of(code), numbers)


def match_points(reckoning: TiebreakContext, _code: Code, numbers: Sequence[int]) -> Values:
    """Return match points, regardless of the primary score."""
    return _sum_points(reckoning, Score.MATCH, numbers)


def game_points(reckoning: TiebreakContext, _code: Code, numbers: Sequence[int]) -> Values:
    """Return game points, regardless of the primary score."""
    return _sum_points(reckoning, Score.GAME, numbers)


def other_points(reckoning: TiebreakContext, _code: Code, numbers: Sequence[int]) -> Values:
    """Return match points if game points decide, and the other way round (13.1)."""
    return _sum_points(reckoning, reckoning.results.primary.other, numbers)


def _sum_points(reckoning: TiebreakContext, score: Score, numbers: Sequence[int]) -> Values:
    """Each round's points, awarded or played."""
    totals, points = reckoning.totals(score), reckoning.points(score)
    values = {}
    for number in numbers:
        correction = reckoning.entrants[number].correction if score is reckoning.results.primary else 0
        tell = partial(_corrected_parts, reckoning.outcomes[number], points[number], correction)
        values[number] = Value(totals[number] + correction, tell)
    return values


def _corrected_parts(
    outcomes: Sequence[Outcome], amounts: Sequence[int], correction: int
) -> tuple[Part, ...]:
    """Return a part for each round, and one for the correction in the final table."""
    parts = _point_parts(outcomes, amounts)
    return (*parts, Part(0, NOBODY, correction, Basis.CORRECTION)) if correction else parts


def _point_parts(outcomes: Sequence[Outcome], amounts: Sequence[int]) -> tuple[Part, ...]:
    """A part for each round."""
    # Lists: a snapshot asks thousands of times, and a generator costs a call for each part.
    return tuple(
        [
            Part(index, each.opponent, given, own_basis(each))
            for index, (each, given) in enumerate(zip(outcomes, amounts, strict=True), 1)
        ]
    )


def progressive(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> Values:
    """The sum of the scores after each round (7.5); a cut takes the first rounds (14.1.1)."""
    points, low = reckoning.points(reckoning.score_of(code)), code.cut_low
    values = {}
    for number in numbers:
        running = tuple(accumulate(points[number]))
        tell = partial(_running_parts, reckoning.outcomes[number], running, low)
        values[number] = Value(sum(running[low:]), tell)
    return values


def _running_parts(outcomes: Sequence[Outcome], running: Sequence[int], low: int) -> tuple[Part, ...]:
    """The score after each round, the first ones cut."""
    return tuple(
        Part(index, each.opponent, score, Basis.RUNNING_SCORE, cut=LOW if index <= low else "")
        for index, (each, score) in enumerate(zip(outcomes, running, strict=True), 1)
    )


class RoundCount:
    """A tie-break that counts events in each round; only rounds that count become parts."""

    def __init__(self, counting: Counting) -> None:
        self.counting = counting

    def __call__(self, reckoning: TiebreakContext, _code: Code, numbers: Sequence[int]) -> Values:
        """Compute it."""
        values, counting = {}, self.counting
        for number in numbers:
            outcomes = reckoning.outcomes[number]
            amounts = [counting(reckoning, number, at, each) for at, each in enumerate(outcomes, 1)]
            values[number] = Value(sum(amounts), partial(_counted_parts, outcomes, amounts))
        return values


def _counted_parts(outcomes: Sequence[Outcome], amounts: Sequence[int]) -> tuple[Part, ...]:
    """Return a part for each round that counts."""
    return tuple(
        [
            Part(index, each.opponent, amount, own_basis(each))
            for index, (each, amount) in enumerate(zip(outcomes, amounts, strict=True), 1)
            if amount
        ]
    )


def as_played(reckoning: TiebreakContext, outcome: Outcome) -> bool:
    """Check that a round was a game: at the board, or a forfeit won in a round robin (15.2)."""
    if outcome.kind is PLAYED:
        return outcome.opponent != NOBODY
    return reckoning.results.is_round_robin and outcome.kind is RoundKind.FORFEIT_WIN


def is_round_won(reckoning: TiebreakContext, number: int, index: int, outcome: Outcome) -> bool:
    """Check that a round was won: more points than the opponent, or a win's points without play."""
    if outcome.kind is PLAYED:
        against = reckoning.scheduled_against(number, index - 1)
        return outcome.points > (against.points if against else reckoning.results.scale.draw)
    return outcome.points == reckoning.results.scale.win


def round_won(reckoning: TiebreakContext, number: int, index: int, outcome: Outcome) -> int:
    """A round with a win's points, with or without play (7.1)."""
    return int(is_round_won(reckoning, number, index, outcome))


def games_won(reckoning: TiebreakContext, number: int, index: int, outcome: Outcome) -> int:
    """Games won over the board (7.2)."""
    if not as_played(reckoning, outcome):
        return 0
    if outcome.games:
        return sum(game.points > game.against for game in outcome.games)
    return int(is_round_won(reckoning, number, index, outcome))


def games_with_black(reckoning: TiebreakContext, _number: int, _index: int, outcome: Outcome) -> int:
    """Games played over the board with Black (7.3)."""
    if not as_played(reckoning, outcome):
        return 0
    return len(_with_black(outcome)) if outcome.games else int(outcome.colour is Colour.BLACK)


def wins_with_black(reckoning: TiebreakContext, number: int, index: int, outcome: Outcome) -> int:
    """Games won over the board with Black (7.4)."""
    if not as_played(reckoning, outcome):
        return 0
    if outcome.games:
        return sum(game.points > game.against for game in _with_black(outcome))
    return int(outcome.colour is Colour.BLACK and is_round_won(reckoning, number, index, outcome))


def _with_black(outcome: Outcome) -> list[Game]:
    """The games of a round in which one had Black."""
    return [game for game in outcome.games if game.colour is Colour.BLACK]


def round_elected(_reckoning: TiebreakContext, _number: int, _index: int, outcome: Outcome) -> int:
    """A round that was neither a half- or zero-point bye nor lost by forfeit (7.6)."""
    return int(outcome.kind is PLAYED or outcome.kind not in VOLUNTARY)


def standard_halves(reckoning: TiebreakContext, number: int, index: int, outcome: Outcome) -> int:
    """Two for a round better than the opponent's, or than a draw without play; one for an equal one (7.7)."""
    is_played = outcome.kind is PLAYED
    against = reckoning.scheduled_against(number, index - 1) if is_played else None
    score = reckoning.results.primary
    given = reckoning.points(score)[number][index - 1]
    if against is None:
        measure = reckoning.scale(score).draw
    else:
        measure = against.points if score is Score.MATCH else against.game_points
    return 2 if given > measure else int(given == measure)
