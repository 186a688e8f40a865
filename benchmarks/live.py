"""Many listeners on one stream process: how late a broadcast is for the last of them, what a listener costs.

    python -m benchmarks.live [LISTENERS]

The listeners are connections of one client process; an event is a row that a third process writes, as a
worker does. Latency is from the commit to the arrival at a listener, so it holds the poll of the table too;
the spread beside it is from the first arrival to each, which is the broadcast alone.
"""

import asyncio
import json
import subprocess
import sys
import time

from benchmarks.machine import ROOT, heading, verdict_on
from benchmarks.served import free_port, p99, resident_bytes, running, site_folder

LISTENERS, EVENTS = 2000, 20
P99_MS, KILOBYTES = 250, 16
WRITER = """
import json, sys, time
from django.db import transaction
from club.live import publish
for _ in range({events}):
    time.sleep(0.5)
    with transaction.atomic():
        publish("import:1", "bench", {{}})
    print(time.time(), flush=True)
"""
ARCHIVE = """
from club.models import Organisation
from games.models import ArchiveImport
club = Organisation.objects.create(slug="bench", name="Bench")
ArchiveImport.objects.create(pk=1, organisation=club, file="x", name="x", sha256="0", size=1)
"""


class Listener(asyncio.Protocol):
    """Notes when each event came."""

    def __init__(self, port: int, came: dict[int, list[float]]) -> None:
        self.port, self.came, self.rest = port, came, b""
        self.is_greeted = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        request = f"GET /api/v1/live/import:1 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        transport.write(request.encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        now = time.time()
        if not self.is_greeted.done():
            if b"event: hello" in data:
                self.is_greeted.set_result(None)
            return
        for line in data.split(b"\n"):
            if line.startswith(b"data: {"):
                self.came.setdefault(json.loads(line[6:])["number"], []).append(now)


async def listen(
    port: int, count: int, writer: list[str], env: dict[str, str], process: subprocess.Popen[bytes]
) -> tuple[dict[int, list[float]], list[float], float, float]:
    """Open every stream, have the events written, collect."""
    came: dict[int, list[float]] = {}
    loop = asyncio.get_running_loop()
    first = (await loop.create_connection(lambda: Listener(port, came), "127.0.0.1", port))[1]
    await first.is_greeted
    await asyncio.sleep(1)
    before, began = resident_bytes(process), time.monotonic()
    for begin in range(1, count, 100):
        opened = [
            (await loop.create_connection(lambda: Listener(port, came), "127.0.0.1", port))[1]
            for _ in range(min(100, count - begin))
        ]
        await asyncio.gather(*(one.is_greeted for one in opened))
    took = time.monotonic() - began
    await asyncio.sleep(1)
    each = (resident_bytes(process) - before) / (count - 1)
    written = await asyncio.create_subprocess_exec(*writer, cwd=ROOT, env=env, stdout=asyncio.subprocess.PIPE)
    told, _ = await written.communicate()
    await asyncio.sleep(2)
    return came, [float(line) for line in told.split()], each, took


def main(arguments: list[str]) -> int:
    """Measure; one when a budget is missed or an event did not reach everybody."""
    count = int(arguments[0]) if arguments else LISTENERS
    heading(f"{count:,} listeners on one stream process, {EVENTS} broadcasts")
    shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c"]
    with site_folder() as env:
        subprocess.run([*shell, ARCHIVE], cwd=ROOT, env=env, check=True)
        port = free_port()
        with running("club.config.asgi:application", port, env) as process:
            writer = [*shell, WRITER.format(events=EVENTS)]
            came, committed, each, took = asyncio.run(listen(port, count, writer, env, process))
    whole = {number: times for number, times in came.items() if len(times) == count}
    print(
        f"every listener heard {len(whole)} of {EVENTS} events; streams opened {count / took:,.0f} a second"
    )
    late = [1000 * (at - committed[number - 1]) for number, times in whole.items() for at in times]
    spread = [1000 * (at - min(times)) for times in whole.values() for at in times]
    print(f"from the commit:        p50 {sorted(late)[len(late) // 2]:7.1f} ms   p99 {p99(late):7.1f} ms")
    middle = sorted(spread)[len(spread) // 2]
    print(f"from the first arrival: p50 {middle:7.1f} ms   p99 {p99(spread):7.1f} ms\n")
    met = [
        len(whole) == EVENTS,
        verdict_on("p99 from the commit", p99(late), P99_MS, "ms", at_most=True),
        verdict_on("memory a listener", each / 1024, KILOBYTES, "kB", at_most=True),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
