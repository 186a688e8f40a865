"""Health of the site: open and failed work, and the last sign of a worker."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Max, Min

from club.models import Job, JobState, OutboxMessage, OutboxState, Queue, WorkerBeat


def jobs_by_state() -> Iterator[tuple[str, str, int]]:
    """Queue, state and number of pending or failed jobs, zeros included."""
    shown = (JobState.WAITING, JobState.FAILED)
    rows = Job.objects.filter(state__in=shown).order_by().values_list("queue", "state")
    counted = {(queue, state): number for queue, state, number in rows.annotate(number=Count("pk"))}
    for queue in Queue.values:
        for state in shown:
            yield queue, state.value, counted.get((queue, state.value), 0)


def messages_by_state() -> Iterator[tuple[str, int]]:
    """State and number of pending or failed messages, zeros included."""
    shown = (OutboxState.WAITING, OutboxState.FAILED)
    rows = OutboxMessage.objects.filter(state__in=shown).order_by().values_list("state")
    counted = dict(rows.annotate(number=Count("pk")))
    for state in shown:
        yield state.value, counted.get(state.value, 0)


def oldest_due_job(*, now: datetime) -> datetime | None:
    """Due time of the oldest due job."""
    waiting = Job.objects.filter(state=JobState.WAITING, due_at__lte=now)
    oldest: datetime | None = waiting.aggregate(oldest=Min("due_at"))["oldest"]
    return oldest


def heartbeat_age(*, now: datetime) -> float | None:
    """Seconds since the last sign of any worker; None without one."""
    latest: datetime | None = WorkerBeat.objects.aggregate(latest=Max("at"))["latest"]
    return None if latest is None else (now - latest).total_seconds()
