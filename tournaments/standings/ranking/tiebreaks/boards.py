"""Boards of teams: board count, top board, bottom boards left out (C.07 12).

For a whole event every match counts; between two tied teams only their own matches do (13.3.2). A forfeited
board counts like a game; an allocated bye is a win on every board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from tournaments.pairing.values import RoundKind
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.tiebreaks.buchholz import buchholz
from tournaments.standings.ranking.values import Basis, Outcome, Part, Score, Value, constant_parts

Group = tuple[int, ...]
Splitting = Callable[[TiebreakContext, Code, Group], "list[Group]"]


def board_points(reckoning: TiebreakContext, outcomes: Iterable[Outcome]) -> list[int]:
    """The game points on each board, the first board first."""
    boards = [0] * reckoning.results.games_per_round
    win = reckoning.game_scale.win
    for outcome in outcomes:
        if outcome.kind is RoundKind.ALLOCATED_BYE:
            boards = [points + win for points in boards]
        for game in outcome.games:
            boards[game.board_number - 1] += game.points
    return boards


def board_count(reckoning: TiebreakContext, _code: Code, numbers: Sequence[int]) -> dict[int, Value]:
    """Sum the board numbers times the points scored on them; the lower sum is better (12.1)."""
    values = {}
    for number in numbers:
        parts = tuple(
            Part(0, board, board * points, Basis.OWN_SCORE, board, points)
            for board, points in enumerate(board_points(reckoning, reckoning.outcomes[number]), 1)
        )
        values[number] = Value(sum(part.amount for part in parts), constant_parts(parts))
    return values


class Elimination:
    """Boards compared in turn within a tied group; the value is the place in it."""

    def __init__(self, link: str) -> None:
        self.link = link

    def __call__(self, reckoning: TiebreakContext, _code: Code, numbers: Sequence[int]) -> dict[int, Value]:
        """Top board first (12.2), or all but the bottom boards (12.3)."""
        keys = {number: self.key(board_points(reckoning, reckoning.outcomes[number])) for number in numbers}
        is_split = len(set(keys.values())) > 1
        values = {}
        for number in numbers:
            place = 1 + sum(keys[other] > keys[number] for other in numbers)
            boards = enumerate(board_points(reckoning, reckoning.outcomes[number]), 1)
            parts = tuple(Part(0, board, points, Basis.OWN_SCORE) for board, points in boards)
            values[number] = Value(place if is_split else None, constant_parts(parts))
        return values

    def key(self, boards: list[int]) -> tuple[int, ...]:
        """Return the values to compare in turn."""
        return tuple(boards) if self.link == "top" else bottom_left_out(boards)


def bottom_left_out(boards: list[int]) -> tuple[int, ...]:
    """The sums without the bottom board, without the two bottom boards, and so on."""
    return tuple(sum(boards[:count]) for count in range(len(boards) - 1, 0, -1))


def boards_between(link: str, reckoning: TiebreakContext, group: Group) -> list[Splitting]:
    """Ways to split two teams by the boards of their own matches."""
    boards = {
        number: board_points(
            reckoning, (each for each in reckoning.outcomes[number] if each.opponent in group)
        )
        for number in group
    }
    key = _count_key if link == "count" else Elimination(link).key
    return [partial(_by_keys, {number: key(boards[number]) for number in group})]


def _count_key(boards: list[int]) -> tuple[int, ...]:
    """Return the board count; the lower is better."""
    return (-sum(board * points for board, points in enumerate(boards, 1)),)


def _by_keys(
    keys: dict[int, tuple[int, ...]], _reckoning: TiebreakContext, _code: Code, group: Group
) -> list[Group]:
    """Split the group by computed keys."""
    return [
        tuple(number for number in group if keys[number] == key)
        for key in sorted(set(keys.values()), reverse=True)
    ]


def strength_combination(reckoning: TiebreakContext, code: Code, numbers: Sequence[int]) -> dict[int, Value]:
    """The secondary score and the Buchholz on the primary one divided by the normalising factor."""
    primary = reckoning.score_of(code)
    secondary = reckoning.totals(primary.other)
    strengths = buchholz(reckoning, replace(code, score=primary), numbers)
    factor = code.factor or normalising_factor(reckoning, primary)
    values = {}
    for number in numbers:
        strength = Fraction(strengths[number].amount or 0, factor)
        own = Part(0, 0, secondary[number], Basis.OWN_SCORE)
        values[number] = Value(secondary[number] + strength, constant_parts((own, *strengths[number].parts)))
    return values


def normalising_factor(reckoning: TiebreakContext, primary: Score) -> int:
    """The greatest primary score of the event by the greatest secondary score of a match, downward."""
    greatest = reckoning.scale(primary).win * reckoning.results.rounds
    return max(1, greatest // max(1, reckoning.scale(primary.other).win))
