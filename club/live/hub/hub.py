"""The hub: every stream of this process, fed from the event table.

The table is authoritative. A wake-up from a commit in this process, Redis or the poll of the table may be
lost, duplicated or late. The hub reads the events after its last number, so that each listener gets every
event once. A slow listener lags without using memory, until it is cut.
"""

import asyncio
import contextlib
import ctypes
import gc
import importlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from typing import Any, ClassVar, TypeVar

from django.db import DatabaseError, connection

from club.core.metrics import register_listener_counter, remove_listener_counter
from club.live.hub.channel import BEAT, RING, Channel, Listener, Send
from club.live.publishing import subscribe, unsubscribe
from club.live.selectors import as_frame, close_replaced_file, events_after, last_number
from club.live.site_changes import CHANGES, hand_over_by, note_followers
from club.live.watchers import count_watchers_by

log = logging.getLogger("club.live")

BATCH = 200
BEAT_SECONDS = 15.0  # the longest silence
BEAT_LOOKS = 3  # looks for silent channels and slow listeners in this time
SLOW_SECONDS = 20.0
SENT_SECONDS = 0.002
HANDS_REST_SECONDS = 20.0
GREETING = b"retry: 2000\nid: %d\nevent: hello\ndata: %d\n\n"
Answer = TypeVar("Answer")


class Hub:
    """Channels, their listeners, and their event loop."""

    running: ClassVar["Hub | None"] = None

    def __init__(self, *, most_listeners: int) -> None:
        self.most_listeners = most_listeners
        self.channels: dict[str, Channel] = {}
        self.count = 0
        self.beat_seconds = BEAT_SECONDS
        self.slow_seconds = SLOW_SECONDS
        self.is_closing = False
        self.loop: asyncio.AbstractEventLoop | None = None
        self.readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live-read")
        self.tasks: set[asyncio.Task[None]] = set()
        self.hands_rest_until = 0.0
        self.are_followers_behind = False

    def is_full(self) -> bool:
        """True if no more listeners are admitted."""
        return self.is_closing or self.count >= self.most_listeners

    def open_streams(self) -> int:
        """Return the number of listeners, for the metrics."""
        return self.count

    def watchers(self, name: str) -> int:
        """Count the visible public pages that follow a channel, without those of the desk; thread-safe."""
        channel = self.channels.get(name)
        return 0 if channel is None else sum(one.is_watching for one in list(channel.listeners))

    def all_watchers(self) -> dict[str, int]:
        """Count the watchers of every channel that has some; thread-safe."""
        counts = {name: self.watchers(name) for name in list(self.channels)}
        return {name: count for name, count in counts.items() if count}

    # -- life ------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start with the first listener, in its event loop."""
        if self.loop is None:
            self.loop = asyncio.get_running_loop()
            Hub.running = self
            subscribe(self.wake_soon)
            hand_over_by(self.hand_over)
            count_watchers_by(self.watchers)
            register_listener_counter(self.open_streams)
            self.keep(self._beat())

    def keep(self, work: Any) -> None:
        """Run a background task and store a reference to it."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Close every stream gracefully: browsers reconnect to the next process with their last number."""
        self.is_closing = True
        unsubscribe(self.wake_soon)
        hand_over_by(None)
        count_watchers_by(None)
        remove_listener_counter(self.open_streams)
        for channel in self.channels.values():
            for listener in channel.listeners:
                listener.is_closing = True
            channel.wake()
        await asyncio.sleep(0.05)
        for listener in [one for channel in self.channels.values() for one in channel.listeners]:
            if listener.is_stuck(since=time.monotonic()):
                listener.cut()  # a client that does not read would not read the end either
        for task in list(self.tasks):
            task.cancel()

    # -- waking ----------------------------------------------------------------------------------------

    def wake_soon(self, name: str) -> None:
        """Schedule a check of a channel; thread-safe."""
        loop = self.loop
        if loop is not None and name in self.channels and not self.is_closing:
            with contextlib.suppress(RuntimeError):  # the event loop has ended
                loop.call_soon_threadsafe(self.wake, name)

    def wake(self, name: str) -> None:
        """Check a channel, in the event loop."""
        channel = self.channels.get(name)
        if channel is None or not channel.is_loaded.is_set():
            return
        if channel.is_reading:
            channel.read_again = True
        else:
            channel.is_reading = True
            self.keep(self._read(channel))

    def hand_over(self, name: str, seconds: float) -> None:
        """Wait until the listeners of a channel have been sent all that is committed; thread-safe.

        After a listener that did not read, requests do not wait for some seconds.
        """
        loop, channel = self.loop, self.channels.get(name)
        if loop is None or channel is None or self.is_closing or time.monotonic() < self.hands_rest_until:
            return
        with contextlib.suppress(RuntimeError):  # the event loop has ended
            sending = asyncio.run_coroutine_threadsafe(self._send_all(channel), loop)
            try:
                sending.result(seconds)
                self._note_followers(are_behind=False)
            except TimeoutError:
                sending.cancel()
                self.hands_rest_until = time.monotonic() + HANDS_REST_SECONDS
                self._note_followers(are_behind=True)
                log.warning("A machine that follows this site does not read its changes.")
            except (DatabaseError, CancelledError) as error:  # the change is committed, whatever fails now
                log.warning("A machine that follows this site was not sent a change: %s", error)

    def _note_followers(self, *, are_behind: bool) -> None:
        if are_behind or self.are_followers_behind:
            self.are_followers_behind = are_behind
            note_followers(are_behind=are_behind)

    async def _send_all(self, channel: Channel) -> None:
        last = await self.ask(lambda: last_number(channel.name))
        self.wake(channel.name)
        # ASGI has no event for an empty buffer.
        while any(not one.has_been_sent(last) for one in channel.listeners if not one.is_closing):  # noqa: ASYNC110
            await asyncio.sleep(SENT_SECONDS)

    def note_numbers(self, numbers: dict[str, int]) -> None:
        """Compare the table's latest numbers with those sent, and check the channels that differ."""
        for name, channel in list(self.channels.items()):
            if channel.head != numbers.get(name, 0):
                self.wake(name)

    async def _read(self, channel: Channel) -> None:
        try:
            while True:
                channel.read_again = False
                batch = await self.ask(lambda: events_after(channel.name, channel.head, limit=BATCH))
                channel.take(batch)
                if channel.head == batch.last and not channel.read_again:
                    return
        except DatabaseError as error:
            log.warning("The events of %s could not be read: %s", channel.name, error)
        finally:
            channel.is_reading = False

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """Query the database in a thread."""

        def asked() -> Answer:
            try:
                close_replaced_file()
                return question()
            except DatabaseError:
                connection.close()  # the next query opens a new one
                raise

        return await asyncio.get_running_loop().run_in_executor(self.readers, asked)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.beat_seconds / BEAT_LOOKS)
            now = time.monotonic()
            since, quiet_since = now - self.slow_seconds, now - self.beat_seconds * (1 - 1 / BEAT_LOOKS)
            for channel in list(self.channels.values()):
                for listener in [one for one in channel.listeners if one.is_stuck(since=since)]:
                    listener.cut()
                channel.beat(since=quiet_since)
            self._look_at_followers()

    def _look_at_followers(self) -> None:
        channel = self.channels.get(CHANGES)
        if channel is None or not channel.listeners or not self.are_followers_behind:
            return
        if all(one.has_been_sent(channel.head) for one in channel.listeners):
            self.readers.submit(self._note_followers, are_behind=False)

    # -- listening -------------------------------------------------------------------------------------

    async def join(self, name: str, after: int | None, send: Send) -> Listener:
        """Add a listener; without a number it gets events from now on."""
        self.start()
        self.count += 1
        try:
            channel = await self._channel(name)
        except BaseException:
            self.count -= 1
            raise
        if after is not None and after > channel.head:
            self.wake(name)  # it knows later events, from another process
        listener = Listener(channel, channel.head if after is None else after, send)
        channel.listeners.add(listener)
        if name == CHANGES:
            self.are_followers_behind = True  # until it has been sent what it lacks
        return listener

    async def _channel(self, name: str) -> Channel:
        while True:
            channel = self.channels.get(name)
            if channel is None:
                channel = self.channels[name] = Channel(name)
                try:
                    await self._load(channel)
                except BaseException:
                    self.channels.pop(name, None)
                    raise
                finally:
                    channel.is_loaded.set()
            await channel.is_loaded.wait()
            if self.channels.get(name) is channel:
                return channel

    async def _load(self, channel: Channel) -> None:
        def latest() -> Any:
            last = last_number(channel.name)
            return events_after(channel.name, max(0, last - RING), limit=RING)

        batch = await self.ask(latest)
        channel.begin(batch)

    def leave(self, listener: Listener) -> None:
        """Remove a listener, and its channel with the last of them."""
        self.count -= 1
        channel = listener.channel
        channel.listeners.discard(listener)
        channel.waiting.discard(listener)
        if not channel.listeners and self.channels.get(channel.name) is channel:
            del self.channels[channel.name]
            if channel.name == CHANGES and not self.is_closing:
                self.readers.submit(self._note_followers, are_behind=True)

    def start_writing(self, listener: Listener) -> "asyncio.Task[None]":
        """Start sending in a task of its own; the task that receives from the browser ends it."""
        return asyncio.get_running_loop().create_task(self.write(listener))

    async def write(self, listener: Listener) -> None:
        """Send missing events to a listener while it is connected."""
        channel = listener.channel
        await listener.tell(GREETING % (listener.number, listener.number))
        while not listener.is_closing:
            head = channel.head
            frames = channel.frames_after(listener.number)
            if frames is None:
                await self._catch_up(listener)
            elif frames:
                await listener.tell(frames)
                listener.number = head
            elif listener.beats != channel.beats:
                await listener.tell(BEAT)
            else:
                await listener.wait()
                continue
            listener.beats = channel.beats
        await listener.end()

    async def _catch_up(self, listener: Listener) -> None:
        """Read events older than the ring.

        If they are deleted, send a reset event, on which the page reloads.
        """
        name, number = listener.channel.name, listener.number
        try:
            batch = await self.ask(lambda: events_after(name, number, limit=BATCH))
        except DatabaseError as error:
            log.warning("The events of %s could not be read: %s", name, error)
            await listener.wait()
            return
        if batch.is_broken:
            await listener.tell(b"id: %d\nevent: reset\ndata: %d\n\n" % (batch.last, batch.last))
            listener.number = batch.last
        elif batch.events:
            await listener.tell(b"".join(map(as_frame, batch.events)))
            listener.number = batch.events[-1].number
        else:
            self.wake(name)  # this listener is ahead of the ring
            await listener.wait()


YOUNG, MIDDLE, OLD = 50_000, 20, 10
"""Make full collections rare: they traverse every listener's objects, which live long."""


def tune_collector() -> None:
    """Freeze the objects of loaded modules, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # names of malloc.h
LARGE_BLOCK, ARENAS = 256 * 1024, 2


def tune_allocator() -> None:
    """Have large blocks returned to the system when they are freed, on Linux with glibc.

    Without a fixed threshold glibc raises it to 32 MB by itself, and each thread keeps what its largest
    request has taken.
    """
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL("libc.so.6")
        libc.mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)
        libc.mallopt(M_ARENA_MAX, ARENAS)


def raise_connection_limit() -> None:
    """Raise the limit of open connections to the maximum allowed without privileges."""
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # not available on Windows
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
