"""Listeners that all come back at once after the stream process was killed: time, and events missed.

    python -m benchmarks.reconnect [LISTENERS]

Every listener is a connection of one client process. The server is killed with SIGKILL, events are written
while it is down, and it is started again. Each listener connects again with the number of the last event
that it heard, without the random wait of browsers. It must hear the missed events and one more, each once
and in order.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Sequence

from benchmarks.live import ARCHIVE, WRITER
from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.served import free_port, raise_connection_limit, running, site_folder

LISTENERS, MISSED, SECONDS = 10_000, 3, 10.0
AT_ONCE = 500  # connections being opened; the kernel queues 4,096
PATIENCE = 120.0


class Listener(asyncio.Protocol):
    """A browser at a live page: it keeps the number of the last event and connects again."""

    def __init__(self, port: int, channel: str = "import:1") -> None:
        self.port = port
        self.channel = channel.encode()
        self.numbers: list[int] = []
        self.rest = b""
        self.last = b""
        self.is_greeted: asyncio.Future[None] | None = None

    async def connect(self, doors: asyncio.Semaphore) -> None:
        """Connect until the stream greets."""
        loop = asyncio.get_running_loop()
        while True:
            async with doors:
                self.is_greeted, self.rest = loop.create_future(), b""
                try:
                    await loop.create_connection(lambda: self, "127.0.0.1", self.port)
                    await self.is_greeted
                except OSError:
                    await asyncio.sleep(0.05)
                else:
                    return

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream, from the last event on."""
        after = b"Last-Event-ID: " + self.last + b"\r\n" if self.last else b""
        host = b"Host: 127.0.0.1:%d\r\n" % self.port
        request = b"GET /api/v1/live/" + self.channel + b" HTTP/1.1\r\n" + host + after + b"\r\n"
        transport.write(request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Read the events that are whole."""
        *events, self.rest = (self.rest + data).split(b"\n\n")
        for event in events:
            lines = dict(line.split(b": ", 1) for line in event.split(b"\n") if b": " in line)
            self.last = lines.get(b"id", self.last).strip()
            if lines.get(b"event", b"") == b"hello" and self.is_greeted and not self.is_greeted.done():
                self.is_greeted.set_result(None)
            elif lines.get(b"data", b"").startswith(b"{"):
                self.numbers.append(int(self.last))

    def connection_lost(self, _error: Exception | None) -> None:
        """Tell whoever waits for the greeting."""
        if self.is_greeted and not self.is_greeted.done():
            self.is_greeted.set_exception(OSError("closed"))


async def all_connected(listeners: Sequence[Listener]) -> float:
    """Connect all; return the seconds until the last one was greeted."""
    doors, began = asyncio.Semaphore(AT_ONCE), time.monotonic()
    await asyncio.wait_for(asyncio.gather(*(one.connect(doors) for one in listeners)), PATIENCE)
    return time.monotonic() - began


async def heard(listeners: list[Listener], wanted: list[int]) -> int:
    """Wait for the events; return how many listeners have exactly these."""
    until = time.monotonic() + PATIENCE
    while any(len(one.numbers) < len(wanted) for one in listeners) and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    return sum(one.numbers == wanted for one in listeners)


async def storm(count: int, port: int, env: dict[str, str]) -> tuple[float, float, int]:
    """Return the seconds of the first connections, of the ones after the kill, and who heard everything."""
    listeners = [Listener(port) for _ in range(count)]

    def write(number: int) -> None:
        command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", WRITER.format(events=number)]
        subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)

    with running("club.config.asgi:application", port, env):
        first = await all_connected(listeners)
        await asyncio.to_thread(write, 1)
        await heard(listeners, [1])
    await asyncio.to_thread(write, MISSED)
    with running("club.config.asgi:application", port, env):
        again = await all_connected(listeners)
        await asyncio.to_thread(write, 1)
        whole = await heard(listeners, list(range(1, MISSED + 3)))
    return first, again, whole


def main(arguments: list[str]) -> int:
    """Measure; return 1 if somebody is late or has missed an event."""
    count = int(arguments[0]) if arguments else LISTENERS
    heading(f"{count:,} listeners back after the stream process was killed")
    raise_connection_limit()
    with site_folder() as env:
        shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c", ARCHIVE]
        subprocess.run(shell, cwd=ROOT, env=env, check=True)
        first, again, whole = asyncio.run(storm(count, free_port(), env))
    row(
        f"{count:,} listeners back after a restart",
        f"{again:.1f} s",
        f"first time: {first:.1f} s",
        "budget 10 s",
    )
    print(f"{whole:,} of {count:,} heard every event once and in order\n")
    met = verdict_on("all listeners are back", again, SECONDS, "s", at_most=True)
    return 0 if met and whole == count else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
