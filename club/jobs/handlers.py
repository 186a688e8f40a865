"""Which code does which job, how often it is tried, and what recurs.

A handler's writes and the job's being done are one transaction, unless the job says that it works apart.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from club.core.actor import Actor
from club.core.errors import UnknownTask
from club.models import Job, Queue

MOST_STARTS = 8  # the first try and seven more within about four minutes
FIRST_PAUSE = timedelta(seconds=2)
NO_LEASE = timedelta()


class Handler(Protocol):
    """Does one slice of work with the job's arguments; longer work enqueues its next slice itself."""

    def __call__(self, *, job: Job) -> None:
        """Do the work. Whatever is raised undoes it, and the job is tried again later."""


class GivenUp(Protocol):
    """Told inside the transaction in which a job is given up."""

    def __call__(self, *, job: Job) -> None:
        """Note what follows from it."""


class Cancelled(Protocol):
    """Told inside the transaction in which somebody cancels a job."""

    def __call__(self, *, job: Job, actor: Actor) -> None:
        """Stop the whole of what the job is a part of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A handler with its patience.

    With a `lease` the handler runs outside any transaction and nobody else begins the job for so long: for
    work that waits for a machine elsewhere, which must not hold the embedded database's only write lock.
    """

    name: str
    handler: Handler
    most_starts: int = MOST_STARTS
    first_pause: timedelta = FIRST_PAUSE
    lease: timedelta = NO_LEASE
    given_up: GivenUp | None = None
    cancelled: Cancelled | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """A task done once in each slot of time. Slots are counted from the epoch, the same on every machine."""

    task: str
    interval: timedelta
    queue: Queue

    def slot(self, seconds: float) -> int:
        """The number of the slot in which a moment lies."""
        return int(seconds // self.interval.total_seconds())

    def key(self, slot: int) -> str:
        """The key of the slot's job: however many workers write it down, it is one row."""
        return f"every:{self.task}:{int(self.interval.total_seconds())}:{slot}"


HANDLERS: dict[str, Task] = {}
RECURRING: dict[str, Recurrence] = {}


def job(
    name: str,
    *,
    most_starts: int = MOST_STARTS,
    first_pause: timedelta = FIRST_PAUSE,
    lease: timedelta = NO_LEASE,
    given_up: GivenUp | None = None,
    cancelled: Cancelled | None = None,
) -> Callable[[Handler], Handler]:
    """Register the function below as the handler of jobs called `name`; a name has one handler."""

    def register(handler: Handler) -> Handler:
        task = Task(
            name=name,
            handler=handler,
            most_starts=most_starts,
            first_pause=first_pause,
            lease=lease,
            given_up=given_up,
            cancelled=cancelled,
        )
        if HANDLERS.setdefault(name, task).handler is not handler:
            raise ValueError(f"The job {name} has two handlers.")
        return handler

    return register


def every(interval: timedelta, name: str, *, queue: Queue = Queue.BULK) -> Callable[[Handler], Handler]:
    """Register the function below to be run once in each `interval`, however many workers there are."""

    def register(handler: Handler) -> Handler:
        job(name)(handler)
        RECURRING[name] = Recurrence(task=name, interval=interval, queue=queue)
        return handler

    return register


def task_of(name: str) -> Task:
    """The task registered as `name`."""
    try:
        return HANDLERS[name]
    except KeyError:
        raise UnknownTask(task=name) from None
