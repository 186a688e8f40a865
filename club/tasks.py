"""The only Celery task, which runs the jobs of a queue, and the club app's own jobs."""

import gc
import logging
from datetime import timedelta
from typing import Any

from celery import bootsteps, shared_task
from django.conf import settings
from django.db import OperationalError, connection

from club.backups.selectors import BACKUP_TASK, CHECK_TASK
from club.backups.services import restore_points
from club.backups.services.backups import verify_backup
from club.backups.services.site_copies import COPY_TASK, make_copy
from club.equipment.services.equipment_loans import send_loan_reminders
from club.jobs.handlers import every, job
from club.jobs.services import job_control, jobs
from club.jobs.services.job_control import delete_done_jobs, delete_old_events
from club.jobs.services.outbox import (
    SEND_TASK,
    delete_old_messages,
    message_cancelled,
    message_given_up,
    message_retried,
    send_message,
)
from club.members.services.memberships import end_due_memberships
from club.models import Job
from club.money.mails import write_run_mails
from club.money.services.fee_runs import MAILS_TASK
from club.money.services.reminders import remind_due
from club.notices.services.notice_sending import (
    DUE_TASK,
    SLICE_TASK,
    send_due_notices,
    send_slice,
    slice_cancelled,
)
from club.privacy.services.retention import delete_expired_everywhere

log = logging.getLogger("club.jobs")

SWEEP_SECONDS = 2.0
BEAT_SECONDS = 10.0
MAIL_LEASE = timedelta(minutes=2)  # longer than the timeout of a mail server


@shared_task(name=jobs.RUN_WAITING)
def run_waiting(*, queue: str) -> None:
    """Run the due jobs of `queue`."""
    jobs.run_waiting(queue=queue)


class Heart(bootsteps.StartStopStep):
    """Heartbeat: every worker touches its row, so that /readyz can check that one is alive."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        """Beat now and periodically."""
        beat()
        self.entry = parent.timer.call_repeatedly(BEAT_SECONDS, beat)

    def stop(self, parent: Any) -> None:  # noqa: ARG002 - Celery's signature
        """Stop the heartbeat."""
        self.entry.cancel()


class Sweeper(bootsteps.StartStopStep):
    """Sweeper: every worker looks for stranded jobs at its start and every two seconds after."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        """Sweep now and periodically."""
        sweep()
        self.entry = parent.timer.call_repeatedly(SWEEP_SECONDS, sweep)

    def stop(self, parent: Any) -> None:  # noqa: ARG002 - Celery's signature
        """Stop sweeping."""
        self.entry.cancel()


def beat() -> None:
    """Record a heartbeat of this worker; an unreachable or busy database is retried at the next beat."""
    try:
        job_control.beat()
    except OperationalError:
        log.warning("The worker could not be noted.")
    finally:
        connection.close()
        # A closed connection keeps its files while a cursor of it is in a cycle of objects, and a worker that
        # has little to do would collect those after hours.
        gc.collect()


def sweep() -> None:
    """Wake overdue queues, and close the connection so that no forked child inherits it."""
    try:
        jobs.plan_recurring()
        jobs.sweep()
    finally:
        connection.close()


# A mail server may be down for an evening: twelve tries in about eleven hours.
@job(
    SEND_TASK,
    max_starts=12,
    first_pause=timedelta(seconds=10),
    lease=MAIL_LEASE,
    given_up=message_given_up,
    retried=message_retried,
    cancelled=message_cancelled,
)
def send_outbox_message(*, job: Job) -> None:
    """Send one message."""
    send_message(message_id=job.arguments["message"])


@every(timedelta(hours=6), "club.forget_old_rows")
def forget_old_rows(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Delete old live events, finished jobs and mails after some days."""
    delete_old_events(days=settings.LIVE_EVENTS_KEPT_DAYS)
    delete_done_jobs(days=settings.JOBS_KEPT_DAYS)
    delete_old_messages(days=settings.MAILS_KEPT_DAYS)


@every(timedelta(hours=6), "club.end_memberships")
def end_memberships(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """End memberships after their last day."""
    end_due_memberships()


@job(MAILS_TASK)
def write_invoice_mails(*, job: Job) -> None:
    """Write the mails of a slice of a fee run's invoices."""
    write_run_mails(run_id=job.arguments["run"], after=job.arguments["after"])


@every(timedelta(hours=12), "club.remind_of_equipment")
def remind_of_loans(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Write to borrowers with overdue equipment."""
    send_loan_reminders()


@every(timedelta(hours=12), "club.remind_of_invoices")
def remind_of_invoices(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Send due reminders of the clubs with automatic reminders."""
    remind_due()


@every(timedelta(days=1), "club.forget_what_is_due")
def forget_what_is_due(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Delete data whose retention period in the club's rules has ended, a slice at a time."""
    delete_expired_everywhere()


@job(SLICE_TASK, cancelled=slice_cancelled)
def send_notice_slice(*, job: Job) -> None:
    """Hand some receivers of a notice to the outbox."""
    send_slice(job=job)


@every(timedelta(minutes=1), DUE_TASK)
def send_notices_in_time(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Send notices whose time has come."""
    send_due_notices()


@job(BACKUP_TASK, lease=restore_points.LEASE)
def make_restore_point(*, job: Job) -> None:
    """Write a backup into the data folder, outside any transaction: SQLite has one write lock only."""
    restore_points.make_point(job=job)


@job(CHECK_TASK, lease=restore_points.LEASE)
def check_backup(*, job: Job) -> None:
    """Check an archive, outside any transaction as well."""
    verify_backup(job=job)


@job(COPY_TASK, lease=restore_points.LEASE)
def copy_site(*, job: Job) -> None:
    """Write a copy for a machine that follows the site, outside any transaction as well."""
    make_copy(job=job)


@every(timedelta(days=1), "club.daily_restore_point")
def daily_restore_point(*, job: Job) -> None:  # noqa: ARG001 - the handler's signature
    """Request the daily backup."""
    restore_points.restore_point(reason=restore_points.DAILY)
