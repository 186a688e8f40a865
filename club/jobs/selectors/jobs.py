"""Which jobs wait."""

from datetime import datetime

from django.db.models import Count, QuerySet

from club.models import Job, JobState


def due_jobs(*, queue: str, now: datetime) -> QuerySet[Job]:
    """Jobs of `queue` that may begin, oldest first and locked; those that somebody runs are left out."""
    waiting = Job.objects.filter(state=JobState.WAITING, queue=queue, due_at__lte=now)
    return waiting.order_by("due_at", "id").select_for_update(skip_locked=True)


def waiting_job(*, job_id: int) -> QuerySet[Job]:
    """The job while it still waits, locked; nothing when it is done or somebody runs it."""
    return Job.objects.filter(pk=job_id, state=JobState.WAITING).select_for_update(skip_locked=True)


def queues_left_waiting(*, since: datetime) -> list[str]:
    """Queues with a job that was due at `since` and is still waiting: its message is late, or lost."""
    waiting = Job.objects.filter(state=JobState.WAITING, due_at__lte=since)
    return list(waiting.order_by().values_list("queue", flat=True).distinct())


def is_given_up(*, key: str) -> bool:
    """Whether the job with this key failed for good; `retry_failed` has it run again."""
    return Job.objects.filter(key=key, state=JobState.FAILED).exists()


def latest_job(*, key_begins: str) -> Job | None:
    """Of the jobs whose keys begin so the one that was last to be done."""
    return Job.objects.filter(key__startswith=key_begins).order_by("-due_at", "-pk").first()


def last_line(error: str) -> str:
    """What an error says at its end, without the way that led there."""
    return error.strip().rpartition("\n")[2]


def jobs_of(*, clubs: frozenset[int] | None, state: str = "") -> QuerySet[Job]:
    """The work of some clubs, the latest first; without clubs that of the whole site."""
    found = Job.objects.select_related("organisation").order_by("-pk")
    if clubs is not None:
        found = found.filter(organisation__in=clubs)
    return found.filter(state=state) if state else found


def job_counts(*, clubs: frozenset[int] | None) -> dict[str, int]:
    """How many jobs are in each state."""
    found = jobs_of(clubs=clubs).order_by().values_list("state").annotate(Count("pk"))
    return dict(found)


def open_jobs(*, task: str) -> QuerySet[Job]:
    """Return the jobs of a task that wait, are under way or were given up, the oldest first."""
    open_still = [JobState.WAITING, JobState.FAILED]
    return Job.objects.filter(task=task, state__in=open_still).order_by("pk")
