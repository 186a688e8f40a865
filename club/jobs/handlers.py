"""Registry of job handlers: their retries and their recurrence.

The writes of a handler and the job's state DONE are one transaction, unless the task has a lease.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from club.core.actor import Actor
from club.core.errors import UnknownTask
from club.models import Job, Queue

MAX_STARTS = 8  # the first attempt and seven retries within about four minutes
FIRST_PAUSE = timedelta(seconds=2)
NO_LEASE = timedelta()


class Handler(Protocol):
    """Handler of one slice of work with the job's arguments; longer work enqueues its next slice itself."""

    def __call__(self, *, job: Job) -> None:
        """Do the work.

        Any exception rolls it back, and the job is retried later.
        """


class GivenUp(Protocol):
    """Callback inside the transaction in which a job is given up."""

    def __call__(self, *, job: Job) -> None:
        """Record the consequences."""


class Retried(Protocol):
    """Callback inside the transaction in which a user retries a failed job."""

    def __call__(self, *, job: Job) -> None:
        """Take back what `given_up` recorded, before the handler runs again."""


class Cancelled(Protocol):
    """Callback inside the transaction in which a user cancels a job."""

    def __call__(self, *, job: Job, actor: Actor) -> None:
        """Stop all of the work that the job is a part of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A handler with its retry policy.

    With a `lease` the handler runs outside any transaction, and no other worker starts the job for that time.
    It is for work that waits for a remote machine or computes for long, and must not hold the embedded
    database's only write lock meanwhile.
    """

    name: str
    handler: Handler
    max_starts: int = MAX_STARTS
    first_pause: timedelta = FIRST_PAUSE
    lease: timedelta = NO_LEASE
    given_up: GivenUp | None = None
    retried: Retried | None = None
    cancelled: Cancelled | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """A task that runs once in each time slot.

    Slots are counted from the epoch, the same on every machine.
    """

    task: str
    interval: timedelta
    queue: Queue

    def slot(self, seconds: float) -> int:
        """Number of the slot that contains a moment."""
        return int(seconds // self.interval.total_seconds())

    @property
    def key_begins(self) -> str:
        """Prefix of the keys of all its slots."""
        return f"every:{self.task}:{int(self.interval.total_seconds())}:"

    def key(self, slot: int) -> str:
        """Key of the slot's job: one row, however many workers enqueue it."""
        return f"{self.key_begins}{slot}"

    def slot_of(self, key: str) -> int:
        """Slot of a job's key."""
        return int(key.removeprefix(self.key_begins))


HANDLERS: dict[str, Task] = {}
RECURRING: dict[str, Recurrence] = {}


def job(
    name: str,
    *,
    max_starts: int = MAX_STARTS,
    first_pause: timedelta = FIRST_PAUSE,
    lease: timedelta = NO_LEASE,
    given_up: GivenUp | None = None,
    retried: Retried | None = None,
    cancelled: Cancelled | None = None,
) -> Callable[[Handler], Handler]:
    """Register the decorated function as the only handler of jobs called `name`."""

    def register(handler: Handler) -> Handler:
        task = Task(
            name=name,
            handler=handler,
            max_starts=max_starts,
            first_pause=first_pause,
            lease=lease,
            given_up=given_up,
            retried=retried,
            cancelled=cancelled,
        )
        if HANDLERS.setdefault(name, task).handler is not handler:
            raise ValueError(f"The job {name} has two handlers.")
        return handler

    return register


def every(interval: timedelta, name: str, *, queue: Queue = Queue.BULK) -> Callable[[Handler], Handler]:
    """Register the decorated function to run once in each `interval`, however many workers there are."""

    def register(handler: Handler) -> Handler:
        job(name)(handler)
        RECURRING[name] = Recurrence(task=name, interval=interval, queue=queue)
        return handler

    return register


def task_of(name: str) -> Task:
    """Return the task registered as `name`."""
    try:
        return HANDLERS[name]
    except KeyError:
        raise UnknownTask(task=name) from None
