"""Channel with listeners: the latest events as frames, and the streams that wait for the next."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from club.live.selectors import Batch, as_frame

RING = 256  # number of latest events buffered as frames

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]


class Channel:
    """A channel with listeners."""

    __slots__ = (
        "beats",
        "head",
        "is_loaded",
        "is_reading",
        "listeners",
        "name",
        "read_again",
        "ring",
        "waiting",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.head = 0
        self.ring: deque[bytes] = deque(maxlen=RING)  # frames of the numbers up to `head`, without a gap
        self.waiting: list[asyncio.Future[None]] = []
        self.listeners: set[Listener] = set()
        self.beats = 0
        self.is_reading = self.read_again = False
        self.is_loaded = asyncio.Event()

    def begin(self, batch: Batch) -> None:
        """Load the latest events."""
        self.ring.extend(as_frame(event) for event in batch.events)
        self.head = batch.last

    def take(self, batch: Batch) -> None:
        """Append events read after the head; on a gap in the numbers all listeners restart."""
        if batch.is_broken:
            self.ring.clear()
            self.head = batch.last
        for event in batch.events if not batch.is_broken else ():
            self.ring.append(as_frame(event))
            self.head = event.number
        self.wake()

    def frames_after(self, number: int) -> bytes | None:
        """Return the frames after `number`; None if the ring does not go back so far."""
        lacking = self.head - number
        if lacking == 1 and self.ring:
            return self.ring[-1]
        if not 0 <= lacking <= len(self.ring):
            return None
        return b"".join(self.ring[at] for at in range(len(self.ring) - lacking, len(self.ring)))

    def beat(self) -> None:
        """Send a heartbeat to every idle listener."""
        self.beats += 1
        self.wake()

    def wake(self) -> None:
        """Wake all waiting listeners."""
        waiting, self.waiting = self.waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait(self) -> None:
        """Wait until there may be something to send."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(future)
        await future


class Listener:
    """One stream: its last number, and since when it is blocked in sending."""

    __slots__ = ("beats", "channel", "is_closing", "is_watching", "number", "send", "sending_since")

    def __init__(self, channel: Channel, number: int, send: Send) -> None:
        self.channel = channel
        self.number = number
        self.send = send
        self.beats = channel.beats
        self.sending_since = 0.0
        self.is_closing = False
        self.is_watching = True  # a page for the public, not one of the desk or of a helper

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

        ASGI cannot discard data that was written and not read; uvicorn's own object behind `send` can.
        """
        self.is_closing = True
        transport = getattr(getattr(self.send, "__self__", None), "transport", None)
        if transport is not None:
            transport.abort()
