"""Check of a knock-out round against its tree, which is replayed here line by line."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.pairing.checking.findings import (
    Code,
    Finding,
    GivenRound,
    Report,
    Severity,
    illegal,
    quality,
)
from tournaments.pairing.checking.general import colour_sequences, known_pairs
from tournaments.pairing.checking.past import pasts_of
from tournaments.pairing.knockout.bracket import Knockout
from tournaments.pairing.values import NOBODY, Pair, PlayerRound, Snapshot

Settled = frozenset[tuple[int, int]]
"""Round and number of the player who goes on from a tied match."""


class TreeUnfinished(Exception):
    """Error: an earlier match is open or was not played, so the tree does not define this round."""


def check_knockout(snapshot: Snapshot, rules: Knockout, settled: Settled, given: GivenRound) -> Report:
    """Check for eliminated players, missing players, and every board that the tree does not have.

    The tree pairs absent players as well: they forfeit. Boards that differ from the tree are no fault as
    long as all who meet are still in: the tree goes on as it was played.
    """
    try:
        due = TreeLine(snapshot, rules, settled).due()
    except TreeUnfinished:
        return Report(())
    found = [*_check_attendance(snapshot, given, due), *_differences(given, due)]
    pasts = pasts_of(snapshot)
    found += colour_sequences(known_pairs(given, pasts), pasts)
    return Report(tuple(sorted(found, key=lambda each: list(Severity).index(each.severity))))


def dealt(seeds: list[int]) -> list[int]:
    """Deal seeds to the halves of a tree alternately, and so on in each half; return the line."""
    if len(seeds) < 2:  # noqa: PLR2004 - one is no match
        return seeds
    halves: tuple[list[int], list[int]] = ([], [])
    for at, seed in enumerate(seeds):
        halves[(at + 1) // 2 % 2].append(seed)
    return dealt(halves[0]) + dealt(halves[1])


@dataclass(frozen=True, slots=True)
class Played:
    """Result of a round for the neighbours of a line: winners and losers, in order."""

    won: list[int]
    lost: list[int]


class TreeLine:
    """Tree as lines of players, neighbours meeting; NOBODY fills it up to a power of two."""

    def __init__(self, snapshot: Snapshot, rules: Knockout, settled: Settled) -> None:
        self.players = {player.number: player for player in snapshot.players}
        self.rules, self.settled, self.number = rules, settled, snapshot.round_number

    def due(self) -> list[int]:
        """Return the seats of the round, two of a match adjacent; empty when the tree is played out."""
        numbers = sorted(self.players)
        size = 2
        while size < len(numbers):
            size *= 2
        line = dealt([*numbers, *[NOBODY] * (size - len(numbers))])
        return self._double(line) if self.rules.is_double else self._single(line)

    def _single(self, line: list[int]) -> list[int]:
        number, lost = 1, list[int]()
        while len(line) > 1:
            has_third = self.rules.third_place and len(line) == 2 and lost  # noqa: PLR2004 - the final
            seats = [*line, *lost] if has_third else line
            if number == self.number:
                return seats
            played = self._results_of_round(seats, number)
            line, lost, number = played.won[: len(line) // 2], played.lost, number + 1
        return []

    def _double(self, line: list[int]) -> list[int]:
        if self.number == 1:
            return line
        first = self._results_of_round(line, 1)
        line, below, number, level = first.won, first.lost, 2, 2
        while len(line) > 1:
            if number == self.number:
                return line + below
            both, half = self._results_of_round(line + below, number), len(line) // 2
            fallen, line, stayed = both.lost[:half], both.won[:half], both.won[half:]
            crossing = (
                fallen[::-1] if level % 2 == 0 else fallen[len(fallen) // 2 :] + fallen[: len(fallen) // 2]
            )
            crossed = [player for two in zip(stayed, crossing, strict=True) for player in two]
            if number + 1 == self.number:
                return crossed
            below, number, level = self._results_of_round(crossed, number + 1).won, number + 2, level + 1
        return self._finals(line[0], below[0], number)

    def _finals(self, unbeaten: int, challenger: int, number: int) -> list[int]:
        final = [unbeaten, challenger]
        if number == self.number:
            return final
        winner = self._results_of_round(final, number).won[0]
        is_second = self.rules.has_reset and winner != unbeaten and self.number == number + 1
        return final if is_second else []

    def _results_of_round(self, seats: list[int], number: int) -> Played:
        """Return the result of the neighbours, with players moved by hand in the seats where they played."""
        seats = self._actual_seats(seats, number)
        won, lost = [], []
        for one, other in zip(seats[::2], seats[1::2], strict=True):
            winner = self._winner(one, other, number)
            won.append(winner)
            lost.append(other if winner == one else one)
        return Played(won, lost)

    def _winner(self, one: int, other: int, number: int) -> int:
        if NOBODY in (one, other):
            return max(one, other)
        mine, theirs = self._round(one, number), self._round(other, number)
        if mine is None or theirs is None or mine.opponent != other or theirs.opponent != one:
            raise TreeUnfinished
        if mine.points != theirs.points:
            return one if mine.points > theirs.points else other
        named = [player for player in (one, other) if (number, player) in self.settled]
        if not named:
            raise TreeUnfinished
        return named[0]

    def _actual_seats(self, seats: list[int], number: int) -> list[int]:
        """Return the seats with the pairs that actually met.

        The player due in a match identifies the match of a changed pair; the lowest number and first match
        have priority. A player who thus lost a match gets the seat of one who gained it.
        """
        boards = [at for at in range(0, len(seats), 2) if NOBODY not in seats[at : at + 2]]
        met = self._met(number)
        line, open_boards = list(seats), []
        for at in boards:
            if set(seats[at : at + 2]) in met:
                met.remove(set(seats[at : at + 2]))
            else:
                open_boards.append(at)
        if len(met) != len(open_boards):
            return line
        for is_shared in (True, False):
            for two in list(met):
                fitting = [at for at in open_boards if not is_shared or two & set(seats[at : at + 2])]
                if fitting:
                    met.remove(two)
                    open_boards.remove(fitting[0])
                    line[fitting[0] : fitting[0] + 2] = in_their_seats(
                        two, seats[fitting[0] : fitting[0] + 2]
                    )
        return self._with_idle(seats, line, boards)

    @staticmethod
    def _with_idle(seats: list[int], line: list[int], boards: list[int]) -> list[int]:
        """Replace players due to go on without a match who played one by players due to play who did not."""
        busy = {line[at] for board in boards for at in (board, board + 1)}
        idle = [seats[at] for board in boards for at in (board, board + 1) if seats[at] not in busy]
        for at in range(len(line)):
            if at - at % 2 not in boards and line[at] in busy and idle:
                line[at] = idle.pop(0)
        return line

    def _met(self, number: int) -> list[set[int]]:
        """List the meetings of a round, in the order of the lower numbers."""
        met = []
        for player in sorted(self.players):
            result = self._round(player, number)
            if result is not None and result.opponent > player:
                met.append({player, result.opponent})
        return met

    def _round(self, player: int, number: int) -> PlayerRound | None:
        rounds = self.players[player].rounds
        return rounds[number - 1] if number <= len(rounds) else None


def in_their_seats(two: set[int], due: list[int]) -> list[int]:
    """Return two players, each on the side where it was due."""
    low, high = sorted(two)
    return [high, low] if due[0] == high or due[1] == low else [low, high]


def _check_attendance(snapshot: Snapshot, given: GivenRound, due: Sequence[int]) -> Iterator[Finding]:
    """Check that every player due is in the round once, and no other player."""
    times, known = Counter(given.numbers), {player.number for player in snapshot.players}
    for number, many in sorted(times.items()):
        if number not in known:
            yield illegal(Code.PLAYER_UNKNOWN, (number,), "section")
        elif number not in due:
            yield illegal(Code.NOT_DUE, (number,), "section")
        if many > 1:
            yield illegal(Code.PLAYER_TWICE, (number,), "section", times=many)
    for number in sorted(set(due) - {NOBODY} - set(times)):
        yield illegal(Code.PLAYER_MISSING, (number,), "section")
    for pair in given.pairs:
        if frozenset((pair.white, pair.black)) in snapshot.forbidden:
            yield illegal(Code.PROHIBITED_PAIR, (pair.white, pair.black), "section")


def _differences(given: GivenRound, due: Sequence[int]) -> Iterator[Finding]:
    """Report boards that the tree does not have."""
    meets = {}
    for one, other in zip(due[::2], due[1::2], strict=True):
        meets[one], meets[other] = other, one
    for pair in (*given.pairs, *(Pair(number, NOBODY) for number in given.byes)):
        numbers = tuple(number for number in (pair.white, pair.black) if number != NOBODY)
        if all(number in meets for number in numbers) and meets[pair.white] != pair.black:
            opponents = tuple(meets[number] for number in numbers)
            yield quality(Code.DIFFERS_FROM_TREE, numbers, "section", opponents=opponents)
