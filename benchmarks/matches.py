"""One round of the Swiss of matches, the fifth of nine, by size of the field.

    python -m benchmarks.matches

Two histories are generated from a seed, for matches of two games (colours decide nothing) and of one (they
do). Regular: every round was paired by the system. Irregular: rounds were paired by hand inside the scores,
with rests, forfeits and meetings that the system would not have made. No other program pairs by this
system, so there is no comparison. Processor time, to reduce the effect of other load on the machine.

"""

import argparse
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from statistics import median

from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.memory import memory_of
from tournaments.pairing.match_swiss.options import MatchSwissOptions
from tournaments.pairing.match_swiss.round import pair_match_swiss
from tournaments.pairing.values import NOBODY, Colour, Player, PlayerRound, RoundKind, Snapshot

SIZES = (20, 100, 300, 1000, 2000)
KINDS = ("regular", "irregular")
GAMES = (2, 1)
PAIRED, ROUNDS, SEED = 4, 9, 2026
WIN, DRAW = 2, 1
SECONDS = {300: 0.1, 1000: 1.0, 2000: 4.0}
MEGABYTES, TIMES_IRREGULAR = 500, 5


@dataclass
class MadeUp:
    """A generated event: its players, matches of a number of games."""

    players: int
    games: int
    rounds: dict[int, list[PlayerRound]] = field(init=False)

    def __post_init__(self) -> None:
        self.rounds = {number: [] for number in range(1, self.players + 1)}
        self.chance = random.Random(SEED * self.players)  # noqa: S311 - a made-up event, not a secret

    def snapshot(self) -> Snapshot:
        """Return the round to be paired."""
        players = tuple(Player(number=number, rounds=tuple(past)) for number, past in self.rounds.items())
        return Snapshot(players=players, round_number=len(self.rounds[1]) + 1, rounds=ROUNDS)

    def by_system(self) -> None:
        """Pair a round by the system."""
        proposal = pair_match_swiss(self.snapshot(), MatchSwissOptions(games=self.games))
        for pair in proposal.pairs:
            self._play(pair.white, pair.black)
        self._rest(proposal.bye, RoundKind.ALLOCATED_BYE, WIN)

    def by_hand(self) -> None:
        """Pair neighbours on score; one player in thirty rests."""
        score = {number: sum(each.points for each in past) for number, past in self.rounds.items()}
        waiting = sorted(score, key=lambda number: (-score[number], self.chance.random()))
        while len(waiting) > 1:
            one = waiting.pop(0)
            if self.chance.random() < 1 / 30:
                self._rest(one, RoundKind.HALF_BYE, DRAW)
            else:
                self._play(one, waiting.pop(0))
        for last in waiting:
            self._rest(last, RoundKind.ALLOCATED_BYE, WIN)

    def _play(self, white: int, black: int) -> None:
        """Play a match, or forfeit it."""
        most = 2 * self.games
        if self.chance.random() < 1 / 50:
            self.rounds[white].append(PlayerRound(RoundKind.FORFEIT_WIN, black, None, WIN, most))
            self.rounds[black].append(PlayerRound(RoundKind.FORFEIT_LOSS, white))
            return
        got = self.chance.randint(0, most)
        points = DRAW + (got > self.games) - (got < self.games)
        for number, other, colour, mine, by_game in (
            (white, black, Colour.WHITE, points, got),
            (black, white, Colour.BLACK, WIN - points, most - got),
        ):
            self.rounds[number].append(PlayerRound(RoundKind.PLAYED, other, colour, mine, by_game))

    def _rest(self, number: int, kind: RoundKind, points: int) -> None:
        if number != NOBODY:
            self.rounds[number].append(PlayerRound(kind, points=points, game_points=points * self.games))


def made_up(players: int, kind: str, games: int) -> Snapshot:
    """Generate a field after four rounds of one kind."""
    event = MadeUp(players, games)
    for _ in range(PAIRED):
        if kind == "regular":
            event.by_system()
        else:
            event.by_hand()
    return event.snapshot()


def seconds(snapshot: Snapshot, games: int) -> float:
    """Return the processor time of one round with its reasons."""
    started = time.process_time()
    pair_match_swiss(snapshot, MatchSwissOptions(games=games))
    return time.process_time() - started


def measure(players: int, kind: str, games: int) -> float:
    """Return the median of some rounds and print a row of the table."""
    snapshot = made_up(players, kind, games)
    taken = median(seconds(snapshot, games) for _ in range(9 if players <= 300 else 3))
    row(str(players), kind, str(games), f"{taken:.4f}")
    return taken


def peak_megabytes(players: int, kind: str, games: int) -> float:
    """Return the peak memory of a process that generates one field and pairs it."""
    once = ["--once", str(players), kind, str(games)]
    command = [sys.executable, "-m", "benchmarks.matches", *once]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> int:
    """Time every size; return 1 on a missed budget."""
    heading("One round of the Swiss of matches (5 of 9), seconds of processor time")
    row("players", "history", "games a match", "this program")
    row(*["---"] * 4)
    figures = {
        (size, kind, games): measure(size, kind, games) for games in GAMES for kind in KINDS for size in SIZES
    }
    kept = []
    for games in GAMES:
        for kind in KINDS:
            growth = (
                log(figures[large, kind, games] / figures[small, kind, games]) / log(large / small)
                for small, large in pairwise(SIZES)
            )
            shown = ", ".join(f"{each:.1f}" for each in growth)
            print(f"growth, {kind}, matches of {games}: time goes with players to the {shown}")
            kept += [
                verdict_on(f"{size} {kind}, {games}", figures[size, kind, games], most, "s", at_most=True)
                for size, most in SECONDS.items()
            ]
        kept += [
            verdict_on(
                f"{size}, irregular beside regular, {games}",
                figures[size, "irregular", games] / figures[size, "regular", games],
                TIMES_IRREGULAR,
                "times",
                at_most=True,
            )
            for size in SIZES
        ]
    for kind in KINDS:
        peak = peak_megabytes(SIZES[-1], kind, 2)
        kept.append(verdict_on(f"memory, {SIZES[-1]} {kind}", peak, MEGABYTES, "MB", at_most=True))
    print("PASS" if all(kept) else "FAIL")
    return 0 if all(kept) else 1


def once(players: int, kind: str, games: int) -> int:
    """Pair one field and print the peak memory of this process in megabytes."""
    pair_match_swiss(made_up(players, kind, games), MatchSwissOptions(games=games))
    print(memory_of(os.getpid())["VmHWM"])
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--once", nargs=3, metavar=("PLAYERS", "HISTORY", "GAMES"))
    wanted = parser.parse_args()
    sys.exit(once(int(wanted.once[0]), wanted.once[1], int(wanted.once[2])) if wanted.once else main())
