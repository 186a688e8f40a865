"""Results entered at a desk whose server has a disk that takes 5 ms longer for each flush.

    python -m benchmarks.slow_disk [SECONDS [MILLISECONDS]]

A library that is loaded before the C library delays each flush (fsync, fdatasync) of the server process, on
SQLite with the settings of the site. The same server without it is measured in the same run.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.desk_first import SETUP, Desk
from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.served import free_port, p99, resident_bytes, running, site_folder

SECONDS, FLUSH_MS, MOST_MS, MOST_MB = 20.0, 5, 100, 4096
SOURCE = Path(__file__).parent / "programs" / "slow_flush.c"


def slow_flushes(folder: str, milliseconds: float) -> dict[str, str]:
    """Compile the library; return the environment of a process with slow flushes."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("A slow disk needs a C compiler: install one (Debian: gcc).")
    library = str(Path(folder) / "slow_flush.so")
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"], check=True)
    return {"LD_PRELOAD": library, "SLOW_FLUSH_MS": f"{milliseconds:.0f}"}


def main(arguments: list[str]) -> int:
    """Measure; return 1 if an entry takes too long."""
    seconds, milliseconds = (*map(float, arguments), *(SECONDS, FLUSH_MS)[len(arguments) :])
    heading(f"Results at the desk, each flush {milliseconds:.0f} ms slower")
    found: list[list[float]] = []
    with site_folder() as env, tempfile.TemporaryDirectory() as folder:
        shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c", SETUP]
        made = subprocess.run(shell, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
        told = json.loads(made.stdout.splitlines()[-1])
        for more in ({}, slow_flushes(folder, milliseconds)):
            port = free_port()
            with running("club.config.asgi:application", port, {**env, **more}) as server:
                desk = Desk(port, told["token"], told["boards"])
                desk.enter(2)
                found.append(sorted(desk.enter(seconds)))
                megabytes = resident_bytes(server) / 1e6
    (quiet, slow), half = found, len(found[0]) // 2
    row(
        f"an entry, each flush {milliseconds:.0f} ms slower",
        f"p50 {slow[len(slow) // 2]:.0f} ms, p99 {p99(slow):.0f} ms",
        f"as the disk is: p50 {quiet[half]:.0f} ms, p99 {p99(quiet):.0f} ms",
        f"{slow[len(slow) // 2] / quiet[half]:.1f}",
    )
    met = [
        verdict_on("p99 of an entry", p99(slow), MOST_MS, "ms", at_most=True),
        verdict_on("memory of the server", megabytes, MOST_MB, "MB", at_most=True),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
