"""Results entered during an import of 100,000 games on SQLite.

    python -m benchmarks.busy_import [GAMES [WRITERS]]

`manage.py import_pdn` reads the file. Sixteen desks enter a result each every second by the API of one page
server. After half a minute as many processes with a connection each enter results without a pause for 20 s:
a refusal because the database is locked is an error. The control runs these processes for three
seconds with what Django does by itself: a transaction takes its lock at the first write, and another writer
may have written since its first read.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.desk_first import SETUP, Desk
from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.served import free_port, p99, running, site_folder
from games.rules import VARIANTS, Position, legal_moves, play
from games.rules.notation import move_text

GAMES, WRITERS, CONTROL_SECONDS = 100_000, 16, 3.0
MOST_P99, MOST_MS = 200, 1000
DESK_SECONDS, DESK_PAUSE, FLAT_OUT_SECONDS = 30.0, 1.0, 20.0
PLIES = 16
ENGLISH = VARIANTS["english"]
CHANCE = random.Random(8)  # noqa: S311 - made-up games, the same each time
WRITER = """
import json, pathlib, sys, time
from django.db import OperationalError, connection
from club.core.actor import SYSTEM
from tournaments.results.services.results import record_result
board, ended, is_plain = json.loads(sys.argv[-1])
if is_plain:
    connection.settings_dict["OPTIONS"] = {}
    connection.close()
print("ready", flush=True)
sys.stdin.readline()
times, locked, at = [], 0, 0
while not pathlib.Path(ended).exists():
    outcome, began, at = ("white", "draw", "black")[at % 3], time.perf_counter(), at + 1
    try:
        record_result(pairing_id=board, game=1, outcome=outcome, actor=SYSTEM)
        times.append(1000 * (time.perf_counter() - began))
    except OperationalError as error:
        if "locked" not in str(error):
            raise
        locked += 1
print(json.dumps([times, locked]), flush=True)
"""


def made_game(number: int) -> str:
    """Return a record of random legal moves."""
    moves: list[str] = []
    position = Position.start(ENGLISH)
    while len(moves) < PLIES and (legal := legal_moves(position, ENGLISH)):
        move = CHANCE.choice(legal)
        moves.append(move_text(move, ENGLISH, legal))
        position = play(position, move, ENGLISH)
    tags = f'[White "Lees {number % 500}"]\n[Black "Wyllie {number % 700}"]\n[Result "*"]\n[GameType "21"]\n'
    return f"{tags}\n{' '.join(moves)} *\n\n"


class Writers:
    """Processes that enter results until a file is there."""

    def __init__(
        self, env: dict[str, str], boards: list[int], ended: Path, *, is_plain: bool = False
    ) -> None:
        self.ended = ended
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.processes: list[subprocess.Popen[str]] = []
        for board in boards:
            code = f"import sys; sys.argv = [{json.dumps([board, str(ended), is_plain])!r}]\n{WRITER}"
            command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
            self.processes.append(subprocess.Popen(command, cwd=ROOT, env=env, text=True, **pipes))
        for one in self.processes:
            one.stdout.readline()  # type: ignore[union-attr]  # a pipe was asked for

    def begin(self) -> None:
        """Let all begin."""
        for one in self.processes:
            print(file=one.stdin, flush=True)

    def end(self) -> tuple[list[float], int]:
        """Return the milliseconds of all entries, sorted, and how many were refused."""
        self.ended.touch()
        told = [json.loads(one.communicate()[0].splitlines()[-1]) for one in self.processes]
        return sorted(time for times, _ in told for time in times), sum(locked for _, locked in told)


def at_the_desks(env: dict[str, str], token: str, boards: list[int]) -> list[float]:
    """Return the milliseconds of the entries of some desks, one at each board, sorted."""
    port = free_port()
    with running("club.config.asgi:application", port, env), ThreadPoolExecutor(len(boards)) as pool:
        desks = [Desk(port, token, [board], pause=DESK_PAUSE) for board in boards]
        desks[0].enter(2)

        def enter(number: int) -> list[float]:
            time.sleep(number * DESK_PAUSE / len(desks))  # arbiters do not press at the same moment
            return desks[number].enter(DESK_SECONDS)

        times = list(pool.map(enter, range(len(desks))))
    return sorted(time for each in times for time in each)


def main(arguments: list[str]) -> int:
    """Measure; return 1 on an error or a missed budget."""
    games, count = (*map(int, arguments), *(GAMES, WRITERS)[len(arguments) :])
    heading(f"{count} writers during an import of {games:,} games on SQLite")
    with site_folder() as env, tempfile.TemporaryDirectory() as folder:
        shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c", SETUP]
        made = subprocess.run(shell, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
        told = json.loads(made.stdout.splitlines()[-1])
        boards = told["boards"][:count]
        file = Path(folder) / "games.pdn"
        file.write_text("".join(made_game(number) for number in range(games)))
        command = [sys.executable, "manage.py", "import_pdn", str(file), "--club", "bench"]
        began = time.monotonic()
        reading = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
        times = at_the_desks(env, told["token"], boards)
        is_running = reading.poll() is None
        writers = Writers(env, boards, Path(folder) / "ended")
        writers.begin()
        time.sleep(FLAT_OUT_SECONDS)
        is_running &= reading.poll() is None
        flat_out, locked = writers.end()
        status = reading.wait()
        took = time.monotonic() - began
        plain = Writers(env, boards, Path(folder) / "control", is_plain=True)
        plain.begin()
        time.sleep(CONTROL_SECONDS)
        _, refused = plain.end()
    row(
        f"{count} desks, an entry a second each, during an import",
        f"p50 {times[len(times) // 2]:.0f} ms, p99 {p99(times):.0f} ms, most {times[-1]:.0f} ms",
        f"{len(times):,} entries",
        "budget p99 200 ms",
    )
    row(
        f"{count} processes without a pause, during an import",
        f"p50 {flat_out[len(flat_out) // 2]:.0f} ms, p99 {p99(flat_out):.0f} ms, most {flat_out[-1]:.0f} ms",
        f"{len(flat_out):,} entries, {locked} refused; {games:,} games in {took:.0f} s",
        f"Django's own settings: {refused} refused in {CONTROL_SECONDS:.0f} s",
    )
    met = [
        is_running,
        status == 0,
        verdict_on("refused because of a lock", locked, 0, "entries", at_most=True),
        verdict_on("refused with Django's own settings", refused, 1, "entries"),
        verdict_on("p99 of an entry", p99(times), MOST_P99, "ms", at_most=True),
        verdict_on("slowest entry", times[-1], MOST_MS, "ms", at_most=True),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
