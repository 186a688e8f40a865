"""Tie-breaks of draughts bodies: ballots won, plus and minus draws, wins by stage, lots.

Sources: ACF tournament guide (ballots), KNDB championship conditions (plus draws), FMJD World Title Match
2020 and World Cup Final 2017 (stages).
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.values import Mark, Outcome, Value, own_value


def ballots_won(_reckoning: TiebreakContext, _number: int, _index: int, outcome: Outcome) -> int:
    """Count ballots with more points scored than lost; a ballot has the games that carry its number."""
    ballots: dict[int, int] = {}
    for game in outcome.games:
        if game.ballot:
            ballots[game.ballot] = ballots.get(game.ballot, 0) + game.points - game.against
    return sum(balance > 0 for balance in ballots.values())


def plus_balance(_reckoning: TiebreakContext, _number: int, _index: int, outcome: Outcome) -> int:
    """Plus draws less minus draws."""
    return _count_marked(outcome, Mark.PLUS) - _count_marked(outcome, Mark.MINUS)


def plus_draws(_reckoning: TiebreakContext, _number: int, _index: int, outcome: Outcome) -> int:
    """Plus draws."""
    return _count_marked(outcome, Mark.PLUS)


def _count_marked(outcome: Outcome, mark: Mark) -> int:
    """The games of a round with a mark, which counts only on a draw."""
    return sum(game.mark is mark and game.points == game.against for game in outcome.games)


def first_stage_win(reckoning: TiebreakContext, _number: int, _index: int, outcome: Outcome) -> int:
    """A pairing won in its first stage: 12-0 or 5-0, by the section's stages."""
    stages = reckoning.results.stages
    return int(stages is not None and outcome.points == stages.won_in[0][1])


def lots(reckoning: TiebreakContext, _code: Code, numbers: Sequence[int]) -> dict[int, Value]:
    """Return the place in the drawn order; an entry outside it has none (C.07 4.2)."""
    drawn = {number: place for place, number in enumerate(reckoning.results.lots, 1)}
    return {number: own_value(drawn.get(number)) for number in numbers}


def pairing_number(_reckoning: TiebreakContext, _code: Code, numbers: Sequence[int]) -> dict[int, Value]:
    """The final tournament pairing number, ascending (C.07 7.8)."""
    return {number: own_value(number) for number in numbers}
