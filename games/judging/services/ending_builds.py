"""Endgame tables built on demand: queue, follow slice by slice, cancel.

A job only supervises the process that builds (`ending_process`). Each slice reads the progress, starts the
process if none runs, and queues the next slice. After a restart the next slice finds no process and starts
one, which resumes after the last finished pair of slices.
"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import SITE, require_permission
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.core.errors import NotWorthRepeating
from club.jobs.selectors import open_jobs
from club.jobs.services.job_control import cancel_job, record_progress
from club.jobs.services.jobs import enqueue
from club.models import Job
from games.core.errors import EndingsThere, EndingsTooLarge, NoEndingsBuild
from games.endings.coverage import can_be_built
from games.house_rules.selectors import text_or_key, variant_named
from games.judging.ending_process import (
    BuildReport,
    forget_report,
    is_building,
    read_report,
    start_building,
    stop_building,
)
from games.judging.selectors.endings import BUILD_TASK, endings_folder, opened_table, pending_build
from games.rules import Variant

POLL_INTERVAL = timedelta(seconds=4)
PERCENT = 100  # progress is stored in hundredths


@transaction.atomic
def request_build(*, variant: str, pieces: int, actor: Actor) -> Job:
    """Have a table built in the background. While one is built for the same game, it is that one."""
    require_permission(actor, Capability.BUILD_ENDINGS, SITE)
    rules = variant_named(variant)
    if not can_be_built(rules, pieces):
        raise EndingsTooLarge(variant=rules.key, pieces=pieces)
    audit.locked_chain()  # if two press the button at once, the second finds the job of the first
    waiting = pending_build(rules)
    if waiting is not None:
        return waiting
    shelf = opened_table(rules)
    if shelf.most_pieces >= pieces and not shelf.refused:
        raise EndingsThere(pieces=shelf.most_pieces)
    arguments = {"variant": text_or_key(rules), "pieces": pieces, "run": uuid4().hex, "slice": 0}
    job = _enqueue(arguments, done=0)
    audit.record("games.endings.build_asked", job, actor=actor, after=_build_facts(rules, pieces))
    return job


@transaction.atomic
def cancel_build(*, variant: str, actor: Actor, reason: str = "") -> Job:
    """Stop building the table of a game; the slices that are finished stay."""
    require_permission(actor, Capability.BUILD_ENDINGS, SITE)
    waiting = pending_build(variant_named(variant))
    if waiting is None:
        raise NoEndingsBuild
    return cancel_job(job_id=waiting.pk, actor=actor, reason=reason)


def follow_build(*, job: Job) -> None:
    """Start the builder if none runs, store its progress, and queue the next slice."""
    variant, pieces = variant_named(job.arguments["variant"]), job.arguments["pieces"]
    folder = endings_folder()
    if _is_queued(job):
        _enqueue_next(job, done=0)
        return
    report = read_report(variant, folder)
    if not is_building(variant, folder):
        shelf = opened_table(variant)
        if shelf.most_pieces >= pieces and not shelf.refused:
            forget_report(variant, folder)
            record_progress(job=job, done=PERCENT, steps=PERCENT)
            audit.record("games.endings.built", job, actor=SYSTEM, after=_build_facts(variant, pieces))
            return
        if report.is_over:
            forget_report(variant, folder)
            raise NotWorthRepeating(reason=report.error or "The builder ended without a table.")
        start_building(variant, folder, pieces=pieces)
    _enqueue_next(job, done=_hundredths(report))


def stop_build(*, job: Job, actor: Actor) -> None:  # noqa: ARG001 - the signature of such a hook
    """Stop the builder of a job that was cancelled."""
    variant = variant_named(job.arguments["variant"])
    transaction.on_commit(lambda: stop_building(variant, endings_folder()))


def _is_queued(job: Job) -> bool:
    """Check that a build requested earlier is not over: one at a time is enough for a machine."""
    begun = [other.arguments["asked_at"] for other in open_jobs(task=BUILD_TASK) if other.is_waiting]
    return any(asked_at < job.arguments["asked_at"] for asked_at in begun)


def _enqueue_next(job: Job, *, done: int) -> None:
    record_progress(job=job, done=done, steps=PERCENT)
    _enqueue({**job.arguments, "slice": job.arguments["slice"] + 1}, done=done)


def _enqueue(arguments: dict[str, Any], *, done: int) -> Job:
    arguments.setdefault("asked_at", timezone.now().isoformat())
    is_first = arguments["slice"] == 0
    return enqueue(
        task=BUILD_TASK,
        arguments=arguments,
        key=f"{BUILD_TASK}:{arguments['run']}:{arguments['slice']}",
        due_at=None if is_first else timezone.now() + POLL_INTERVAL,
        progress=(done, PERCENT),
    )


def _hundredths(report: BuildReport) -> int:
    return PERCENT * report.done // report.steps if report.steps else 0


def _build_facts(variant: Variant, pieces: int) -> dict[str, Any]:
    return {"variant": text_or_key(variant), "pieces": pieces}
