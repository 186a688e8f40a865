"""A day of a site in two hours: listeners, results twelve times as often, and an import all the time.

    python -m benchmarks.soak [MINUTES [LISTENERS]]

One page server and one worker on SQLite; four desks enter twelve results a second by the API, each of
which goes to every listener of the event, and the worker reads an import. Memory and open files of both are
read each second. Growth is from the first quarter, in which caches fill, to the end: medians of a tenth of
the run. An hour of the day has 3,600 results.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from math import ceil
from pathlib import Path
from statistics import median

from benchmarks.busy_import import CHANCE, made_game
from benchmarks.desk_first import SETUP, Desk
from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.reconnect import Listener, all_connected
from benchmarks.served import free_port, p99, raise_connection_limit, resident_bytes, running, site_folder

MINUTES, LISTENERS, RATE, DESKS = 120.0, 2000, 12, 4
TELL_EVERY = 600  # seconds
GAMES_A_MINUTE = 24_000  # more than a worker reads meanwhile
MINUTES_OF_A_FILE = 40  # of games: the site takes files of 200 MB
MOST_GROWTH = 1.0  # per cent an hour of the day
IMPORT = """
from pathlib import Path
from club.core.actor import SYSTEM
from club.models import Organisation
from games.archive.services.imports import start_import
with Path({path!r}).open("rb") as stream:
    start_import(organisation=Organisation.objects.get(), stream=stream, name="soak.pdn", actor=SYSTEM)
"""
READ = """
from games.models import ArchiveImport, Game
print(Game.objects.count(), ArchiveImport.objects.filter(state__in=["waiting", "running"]).count())
"""


class Samples:
    """Memory and open files of a process, each second."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.bytes: list[int] = []
        self.files: list[int] = []

    def take(self) -> None:
        """Read both."""
        self.bytes.append(resident_bytes(self.process))
        self.files.append(len(list(Path(f"/proc/{self.process.pid}/fd").iterdir())))

    def growth(self, hours: float) -> float:
        """Per cent an hour of the day, from the end of the first quarter to the end."""
        part = max(1, len(self.bytes) // 10)
        begin = len(self.bytes) // 4
        first, last = median(self.bytes[begin : begin + part]), median(self.bytes[-part:])
        return 100 * (last / first - 1) / (0.75 * hours)

    def more_files(self) -> int:
        """Return how many more files are open in the last tenth than after the first quarter."""
        part = max(1, len(self.files) // 10)
        begin = len(self.files) // 4
        return min(self.files[-part:]) - max(self.files[begin : begin + part])


def games_of_a_minute(minute: int) -> str:
    """Return PDN that no other minute has."""
    CHANCE.seed(minute)
    first = minute * GAMES_A_MINUTE
    return "".join(made_game(number) for number in range(first, first + GAMES_A_MINUTE))


async def live(
    port: int, told: dict[str, object], seconds: float, count: int, samples: list[Samples]
) -> tuple[list[float], list[Listener]]:
    """Have the listeners listen while results are entered; return the times of the entries."""
    listeners = [Listener(port, f"section:{told['section']}") for _ in range(count)]
    await all_connected(listeners)
    token, boards = str(told["token"]), list(told["boards"])  # type: ignore[call-overload]
    desks = [Desk(port, token, boards[at::DESKS], pause=DESKS / RATE, is_paced=True) for at in range(DESKS)]
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(1):
            for one in samples:
                one.take()
            if len(samples[0].bytes) % TELL_EVERY == 0:  # what is known of a run that ends early
                sizes = ", ".join(
                    f"{one.bytes[-1] / 1e6:.0f} MB and {one.files[-1]} files" for one in samples
                )
                entered = sum(one.entered for one in desks)
                print(f"after {len(samples[0].bytes):,} s: {entered:,} results; {sizes}", flush=True)

    watching = asyncio.create_task(asyncio.to_thread(watch))
    try:
        times = await asyncio.gather(*(asyncio.to_thread(desk.enter, seconds) for desk in desks))
        await asyncio.sleep(3)
    finally:
        is_over.set()
    await watching
    return list(chain.from_iterable(times)), listeners


def main(arguments: list[str]) -> int:
    """Measure; return 1 on growth, a leak, a listener that missed an event, or an import that ended early."""
    minutes, count = (*map(float, arguments), *(MINUTES, LISTENERS)[len(arguments) :])
    heading(f"{count:,.0f} listeners, {RATE} results a second and an import, {minutes:.0f} minutes")
    raise_connection_limit()
    with site_folder() as env, tempfile.TemporaryDirectory() as folder:
        shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c"]
        made = subprocess.run([*shell, SETUP], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
        told = json.loads(made.stdout.splitlines()[-1])
        for first in range(0, ceil(minutes), MINUTES_OF_A_FILE):
            file = Path(folder) / f"{first}.pdn"
            with file.open("w") as stream, ProcessPoolExecutor() as pool:
                last = min(first + MINUTES_OF_A_FILE, ceil(minutes))
                stream.writelines(pool.map(games_of_a_minute, range(first, last)))
            subprocess.run([*shell, IMPORT.format(path=str(file))], cwd=ROOT, env=env, check=True)
        worker = subprocess.Popen([sys.executable, "manage.py", "work"], cwd=ROOT, env=env)
        try:
            port = free_port()
            with running("club.config.asgi:application", port, env) as server:
                samples = [Samples(server), Samples(worker)]
                times, listeners = asyncio.run(live(port, told, 60 * minutes, int(count), samples))
        finally:
            worker.kill()
            worker.wait()
        read = subprocess.run(
            [*shell, READ], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True
        )
    games, waiting = map(int, read.stdout.split())
    heard = {tuple(one.numbers) for one in listeners}
    numbers = next(iter(heard))
    hours = len(times) / 3600
    print(f"{len(times):,} results in {hours:.1f} hours of the day, p99 {p99(times):.0f} ms")
    print(f"{len(numbers):,} events; all {count:,.0f} listeners heard the same: {len(heard) == 1}")
    print(f"{games:,} games read; imports still under way: {waiting}\n")
    met = [waiting > 0, len(heard) == 1, list(numbers) == list(range(numbers[0], numbers[-1] + 1))]
    for name, one in zip(("page server", "worker"), samples, strict=True):
        row(
            f"memory of the {name}, MB",
            f"{one.bytes[-1] / 1e6:.0f}",
            "",
            f"{one.growth(hours):+.2f} % an hour",
        )
        met.append(verdict_on(f"growth of the {name}", one.growth(hours), MOST_GROWTH, "%", at_most=True))
        met.append(verdict_on(f"files more in the {name}", one.more_files(), 0, "files", at_most=True))
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
