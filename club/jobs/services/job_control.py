"""Control of background jobs: repeat, cancel, report progress."""

import os
import socket
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import JobIsOver, JobNotFailed, NotWorthRepeating
from club.core.metrics import BEAT_FILE
from club.jobs.handlers import HANDLERS
from club.jobs.services.jobs import publish_job_change, publish_job_change_on_commit, retry_failed
from club.live.publishing import publish
from club.models import Job, JobState, LiveEvent, User, WorkerBeat


def record_progress(*, job: Job, done: int, steps: int | None = None) -> None:
    """Record the progress of a job inside its transaction: it becomes visible with the work itself."""
    job.steps_done = done
    job.steps = job.steps if steps is None else steps
    job.save(update_fields=["steps_done", "steps"])
    publish(channel_of(job), "club.job.progress", {"done": job.steps_done, "steps": job.steps})
    publish_job_change_on_commit(job)


@transaction.atomic
def reach_step(*, job_id: int, done: int, steps: int) -> None:
    """Record the progress of a job that runs outside any transaction; stop it if it was cancelled."""
    job = Job.objects.select_for_update(no_key=True).filter(pk=job_id, state=JobState.WAITING).first()
    if job is None:
        raise NotWorthRepeating(reason="cancelled")
    record_progress(job=job, done=done, steps=steps)


def channel_of(job: Job) -> str:
    """Channel that reports a job."""
    return f"job:{job.pk}"


def repeat_job(*, job_id: int, actor: Actor) -> None:
    """Retry a failed job from its first attempt."""
    if not retry_failed(job_id=job_id, actor=actor):
        raise JobNotFailed(job=job_id)


@transaction.atomic
def cancel_job(*, job_id: int, actor: Actor, reason: str = "") -> Job:
    """Cancel a job before its next start.

    A running job holds its row lock; this waits for it.
    """
    job = Job.objects.select_for_update(no_key=True).get(pk=job_id)
    require_permission(actor, Capability.RUN_JOBS, Scope(job.organisation_id))
    if job.state != JobState.WAITING:
        raise JobIsOver(state=job.state)
    job.state, job.finished_at = JobState.CANCELLED, timezone.now()
    job.save(update_fields=["state", "finished_at"])
    task = HANDLERS.get(job.task)
    if task is not None and task.cancelled is not None:
        task.cancelled(job=job, actor=actor)
    publish(channel_of(job), "club.job.cancelled")
    audit.record(
        "club.job.cancelled",
        job,
        actor=actor,
        before={"state": str(JobState.WAITING)},
        after={"state": str(job.state)},
        reason=reason,
    )
    publish_job_change(job)
    return job


def delete_old_events(*, days: int) -> int:
    """Delete events too old to resume from; a channel's numbering continues."""
    since = timezone.now() - timedelta(days=days)
    return LiveEvent.objects.filter(at__lt=since).delete()[0]


def delete_done_jobs(*, days: int) -> int:
    """Delete the rows of jobs done or cancelled long ago.

    Failed jobs remain for inspection.
    """
    since = timezone.now() - timedelta(days=days)
    over = Job.objects.filter(state__in=[JobState.DONE, JobState.CANCELLED], finished_at__lt=since)
    return over.delete()[0]


RETENTION_PERIOD = timedelta(days=1)


def beat() -> None:
    """Update this worker's heartbeat; it is not in the audit log."""
    now = timezone.now()
    name = f"{socket.gethostname()[:80]}:{os.getpid()}"
    _, is_new = WorkerBeat.objects.update_or_create(name=name, defaults={"at": now})
    if touched := os.environ.get(BEAT_FILE):
        Path(touched).touch()
    if is_new:
        WorkerBeat.objects.filter(at__lt=now - RETENTION_PERIOD).delete()


def serialize_actor(actor: Actor) -> dict[str, Any]:
    """Serialize the actor to plain values."""
    return {"user": actor.user.pk if actor.user else None, "label": actor.label}


def deserialize_actor(stored: Mapping[str, Any]) -> Actor:
    """Restore the actor; a deleted account has no permissions, no account means the program."""
    user = User.objects.filter(pk=stored["user"]).first()
    return Actor(label=stored["label"], user=user, is_system=stored["user"] is None)
