"""The one Celery task: a message says that a queue has work. And the club app's own jobs."""

from datetime import timedelta
from typing import Any

from celery import bootsteps, shared_task
from django.db import connection

from club.jobs import job
from club.models import Job
from club.services import jobs
from club.services.outbox import SEND_TASK, message_given_up, send_message

SWEEP_SECONDS = 2.0
MAIL_LEASE = timedelta(minutes=2)  # longer than a mail server may keep silent


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
        jobs.plan_recurring()
        jobs.sweep()
    finally:
        connection.close()


# A mail server may be away for an evening: twelve tries in about eleven hours.
@job(
    SEND_TASK, most_starts=12, first_pause=timedelta(seconds=10), lease=MAIL_LEASE, given_up=message_given_up
)
def send_outbox_message(*, job: Job) -> None:
    """Send one message."""
    send_message(message_id=job.arguments["message"])
