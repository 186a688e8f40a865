"""Results with cached figures that several tie-breaks need."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from tournaments.pairing.values import NOBODY, RoundKind
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.unplayed import AWARDED_LIKE_A_GAME, adjusted_parts, adjusted_score
from tournaments.standings.ranking.values import ABSENT, Entrant, Outcome, Part, Results, Scale, Score

T = TypeVar("T")


class TiebreakContext:
    """Results of one section, indexed by number; all entries are padded to the same number of rounds."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.numbers = tuple(entrant.number for entrant in results.entrants)
        self.entrants: dict[int, Entrant] = {entrant.number: entrant for entrant in results.entrants}
        self.outcomes: dict[int, tuple[Outcome, ...]] = {
            entrant.number: _pad_outcomes(entrant.outcomes, results.rounds) for entrant in results.entrants
        }
        self._kept: dict[Hashable, Any] = {}
        self._points: dict[Score, dict[int, tuple[int, ...]]] = {}
        self._totals: dict[Score, dict[int, int]] = {}
        self._adjusted: dict[Score, dict[int, int]] = {}

    def score_of(self, code: Code) -> Score:
        """Return the score that a code uses: the section's primary one by default (C.07 13)."""
        return code.score or self.results.primary

    def scale(self, score: Score) -> Scale:
        """Return the points of a win and a draw of a whole round in a score."""
        results = self.results
        if score is Score.MATCH or results.game_scale is None:
            return results.scale
        one, games = results.game_scale, results.games_per_round
        return replace(one, win=one.win * games, draw=one.draw * games, loss=one.loss * games)

    @property
    def game_scale(self) -> Scale:
        """Return the points of one game."""
        return self.results.game_scale or self.results.scale

    def points(self, score: Score) -> dict[int, tuple[int, ...]]:
        """The points of every round, by number."""
        if score not in self._points:
            of_match = score is Score.MATCH
            self._points[score] = {
                number: tuple(each.points if of_match else each.game_points for each in outcomes)
                for number, outcomes in self.outcomes.items()
            }
        return self._points[score]

    def totals(self, score: Score) -> dict[int, int]:
        """Return the final scores of all entries."""
        if score not in self._totals:
            self._totals[score] = {number: sum(points) for number, points in self.points(score).items()}
        return self._totals[score]

    def adjusted(self, score: Score) -> dict[int, int]:
        """Return all scores as the opponents count them (C.07 16.3; 15.2 in a round robin)."""
        if self.results.is_round_robin:
            return self.totals(score)
        if score not in self._adjusted:
            points, draw = self.points(score), self.scale(score).draw
            self._adjusted[score] = {
                number: adjusted_score(outcomes, points[number], draw)
                for number, outcomes in self.outcomes.items()
            }
        return self._adjusted[score]

    def adjusted_parts(self, number: int, score: Score) -> list[Part]:
        """The score of one entry as its opponents count it, round by round (C.07 16.3)."""
        points, draw = self.points(score)[number], self.scale(score).draw
        return adjusted_parts(self.outcomes[number], points, draw)

    def cached(self, name: Hashable, work_out: Callable[[], T]) -> T:
        """Cache a figure of all entries, computed at its first use."""
        if name not in self._kept:
            self._kept[name] = work_out()
        kept: T = self._kept[name]
        return kept

    def scheduled_against(self, number: int, index: int) -> Outcome | None:
        """Return the scheduled opponent's outcome of the same round."""
        opponent = self.outcomes[number][index].opponent
        return None if opponent == NOBODY or opponent not in self.outcomes else self.outcomes[opponent][index]

    @cached_property
    def as_if_drawn(self) -> TiebreakContext:
        """The same results as if all paired games of the final round had been drawn (C.07 8.3)."""
        drawn = tuple(
            Entrant(
                number=number,
                rating=self.entrants[number].rating,
                outcomes=(*outcomes[:-1], *map(self._as_draw, outcomes[-1:])),
            )
            for number, outcomes in self.outcomes.items()
        )
        return TiebreakContext(replace(self.results, entrants=drawn))

    def _as_draw(self, outcome: Outcome) -> Outcome:
        """A paired round as a played draw; any other as it was."""
        if outcome.opponent == NOBODY:
            return outcome
        match, game = self.scale(Score.MATCH).draw, self.scale(Score.GAME).draw
        return Outcome(kind=RoundKind.PLAYED, opponent=outcome.opponent, points=match, game_points=game)

    def over_the_board(self, number: int) -> list[tuple[int, Outcome]]:
        """The rounds, counted from 1, in which an entry met an opponent at the board."""
        return self._meetings[number]

    @cached_property
    def _meetings(self) -> dict[int, list[tuple[int, Outcome]]]:
        return {
            number: [
                (index, each)
                for index, each in enumerate(outcomes, 1)
                if each.kind is RoundKind.PLAYED and each.opponent != NOBODY
            ]
            for number, outcomes in self.outcomes.items()
        }

    def counts_as_played(self, outcome: Outcome, code: Code) -> bool:
        """Check that a round is a game against its scheduled opponent (15.2, `/P`, or simply played)."""
        if outcome.opponent == NOBODY:
            return False
        if outcome.kind is RoundKind.PLAYED:
            return True
        lenient = self.results.is_round_robin or code.forfeits_as_played
        return lenient and outcome.kind in AWARDED_LIKE_A_GAME


def _pad_outcomes(outcomes: Sequence[Outcome], rounds: int) -> tuple[Outcome, ...]:
    """Pad outcomes to the rounds of the section: a missing entry was absent."""
    return (*outcomes, *[ABSENT] * (rounds - len(outcomes)))[:rounds]
