"""Channel with listeners: the latest events as frames, and the streams that wait for the next."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from club.live.selectors import Batch, as_frame

RING = 256  # number of latest events buffered as frames
SLICE = 32  # listeners written to before anything else of the event loop has its turn
REST = 2.0  # a channel rests for so many times as long as it wrote
LONGEST_REST = 0.2  # seconds
BEAT = b"event: beat\ndata: 0\n\n"  # an event, as scripts do not hear comments; without an id

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]


class Channel:
    """A channel with listeners."""

    __slots__ = (
        "beats",
        "head",
        "is_due",
        "is_loaded",
        "is_reading",
        "listeners",
        "name",
        "read_again",
        "ring",
        "sent",
        "sent_at",
        "spreading",
        "waiting",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.head = 0
        self.ring: deque[bytes] = deque(maxlen=RING)  # frames of the numbers up to `head`, without a gap
        self.waiting: set[Listener] = set()
        self.listeners: set[Listener] = set()
        self.beats = 0
        self.sent, self.sent_at = 0, time.monotonic()  # the head at the last sending, and its time
        self.is_reading = self.read_again = self.is_due = False
        self.spreading: asyncio.Task[None] | None = None
        self.is_loaded = asyncio.Event()

    def begin(self, batch: Batch) -> None:
        """Load the latest events."""
        self.ring.extend(as_frame(event) for event in batch.events)
        self.head = self.sent = batch.last

    def take(self, batch: Batch) -> None:
        """Send events read after the head; on a gap in the numbers all listeners restart."""
        if batch.is_broken:
            self.ring.clear()
            self.head = batch.last
        for event in batch.events if not batch.is_broken else ():
            self.ring.append(as_frame(event))
            self.head = event.number
        self.spread()

    def spread(self) -> None:
        """Start to send what is new to the waiting listeners."""
        self.is_due = True
        if self.spreading is None or self.spreading.done():
            self.spreading = asyncio.get_running_loop().create_task(self._spread())

    async def _spread(self) -> None:
        """Send what is new, then rest in proportion to the time that it took.

        What comes meanwhile is sent together after the rest. So a crowd costs at most a third of the time of
        the event loop, however fast the events come; a single event is sent at once, also after a heartbeat;
        and requests have their turn between two slices.
        """
        while self.is_due:
            self.is_due, spent, waiting = False, 0.0, list(self.waiting)
            has_news, self.sent, self.sent_at = self.sent != self.head, self.head, time.monotonic()
            for at in range(0, len(waiting), SLICE):
                began = time.perf_counter()
                self._push(waiting[at : at + SLICE])
                spent += time.perf_counter() - began
                await asyncio.sleep(0)
            if has_news:
                await asyncio.sleep(min(REST * spent, LONGEST_REST))

    def _push(self, listeners: "list[Listener]") -> None:
        """Write to waiting listeners without a task switch for each.

        One that cannot be written to, or is too far behind, is woken and catches up.
        """
        chunks: dict[int, bytes] = {}
        for listener in listeners:
            if not listener.is_waiting or listener.is_up_to_date:
                continue
            number = listener.number
            if number not in chunks:
                body = BEAT if number == self.head else self.frames_after(number) or b""
                chunks[number] = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
            if chunks[number] and not listener.is_closing and listener.push(chunks[number]):
                listener.number, listener.beats = self.head, self.beats
            else:
                listener.wake()

    def frames_after(self, number: int) -> bytes | None:
        """Return the frames after `number`; None if the ring does not go back so far."""
        lacking = self.head - number
        if lacking == 1 and self.ring:
            return self.ring[-1]
        if not 0 <= lacking <= len(self.ring):
            return None
        return b"".join(self.ring[at] for at in range(len(self.ring) - lacking, len(self.ring)))

    def beat(self, *, since: float) -> None:
        """Send a heartbeat to every listener, unless they were sent something after a time."""
        if self.sent_at <= since:
            self.beats += 1
            self.spread()

    def wake(self) -> None:
        """Wake the waiting listeners to which there may be something to send."""
        for listener in [one for one in self.waiting if not one.is_up_to_date]:
            listener.wake()


class Listener:
    """One stream: its last number, and since when it is blocked in sending."""

    __slots__ = (
        "beats",
        "channel",
        "connection",
        "is_closing",
        "is_watching",
        "number",
        "send",
        "sending_since",
        "waiter",
    )

    def __init__(self, channel: Channel, number: int, send: Send) -> None:
        self.channel = channel
        self.number = number
        self.send = send
        self.beats = channel.beats
        self.sending_since = 0.0
        self.is_closing = False
        self.is_watching = True  # a page for the public, not one of the desk or of a helper
        # ASGI can neither write without waiting nor discard what was not read; uvicorn's own object can.
        self.connection: Any = getattr(send, "__self__", None)
        self.waiter: asyncio.Future[None] | None = None

    @property
    def is_waiting(self) -> bool:
        """True while nothing is being sent."""
        return self.waiter is not None and not self.waiter.done()

    @property
    def is_up_to_date(self) -> bool:
        """True if it waits and there is nothing to send: no event, no heartbeat, no end."""
        channel = self.channel
        has_all = self.number == channel.head and self.beats == channel.beats
        return has_all and self.is_waiting and not self.is_closing

    def has_been_sent(self, number: int) -> bool:
        """Return True if the events up to a number are with the system, so that they outlive this process."""
        transport = getattr(self.connection, "transport", None)
        return self.number >= number and (transport is None or not transport.get_write_buffer_size())

    async def wait(self) -> None:
        """Wait until there may be something to send."""
        self.waiter = asyncio.get_running_loop().create_future()
        self.channel.waiting.add(self)
        await self.waiter

    def wake(self) -> None:
        """End the waiting."""
        self.channel.waiting.discard(self)
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    def push(self, chunk: bytes) -> bool:
        """Write an HTTP chunk at once; False if this connection cannot, or its browser does not read."""
        connection = self.connection
        if not getattr(connection, "chunked_encoding", False) or connection.disconnected:
            return False
        if connection.flow.write_paused or connection.transport.is_closing():
            return False
        connection.transport.write(chunk)
        return True

    async def tell(self, body: bytes) -> None:
        """Send, and record the start: a listener that does not read blocks here."""
        await self._send(body, more_body=True)

    async def end(self) -> None:
        """Complete the response; a blocked listener shows here as well."""
        await self._send(b"", more_body=False)

    async def _send(self, body: bytes, *, more_body: bool) -> None:
        self.sending_since = time.monotonic()
        await self.send({"type": "http.response.body", "body": body, "more_body": more_body})
        self.sending_since = 0.0

    def is_stuck(self, *, since: float) -> bool:
        """True if a send has been blocked since before the given time."""
        return 0.0 < self.sending_since < since

    def cut(self) -> None:
        """Abort the connection.

        The client reconnects with its last number and misses nothing.
        """
        self.is_closing = True
        transport = getattr(self.connection, "transport", None)
        if transport is not None:
            transport.abort()
