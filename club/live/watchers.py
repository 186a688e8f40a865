"""Number of visible public pages that follow a channel: counted by the hub, shared by several page servers.

The hub of this process answers at once. On a site with Redis each hub also stores its counts in the cache
every few seconds, and the others add them. Nothing depends on the number.
"""

import time
import uuid
from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.core.cache import cache

OWN: Final = uuid.uuid4().hex  # of this process
HUBS: Final = "live-hubs"
SHARE_SECONDS: Final = 5.0
FORGET_SECONDS: Final = 15.0

_WATCHERS: list[Callable[[str], int]] = []


def count_watchers_by(counter: Callable[[str], int] | None) -> None:
    """Set the counter of watchers: that of the hub in this process, or none."""
    _WATCHERS[:] = [] if counter is None else [counter]


def share_watchers(counts: Mapping[str, int], *, hub: str = OWN) -> None:
    """Store the counts of a hub for the other page servers.

    Two hubs that write the list of hubs at once may lose one of them until its next turn.
    """
    now = time.time()
    hubs = {one: at for one, at in _hubs().items() if now - at < FORGET_SECONDS}
    cache.set(HUBS, hubs | {hub: now}, FORGET_SECONDS)
    cache.set(f"{HUBS}:{hub}", dict(counts), FORGET_SECONDS)


def watchers_of(channel: str) -> int | None:
    """Count the public pages that follow a channel now; None on a site without a hub."""
    found = [count(channel) for count in _WATCHERS]
    if settings.REDIS_URL:
        others = (cache.get(f"{HUBS}:{hub}") for hub in _hubs() if hub != OWN)
        found += [counts.get(channel, 0) for counts in others if counts is not None]
    return sum(found) if found else None


def _hubs() -> dict[str, float]:
    found: dict[str, float] = cache.get(HUBS) or {}
    return found
