"""Places among the searches that one process bears at once, and who has the next.

Nobody waits inside: a thread that waited could not show a page to whoever enters results. Who finds no
place is refused; who may wait asks again by and by, and the next place that comes free is kept for him.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from games.core.errors import TooManySearches

KEPT: Final = 3.0  # seconds that a place is kept for who does not ask again


class SearchPlaces:
    """So many places; who comes in order is known by a name that he waits under."""

    def __init__(self, number: int, *, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Each search ends after so many seconds at the latest."""
        self.number, self.seconds = number, seconds
        self._clock = clock
        self._lock = Lock()
        self._taken = 0
        self._waiting: dict[str, float] = {}  # who waits, in order of coming, and until when

    @contextmanager
    def taken(self, waiting_as: str = "") -> Iterator[None]:
        """A place for the block; raises TooManySearches, and keeps the next one for who has a name."""
        self._take(waiting_as)
        try:
            yield
        finally:
            with self._lock:
                self._taken -= 1

    def _take(self, name: str) -> None:
        with self._lock:
            now = self._clock()
            self._waiting = {one: until for one, until in self._waiting.items() if until > now}
            names = list(self._waiting)
            before = names.index(name) if name in names else len(names)
            if self._taken + before >= self.number:
                if name:
                    self._waiting[name] = now + KEPT
                raise TooManySearches(seconds=round(self.seconds))
            self._waiting.pop(name, None)
            self._taken += 1
