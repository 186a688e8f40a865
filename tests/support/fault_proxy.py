"""A TCP proxy before a site that loses, delays, stalls and doubles requests, from a seed."""

import asyncio
import contextlib
import random
import threading
import time
from dataclasses import dataclass, field

HOST = "127.0.0.1"
HEAD_END = b"\r\n\r\n"
QUIET_TURNS = 5  # of the loop, until what was being accepted has its task and what was cut is closed
WRITES = frozenset({"POST", "PUT"})


@dataclass(kw_only=True)
class Faults:
    """What happens to writes: probabilities from 0 to 1, seconds, and the most copies of a request.

    Of the lost requests half are cut before the site has them, half before the reply is back. Copies beyond
    the first arrive up to `late` seconds later, so that they overtake and follow other requests.
    """

    loss: float = 0.0
    delay: float = 0.0
    stalls: float = 0.0
    stall: float = 5.0
    copies: int = 1
    late: float = 0.0
    without_key: bool = False


@dataclass
class Arrival:
    """A write that the site has answered."""

    path: str
    key: str
    status: int
    at: float = field(default_factory=time.time)


class FaultProxy:
    """A proxy on a port of its own, in a thread. `state`: open, reads (writes are cut), closed."""

    def __init__(self, port, *, seed=1, faults=None):
        self.target, self.random = port, random.Random(seed)  # noqa: S311 - faults of a test
        self.faults, self.state = faults or Faults(), "open"
        self.arrivals, self.lost, self.late = [], 0, set()
        self.tasks, self.writers = set(), set()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        serving = asyncio.start_server(self._serve, HOST, 0)
        self.server = asyncio.run_coroutine_threadsafe(serving, self.loop).result(10)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_error):
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result(30)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    async def _end(self):
        """Cut every connection; a closed server would lose those that it is accepting, so it closes last."""
        self.loop.remove_reader(self.server.sockets[0].fileno())
        quiet = 0
        while quiet < QUIET_TURNS:
            await asyncio.sleep(0)
            for one in self.writers:
                one.transport.abort()
            for one in self.tasks | self.late:
                one.cancel()
            is_quiet = asyncio.all_tasks() == {asyncio.current_task()}
            quiet = quiet + 1 if is_quiet else 0
        self.server.close()

    def wait_for_late_copies(self, seconds=60):
        """Wait until every copy has arrived."""

        async def gathered():
            while self.late:
                await asyncio.wait(set(self.late))

        asyncio.run_coroutine_threadsafe(gathered(), self.loop).result(seconds)

    def statuses(self, key):
        """The statuses with which the site has answered the copies of a request."""
        return [one.status for one in self.arrivals if one.key == key]

    async def _serve(self, reader, writer):
        self.tasks.add(asyncio.current_task())
        self.writers.add(writer)
        try:
            head = await reader.readuntil(HEAD_END)
            body = await reader.readexactly(_length(head))
            await self._pass_on(head, body, writer)
        except (OSError, asyncio.CancelledError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # cut by either side, or the test is over
        finally:
            await self._closed(writer)
            self.tasks.discard(asyncio.current_task())

    async def _pass_on(self, head, body, writer):
        method, path, _version = head.split(b"\r\n", 1)[0].decode().split(" ")
        is_write = method in WRITES
        if self.state == "closed" or (is_write and self.state == "reads"):
            return
        if not is_write:
            await self._stream(head, body, writer)
            return
        faults, key = self.faults, _header(head, b"idempotency-key")
        chance, is_before = self.random.random(), self.random.random() < 1 / 2
        copies = self.random.randint(1, faults.copies)
        wait = faults.delay + (faults.stall if self.random.random() < faults.stalls else 0)
        await asyncio.sleep(wait)
        if chance < faults.loss and is_before:
            self.lost += 1
            return
        if faults.without_key:
            head = _without_key(head)
        for _copy in range(copies - 1):
            late = asyncio.create_task(self._ask(path, key, head, body, faults.late * self.random.random()))
            self.late.add(late)
            late.add_done_callback(self.late.discard)
        answer = await self._ask(path, key, head, body, 0)
        if chance < faults.loss:
            self.lost += 1
            return
        writer.write(answer)
        await writer.drain()

    async def _ask(self, path, key, head, body, wait):
        await asyncio.sleep(wait)
        reader, writer = await self._site()
        try:
            writer.write(_closing(head) + body)
            answer = await reader.read()
        finally:
            await self._closed(writer)
        if not answer:
            raise ConnectionResetError("the site has cut the request")
        self.arrivals.append(Arrival(path, key, int(answer.split(b" ", 2)[1])))
        return answer

    async def _stream(self, head, body, writer):
        reader, upstream = await self._site()
        try:
            upstream.write(_closing(head) + body)
            while part := await reader.read(65_536):
                writer.write(part)
                await writer.drain()
        finally:
            await self._closed(upstream)

    async def _site(self):
        reader, writer = await asyncio.open_connection(HOST, self.target)
        self.writers.add(writer)
        return reader, writer

    async def _closed(self, writer):
        writer.close()
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await writer.wait_closed()
        self.writers.discard(writer)


def _length(head):
    return int(_header(head, b"content-length") or 0)


def _header(head, name):
    for line in head.split(b"\r\n")[1:]:
        found, _colon, value = line.partition(b":")
        if found.strip().lower() == name:
            return value.strip().decode()
    return ""


def _dropping(head, *names):
    first, *lines = head.removesuffix(HEAD_END).split(b"\r\n")
    rest = [line for line in lines if line.partition(b":")[0].strip().lower() not in names]
    return [first, *rest]


def _closing(head):
    """The head of a request whose connection ends with the reply."""
    return b"\r\n".join([*_dropping(head, b"connection"), b"Connection: close"]) + HEAD_END


def _without_key(head):
    return b"\r\n".join(_dropping(head, b"idempotency-key")) + HEAD_END
