"""Reading and judging the 2,000 games of the Open Checkers Archive, compared with three other programs.

    python -m benchmarks.replay

One core each, games a second, the median of alternating rounds. The others only check that the moves
are legal; this program also reports findings, draw claims and the result. The programs read from
memory what was loaded before. Then ``manage.py replay --workers`` reads a large file on one core and
on all of them, by wall-clock time.

"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.machine import ROOT, SCORES, heading, verdict_on
from benchmarks.memory import write_large_file
from benchmarks.rounds import INTERPRETED, OURS, PROGRAMS, Measured, Task, in_turn, programs, ratio
from games.compiled import compiled_form

ROUNDS = 5
SAMPLE = 10
READER = "our reader alone"
REMARKS = {
    READER: "not judged",
    "clatsop 0.1.0": "read by our reader, as it has none; legality only",
    "py-draughts 1.10.1": "legality only, captures optional; a FEN tag lets Black begin",
    "pydraughts 0.6.7": f"legality only; a sample of {SAMPLE} games",
}
# The design asks 1,200 games a second where py-draughts makes up to 570 and pydraughts under 10.
GAMES_A_SECOND = 1_200
COMPILED_GAMES_A_SECOND = 4_000
MEGABYTES, SHARED_ROUNDS = 50, 3  # of the file that workers share
SHARED = 0.8  # of what as many cores could do, at least
TIMES_PY_DRAUGHTS = 1_200 / 570
TIMES_PYDRAUGHTS = 1_200 / 10


def contest() -> dict[str, Measured]:
    """Let the programs work in turn and print a line for each."""
    task: Task = {"do": "replay", "file": str(SCORES), "sample": SAMPLE}
    with programs(list(PROGRAMS)) as running:
        running[READER] = running[OURS]
        tasks = dict.fromkeys(PROGRAMS, task) | {READER: {**task, "do": "read"}}
        measured = in_turn(running, tasks, ROUNDS)
    for name, one in measured.items():
        games, legal = one.answer["once"], one.answer.get("legal")
        beside = "" if name in {OURS, READER} else f"ours {ratio(measured[OURS], one):,.1f} times as fast"
        told = "" if legal is None else f"{legal:,} legal"
        print(
            f"{name:20}{games:6,} games {told:12}{one.speed:9,.1f}/s  {beside:30}{REMARKS.get(name, '')}",
            flush=True,
        )
    return measured


def by_workers(path: Path, workers: int) -> tuple[float, bytes]:
    """Return games a second by wall clock, as the command reports them, and the preceding output lines."""
    command = [
        sys.executable,
        "manage.py",
        "replay",
        str(path),
        "--format",
        "jsonl",
        "--workers",
        str(workers),
    ]
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    told, _, summary = lines.rstrip(b"\n").rpartition(b"\n")
    return json.loads(summary)["summary"]["games_per_second"], told


def shared() -> bool:
    """Read a large file on one and on all cores in turn; check the share of the cores used."""
    cores = os.cpu_count() or 1
    speeds: dict[int, list[float]] = {1: [], cores: []}
    told = set()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.pdn"
        write_large_file(path, MEGABYTES)
        for _ in range(SHARED_ROUNDS):
            for workers, measured in speeds.items():
                speed, lines = by_workers(path, workers)
                measured.append(speed)
                told.add(lines)
    for workers, measured in speeds.items():
        print(f"manage.py replay, {workers} of {cores} cores {median(measured):12,.1f}/s by the clock")
    gain = median(speeds[cores]) / median(speeds[1]) / cores
    return verdict_on("workers", gain, SHARED, "of what the cores could do") and len(told) == 1


def main() -> int:
    """Run the contest; return 1 on a missed budget or a game that a program called illegal."""
    heading(f"Reading and judging recorded games, medians of {ROUNDS} alternating rounds")
    if not SCORES.exists():
        print("not measured: the recorded games are not beside the project (../shared/pdn/oca)")
        return 0
    measured = contest()
    print()
    ours = measured[OURS]
    is_compiled = compiled_form("games.rules.generator") is not None
    kept = [
        verdict_on("read and judge, interpreted", measured[INTERPRETED].speed, GAMES_A_SECOND, "games/s"),
        not is_compiled or verdict_on("compiled", ours.speed, COMPILED_GAMES_A_SECOND, "games/s"),
        verdict_on(
            "beside py-draughts", ratio(ours, measured["py-draughts 1.10.1"]), TIMES_PY_DRAUGHTS, "times"
        ),
        verdict_on("beside pydraughts", ratio(ours, measured["pydraughts 0.6.7"]), TIMES_PYDRAUGHTS, "times"),
        ours.answer["legal"] == ours.answer["once"],
        shared(),
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
