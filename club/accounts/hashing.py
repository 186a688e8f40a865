"""Bound on the hashing of passwords: of strangers as a whole, and apart of people known on a device.

The limits of an address and of an account (ACCOUNT_RATE_LIMITS) do not bound a thousand addresses that guess
at a thousand accounts. A hash takes a core and 46 MiB, so the process makes few for strangers, one at a time,
and refuses the rest at once: a request that waits would take a thread from readers of pages. The hashers
themselves ask here, so that no page can forget to. Commands and jobs have no request and are not counted.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock
from typing import Final

from allauth.core import context
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from club.core.limits import count

WINDOW: Final = 5.0
"""Seconds in which the hashes are counted: twenty people who sign in at once are not refused."""
STRANGERS_A_SECOND, KNOWN_A_SECOND = 2, 1  # for each core
MOST_OF_ONE, SECONDS_OF_ONE = 10, 60  # hashes of one known device; further ones are those of a stranger
LONGEST_WAIT: Final = 0.5  # seconds for the hash of another request
RETRY_SECONDS: Final = 20


class HashingBusy(ValidationError):
    """No password can be hashed for this request now. A form reports it as its error."""

    def __init__(self) -> None:
        words = _("Many sign-ins at this moment. Try again in %(seconds)s seconds.")
        super().__init__(words, code="hashing_busy", params={"seconds": RETRY_SECONDS})


class Lane:
    """So many hashes in any WINDOW, and one at a time."""

    def __init__(self, a_second: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = int(a_second * WINDOW * (os.cpu_count() or 1))
        self.clock = clock
        self.made: deque[float] = deque()
        self.lock = Lock()
        self.slot = BoundedSemaphore(1)

    def take(self) -> bool:
        """Count one more hash if there is a place for it."""
        now = self.clock()
        with self.lock:
            while self.made and self.made[0] <= now - WINDOW:
                self.made.popleft()
            if len(self.made) >= self.most:
                return False
            self.made.append(now)
            return True

    def note(self) -> None:
        """Count a further hash of a request that was let in; later ones wait for it."""
        with self.lock:
            self.made.append(self.clock())

    def clear(self) -> None:
        """Forget the hashes."""
        with self.lock:
            self.made.clear()


STRANGERS: Final = Lane(STRANGERS_A_SECOND)
KNOWN: Final = Lane(KNOWN_A_SECOND)


@dataclass(slots=True)
class Place:
    """Place of a request in a lane."""

    lane: Lane
    is_used: bool = False


def admit(request: HttpRequest, *, known_as: str = "") -> None:
    """Take a place for the hashes of a request; raise HashingBusy if there is none.

    `known_as` names the device on which this account has signed in before. Idempotent: a form asks before it
    saves, and what it saves is hashed on the same place.
    """
    if getattr(request, "hashing_place", None) is not None or not settings.BOUNDED_HASHING:
        return
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        known_as = f"user-{user.pk}"
    lane = _free_lane(known_as)
    if lane is None:
        raise _refusal(request)
    request.hashing_place = Place(lane)  # type: ignore[attr-defined]


def _free_lane(known_as: str) -> Lane | None:
    """Return the lane that has a place. Known people have their own first, then that of strangers."""
    if known_as:
        of_one = count("password_hash", known_as, most=MOST_OF_ONE, seconds=SECONDS_OF_ONE)
        if not of_one.is_too_many and KNOWN.take():
            return KNOWN
    return STRANGERS if STRANGERS.take() else None


def _refusal(request: HttpRequest) -> HashingBusy:
    request.hashing_refused = RETRY_SECONDS  # type: ignore[attr-defined]  # the middleware sets the status
    return HashingBusy()


@contextmanager
def hashing() -> Iterator[None]:
    """Hold the slot of a lane while a password is hashed. Raises HashingBusy."""
    request: HttpRequest | None = context.request
    if request is None or not settings.BOUNDED_HASHING:
        with KNOWN.slot:
            yield
        return
    admit(request)
    place: Place = request.hashing_place  # type: ignore[attr-defined]
    if place.is_used:
        place.lane.note()
        place.lane.slot.acquire()  # half of a sign-in is not refused
    elif not place.lane.slot.acquire(timeout=LONGEST_WAIT):
        raise _refusal(request)
    place.is_used = True
    try:
        yield
    finally:
        place.lane.slot.release()
