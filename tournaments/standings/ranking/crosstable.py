"""Grids of a section: results of each entry against each opponent, and scores round by round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.values import Colour, RoundKind
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.values import Results


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Result of an entry against an opponent in a round."""

    round: int
    points: int
    game_points: int
    colour: Colour | None
    kind: RoundKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One round of an entry: the meeting, the opponent with their rank, and the score after it."""

    meeting: Meeting
    opponent: int
    opponent_rank: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressRow:
    """A row of the progress table, round by round."""

    rank: int
    number: int
    steps: tuple[Step, ...]


def progress_rows(results: Results, ranks: Mapping[int, int]) -> tuple[ProgressRow, ...]:
    """Build the same with known ranks: `ranks` has the entries in the order of their table."""
    reckoning = TiebreakContext(results)
    return tuple(
        ProgressRow(rank=rank, number=number, steps=_steps(reckoning, number, ranks))
        for number, rank in ranks.items()
        if number in reckoning.outcomes
    )


def _steps(reckoning: TiebreakContext, number: int, ranks: Mapping[int, int]) -> tuple[Step, ...]:
    """The rounds of one entry with the running score."""
    steps, score = [], 0
    points = reckoning.points(reckoning.results.primary)[number]
    for index, (outcome, given) in enumerate(zip(reckoning.outcomes[number], points, strict=True), 1):
        score += given
        steps.append(
            Step(
                meeting=Meeting(
                    round=index,
                    points=outcome.points,
                    game_points=outcome.game_points,
                    colour=outcome.colour,
                    kind=outcome.kind,
                ),
                opponent=outcome.opponent,
                opponent_rank=ranks.get(outcome.opponent, 0),
                score=score,
            )
        )
    return tuple(steps)
