"""Copies of an event's public pages, made in the background and deleted after some hours."""

import shutil
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import ClubError, NotWorthRepeating
from club.core.messages import refusal_text
from club.jobs.selectors import jobs_with_key
from club.jobs.services.job_control import reach_step
from club.jobs.services.jobs import enqueue
from club.models import Job
from tournaments.core.services.locks import section_scope
from tournaments.exchange.errors import NothingToCopy
from tournaments.models import Event, Section
from tournaments.site.selectors import COPY_TASK, SHOWN_COPIES, copies_folder, copy_file, key_of_copies
from tournaments.site.static_copy.copies import CopyRequest, languages_named, zipped_copy

COPY_LEASE: Final = timedelta(minutes=30)
PAGES_A_REPORT: Final = 10


@transaction.atomic
def request_copy(*, section_id: int, language: str, actor: Actor) -> Job:
    """Enqueue a copy of the section's event; while one in this language is waiting, return that one."""
    section = Section.objects.select_related("event").get(pk=section_id)
    require_permission(actor, Capability.SEE_DESK, section_scope(section))
    event = Event.objects.select_for_update(no_key=True).get(pk=section.event_id)
    languages = languages_named(language, event)
    if not event.is_public:
        raise NothingToCopy(event=event.name)
    begins = f"{key_of_copies(event)}{'-'.join(languages)}:"
    latest = jobs_with_key(key_begins=begins).first()
    if latest is not None and latest.is_waiting:
        return latest
    return enqueue(
        task=COPY_TASK,
        arguments={"event": event.pk, "languages": languages},
        key=f"{begins}{uuid4().hex}",
        organisation_id=event.organisation_id,
    )


def _report(job_id: int, done: int, known: int) -> None:
    if done % PAGES_A_REPORT == 0 or done == known:
        reach_step(job_id=job_id, done=done, steps=known)


def make_copy(*, job: Job) -> None:
    """Write the zip of a job, and delete those that no list shows any more: each press would leave a file.

    A hidden event, or one that is gone, is not tried again.
    """
    event = Event.objects.filter(pk=job.arguments["event"]).first()
    if event is None:
        raise NotWorthRepeating(reason="The event was deleted.")
    made_at = timezone.now().astimezone(ZoneInfo(event.time_zone or timezone.get_default_timezone_name()))
    asked = CopyRequest(event=event, languages=job.arguments["languages"], made_at=made_at)
    try:
        made = zipped_copy(asked, progress=partial(_report, job.pk))
    except ClubError as refusal:
        words = refusal_text(refusal)
        raise NotWorthRepeating(reason=f"{words.what} {words.next_step}") from refusal
    path = copy_file(job)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with made, part.open("wb") as file:
        shutil.copyfileobj(made, file)
    part.replace(path)
    for old in jobs_with_key(key_begins=key_of_copies(event))[SHOWN_COPIES:]:
        copy_file(old).unlink(missing_ok=True)


def delete_old_copies(*, now: datetime) -> int:
    """Delete the files of copies after `COPIES_KEPT_HOURS`; return their number."""
    since = (now - timedelta(hours=settings.COPIES_KEPT_HOURS)).timestamp()
    over = [path for path in copies_folder().glob("*.*") if path.stat().st_mtime < since]
    for path in over:
        path.unlink(missing_ok=True)
    return len(over)
