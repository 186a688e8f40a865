"""Cache of a deployed site: Redis while it answers, this process's memory while it does not.

The cache has no data that must be correct. A dead Redis costs one short timeout, not one a query: after a
failure it is not tried for some seconds.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger("club.cache")

RETRY_SECONDS = 3.0


class GuardedRedis(RedisCache):
    """Django's Redis cache with a fallback to memory on failure."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._memory = LocMemCache(f"instead-of-redis-{id(self)}", params)
        self._asked_again_at = 0.0

    def _ask(self, question: Callable[[], Any], instead: Callable[[], Any]) -> Any:
        if time.monotonic() < self._asked_again_at:
            return instead()
        try:
            return question()
        except (RedisError, OSError) as error:
            self._asked_again_at = time.monotonic() + RETRY_SECONDS
            log.warning("The cache's Redis does not answer (%s): using memory.", type(error).__name__)
            return instead()

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store the value if the key is missing."""
        return bool(
            self._ask(
                lambda: super(GuardedRedis, self).add(key, value, timeout, version),
                lambda: self._memory.add(key, value, timeout, version),
            )
        )

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value, or the default."""
        return self._ask(
            lambda: super(GuardedRedis, self).get(key, default, version),
            lambda: self._memory.get(key, default, version),
        )

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store the value."""
        self._ask(
            lambda: super(GuardedRedis, self).set(key, value, timeout, version),
            lambda: self._memory.set(key, value, timeout, version),
        )

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Extend the lifetime."""
        return bool(
            self._ask(
                lambda: super(GuardedRedis, self).touch(key, timeout, version),
                lambda: self._memory.touch(key, timeout, version),
            )
        )

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete the value."""
        return bool(
            self._ask(
                lambda: super(GuardedRedis, self).delete(key, version),
                lambda: self._memory.delete(key, version),
            )
        )

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return several values."""
        wanted = list(keys)
        found: dict[Any, Any] = self._ask(
            lambda: super(GuardedRedis, self).get_many(wanted, version),
            lambda: self._memory.get_many(wanted, version),
        )
        return found

    def has_key(self, key: str, version: int | None = None) -> bool:
        """Check if the key exists."""
        return bool(
            self._ask(
                lambda: super(GuardedRedis, self).has_key(key, version),
                lambda: self._memory.has_key(key, version),
            )
        )

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Increment; a missing key raises ValueError in both caches."""
        return int(
            self._ask(
                lambda: super(GuardedRedis, self).incr(key, delta, version),
                lambda: self._memory.incr(key, delta, version),
            )
        )

    def set_many(
        self, data: dict[str, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[str]:
        """Store several values; return the keys that failed."""
        refused: list[str] = self._ask(
            lambda: super(GuardedRedis, self).set_many(data, timeout, version),
            lambda: self._memory.set_many(data, timeout, version),
        )
        return refused

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Delete several values."""
        named = list(keys)
        self._ask(
            lambda: super(GuardedRedis, self).delete_many(named, version),
            lambda: self._memory.delete_many(named, version),
        )

    def clear(self) -> None:
        """Delete everything in this cache."""
        self._memory.clear()
        self._ask(super().clear, lambda: None)
