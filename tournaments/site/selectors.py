"""Selectors of copies of an event, and of entrants' contact data that is due for deletion."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from club.audit.selectors import keys_changed_since
from club.jobs.selectors import jobs_with_key
from club.models import Job
from tournaments.models import Entry, EntryContact, EntryState, Event, Section

COPY_TASK: Final = "tournaments.copy_event"
SHOWN_COPIES: Final = 5
ENDED = (EntryState.REFUSED, EntryState.WITHDRAWN)


def contacts_due(*, now: datetime, after_event: int, after_refusal: int) -> list[EntryContact]:
    """List contacts past their retention period, by section; periods are in days.

    Of an event: `after_event` days after its last day, and after the last form and the last round of the
    section. An event without a day is not over while its form is open. Of an entry that was refused or
    withdrawn: `after_refusal` days after the last action on it.

    """
    over = _of_events_over(now - timedelta(days=after_event))
    refused = _refused_contacts(now - timedelta(days=after_refusal))
    rows = EntryContact.objects.filter(Q(pk__in=over.values("pk")) | Q(pk__in=refused))
    return list(rows.select_related("entry__section__event").order_by("entry__section_id", "pk"))


def _of_events_over(since: datetime) -> QuerySet[EntryContact]:
    at_work = Section.objects.filter(
        Q(round_rows__published_at__gte=since)
        | Q(round_rows__closed_at__gte=since)
        | Q(round_times__starts_at__gte=since)
        | Q(event__starts_on=None, event__ends_on=None, admission__is_open=True)
    )
    rows = EntryContact.objects.filter(consented_at__lt=since).exclude(
        entry__section__in=at_work.values("pk")
    )
    last_day = Coalesce("entry__section__event__ends_on", "entry__section__event__starts_on")
    rows = rows.annotate(last_day=last_day)
    return rows.filter(Q(last_day=None) | Q(last_day__lt=since.date()))


def _refused_contacts(since: datetime) -> list[int]:
    rows = EntryContact.objects.filter(entry__state__in=ENDED, consented_at__lt=since)
    keys = list(rows.values_list("pk", flat=True))
    spoken_of = keys_changed_since(Entry, keys, since)
    return [key for key in keys if key not in spoken_of]


# ---- copies of an event ----


class EventCopyLine(NamedTuple):
    """A requested copy, and the size of its file; None while there is none, or after it was deleted."""

    job: Job
    size: int | None

    @property
    def languages(self) -> list[str]:
        """Codes of its languages."""
        return list(self.job.arguments["languages"])

    @property
    def is_expired(self) -> bool:
        """True if its file was deleted."""
        return self.job.is_done and self.size is None


def copies_folder() -> Path:
    """Return the folder of all copies."""
    return Path(settings.DATA_DIR) / "copies"


def copy_file(job: Job) -> Path:
    """Return where the zip of a copy is."""
    return copies_folder() / f"{job.pk}.zip"


def key_of_copies(event: Event) -> str:
    """Return the key prefix of an event's copies."""
    return f"copy:{event.pk}:"


def copies_of(event: Event) -> list[EventCopyLine]:
    """List the latest copies of an event, the newest first."""
    return [_line(job) for job in jobs_with_key(key_begins=key_of_copies(event))[:SHOWN_COPIES]]


def finished_copy(event: Event, job_id: int) -> Path | None:
    """Return the file of a copy; None if there is none, and for a hidden event."""
    job = jobs_with_key(key_begins=key_of_copies(event)).filter(pk=job_id).first()
    if job is None or not job.is_done or not event.is_public or not copy_file(job).exists():
        return None
    return copy_file(job)


def _line(job: Job) -> EventCopyLine:
    path = copy_file(job)
    is_there = job.is_done and path.exists()
    return EventCopyLine(job, path.stat().st_size if is_there else None)
