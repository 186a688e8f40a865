"""A channel with listeners: the latest events ready to be sent, and who waits for the next."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from club.live.selectors import Batch, as_frame

RING = 256  # the latest events, kept as they are sent

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]


class Channel:
    """One channel somebody listens to."""

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
        self.ring: deque[bytes] = deque(maxlen=RING)  # of the numbers up to `head`, without a gap
        self.waiting: list[asyncio.Future[None]] = []
        self.listeners: set[Listener] = set()
        self.beats = 0
        self.is_reading = self.read_again = False
        self.is_loaded = asyncio.Event()

    def begin(self, batch: Batch) -> None:
        """Know the latest events."""
        self.ring.extend(as_frame(event) for event in batch.events)
        self.head = batch.last

    def take(self, batch: Batch) -> None:
        """Add what was read behind the head; where the numbers do not follow, everybody begins anew."""
        if batch.is_broken:
            self.ring.clear()
            self.head = batch.last
        for event in batch.events if not batch.is_broken else ():
            self.ring.append(as_frame(event))
            self.head = event.number
        self.wake()

    def frames_after(self, number: int) -> bytes | None:
        """What a listener at `number` lacks; None where the ring does not reach back so far."""
        lacking = self.head - number
        if lacking == 1 and self.ring:
            return self.ring[-1]
        if not 0 <= lacking <= len(self.ring):
            return None
        return b"".join(self.ring[at] for at in range(len(self.ring) - lacking, len(self.ring)))

    def beat(self) -> None:
        """Have every listener that has nothing else to hear sent a sign of life."""
        self.beats += 1
        self.wake()

    def wake(self) -> None:
        """Let everybody who waits look again."""
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
    """One stream: how far it has heard, and whether it is stuck in sending."""

    __slots__ = ("beats", "channel", "is_closing", "number", "send", "sending_since")

    def __init__(self, channel: Channel, number: int, send: Send) -> None:
        self.channel = channel
        self.number = number
        self.send = send
        self.beats = channel.beats
        self.sending_since = 0.0
        self.is_closing = False

    async def tell(self, body: bytes) -> None:
        """Send, noting since when: a listener that does not read keeps us waiting here."""
        await self._send(body, more_body=True)

    async def end(self) -> None:
        """Complete the answer, which is waited for in the same way."""
        await self._send(b"", more_body=False)

    async def _send(self, body: bytes, *, more_body: bool) -> None:
        self.sending_since = time.monotonic()
        await self.send({"type": "http.response.body", "body": body, "more_body": more_body})
        self.sending_since = 0.0

    def is_stuck(self, *, since: float) -> bool:
        """Whether it has been sent to since before a moment without taking it."""
        return 0.0 < self.sending_since < since

    def cut(self) -> None:
        """End the connection at once. It comes back with the number it has heard last and lacks nothing.

        ASGI knows no way to drop what was written and not taken; uvicorn's own object behind `send` has one.
        """
        self.is_closing = True
        transport = getattr(getattr(self.send, "__self__", None), "transport", None)
        if transport is not None:
            transport.abort()
