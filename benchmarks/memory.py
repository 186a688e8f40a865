"""Memory of ``manage.py replay`` while it judges a file of 100 MB; needs the /proc of Linux.

    python -m benchmarks.memory

The file repeats the games of the Open Checkers Archive. The command runs in one process and prints
a line of JSON a game, which shows its progress.

"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.machine import ROOT, SCORES, heading, verdict_on

MEGABYTE = 1_000_000
MARKS = (10, 50, 100)  # megabytes read when memory is looked at
MOST_MEMORY = 200  # MB
FLAT_WITHIN = 1.1  # peak at the end beside the peak at the first mark


def write_large_file(path: Path, megabytes: int) -> None:
    """Write a file of at least the given megabytes."""
    text = SCORES.read_bytes().rstrip() + b"\n\n"
    copies = -(-megabytes * MEGABYTE // len(text))
    with path.open("wb") as large:
        for _ in range(copies):
            large.write(text)


def memory_of(process: int) -> dict[str, float]:
    """Return the current and the peak memory of a process in megabytes."""
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    return {name: int(fields[name].split()[0]) * 1024 / MEGABYTE for name in ("VmRSS", "VmHWM")}


def watch(path: Path) -> tuple[list[float], int]:
    """Replay the file; return the peaks at the marks and the number of games judged."""
    total = path.stat().st_size
    games_in_all = path.read_bytes().count(b"[Event ")
    marks = {games_in_all * mark * MEGABYTE // total: mark for mark in MARKS}
    command = [sys.executable, "manage.py", "replay", str(path), "--format", "jsonl"]
    peaks: list[float] = []
    games = 0
    started = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as replaying:
        if replaying.stdout is None:
            raise RuntimeError("the command was started without a pipe")
        for line in replaying.stdout:
            if line.startswith('{"summary"'):
                games = json.loads(line)["summary"]["games"]
                break
            games += 1
            if mark := marks.get(games):
                memory = memory_of(replaying.pid)
                peaks.append(memory["VmHWM"])
                seconds = time.perf_counter() - started
                print(
                    f"{mark:4} MB read{games:10,} games{seconds:7.1f} s  "
                    f"holds {memory['VmRSS']:6.1f} MB, at most {memory['VmHWM']:6.1f} MB so far",
                    flush=True,
                )
    return peaks, games


def main() -> int:
    """Replay the large file; return 1 if memory grows with it or exceeds its budget."""
    heading(f"Memory of manage.py replay on {MARKS[-1]} MB")
    if not SCORES.exists() or not Path("/proc/self/status").exists():
        print("not measured: it needs ../shared/pdn/oca beside the project and the /proc of Linux")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.pdn"
        write_large_file(path, MARKS[-1])
        peaks, games = watch(path)
    print(f"{games:,} games judged\n")
    kept = [
        verdict_on("memory", peaks[-1], MOST_MEMORY, "MB", at_most=True),
        verdict_on("growth from 10 to 100 MB", peaks[-1] / peaks[0], FLAT_WITHIN, "times", at_most=True),
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
