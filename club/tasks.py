"""The one Celery task: a message says that a queue has work."""

from typing import Any

from celery import bootsteps, shared_task
from django.db import connection

from club.services import jobs

SWEEP_SECONDS = 2.0


@shared_task(name=jobs.RUN_WAITING)
def run_waiting(*, queue: str) -> None:
    """Run the waiting jobs of `queue`."""
    jobs.run_waiting(queue=queue)


class Sweeper(bootsteps.StartStopStep):
    """Every worker looks for stranded jobs when it starts and every two seconds after."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        """Sweep now and from now on."""
        sweep()
        self.entry = parent.timer.call_repeatedly(SWEEP_SECONDS, sweep)

    def stop(self, parent: Any) -> None:  # noqa: ARG002 - Celery's signature
        """Sweep no more."""
        self.entry.cancel()


def sweep() -> None:
    """Wake overdue queues, and leave no connection to be inherited by a forked child."""
    try:
        jobs.sweep()
    finally:
        connection.close()
