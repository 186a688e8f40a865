"""Wake-ups of the hub: commits in this process, Redis, and the table itself.

The poll alone is sufficient. On the embedded database it checks for any write twenty times a second, which
costs microseconds. Redis makes wake-ups prompt on a database server, and may fail.
"""

import logging
import threading
import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import DatabaseError, connection

from club.live.hub.hub import Hub
from club.live.selectors import last_numbers, table_version
from club.live.watchers import SHARE_SECONDS, share_watchers

if TYPE_CHECKING:
    import redis

log = logging.getLogger("club.live")

VERSION_SECONDS = 0.05  # embedded database: poll of its data version
TABLE_SECONDS = 0.5  # database server without Redis: poll of the table
WATCHED_SECONDS = 2.0  # poll of the table next to a working Redis, or regardless of the version
RECONNECT_SECONDS = 1.0


class Wakeups:
    """Threads that end with the hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.has_redis = False

    def start(self) -> None:
        """Start the threads."""
        threading.Thread(target=self.poll, name="live-poll", daemon=True).start()
        if settings.REDIS_URL:
            threading.Thread(target=self.listen, name="live-redis", daemon=True).start()
            threading.Thread(target=self.share, name="live-watchers", daemon=True).start()

    def share(self) -> None:
        """Store the numbers of watchers for the other page servers; the cache survives a dead Redis."""
        while not self.hub.is_closing:
            share_watchers(self.hub.all_watchers())
            time.sleep(SHARE_SECONDS)

    def poll(self) -> None:
        """Compare the table with the sent numbers.

        It uses one connection, whose data version counts the writes of others.
        """
        seen, looked_at, pause = None, 0.0, VERSION_SECONDS
        while not self.hub.is_closing:
            time.sleep(pause)
            names = list(self.hub.channels)
            if not names:
                continue
            try:
                version = table_version()
                pause = self.pause(version)
                now = time.monotonic()
                if version is not None and version == seen and now - looked_at < WATCHED_SECONDS:
                    continue
                numbers = last_numbers(names)
                seen, looked_at = version, now
            except DatabaseError as error:
                log.warning("The event table cannot be read: %s", error)
                connection.close()
                time.sleep(RECONNECT_SECONDS)
                continue
            self.note(numbers)

    def pause(self, version: int | None) -> float:
        """Delay until the next poll."""
        if version is not None:
            return VERSION_SECONDS
        return WATCHED_SECONDS if self.has_redis else TABLE_SECONDS

    def note(self, numbers: dict[str, int]) -> None:
        """Pass the numbers to the hub's event loop."""
        loop = self.hub.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.hub.note_numbers, numbers)

    def listen(self) -> None:
        """Receive the names of changed channels from Redis; reconnect after a failure."""
        import redis  # noqa: PLC0415 - it takes 70 ms at the start of a site that may have none

        while not self.hub.is_closing:
            try:
                with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2) as store:
                    self._hear(store)
            except (redis.RedisError, OSError) as error:
                if self.has_redis:
                    log.warning("Redis is gone; the event table is polled instead: %s", error)
                self.has_redis = False
                time.sleep(RECONNECT_SECONDS)

    def _hear(self, store: "redis.Redis") -> None:
        with store.pubsub(ignore_subscribe_messages=True) as heard:  # type: ignore[no-untyped-call]
            heard.subscribe(settings.LIVE_TOPIC)
            heard.get_message(timeout=2)
            self.has_redis = True
            for name in list(self.hub.channels):
                self.hub.wake_soon(name)  # events published while disconnected
            while not self.hub.is_closing:
                message = heard.get_message(timeout=1)
                if message is not None:
                    self.hub.wake_soon(message["data"].decode())


def start_wakeups(hub: Hub) -> None:
    """Start the wake-ups until the hub closes."""
    Wakeups(hub).start()
