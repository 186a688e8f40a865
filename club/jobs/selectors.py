"""Queries of jobs."""

from datetime import datetime

from django.db.models import Count, QuerySet

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import Job, JobState, OutboxMessage


def due_jobs(*, queue: str, now: datetime) -> QuerySet[Job]:
    """Lock and return due jobs of `queue`, oldest first; jobs locked by another worker are skipped."""
    waiting = Job.objects.filter(state=JobState.WAITING, queue=queue, due_at__lte=now)
    return waiting.order_by("due_at", "id").select_for_update(skip_locked=True, no_key=True)


def waiting_job(*, job_id: int) -> QuerySet[Job]:
    """Lock and return the job while it is waiting; None if it is done or running."""
    return Job.objects.filter(pk=job_id, state=JobState.WAITING).select_for_update(
        skip_locked=True, no_key=True
    )


def overdue_queues(*, since: datetime) -> list[str]:
    """Return queues with a job that was due by `since` and is still waiting: its message is late or lost."""
    waiting = Job.objects.filter(state=JobState.WAITING, due_at__lte=since)
    return list(waiting.order_by().values_list("queue", flat=True).distinct())


def is_given_up(*, key: str) -> bool:
    """True if the job with this key failed for good; `retry_failed` runs it again."""
    return Job.objects.filter(key=key, state=JobState.FAILED).exists()


def latest_job(*, key_begins: str) -> Job | None:
    """Return the job due last among those whose keys start with the prefix."""
    return Job.objects.filter(key__startswith=key_begins).order_by("-due_at", "-pk").first()


def jobs_with_key(*, key_begins: str) -> QuerySet[Job]:
    """Return the jobs whose keys start with the prefix, the newest first."""
    return Job.objects.filter(key__startswith=key_begins).order_by("-pk")


def last_line(error: str) -> str:
    """Last line of an error, without the traceback."""
    return error.strip().rpartition("\n")[2]


def jobs_of(*, clubs: frozenset[int] | None, state: str = "") -> QuerySet[Job]:
    """List the jobs of some clubs, newest first; without clubs those of the whole site."""
    found = Job.objects.select_related("organisation").order_by("-pk")
    if clubs is not None:
        found = found.filter(organisation__in=clubs)
    return found.filter(state=state) if state else found


def job_counts(*, clubs: frozenset[int] | None) -> dict[str, int]:
    """Count the jobs by state."""
    found = jobs_of(clubs=clubs).order_by().values_list("state").annotate(Count("pk"))
    return dict(found)


def open_jobs(*, task: str) -> QuerySet[Job]:
    """Return the waiting, running and failed jobs of a task, oldest first."""
    open_still = [JobState.WAITING, JobState.FAILED]
    return Job.objects.filter(task=task, state__in=open_still).order_by("pk")


def failed_jobs(*, actor: Actor) -> QuerySet[Job]:
    """Failed jobs in the clubs whose jobs the actor may see."""
    clubs = clubs_where(actor, Capability.SEE_JOBS)
    failed = Job.objects.filter(state=JobState.FAILED)
    return failed if clubs is None else failed.filter(organisation_id__in=clubs)


def messages_of(*, clubs: frozenset[int] | None, state: str = "") -> QuerySet[OutboxMessage]:
    """List the messages of some clubs, newest first; without clubs those of the whole site."""
    found = OutboxMessage.objects.select_related("organisation").order_by("-pk")
    if clubs is not None:
        found = found.filter(organisation__in=clubs)
    return found.filter(state=state) if state else found


def message_counts(*, clubs: frozenset[int] | None) -> dict[str, int]:
    """Count the messages by state."""
    found = messages_of(clubs=clubs).order_by().values_list("state").annotate(Count("pk"))
    return dict(found)
