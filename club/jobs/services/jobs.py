"""Enqueue and run jobs.

No job is lost or done twice, whichever process is killed. A handler's writes and the job's DONE are one
transaction under the row lock, and the sweeper finds a job without a message. A message contains only the
name of a queue.
"""

import logging
import math
import random
import time
import traceback
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone
from kombu.exceptions import OperationalError

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import NotWorthRepeating
from club.jobs.handlers import FIRST_PAUSE, HANDLERS, MAX_STARTS, RECURRING, Task, task_of
from club.jobs.selectors import due_jobs, overdue_queues, waiting_job
from club.live.publishing import publish
from club.models import Job, JobState, Queue

log = logging.getLogger("club.jobs")

RUN_WAITING = "club.run_waiting"  # the Celery task that calls run_waiting
BUDGET_SECONDS = 1.0
GRACE = timedelta(seconds=1)
SPREAD = 0.25  # jitter: jobs that failed together are not all retried together
ERROR_WIDTH = 4000


def enqueue(
    *,
    task: str,
    arguments: Mapping[str, Any],
    key: str,
    queue: str = Queue.BULK,
    due_at: datetime | None = None,
    organisation_id: int | None = None,
    progress: tuple[int, int] = (0, 0),
) -> Job:
    """Create a job and wake a worker after the commit.

    The same `key` again is the same job.

    With `due_at` the job waits until then; the sweeper of any worker finds it. `progress` is (steps done,
    total steps) at the start of this slice of longer work.
    """
    task_of(task)
    defaults = {
        "task": task,
        "arguments": dict(arguments),
        "queue": Queue(queue),
        "organisation_id": organisation_id,
        "steps_done": progress[0],
        "steps": progress[1],
        "due_at": due_at or timezone.now(),
    }
    job, is_new = Job.objects.get_or_create(key=key, defaults=defaults)
    if is_new:
        publish_job_change_on_commit(job)
    if is_new and due_at is None:
        transaction.on_commit(lambda: wake(queue=job.queue))
    return job


def wake(*, queue: str) -> None:
    """Notify a worker that `queue` has jobs.

    If the broker is unreachable, that is logged and the sweeper takes over.
    """
    try:
        current_app.send_task(RUN_WAITING, kwargs={"queue": queue}, queue=queue, retry=False)
    except OperationalError as error:
        log.warning("No worker could be told of the waiting %s jobs: %s", queue, error)


def run_waiting(*, queue: str, seconds: float = BUDGET_SECONDS) -> int:
    """Run due jobs of `queue` for about `seconds`, at least one; return the count.

    Remaining jobs get a message of their own, so that a worker can serve more urgent queues in between.
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
    """Count one more start of the first due job and return its id.

    The count is committed before the work begins, so that a job that kills its worker every time is given up
    eventually. Until the pause is over, no other worker starts the job.
    """
    now = timezone.now()
    job = due_jobs(queue=queue, now=now).first()
    if job is None:
        return None
    task = HANDLERS.get(job.task)
    job.starts += 1
    rest = pause_after(starts=job.starts, first=task.first_pause if task else FIRST_PAUSE)
    job.due_at = now + max(add_jitter(rest), task.lease if task else rest)
    job.save(update_fields=["starts", "due_at"])
    publish_job_change(job)
    return job.pk


def pause_after(*, starts: int, first: timedelta = FIRST_PAUSE) -> timedelta:
    """Backoff after the latest start of a job: 2 seconds, doubled each time."""
    return first * (1 << (starts - 1))


def add_jitter(pause: timedelta) -> timedelta:
    """Extend a pause by a random amount of up to a quarter."""
    return pause * (1 + random.uniform(0, SPREAD))  # noqa: S311 - no secret


def run_job(*, job_id: int) -> None:
    """Run the job and mark it done in one transaction; on failure roll back and record the error."""
    try:
        if (apart := _leased_task(job_id)) is not None:
            apart.handler(job=Job.objects.get(pk=job_id))
            _finish(job_id)
            return
        with transaction.atomic():
            job = waiting_job(job_id=job_id).first()
            if job is None or _died_too_often(job):
                return
            task_of(job.task).handler(job=job)
            _mark_done(job)
    except NotWorthRepeating as refusal:
        record_failure(job_id=job_id, error=str(refusal.facts.get("reason", refusal)), is_last=True)
    except Exception as error:
        log.exception("Job %s failed.", job_id)
        record_failure(job_id=job_id, error="".join(traceback.format_exception(error)))


@transaction.atomic
def _leased_task(job_id: int) -> Task | None:
    """Return the task of a waiting job if it has a lease and so runs outside any transaction."""
    job = waiting_job(job_id=job_id).first()
    task = HANDLERS.get(job.task) if job is not None else None
    if job is None or task is None or not task.lease or _died_too_often(job):
        return None
    return task


def _died_too_often(job: Job) -> bool:
    task = HANDLERS.get(job.task)
    if job.starts <= (task.max_starts if task else MAX_STARTS):
        return False
    give_up(job=job, error=job.error or "Every worker that began this job died.")
    return True


@transaction.atomic
def _finish(job_id: int) -> None:
    job = waiting_job(job_id=job_id).first()
    if job is not None:
        _mark_done(job)


def _mark_done(job: Job) -> None:
    job.state, job.error, job.finished_at = JobState.DONE, "", timezone.now()
    job.save(update_fields=["state", "error", "finished_at"])
    publish_job_change(job)


@transaction.atomic
def record_failure(*, job_id: int, error: str, is_last: bool = False) -> None:
    """Record the error with the job; give it up after the last attempt."""
    job = waiting_job(job_id=job_id).first()
    if job is None:
        return
    task = HANDLERS.get(job.task)
    if is_last or job.starts >= (task.max_starts if task else MAX_STARTS):
        give_up(job=job, error=error)
        return
    job.error = error[-ERROR_WIDTH:]
    rest = pause_after(starts=job.starts, first=task.first_pause if task else FIRST_PAUSE)
    job.due_at = timezone.now() + add_jitter(rest)
    job.save(update_fields=["error", "due_at"])
    publish_job_change(job)


def give_up(*, job: Job, error: str) -> None:
    """Mark a job failed; it remains on the desk until a user retries it."""
    job.state, job.error, job.finished_at = JobState.FAILED, error[-ERROR_WIDTH:], timezone.now()
    job.save(update_fields=["state", "error", "finished_at"])
    task = HANDLERS.get(job.task)
    if task is not None and task.given_up is not None:
        task.given_up(job=job)
    publish_job_change(job)


@transaction.atomic
def retry_failed(*, job_id: int, actor: Actor) -> bool:
    """Retry a failed job from its first attempt; return False if it was not failed."""
    job = Job.objects.select_for_update(no_key=True).get(pk=job_id)
    require_permission(actor, Capability.RUN_JOBS, Scope(job.organisation_id))
    if job.state != JobState.FAILED:
        return False
    before = {"state": str(job.state), "starts": job.starts}
    _reset(job)
    task = HANDLERS.get(job.task)
    if task is not None and task.retried is not None:
        task.retried(job=job)
    audit.record(
        "club.job.retried",
        job,
        actor=actor,
        before=before,
        after={"state": str(job.state), "starts": job.starts},
    )
    return True


def forget_done(*, key: str) -> None:
    """Delete the row of a job that is done, for work that plans itself every few seconds."""
    Job.objects.filter(key=key, state=JobState.DONE).delete()


@transaction.atomic
def run_again(*, key: str) -> None:
    """Run the job with this key once more, whatever its state."""
    _reset(Job.objects.select_for_update(no_key=True).get(key=key))


def _reset(job: Job) -> None:
    job.state, job.starts, job.due_at, job.finished_at = JobState.WAITING, 0, timezone.now(), None
    job.save(update_fields=["state", "starts", "due_at", "finished_at"])
    publish_job_change_on_commit(job)
    transaction.on_commit(lambda: wake(queue=job.queue))


def sweep(*, grace: timedelta = GRACE) -> list[str]:
    """Wake the queues with overdue jobs: their message was lost, or a retry is due."""
    queues = overdue_queues(since=timezone.now() - grace)
    for queue in queues:
        wake(queue=queue)
    return queues


_last_plan = {"at": math.inf}  # the clock at the latest plan of this process


def plan_recurring() -> None:
    """Create the job of the current slot of every recurring task, one row a slot for all workers.

    A slot missed while no worker ran is not made up for. After the clock was set back, its slots come again.
    """
    now = time.time()
    if now < _last_plan["at"]:
        _release_slots(now)
    keys = {one.key(one.slot(now)): one for one in RECURRING.values()}
    written = set(Job.objects.filter(key__in=keys).values_list("key", flat=True))
    for key, one in keys.items():
        if key not in written:
            enqueue(task=one.task, arguments={}, key=key, queue=one.queue)
    _last_plan["at"] = now


def _release_slots(now: float) -> None:
    """Release the keys of slots that come again, whose rows would stop a task until the clock passes them.

    A worker looks at its start, and when its clock has gone back. If the latest row is only one slot ahead,
    the task goes on after that slot: a daily one does not run twice because of an hour around midnight. Only
    rows up to the latest one are renamed, and none that another worker has planned since.
    """
    for one in RECURRING.values():
        planned = Job.objects.filter(task=one.task, key__startswith=one.key_begins)
        latest = planned.order_by("-pk").first()
        if latest is None or one.slot_of(latest.key) <= one.slot(now) + 1:
            continue
        log.warning("The clock was set back: %s goes on.", one.task)
        again = Concat(Value("before:"), Cast("pk", CharField()), Value(":"), F("key"))
        planned.filter(pk__lte=latest.pk).update(key=again)


LISTS = "jobs"  # kind of channel; a club's own has the club's id as subject


def list_channel(clubs: frozenset[int] | None) -> str:
    """Return the one channel for a list of these clubs' jobs: the club's own, else the site's."""
    return LISTS if clubs is None or len(clubs) != 1 else f"{LISTS}:{next(iter(clubs))}"


def publish_job_change(job: Job) -> None:
    """Publish that a job has changed, as the last step of its transaction.

    The channels' rows stay locked until the commit. A lock taken after them could cause a deadlock.
    """
    if job.organisation_id is not None:
        publish(f"{LISTS}:{job.organisation_id}", "club.jobs.moved")
    publish(LISTS, "club.jobs.moved")


def publish_job_change_on_commit(job: Job) -> None:
    """Publish after the commit, for transactions that continue.

    The job's next start publishes as well.
    """
    transaction.on_commit(lambda: _publish_change(job), robust=True)


@transaction.atomic
def _publish_change(job: Job) -> None:
    publish_job_change(job)
