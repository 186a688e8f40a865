"""Round robin over any number of cycles, and its rounds as proposals."""

from dataclasses import dataclass

from tournaments.pairing.refusals import RoundBeyondSchedule, TooFewPlayers
from tournaments.pairing.values import NOBODY, Pair, Proposal, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobin:
    """Pinned settings of a section's round robin.

    Every second cycle has the colours reversed. C.05 annex 1 recommends to swap the last two rounds of the
    first of two cycles, so that no player has a colour three times running; TRF26 calls it
    `FIDE_DOUBLEROUNDROBIN` with the swap and `BERGER_DOUBLEROUNDROBIN` without. With more cycles the swap is
    made in each but the last: that is this program's reading, the text speaks of two. (Of four players two
    then have a colour three times running in cycle 2.)
    """

    players: int
    cycles: int
    swap_last_rounds: bool
    games_per_pairing: int = 1

    @property
    def rounds_per_cycle(self) -> int:
        """Number of rounds until all players have met."""
        return table_size(self.players) - 1

    @property
    def rounds(self) -> int:
        """Total number of rounds."""
        return self.rounds_per_cycle * self.cycles

    def pairs(self, number: int) -> tuple[Pair, ...]:
        """List the pairs of a round by table numbers, the dummy's included."""
        if not 1 <= number <= self.rounds:
            raise RoundBeyondSchedule(round=number, rounds=self.rounds)
        cycle, at = divmod(number - 1, self.rounds_per_cycle)
        pairs = berger_round(self.players, self._row(cycle, at) + 1)
        return tuple(reverse(pair) for pair in pairs) if cycle % 2 else pairs

    def _row(self, cycle: int, at: int) -> int:
        """Return the row of the table that is played: from 0, like `at`."""
        last = self.rounds_per_cycle - 1
        swaps = self.swap_last_rounds and cycle < self.cycles - 1 and last > 0
        return 2 * last - 1 - at if swaps and at >= last - 1 else at

    def games(self, pair: Pair) -> tuple[Pair, ...]:
        """List the games of a pairing, colours in turn from the table's."""
        return tuple(reverse(pair) if game % 2 else pair for game in range(self.games_per_pairing))


def reverse(pair: Pair) -> Pair:
    """Return the same pair with reversed colours."""
    return Pair(pair.black, pair.white)


def round_robin_of(snapshot: Snapshot, *, cycles: int, swap_last_rounds: bool) -> RoundRobin:
    """Return the round robin of all players in a snapshot."""
    return RoundRobin(players=len(snapshot.players), cycles=cycles, swap_last_rounds=swap_last_rounds)


def pair_round_robin(snapshot: Snapshot, table: RoundRobin) -> Proposal:
    """Return the round of the table as a proposal.

    Players have the table's numbers in the order of their pairing numbers. The table ignores
    attendance: an absent player forfeits the game, and a withdrawal is for the standings (C.05).
    """
    numbers = sorted(player.number for player in snapshot.players)
    dummy = table.players + 1
    pairs, bye = [], NOBODY
    for pair in table.pairs(snapshot.round_number):
        if dummy in (pair.white, pair.black):
            bye = numbers[min(pair.white, pair.black) - 1]
        else:
            pairs.append(Pair(numbers[pair.white - 1], numbers[pair.black - 1]))
    return Proposal(pairs=tuple(pairs), bye=bye)


def table_size(players: int) -> int:
    """Return the even number of the table: an odd field plays with a dummy, whose opponent has the bye."""
    return players + players % 2


def berger_round(players: int, number: int) -> tuple[Pair, ...]:
    """Return one round of the table in its board order; in an odd field the dummy is number `players` + 1.

    The last number remains and meets 1, then the one half a table further on, and so round; the others sit
    around its opponent, those above it with White. The last number has Black and White in turn.
    """
    if players < 2:  # noqa: PLR2004 - two make a game
        raise TooFewPlayers(players=players)
    last = table_size(players)
    if not 1 <= number < last:
        raise RoundBeyondSchedule(round=number, rounds=last - 1)
    is_odd = number % 2 == 1
    centre = (number + 1) // 2 if is_odd else number // 2 + last // 2
    first = Pair(centre, last) if is_odd else Pair(last, centre)
    around = (
        Pair(_in_circle(centre + step, last - 1), _in_circle(centre - step, last - 1))
        for step in range(1, last // 2)
    )
    return (first, *around)


def _in_circle(number: int, size: int) -> int:
    return (number - 1) % size + 1
