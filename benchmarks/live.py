"""Many listeners on one stream process: latency of a broadcast to the last one, and cost of a listener.

    python -m benchmarks.live [LISTENERS] [--slow-poll]

The listeners are connections of one client process; an event is a row that a third process writes, as a
worker does. Latency is from the commit to the arrival at a listener, so it includes the poll of the table.
The spread next to it is from the first arrival to each: the broadcast alone. Arrivals are parsed
afterwards, as the client shares the machine with the server. The processor time of both shows the share of
each. `--slow-poll` is the negative control: the table is looked at once a second, and the budget has to be
missed.
"""

import asyncio
import gc
import json
import subprocess
import sys
import time
from dataclasses import dataclass, field

from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.served import (
    free_port,
    p99,
    processor_seconds,
    raise_connection_limit,
    resident_bytes,
    running,
    site_folder,
)

LISTENERS, EVENTS = 2000, 20
P99_MS, KILOBYTES = 250, 16
SLOW_POLL = "--slow-poll"
WRITER = """
import json, sys, time
from django.db import transaction
from club.live.publishing import publish
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


@dataclass(slots=True)
class Heard:
    """Results of the run."""

    arrivals: list[tuple[float, bytes]] = field(default_factory=list)
    committed: list[float] = field(default_factory=list)
    bytes_each: float = 0.0
    opened_a_second: float = 0.0
    server_seconds: float = 0.0
    client_seconds: float = 0.0

    def by_number(self) -> dict[int, list[float]]:
        """Return the arrival times of each event."""
        came: dict[int, list[float]] = {}
        for moment, data in self.arrivals:
            for line in data.split(b"\n"):
                if line.startswith(b"data: {"):
                    came.setdefault(json.loads(line[6:])["number"], []).append(moment)
        return came


class Listener(asyncio.Protocol):
    """Client that records arrivals with their times."""

    def __init__(self, port: int, heard: Heard) -> None:
        self.port, self.arrivals = port, heard.arrivals
        self.is_greeted = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        request = f"GET /api/v1/live/import:1 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        transport.write(request.encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Record the data."""
        if self.is_greeted.done():
            self.arrivals.append((time.time(), data))
        elif b"event: hello" in data:
            self.is_greeted.set_result(None)


async def listen(
    port: int, count: int, writer: list[str], env: dict[str, str], process: subprocess.Popen[bytes]
) -> Heard:
    """Open every stream, have the events written, collect the arrivals."""
    heard = Heard()
    loop = asyncio.get_running_loop()
    first = (await loop.create_connection(lambda: Listener(port, heard), "127.0.0.1", port))[1]
    await first.is_greeted
    await asyncio.sleep(1)
    before, began = resident_bytes(process), time.monotonic()
    for begin in range(1, count, 100):
        opened = [
            (await loop.create_connection(lambda: Listener(port, heard), "127.0.0.1", port))[1]
            for _ in range(min(100, count - begin))
        ]
        await asyncio.gather(*(one.is_greeted for one in opened))
    heard.opened_a_second = count / (time.monotonic() - began)
    await asyncio.sleep(1)
    heard.bytes_each = (resident_bytes(process) - before) / (count - 1)
    gc.freeze()
    server, client = processor_seconds(process), time.process_time()
    written = await asyncio.create_subprocess_exec(*writer, cwd=ROOT, env=env, stdout=asyncio.subprocess.PIPE)
    told, _ = await written.communicate()
    await asyncio.sleep(2)
    heard.server_seconds = processor_seconds(process) - server
    heard.client_seconds = time.process_time() - client
    heard.committed = [float(line) for line in told.split()]
    return heard


def run(count: int, *, is_slow: bool) -> Heard:
    """Run a site with one import, one stream process, and its listeners."""
    raise_connection_limit()
    shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c"]
    with site_folder() as env:
        subprocess.run([*shell, ARCHIVE], cwd=ROOT, env=env, check=True)
        port = free_port()
        application = "benchmarks.faulty_site:application" if is_slow else "club.config.asgi:application"
        with running(application, port, {**env, "FAULT": "poll"}) as process:
            writer = [*shell, WRITER.format(events=EVENTS)]
            return asyncio.run(listen(port, count, writer, env, process))


def report(count: int, heard: Heard, late: list[float], spread: list[float]) -> None:
    """Print the figures, then the same as rows of README.md."""
    middle, across = sorted(late)[len(late) // 2], sorted(spread)[len(spread) // 2]
    print(f"streams opened {heard.opened_a_second:,.0f} a second")
    print(f"from the commit:        p50 {middle:7.1f} ms   p99 {p99(late):7.1f} ms")
    print(f"from the first arrival: p50 {across:7.1f} ms   p99 {p99(spread):7.1f} ms")
    for name, seconds in (("server", heard.server_seconds), ("client", heard.client_seconds)):
        print(f"processor time of the {name}: {1000 * seconds / EVENTS:7.1f} ms an event")
    print()
    told = f"p50 {middle:,.0f} ms, p99 {p99(late):,.0f} ms from the commit"
    title = f"{count:,} listeners, {EVENTS} events written by another process, each heard by all"
    row(title, told, "", f"budget {P99_MS} ms")
    row("memory a listener, kB", f"{heard.bytes_each / 1024:.1f}", "", f"budget {KILOBYTES}")
    print()


def main(arguments: list[str]) -> int:
    """Measure; return 1 on a missed budget or an event that did not reach all listeners."""
    count = next((int(one) for one in arguments if one != SLOW_POLL), LISTENERS)
    heading(f"{count:,} listeners on one stream process, {EVENTS} broadcasts")
    heard = run(count, is_slow=SLOW_POLL in arguments)
    whole = {number: times for number, times in heard.by_number().items() if len(times) == count}
    print(f"every listener heard {len(whole)} of {EVENTS} events")
    if not whole:
        return 1
    late = [1000 * (at - heard.committed[number - 1]) for number, times in whole.items() for at in times]
    spread = [1000 * (at - min(times)) for times in whole.values() for at in times]
    report(count, heard, late, spread)
    met = [
        len(whole) == EVENTS,
        verdict_on("p99 from the commit", p99(late), P99_MS, "ms", at_most=True),
        verdict_on("memory a listener", heard.bytes_each / 1024, KILOBYTES, "kB", at_most=True),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
