"""Where a knock-out stands: who is in which match, by the results so far."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.knockout.bracket import Knockout, Match, Seed, Source, Stage
from tournaments.pairing.refusals import KnockoutOver, MissingResult, UndecidedMatch
from tournaments.pairing.values import NOBODY, Player, PlayerRound, Snapshot


@dataclass(frozen=True, slots=True)
class Decision:
    """Who goes on from a match that its points leave open: by tie-break games, by lot, by the arbiter."""

    round_number: int
    winner: int


@dataclass(frozen=True, slots=True)
class Board:
    """A match with its players known."""

    number: int
    match: Match
    first: int
    second: int


class Progress:
    """The tree filled in from a snapshot; seeds are the pairing numbers in their order."""

    def __init__(self, snapshot: Snapshot, rules: Knockout, decided: frozenset[Decision]) -> None:
        self.rules = rules
        self.matches = rules.matches()
        self.players: Mapping[int, Player] = {player.number: player for player in snapshot.players}
        self.seeds = sorted(self.players)
        self.decided = decided
        self._settled: dict[int, tuple[int, int]] = {}

    def boards(self, round_number: int) -> tuple[Board, ...]:
        """The matches of a round that have two players, in the order of the tree."""
        met = [each for each in self._slots(round_number) if NOBODY not in each[1]]
        return tuple(Board(at, match, *two) for at, (match, two) in enumerate(met, start=1))

    def free(self, round_number: int) -> tuple[int, ...]:
        """Who has nobody to play against in a round and goes on."""
        lonely = (two for _match, two in self._slots(round_number) if two.count(NOBODY) == 1)
        return tuple(max(two) for two in lonely)

    def winner(self) -> int:
        """Who has won it all; a refusal where a match is still open."""
        final = next(at for at, match in enumerate(self.matches) if match.stage is Stage.FINAL)
        last = len(self.matches) - 1
        return self._outcome(last if self._is_reset_due() else final)[0]

    def _slots(self, round_number: int) -> list[tuple[Match, tuple[int, int]]]:
        return [
            (match, (self._entrant(match.first), self._entrant(match.second)))
            for match in self.matches
            if match.round_number == round_number and (match.stage is not Stage.RESET or self._is_reset_due())
        ]

    def _is_reset_due(self) -> bool:
        """Whether the first final was lost by who had not lost before."""
        if not (self.rules.is_double and self.rules.has_reset):
            return False
        final = len(self.matches) - 2
        return self._outcome(final)[0] == self._entrant(self.matches[final].second)

    def _entrant(self, source: Source) -> int:
        if isinstance(source, Seed):
            return self.seeds[source.place - 1] if source.place <= len(self.seeds) else NOBODY
        return self._outcome(source.match)[0 if source.is_winner else 1]

    def _outcome(self, at: int) -> tuple[int, int]:
        """Winner and loser of a match; who meets nobody wins."""
        if at not in self._settled:
            match = self.matches[at]
            first, second = self._entrant(match.first), self._entrant(match.second)
            wins = second == NOBODY or (first != NOBODY and self._first_wins(match, first, second))
            self._settled[at] = (first, second) if wins else (second, first)
        return self._settled[at]

    def _first_wins(self, match: Match, first: int, second: int) -> bool:
        number = match.round_number
        one, other = self._result(first, number), self._result(second, number)
        if one is None or other is None or (one.opponent, other.opponent) != (second, first):
            raise MissingResult(**self._facts(match, first, second))
        if one.points != other.points:
            return one.points > other.points
        for player in (first, second):
            if Decision(number, player) in self.decided:
                return player == first
        raise UndecidedMatch(**self._facts(match, first, second))

    def _result(self, player: int, number: int) -> PlayerRound | None:
        rounds = self.players[player].rounds
        return rounds[number - 1] if number <= len(rounds) else None

    def _facts(self, match: Match, first: int, second: int) -> dict[str, int]:
        number = match.round_number
        board = next(each.number for each in self.boards(number) if each.match == match)
        return {"round": number, "board": board, "first": first, "second": second}


def check_not_over(progress: Progress, round_number: int) -> None:
    """Refuse a round after the last match."""
    if not progress.boards(round_number):
        raise KnockoutOver(round=round_number, winner=progress.winner())
