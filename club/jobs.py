"""Which code does which job. A handler's writes and the job's being done are one transaction."""

from collections.abc import Callable
from typing import Protocol

from club.errors import UnknownTask
from club.models import Job


class Handler(Protocol):
    """Does one slice of work with the job's arguments; longer work enqueues its next slice itself."""

    def __call__(self, *, job: Job) -> None:
        """Do the work. Whatever is raised undoes it, and the job is tried again later."""


HANDLERS: dict[str, Handler] = {}


def job(name: str) -> Callable[[Handler], Handler]:
    """Register the function below as the handler of jobs called `name`; a name has one handler."""

    def register(handler: Handler) -> Handler:
        if HANDLERS.setdefault(name, handler) is not handler:
            raise ValueError(f"The job {name} has two handlers.")
        return handler

    return register


def handler_of(task: str) -> Handler:
    """The handler registered for `task`."""
    try:
        return HANDLERS[task]
    except KeyError:
        raise UnknownTask(task=task) from None
