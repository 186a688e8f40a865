"""Telling other processes through Redis that a channel has something new. It may be dead: nobody waits."""

import logging
import time

import redis
from django.conf import settings

log = logging.getLogger("club.live")

QUIET_SECONDS = 5.0
PATIENCE_SECONDS = 0.3


class RedisWaker:
    """Publishes the name of a channel; after a failure it is silent for some seconds."""

    def __init__(self) -> None:
        self.quiet_until = 0.0
        self.store = redis.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=PATIENCE_SECONDS,
            socket_timeout=PATIENCE_SECONDS,
        )

    def __call__(self, channel: str) -> None:
        """Tell, or note once that nobody can be told; the table's poll finds the event."""
        if time.monotonic() < self.quiet_until:
            return
        try:
            self.store.publish(settings.LIVE_TOPIC, channel)
        except (redis.RedisError, OSError) as error:
            self.quiet_until = time.monotonic() + QUIET_SECONDS
            log.warning("Redis cannot be told of live events: %s", error)
