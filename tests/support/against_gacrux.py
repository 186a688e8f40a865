"""Random rounds paired by us and by gacrux (MIT), an independent program: pairs and colours side by side.

`python -m tests.tournaments.against_gacrux --rounds 3000` compares that many and prints what differs.
"""

import argparse
import contextlib
import io
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

from tournaments.exchange.trf import Report, read_trf, snapshot_of, write_trf
from tournaments.exchange.trf.scoring import reported_points
from tournaments.exchange.trf.values import (
    Acceleration,
    Cell,
    Prohibition,
    ReportedByes,
    ReportedPlayer,
    ScoreTable,
)
from tournaments.pairing.acceleration import group_a_size, lent_in_each_round
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.values import Colour, NoLegalPairing

FEATURES = ("points", "late", "accelerated", "forbidden", "byes", "withdrawals", "forfeits", "full_byes")
SCORE_TABLES = ((20, 10, 20), (30, 10, 30), (10, 5, 5), (20, 10, 10), (30, 10, 15))
FORFEITS = (("+", "-"), ("-", "+"), ("-", "-"))

Pairs = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class PairedTwice:
    """One round of a simulated tournament: the file that both read, and what each made of it."""

    seed: int
    features: tuple[str, ...]
    round_number: int
    file: bytes
    ours: Pairs | None
    theirs: Pairs | None
    our_seconds: float
    their_seconds: float


def rounds_paired_twice(seed: int, *, largest: int = 40) -> Iterator[PairedTwice]:
    """A tournament of that seed, round by round, played on by our pairing."""
    simulation = Simulation(seed, largest=largest)
    for number in range(1, simulation.report.rounds + 1):
        simulation.announce(number)
        file = write_trf(simulation.report)
        started = time.perf_counter()
        ours = our_pairs(file, number)
        between = time.perf_counter()
        theirs = their_pairs(file, number)
        ended = time.perf_counter()
        yield PairedTwice(
            seed, simulation.features, number, file, ours, theirs, between - started, ended - between
        )
        if ours is None or len(ours) < 1:
            return
        simulation.play(ours)


def our_pairs(file: bytes, number: int) -> Pairs | None:
    """White and black of every pair by our engine, the bye against 0; None where none is legal."""
    try:
        proposal = pair_dutch(snapshot_of(read_trf(file).report, number))
    except NoLegalPairing:
        return None
    bye = {(proposal.bye, 0)} if proposal.bye else set()
    return frozenset({(pair.white, pair.black) for pair in proposal.pairs} | bye)


def their_pairs(file: bytes, number: int) -> Pairs | None:
    """The same by gacrux, which is called in this process as its command line would be."""
    from gacrux.pairingchecker import pairingchecker

    with tempfile.TemporaryDirectory() as folder:
        given, answer = Path(folder, "given.trf"), Path(folder, "answer.txt")
        given.write_bytes(file)
        command = ["gacrux", "-i", str(given), "-o", str(answer), "-p", "-n", str(number), "-d", "T"]
        silence = io.StringIO()
        with (
            patch.object(sys, "argv", command),
            contextlib.redirect_stdout(silence),
            contextlib.redirect_stderr(silence),
            contextlib.suppress(SystemExit),
        ):
            pairingchecker().common_main()
        lines = [line.split() for line in answer.read_text(encoding="utf-8").splitlines()]
    at = next((at for at, line in enumerate(lines) if len(line) == 1 and line[0].isdigit()), None)
    if at is None:
        raise AssertionError(f"gacrux did not answer: {lines[:5]}")
    pairs = lines[at + 1 : at + 1 + int(lines[at][0])]
    return frozenset((int(white), int(black)) for white, black in pairs) or None


class Simulation:
    """A tournament that grows: who stays away is announced, then the round is paired and played."""

    def __init__(self, seed: int, *, largest: int) -> None:
        self.chance = chance = random.Random(seed)  # noqa: S311 - games, not secrets
        self.features = tuple(name for name in FEATURES if chance.random() < 0.4)
        count = chance.choice([chance.randint(6, 12), chance.randint(6, 20), chance.randint(12, largest)])
        rounds = min(chance.randint(4, 9), count - 1)
        self.draw_rate = chance.choice([0.3, 0.7])
        self.seed = seed
        self.report = Report(
            name=f"Simulated event {seed}",
            begins="2026/03/15",
            ends="2026/03/22",
            players_stated=str(count),
            rounds=rounds,
            initial_colour=chance.choice([Colour.WHITE, Colour.BLACK]),
            score_table=self._score_table(),
            type_code="FIDE_DUTCH",
            players=tuple(
                ReportedPlayer(number=number, name=f"Player{number:04d}", rating=2400 - number, rank=number)
                for number in range(1, count + 1)
            ),
        )
        self.report = replace(
            self.report, accelerations=self._accelerations(), prohibitions=self._prohibitions()
        )
        self.arrives = {
            player.number: chance.randint(2, 3)
            for player in self.report.players
            if "late" in self.features and chance.random() < 0.06
        }
        self.gone: set[int] = set()

    def _score_table(self) -> ScoreTable:
        if "points" not in self.features:
            return ScoreTable()
        win, draw, bye = self.chance.choice(SCORE_TABLES)
        return ScoreTable((("W", win), ("D", draw), ("L", 0), ("A", 0), ("P", bye)))

    def _accelerations(self) -> tuple[Acceleration, ...]:
        if "accelerated" not in self.features:
            return ()
        table = self.report.score_table
        lent = lent_in_each_round(self.report.rounds, win=table.points("W"), draw=table.points("D"))
        last = group_a_size(len(self.report.players))
        return tuple(
            Acceleration(
                game_points=points, first_round=number, last_round=number, first_player=1, last_player=last
            )
            for number, points in enumerate(lent, start=1)
        )

    def _prohibitions(self) -> tuple[Prohibition, ...]:
        if "forbidden" not in self.features:
            return ()
        numbers = [player.number for player in self.report.players]
        found = []
        for _ in range(max(1, len(numbers) // 6)):
            first = self.chance.randint(1, self.report.rounds)
            last = self.chance.randint(first, self.report.rounds)
            apart = self.chance.sample(numbers, self.chance.choice([2, 2, 3]))
            found.append(Prohibition(first_round=first, last_round=last, players=tuple(apart)))
        return tuple(found)

    def announce(self, round_number: int) -> None:
        """Write who will not be there, and every player's points, into the report."""
        letters: dict[str, list[int]] = {}
        for player in self.report.players:
            letter = self._absence(player.number, round_number)
            if letter:
                letters.setdefault(letter, []).append(player.number)
        self.report = replace(
            self.report,
            byes=tuple(
                ReportedByes(letter=letter, round_number=round_number, players=tuple(numbers))
                for letter, numbers in sorted(letters.items())
            ),
            players=tuple(
                replace(player, points=reported_points(self.report, player)) for player in self.report.players
            ),
        )

    def _absence(self, number: int, round_number: int) -> str:
        if number in self.gone or round_number < self.arrives.get(number, 0):
            return "Z"
        if "byes" in self.features and self.chance.random() < 0.06:
            return self.chance.choice("HHZF" if "full_byes" in self.features else "HHZ")
        if "withdrawals" in self.features and self.chance.random() < 0.02:
            self.gone.add(number)
            return "Z"
        return ""

    def play(self, pairs: Pairs) -> None:
        """Give every pair a result, and write the round into the report."""
        cells = {number: Cell(result=byes.letter) for byes in self.report.byes for number in byes.players}
        for white, black in sorted(pairs):
            if not black:
                cells[white] = Cell(result="U")
                continue
            for_white, for_black = self._result(white, black)
            cells[white] = Cell(black, Colour.WHITE, for_white)
            cells[black] = Cell(white, Colour.BLACK, for_black)
        players = (
            replace(player, rounds=(*player.rounds, cells[player.number])) for player in self.report.players
        )
        self.report = replace(self.report, players=tuple(players), byes=())

    def _result(self, white: int, black: int) -> tuple[str, str]:
        if "forfeits" in self.features and self.chance.random() < 0.04:
            return self.chance.choice(FORFEITS)
        if self.chance.random() < self.draw_rate:
            return "=", "="
        favourite = self.chance.random() < 0.7
        return ("1", "0") if favourite == (white < black) else ("0", "1")


def main() -> int:
    """Compare as many rounds as asked for, and say where the two differ."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--largest", type=int, default=80, help="players at most")
    parser.add_argument("--keep", type=Path, help="a folder for the files of rounds that differ")
    wanted = parser.parse_args()
    rounds = differences = 0
    ours = theirs = 0.0
    seed = wanted.first_seed
    while rounds < wanted.rounds:
        for each in rounds_paired_twice(seed, largest=wanted.largest):
            rounds += 1
            ours += each.our_seconds
            theirs += each.their_seconds
            if each.ours != each.theirs:
                differences += 1
                tell(each, wanted.keep)
        seed += 1
    seeds = f"{wanted.first_seed}-{seed - 1}"
    sys.stdout.write(f"rounds={rounds} seeds={seeds} differences={differences}")
    sys.stdout.write(f" seconds={ours:.1f} gacrux_seconds={theirs:.1f}\n")
    return 1 if differences else 0


def tell(each: PairedTwice, folder: Path | None) -> None:
    """One round that differs, and its file where a folder was named."""
    only_ours = sorted((each.ours or frozenset()) - (each.theirs or frozenset()))
    only_theirs = sorted((each.theirs or frozenset()) - (each.ours or frozenset()))
    sys.stdout.write(f"seed={each.seed} round={each.round_number} {' '.join(each.features)}")
    sys.stdout.write(f" ours={only_ours or each.ours} gacrux={only_theirs or each.theirs}\n")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{each.seed}-{each.round_number}.trf").write_bytes(each.file)


if __name__ == "__main__":
    sys.exit(main())
