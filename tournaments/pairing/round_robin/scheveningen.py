"""Team against team, each player of one against each of the other (Scheveningen).

FIDE names the system in its type codes and does not define it; the colours here are this program's. In `size`
rounds each player has both colours equally often, or one more of one where the number is odd, and never the
same three times running. In a round each team has half the Whites; where the boards are odd, or half of them
are, one team has one or two Whites more, and the other team in the next round.
"""

from dataclasses import dataclass

from tournaments.pairing.refusals import RoundBeyondSchedule, TooFewPlayers, UnequalTeams
from tournaments.pairing.values import Pair, Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheveningen:
    """Two teams by pairing numbers, in board order; every second cycle has the colours reversed."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    cycles: int = 1

    def __post_init__(self) -> None:
        if len(self.first) != len(self.second):
            raise UnequalTeams(first=len(self.first), second=len(self.second))
        if not self.first:
            raise TooFewPlayers(players=0)

    @property
    def size(self) -> int:
        """Players of a team, and rounds of a cycle."""
        return len(self.first)

    @property
    def rounds(self) -> int:
        """Total number of rounds."""
        return self.size * self.cycles

    def propose(self, number: int) -> Proposal:
        """Return a round: player i of the first team meets i + round - 1 of the second, in a cycle."""
        if not 1 <= number <= self.rounds:
            raise RoundBeyondSchedule(round=number, rounds=self.rounds)
        cycle, shift = divmod(number - 1, self.size)
        pairs = []
        for at, player in enumerate(self.first):
            opponent = self.second[(at + shift) % self.size]
            has_white = _first_has_white(self.size, at, shift) != (cycle % 2 == 1)
            pairs.append(Pair(player, opponent) if has_white else Pair(opponent, player))
        return Proposal(pairs=tuple(pairs))


def _first_has_white(size: int, at: int, shift: int) -> bool:
    """Return whether the first team's player has White.

    Even: the colours alternate, and the upper part of the team begins with White. Odd: cells of the grid
    are numbered so that every row, column and round has each number once; the small ones are White, and the
    middle one alternates from round to round.
    """
    if size % 2 == 0:
        beginning_with_white = size // 2 + size // 2 % 2
        return (shift % 2 == 0) == (at < beginning_with_white)
    half = (size + 1) // 2
    cell = half * (2 * at + shift) % size
    return shift % 2 == 0 if cell == half - 1 else cell < half
