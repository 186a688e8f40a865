"""Servers for the benchmarks of serving, and clients in another process."""

import asyncio
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

from benchmarks.machine import ROOT

START_SECONDS = 5.0  # of the public process


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(application: str, port: int, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run one uvicorn process with an ASGI application, killed at the end."""
    command = [sys.executable, "-m", "uvicorn", application, "--port", str(port), "--log-level", "warning"]
    options = ["--no-access-log", "--no-server-header", "--lifespan", "off", "--backlog", "4096"]
    with _started([*command, *options], port, env) as process:
        yield process


@contextmanager
def running_site(port: int, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run the page server as a site has it, with its public process."""
    command = [sys.executable, "manage.py", "web", "--port", str(port), "--while-input-open", "--skip-checks"]
    with _started(command, port, env) as process:
        time.sleep(START_SECONDS)
        yield process


@contextmanager
def _started(command: list[str], port: int, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.PIPE)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def site_folder() -> Iterator[dict[str, str]]:
    """Return the environment of a site with data of its own, migrated."""
    with tempfile.TemporaryDirectory() as folder:
        env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        env |= {"DRAUGHTS_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "club.config.settings"}
        env |= {"DRAUGHTS_RATE_LIMITS": "0"}
        for command in (["migrate", "-v", "0"], ["collectstatic", "--noinput", "-v", "0"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=env, check=True)
        yield env


def raise_connection_limit() -> None:
    """Raise the limit of open connections of the client to what is allowed without privileges."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def resident_bytes(process: subprocess.Popen[bytes]) -> int:
    """Return the resident memory of a process, from /proc."""
    return resident_bytes_of(process.pid)


def resident_bytes_of(pid: int) -> int:
    """Return the resident memory of the process with a number."""
    pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def processor_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return the processor time of a process, from /proc."""
    fields = Path(f"/proc/{process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def p99(times: list[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(times, n=100)[98] if len(times) > 1 else times[0]


class Answers(asyncio.Protocol):
    """A connection that sends the next request as soon as it has an answer."""

    def __init__(self, request: bytes, times: list[float], until: float) -> None:
        self.request, self.times, self.until = request, times, until
        self.done = asyncio.get_running_loop().create_future()
        self.left = 0
        self.head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first request."""
        self.transport = transport
        self.ask()

    def ask(self) -> None:
        """Send a request and record the time."""
        self.asked_at, self.head, self.left = time.perf_counter(), b"", 0
        self.transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Receive an answer; send the next request."""
        if self.left:
            self.left -= len(data)
        else:
            self.head += data
            head, mark, body = self.head.partition(b"\r\n\r\n")
            if not mark:
                return
            lower = head.lower()
            if not lower.startswith(b"http/1.1 200"):
                raise SystemExit(f"answered {head[:60]!r}")
            at = lower.index(b"content-length: ") + 16
            self.left = int(lower[at : at + 12].split(b"\r")[0]) - len(body)
        if self.left <= 0:
            self.left = 0
            self.times.append(time.perf_counter() - self.asked_at)
            if time.perf_counter() < self.until:
                self.ask()
            else:
                self.done.set_result(None)
                self.transport.close()


async def hammer(port: int, path: str, *, seconds: float, connections: int, extra: str = "") -> list[float]:
    """Request a page over some connections for some seconds; return the time of each answer."""
    text = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Language: en\r\n{extra}\r\n"
    times: list[float] = []
    until = time.perf_counter() + seconds
    loop = asyncio.get_running_loop()
    opened = [
        await loop.create_connection(lambda: Answers(text.encode(), times, until), "127.0.0.1", port)
        for _ in range(connections)
    ]
    await asyncio.gather(*(protocol.done for _transport, protocol in opened))
    return times
