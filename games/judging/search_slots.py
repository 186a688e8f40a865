"""Slots for the searches that one process runs at once, and the queue for the next slot.

No thread waits inside: a waiting thread could not serve a page to a helper who enters results. A request that
finds no slot is refused. A request with a name may retry; the next free slot is reserved for it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from games.core.errors import TooManySearches

RESERVATION_SECONDS: Final = 3.0  # seconds for which a slot is reserved for a request that does not retry


class SearchSlots:
    """A fixed number of slots; a waiting request is identified by a name."""

    def __init__(self, number: int, *, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Set the seconds after which each search ends at the latest."""
        self.number, self.seconds = number, seconds
        self._clock = clock
        self._lock = Lock()
        self._taken = 0
        self._waiting: dict[str, float] = {}  # waiting requests in order of arrival, with their deadlines

    @contextmanager
    def taken(self, waiting_as: str = "") -> Iterator[None]:
        """Take a slot for the block; raise TooManySearches and reserve the next one for a named request."""
        self._acquire(waiting_as)
        try:
            yield
        finally:
            with self._lock:
                self._taken -= 1

    def _acquire(self, name: str) -> None:
        with self._lock:
            now = self._clock()
            self._waiting = {one: until for one, until in self._waiting.items() if until > now}
            names = list(self._waiting)
            before = names.index(name) if name in names else len(names)
            if self._taken + before >= self.number:
                if name:
                    self._waiting[name] = now + RESERVATION_SECONDS
                raise TooManySearches(seconds=round(self.seconds))
            self._waiting.pop(name, None)
            self._taken += 1
