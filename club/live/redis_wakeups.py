"""Wake-ups of other processes through Redis.

If Redis is down, callers do not wait for it.
"""

import logging
import time

import redis
from django.conf import settings

log = logging.getLogger("club.live")

QUIET_SECONDS = 5.0
PATIENCE_SECONDS = 0.3


class RedisWaker:
    """Publishes the name of a channel; after a failure it pauses for some seconds."""

    def __init__(self) -> None:
        self.quiet_until = 0.0
        self.store = redis.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=PATIENCE_SECONDS,
            socket_timeout=PATIENCE_SECONDS,
        )

    def __call__(self, channel: str) -> None:
        """Publish, or log a failure once; the table's poll finds the event."""
        if time.monotonic() < self.quiet_until:
            return
        try:
            self.store.publish(settings.LIVE_TOPIC, channel)
        except (redis.RedisError, OSError) as error:
            self.quiet_until = time.monotonic() + QUIET_SECONDS
            log.warning("Redis cannot be told of live events: %s", error)
