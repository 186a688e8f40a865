"""Progress of a knock-out: the players of each match, by the results so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from tournaments.pairing.knockout.bracket import Knockout, Match, Seed, Source, Stage
from tournaments.pairing.knockout.seats import Entrant, Two, seated_as_played
from tournaments.pairing.refusals import KnockoutOver, MissingResult, UndecidedMatch
from tournaments.pairing.values import NOBODY, Player, PlayerRound, Snapshot


@dataclass(frozen=True, slots=True)
class Decision:
    """Winner of a match left open by its points: by tie-break games, by lot, by the arbiter."""

    round_number: int
    winner: int


@dataclass(frozen=True, slots=True)
class Board:
    """Match with both players known."""

    number: int
    match: Match
    first: int
    second: int


class MatchState(Enum):
    """State of a match."""

    AHEAD = "ahead"
    MISSING = "missing"
    UNDECIDED = "undecided"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class PlacedMatch:
    """Match of the tree at present: `first`, `second` and `winner` are None while unknown."""

    match: Match
    first: Entrant
    second: Entrant
    winner: Entrant
    state: MatchState

    @property
    def loser(self) -> Entrant:
        """Player who did not win it."""
        if self.winner is None:
            return None
        return self.second if self.winner == self.first else self.first


class Progress:
    """Tree filled in from a snapshot; seeds are the pairing numbers in their order.

    A played round is taken as it was played: players who changed places by hand have changed
    places in the tree, and a result corrected later moves no player who has played on. `waiting` are the
    players of a round whose games are not all in.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        rules: Knockout,
        decided: frozenset[Decision],
        waiting: frozenset[Decision] = frozenset(),
    ) -> None:
        self.rules, self.decided, self.waiting = rules, decided, waiting
        self.matches = rules.matches()
        self.players: Mapping[int, Player] = {player.number: player for player in snapshot.players}
        self.seeds = sorted(self.players)
        self.number = snapshot.round_number
        self.placed: dict[int, PlacedMatch] = {}
        for number in range(1, rules.rounds + 1):
            self._place_round(number)

    def boards(self, round_number: int) -> tuple[Board, ...]:
        """List the matches of a round that have two players, in the order of the tree."""
        self._require_settled(round_number)
        met = [each for each in self._of_round(round_number) if NOBODY not in (each.first, each.second)]
        return tuple(
            Board(at, each.match, each.first or NOBODY, each.second or NOBODY)
            for at, each in enumerate(met, start=1)
        )

    def free(self, round_number: int) -> tuple[int, ...]:
        """List the players without an opponent in a round, who go on."""
        self._require_settled(round_number)
        twos = ((each.first or NOBODY, each.second or NOBODY) for each in self._of_round(round_number))
        return tuple(max(two) for two in twos if two.count(NOBODY) == 1)

    def winner(self) -> int:
        """Return the winner of the tournament; refuse if a match is still open."""
        self._require_settled(self.rules.rounds + 1)
        last = max(self.placed)
        while self.placed[last].match.stage not in {Stage.FINAL, Stage.RESET}:
            last -= 1
        return self.placed[last].winner or NOBODY

    def _place_round(self, number: int) -> None:
        matches = [at for at, match in enumerate(self.matches) if match.round_number == number]
        due = [at for at in matches if self.matches[at].stage is not Stage.RESET or self._is_reset_due(at)]
        twos: dict[int, Two] = {
            at: (self._entrant(self.matches[at].first), self._entrant(self.matches[at].second)) for at in due
        }
        if number < self.number:
            twos = seated_as_played(twos, self._meetings(number))
        for at, two in twos.items():
            self.placed[at] = self._place_match(self.matches[at], two)

    def _entrant(self, source: Source) -> Entrant:
        if isinstance(source, Seed):
            return self.seeds[source.place - 1] if source.place <= len(self.seeds) else NOBODY
        earlier = self.placed[source.match]
        return earlier.winner if source.is_winner else earlier.loser

    def _is_reset_due(self, at: int) -> bool:
        """True if the loser of the first final had not lost before."""
        final = self.placed[at - 1]
        return final.winner is not None and final.winner == final.second

    def _meetings(self, number: int) -> list[frozenset[int]]:
        """List the meetings of a round, forfeited matches included; each once, the lowest number first."""
        met = {
            frozenset((player.number, each.opponent))
            for player in self.players.values()
            if (each := self._result(player.number, number)) is not None and each.opponent != NOBODY
        }
        return sorted(met, key=sorted)

    def _place_match(self, match: Match, two: Two) -> PlacedMatch:
        first, second = two
        if NOBODY in two:
            winner = first if second == NOBODY else second
            return PlacedMatch(match, first, second, winner, MatchState.DECIDED)
        if first is None or second is None or match.round_number >= self.number:
            return PlacedMatch(match, first, second, None, MatchState.AHEAD)
        winner, state = self._won(match.round_number, first, second)
        return PlacedMatch(match, first, second, winner, state)

    def _won(self, number: int, first: int, second: int) -> tuple[Entrant, MatchState]:
        one, other = self._result(first, number), self._result(second, number)
        if one is None or other is None or (one.opponent, other.opponent) != (second, first):
            return None, MatchState.MISSING
        if Decision(number, first) in self.waiting:
            return None, MatchState.AHEAD
        if one.points != other.points:
            return (first if one.points > other.points else second), MatchState.DECIDED
        named = [player for player in (first, second) if Decision(number, player) in self.decided]
        return (named[0], MatchState.DECIDED) if named else (None, MatchState.UNDECIDED)

    def _result(self, player: int, number: int) -> PlayerRound | None:
        rounds = self.players[player].rounds
        return rounds[number - 1] if number <= len(rounds) else None

    def _of_round(self, number: int) -> list[PlacedMatch]:
        return [each for _at, each in sorted(self.placed.items()) if each.match.round_number == number]

    def _require_settled(self, before: int) -> None:
        """Refuse if an earlier match is open, and name it."""
        for number in range(1, min(before, self.rules.rounds + 1)):
            played = [each for each in self._of_round(number) if NOBODY not in (each.first, each.second)]
            for board, each in enumerate(played, start=1):
                if each.state is not MatchState.DECIDED:
                    refusal = UndecidedMatch if each.state is MatchState.UNDECIDED else MissingResult
                    two = {"first": each.first or NOBODY, "second": each.second or NOBODY}
                    raise refusal(round=number, board=board, **two)


def check_not_over(progress: Progress, round_number: int) -> None:
    """Refuse a round after the last match."""
    if not progress.boards(round_number):
        raise KnockoutOver(round=round_number, winner=progress.winner())
