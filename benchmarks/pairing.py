"""One round of the Dutch system, the fifth of nine, by size of the field.

    python -m benchmarks.pairing

Two histories are made up from a seed. Regular: every round was paired by the system. Irregular: rounds were
paired by hand inside the scores, colours as they fell, with rests and meetings that the system would not have
made. Beside it gacrux 1.11.65 where it is installed, on the same report; irregular fields above 300 players
take it too long to wait for. Processor time, so that what else the machine does counts for little.
"""

import argparse
import contextlib
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
from tournaments.pairing.values import Player, PlayerRound, RoundKind, Snapshot

try:
    from gacrux.pairingchecker import pairingchecker
except ImportError:
    pairingchecker = None

SIZES = (20, 100, 300, 1000, 2000)
KINDS = ("regular", "irregular")
PAIRED, ROUNDS, SEED = 4, 9, 2026
PEER_IRREGULAR_UP_TO = 300
SECONDS_OF_300, MEGABYTES, TIMES_IRREGULAR = 0.3, 500, 5


def made_up(players: int, kind: str) -> list[Made]:
    """So many players after four rounds of one kind."""
    chance = random.Random(SEED * players)  # noqa: S311 - a made-up event, not a secret
    field = [Made(number, 2400 - number) for number in range(1, players + 1)]
    for _ in range(PAIRED):
        if kind == "regular":
            paired_by_system(field, chance)
        else:
            paired_by_hand(field, chance)
    return field


def paired_by_system(field: list[Made], chance: random.Random) -> None:
    """A round as the system pairs it."""
    for pair in pair_dutch(snapshot_of(field)).pairs:
        play(field[pair.white - 1], field[pair.black - 1], chance)


def paired_by_hand(field: list[Made], chance: random.Random) -> None:
    """A round of neighbours on score, one in thirty resting."""
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
    """The round to be paired."""
    players = tuple(Player(number=each.number, rounds=tuple(each.rounds)) for each in field)
    played = len(field[0].rounds)
    return Snapshot(players=players, round_number=played + 1, rounds=ROUNDS, win=WIN, draw=DRAW)


def report_of(field: list[Made]) -> str:
    """The field as a TRF, for the peer."""
    lines = ["012 Made up", "042 2026/03/15", "052 2026/03/22", f"062 {len(field)}", f"142 {ROUNDS}"]
    lines += ["152 W", "192 FIDE_DUTCH"]
    for each in field:
        head = f"001 {each.number:4}      {f'Player{each.number:04}':33} {each.rating:4}"
        cells = "".join(f"  {cell(one)}" for one in each.rounds)
        lines.append(f"{head:80}{each.score / WIN:4.1f} {each.number:4}{cells}")
    return "\n".join(lines) + "\n"


def own_seconds(snapshot: Snapshot) -> float:
    """Processor time of one round by this program."""
    started = time.process_time()
    pair_dutch(snapshot)
    return time.process_time() - started


def peer_seconds(field: list[Made]) -> float:
    """The same by gacrux as its command line is called, in this process."""
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
    """What a process holds at most that makes up one field and pairs it."""
    command = [sys.executable, "-m", "benchmarks.pairing", "--once", str(players), kind]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return float(done.stdout)


def measure(players: int, kind: str) -> tuple[float, float | None]:
    """Our seconds and the peer's, if it is waited for; a row of the table is printed."""
    field = made_up(players, kind)
    snapshot = snapshot_of(field)
    ours = median(own_seconds(snapshot) for _ in range(9 if players <= 300 else 3))
    waits = pairingchecker is not None and (kind == "regular" or players <= PEER_IRREGULAR_UP_TO)
    theirs = peer_seconds(field) if waits else None
    beside = (f"{theirs:.2f}", f"{theirs / ours:.0f}") if theirs is not None else ("not waited for", "")
    row(str(players), kind, f"{ours:.4f}", *beside)
    return ours, theirs


def main() -> int:
    """Time every size; one when a budget is missed."""
    heading("One round of the Dutch system (5 of 9), seconds of processor time")
    if pairingchecker is None:
        print("gacrux is not installed: pip install gacrux==1.11.65 puts the peer beside it")
    row("players", "history", "this program", "gacrux 1.11.65", "times as fast")
    row(*["---"] * 5)
    figures = {(size, kind): measure(size, kind) for size in SIZES for kind in KINDS}
    for kind in KINDS:
        growth = (
            log(figures[large, kind][0] / figures[small, kind][0]) / log(large / small)
            for small, large in pairwise(SIZES)
        )
        print(f"growth, {kind}: time goes with players to the " + ", ".join(f"{each:.1f}" for each in growth))
    kept = [
        verdict_on(f"{size} {kind}, beside gacrux", theirs / ours, 1, "times as fast")
        for (size, kind), (ours, theirs) in figures.items()
        if theirs is not None
    ]
    kept += [
        verdict_on(
            f"{size}, irregular beside regular",
            figures[size, "irregular"][0] / figures[size, "regular"][0],
            TIMES_IRREGULAR,
            "times",
            at_most=True,
        )
        for size in SIZES
    ]
    kept += [
        verdict_on(f"300 {kind}", figures[300, kind][0], SECONDS_OF_300, "s", at_most=True) for kind in KINDS
    ]
    for kind in KINDS:
        peak = peak_megabytes(SIZES[-1], kind)
        kept.append(verdict_on(f"memory, {SIZES[-1]} {kind}", peak, MEGABYTES, "MB", at_most=True))
    print("PASS" if all(kept) else "FAIL")
    return 0 if all(kept) else 1


def once(players: int, kind: str) -> int:
    """Pair one field and say how many megabytes this process has held at most."""
    pair_dutch(snapshot_of(made_up(players, kind)))
    print(memory_of(os.getpid())["VmHWM"])
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--once", nargs=2, metavar=("PLAYERS", "HISTORY"))
    wanted = parser.parse_args()
    sys.exit(once(int(wanted.once[0]), wanted.once[1]) if wanted.once else main())
