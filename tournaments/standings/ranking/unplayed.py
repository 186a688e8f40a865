"""Rounds without a game: their value for opponents and for oneself (C.07 15 and 16)."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.values import RoundKind
from tournaments.standings.ranking.values import Basis, Outcome, Part

REQUESTED = frozenset({RoundKind.HALF_BYE, RoundKind.ZERO_BYE})  # 16.1.1; a withdrawal is zero-point byes
VOLUNTARY = REQUESTED | {RoundKind.FORFEIT_LOSS}  # 16.1.2
AWARDED_LIKE_A_GAME = frozenset({RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS})


def last_elected(outcomes: Sequence[Outcome]) -> int:
    """The last round, counted from 1, that was no voluntary unplayed round; 0 if there was none."""
    for number in range(len(outcomes), 0, -1):
        kind = outcomes[number - 1].kind
        if kind is RoundKind.PLAYED or kind not in VOLUNTARY:
            return number
    return 0


def adjusted_parts(outcomes: Sequence[Outcome], points: Sequence[int], draw: int) -> list[Part]:
    """Return the rounds of an entry as its opponents count them.

    A requested bye followed only by voluntary unplayed rounds, or in the last round, is a draw (16.2.5,
    16.3.2). All other rounds count as awarded (16.3.1).
    """
    last = last_elected(outcomes)
    parts = []
    for number, (outcome, given) in enumerate(zip(outcomes, points, strict=True), 1):
        if number > last and outcome.kind in REQUESTED:
            parts.append(Part(number, outcome.opponent, draw, Basis.COUNTS_AS_DRAW))
        else:
            parts.append(Part(number, outcome.opponent, given, own_basis(outcome)))
    return parts


def adjusted_score(outcomes: Sequence[Outcome], points: Sequence[int], draw: int) -> int:
    """Return the sum of these parts."""
    last = last_elected(outcomes)
    beyond = zip(outcomes[last:], points[last:], strict=True)
    return sum(points) + sum(draw - given for outcome, given in beyond if outcome.kind in REQUESTED)


def own_basis(outcome: Outcome) -> Basis:
    """Return the basis of an entry's own points of a round: played, or awarded without play."""
    return Basis.OWN_SCORE if outcome.kind is RoundKind.PLAYED else Basis.AWARDED


def dummy(own: int, opponent: int | None, draws: int) -> tuple[int, Basis]:
    """Return the score of the dummy opponent of an unplayed round, and the limit that applied.

    One's own score (16.4), at most the scheduled opponent's adjusted score after a forfeit (16.4.1), else at
    most a draw in every round (16.4.2).
    """
    if opponent is not None:
        capped, basis = opponent, Basis.DUMMY_CAPPED_BY_OPPONENT
    else:
        capped, basis = draws, Basis.DUMMY_CAPPED_BY_DRAWS
    return (capped, basis) if capped < own else (own, Basis.DUMMY)
