"""Enqueuing and running jobs.

Nothing is lost or done twice, whatever is killed: a handler's writes and the job's DONE are one transaction
under the row's lock, and a job without a message is found again by the sweeper. A message names a queue only.
"""

import logging
import time
import traceback
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from club.jobs import handler_of
from club.models import Job, JobState, Queue
from club.selectors.jobs import due_jobs, queues_left_waiting, waiting_job

log = logging.getLogger("club.jobs")

RUN_WAITING = "club.run_waiting"  # the Celery task that calls run_waiting
MOST_STARTS = 8  # the first try and seven more within about four minutes
FIRST_PAUSE = timedelta(seconds=2)
BUDGET_SECONDS = 1.0
GRACE = timedelta(seconds=1)
ERROR_WIDTH = 4000


def enqueue(*, task: str, arguments: Mapping[str, Any], key: str, queue: str = Queue.BULK) -> Job:
    """Write down a job and wake a worker after the commit. The same `key` again is the same job."""
    handler_of(task)
    defaults = {"task": task, "arguments": dict(arguments), "queue": Queue(queue)}
    job, is_new = Job.objects.get_or_create(key=key, defaults=defaults)
    if is_new:
        transaction.on_commit(lambda: wake(queue=job.queue))
    return job


def wake(*, queue: str) -> None:
    """Tell a worker that `queue` has work. A broker that cannot be reached is noted; the sweeper follows."""
    try:
        current_app.send_task(RUN_WAITING, kwargs={"queue": queue}, queue=queue, retry=False)
    except OperationalError as error:
        log.warning("No worker could be told of the waiting %s jobs: %s", queue, error)


def run_waiting(*, queue: str, seconds: float = BUDGET_SECONDS) -> int:
    """Run due jobs of `queue` for about `seconds`, at least one; tell how many were run.

    What is left over gets a message of its own, so that a worker can turn to more urgent work between.
    """
    until = time.monotonic() + seconds
    run = 0
    while (job_id := begin_next(queue=queue)) is not None:
        run_job(job_id=job_id)
        run += 1
        if time.monotonic() >= until:
            wake(queue=queue)
            break
    return run


@transaction.atomic
def begin_next(*, queue: str) -> int | None:
    """Count one more start of the first due job and tell its number.

    Committed before the work begins, so that a job which kills its worker each time is given up in the end.
    Until the pause is over nobody else begins it.
    """
    now = timezone.now()
    job = due_jobs(queue=queue, now=now).first()
    if job is None:
        return None
    job.starts += 1
    job.due_at = now + pause_after(starts=job.starts)
    job.save(update_fields=["starts", "due_at"])
    return job.pk


def pause_after(*, starts: int) -> timedelta:
    """Tell how long a job rests after its latest start: 2 seconds, then twice as long each time."""
    return FIRST_PAUSE * (1 << (starts - 1))


def run_job(*, job_id: int) -> None:
    """Do the job and mark it done in one transaction; undo it and note the error if it fails."""
    try:
        with transaction.atomic():
            job = waiting_job(job_id=job_id).first()
            if job is None:
                return
            if job.starts > MOST_STARTS:
                give_up(job=job, error=job.error or "Every worker that began this job died.")
                return
            handler_of(job.task)(job=job)
            job.state, job.error, job.finished_at = JobState.DONE, "", timezone.now()
            job.save(update_fields=["state", "error", "finished_at"])
    except Exception as error:
        log.exception("Job %s failed.", job_id)
        note_failure(job_id=job_id, error="".join(traceback.format_exception(error)))


@transaction.atomic
def note_failure(*, job_id: int, error: str) -> None:
    """Keep the error with the job; give it up after the last try."""
    job = waiting_job(job_id=job_id).first()
    if job is None:
        return
    if job.starts >= MOST_STARTS:
        give_up(job=job, error=error)
        return
    job.error = error[-ERROR_WIDTH:]
    job.due_at = timezone.now() + pause_after(starts=job.starts)
    job.save(update_fields=["error", "due_at"])


def give_up(*, job: Job, error: str) -> None:
    """Mark a job failed; it stays in the admin until somebody has it run again."""
    job.state, job.error, job.finished_at = JobState.FAILED, error[-ERROR_WIDTH:], timezone.now()
    job.save(update_fields=["state", "error", "finished_at"])


@transaction.atomic
def retry_failed(*, job_id: int) -> bool:
    """Have a failed job run again from its first try; tell whether it was failed."""
    job = Job.objects.select_for_update().get(pk=job_id)
    if job.state != JobState.FAILED:
        return False
    job.state, job.starts, job.due_at, job.finished_at = JobState.WAITING, 0, timezone.now(), None
    job.save(update_fields=["state", "starts", "due_at", "finished_at"])
    transaction.on_commit(lambda: wake(queue=job.queue))
    return True


def sweep(*, grace: timedelta = GRACE) -> list[str]:
    """Wake the queues whose work is overdue: its message was lost, or its time to be tried again has come."""
    queues = queues_left_waiting(since=timezone.now() - grace)
    for queue in queues:
        wake(queue=queue)
    return queues
