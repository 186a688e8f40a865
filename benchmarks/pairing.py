"""One round of the Dutch system, the fifth of nine, by size of the field.

    python -m benchmarks.pairing

Histories are generated from seeds. Regular: every round was paired by the system. Irregular: rounds were
paired by hand inside the scores, colours as they fell, with rests and meetings that the system would not
have made. The table shows the worst of many irregular fields and the median of the regular ones, each the
quickest of some runs. The comparison is gacrux 1.11.65, if installed, on the report of the first field; it
takes too long for irregular fields above 300 players. Processor time, to reduce the effect of other load on
the machine.

    python -m benchmarks.pairing --survey 300 200

pairs that many irregular fields of one size and names the slowest by their seeds.

"""

import argparse
import contextlib
import gc
import io
import os
import random
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import median
from unittest.mock import patch

from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.memory import memory_of
from benchmarks.standings import DRAW, WIN, Made, cell, play
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.values import NoLegalPairing, Player, PlayerRound, RoundKind, Snapshot

try:
    from gacrux.pairingchecker import pairingchecker
except ImportError:
    pairingchecker = None

SIZES = (20, 100, 300, 1000, 2000)
KINDS = ("regular", "irregular")
PAIRED, ROUNDS = 4, 9
PEER_IRREGULAR_UP_TO = 300
FIELDS = {20: (40, 200), 100: (30, 100), 300: (11, 40), 1000: (5, 12), 2000: (3, 8)}
"""By size, how many regular and irregular fields."""
RUNS, RUNS_OF_LARGE = 5, 3
SECONDS_OF_300, MEGABYTES, TIMES_IRREGULAR = 0.3, 500, 5


def made_up(players: int, kind: str, seed: int = 0) -> list[Made]:
    """Generate a field after four rounds of one kind."""
    chance = random.Random(f"{seed}/{players}/{kind}")  # noqa: S311 - a made-up event, not a secret
    field = [Made(number, 2400 - number) for number in range(1, players + 1)]
    for _ in range(PAIRED):
        if kind == "regular":
            paired_by_system(field, chance)
        else:
            paired_by_hand(field, chance)
    return field


def paired_by_system(field: list[Made], chance: random.Random) -> None:
    """Pair a round by the system."""
    for pair in pair_dutch(snapshot_of(field)).pairs:
        play(field[pair.white - 1], field[pair.black - 1], chance)


def paired_by_hand(field: list[Made], chance: random.Random) -> None:
    """Pair neighbours on score; one player in thirty rests."""
    waiting = sorted(field, key=lambda each: (-each.score, chance.random()))
    while len(waiting) > 1:
        white = waiting.pop(0)
        if chance.random() < 1 / 30:
            white.rounds.append(PlayerRound(RoundKind.HALF_BYE, points=DRAW))
        else:
            play(white, waiting.pop(0), chance)
    for last in waiting:
        last.rounds.append(PlayerRound(RoundKind.ALLOCATED_BYE, points=WIN))


def snapshot_of(field: list[Made]) -> Snapshot:
    """Return the round to be paired."""
    players = tuple(Player(number=each.number, rounds=tuple(each.rounds)) for each in field)
    played = len(field[0].rounds)
    return Snapshot(players=players, round_number=played + 1, rounds=ROUNDS, win=WIN, draw=DRAW)


def report_of(field: list[Made]) -> str:
    """Return the field as a TRF, for the peer."""
    lines = ["012 Made up", "042 2026/03/15", "052 2026/03/22", f"062 {len(field)}", f"142 {ROUNDS}"]
    lines += ["152 W", "192 FIDE_DUTCH"]
    for each in field:
        head = f"001 {each.number:4}      {f'Player{each.number:04}':33} {each.rating:4}"
        cells = "".join(f"  {cell(one)}" for one in each.rounds)
        lines.append(f"{head:80}{each.score / WIN:4.1f} {each.number:4}{cells}")
    return "\n".join(lines) + "\n"


def own_seconds(players: int, kind: str, seed: int) -> float:
    """Return the processor time of one round by this program, the least of some runs."""
    snapshot = snapshot_of(made_up(players, kind, seed))
    taken = []
    for _ in range(RUNS if players <= 300 else RUNS_OF_LARGE):
        gc.collect()
        started = time.process_time()
        with contextlib.suppress(NoLegalPairing):
            pair_dutch(snapshot)
        taken.append(time.process_time() - started)
    return min(taken)


def peer_seconds(field: list[Made]) -> float:
    """Return the time of gacrux, run in this process as from its command line."""
    with tempfile.TemporaryDirectory() as folder:
        given, answer = Path(folder, "given.trf"), Path(folder, "answer.txt")
        given.write_text(report_of(field), encoding="utf-8")
        command = ["gacrux", "-i", str(given), "-o", str(answer), "-p", "-n", str(PAIRED + 1), "-d", "T"]
        silence = io.StringIO()
        with (
            patch.object(sys, "argv", command),
            contextlib.redirect_stdout(silence),
            contextlib.redirect_stderr(silence),
            contextlib.suppress(SystemExit),
        ):
            started = time.process_time()
            pairingchecker().common_main()
        return time.process_time() - started


def peak_megabytes(players: int, kind: str) -> float:
    """Return the peak memory of a process that generates one field and pairs it."""
    command = [sys.executable, "-m", "benchmarks.pairing", "--once", str(players), kind]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return float(done.stdout)


def measure(players: int, kind: str) -> list[float]:
    """Return our seconds for every field and print a row of the table."""
    ours = [own_seconds(players, kind, seed) for seed in range(FIELDS[players][KINDS.index(kind)])]
    row(str(players), kind, str(len(ours)), f"{median(ours):.4f}", f"{max(ours):.4f}")
    return ours


def beside_peer(players: int, kind: str) -> bool:
    """Check that we are faster than the peer on the first field; print a row of the table."""
    ours = own_seconds(players, kind, 0)
    theirs = peer_seconds(made_up(players, kind))
    row(str(players), kind, f"{ours:.4f}", f"{theirs:.2f}", f"{theirs / ours:.0f}")
    return verdict_on(f"{players} {kind}, beside gacrux", theirs / ours, 1, "times as fast")


def growth_of(kind: str, figures: dict[tuple[int, str], list[float]]) -> str:
    """Return the exponent of the median time in the number of players, from size to size."""
    medians = {size: median(figures[size, kind]) for size in SIZES}
    powers = (log(medians[large] / medians[small]) / log(large / small) for small, large in pairwise(SIZES))
    return ", ".join(f"{each:.1f}" for each in powers)


def survey(players: int, fields: int) -> int:
    """Pair some irregular fields and name the slowest."""
    taken = sorted((own_seconds(players, "irregular", seed), seed) for seed in range(fields))
    seconds = [each for each, _seed in taken]
    print(f"median {median(seconds):.4f}, 99 of 100 within {seconds[len(seconds) * 99 // 100]:.4f}")
    print("slowest: " + ", ".join(f"{each:.4f} (seed {seed})" for each, seed in taken[-5:]))
    return 0


def main() -> int:
    """Time every size; return 1 on a missed budget."""
    heading("One round of the Dutch system (5 of 9), seconds of processor time")
    if pairingchecker is None:
        print("gacrux is not installed: pip install gacrux==1.11.65 puts the peer beside it")
    row("players", "history", "fields", "median", "worst")
    row(*["---"] * 5)
    figures = {(size, kind): measure(size, kind) for size in SIZES for kind in KINDS}
    for kind in KINDS:
        print(f"growth, {kind}: the median goes with players to the {growth_of(kind, figures)}")
    kept = [
        verdict_on(
            f"{size}, worst irregular beside median regular",
            max(figures[size, "irregular"]) / median(figures[size, "regular"]),
            TIMES_IRREGULAR,
            "times",
            at_most=True,
        )
        for size in SIZES
    ]
    kept += [
        verdict_on(f"300 {kind}, worst", max(figures[300, kind]), SECONDS_OF_300, "s", at_most=True)
        for kind in KINDS
    ]
    if pairingchecker is not None:
        row("players", "history", "this program", "gacrux 1.11.65", "times as fast")
        row(*["---"] * 5)
        kept += [
            beside_peer(size, kind)
            for size in SIZES
            for kind in KINDS
            if kind == "regular" or size <= PEER_IRREGULAR_UP_TO
        ]
    for kind in KINDS:
        peak = peak_megabytes(SIZES[-1], kind)
        kept.append(verdict_on(f"memory, {SIZES[-1]} {kind}", peak, MEGABYTES, "MB", at_most=True))
    print("PASS" if all(kept) else "FAIL")
    return 0 if all(kept) else 1


def once(players: int, kind: str) -> int:
    """Pair one field and print the peak memory of this process in megabytes."""
    pair_dutch(snapshot_of(made_up(players, kind)))
    print(memory_of(os.getpid())["VmHWM"])
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--once", nargs=2, metavar=("PLAYERS", "HISTORY"))
    parser.add_argument("--survey", nargs=2, type=int, metavar=("PLAYERS", "FIELDS"))
    wanted = parser.parse_args()
    if wanted.once:
        sys.exit(once(int(wanted.once[0]), wanted.once[1]))
    sys.exit(survey(*wanted.survey) if wanted.survey else main())
