"""Automatic backups in the background and their retention schedule."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.utils import timezone

from club.backups.backup_metadata import ENDING, facts_of, folder, note_of, read_note, write_note
from club.backups.errors import ARCHIVE_REFUSALS, ArchiveDamaged
from club.backups.selectors import BACKUP_TASK
from club.backups.services.backup import back_up
from club.backups.state_archive import sha256_of, verified
from club.backups.state_rows import archived_models, label_of
from club.jobs.services.job_control import reach_step
from club.jobs.services.jobs import enqueue
from club.models import Job, JobState

LEASE = timedelta(minutes=30)
LATEST, DAYS, WEEKS = 10, 14, 8
STAMP = "%Y%m%dT%H%M%SZ"
DAILY = "daily"


def restore_point(*, reason: str, organisation_id: int | None = None, key: str = "") -> Job:
    """Enqueue a backup into the data folder after the commit of the current transaction.

    One line in the service that changes the state of an event: `restore_point(reason="round 3 closed")`. The
    same `key` again is the same backup.
    """
    arguments = {"reason": reason, "asked_at": timezone.now().strftime(STAMP)}
    return enqueue(
        task=BACKUP_TASK,
        arguments=arguments,
        key=key or f"{BACKUP_TASK}:{uuid4().hex}",
        organisation_id=organisation_id,
    )


def make_point(*, job: Job) -> Path:
    """Write, verify and annotate the archive unless that is done; then apply the retention schedule.

    A restore point of a club is skipped if a later one is waiting and has not begun: that one has the same
    state and more. The number of one that has begun says nothing: it was given before the commit.
    """
    path = folder() / f"{job.arguments['asked_at']}-{job.pk}{ENDING}"
    if not note_of(path).exists() and not _has_later_request(job):
        steps = Steps(job)
        manifest = back_up(path=path, reason=job.arguments["reason"], progress=steps)
        facts = facts_of(manifest) | {"organisation": job.organisation_id, "size": path.stat().st_size}
        write_note(path, facts | proof_of(path))
        steps.end()
    prune_restore_points(folder=folder(), now=timezone.now())
    return path


def _has_later_request(job: Job) -> bool:
    if job.organisation_id is None:
        return False
    later = Job.objects.filter(task=BACKUP_TASK, organisation_id=job.organisation_id, pk__gt=job.pk)
    return later.filter(state=JobState.WAITING, starts=0).exists()


class Steps:
    """Progress of a backup, one step a table; stops the backup if its job is cancelled."""

    def __init__(self, job: Job) -> None:
        self.job_id = job.pk
        self.places = {label_of(model): place for place, model in enumerate(archived_models(), 1)}
        self.last = len(self.places) + 2  # plus the files and the verification
        self.done = 0

    def __call__(self, what: str, _number: int) -> None:
        """Report the number of rows of a table, or of files, written so far."""
        self.reach(self.places.get(what, self.last - 1))

    def end(self) -> None:
        """Report that everything is written and verified."""
        self.reach(self.last)

    def reach(self, step: int) -> None:
        """Record a new step; raise if the job was cancelled."""
        if step > self.done:
            reach_step(job_id=self.job_id, done=step, steps=self.last)
            self.done = step


def proof_of(path: Path) -> dict[str, Any]:
    """Note facts of an archive that was just verified in full."""
    facts: dict[str, Any] = {"checked_at": timezone.now().isoformat(), "fault": "", "part": ""}
    noted = read_note(path).get("sha256", "")
    try:
        facts |= facts_of(verified(path))
    except ARCHIVE_REFUSALS as refusal:
        return facts | {"fault": refusal.code, "part": str(next(iter(refusal.facts.values())))}
    sha256 = sha256_of(path)
    if noted and noted != sha256:  # a valid archive, but not the one written
        return facts | {"fault": ArchiveDamaged.code, "part": path.name}
    return facts | {"sha256": sha256}


def prune_restore_points(*, folder: Path, now: datetime) -> list[Path]:
    """Delete the restore points beyond the retention schedule and return them.

    Other files are left alone.
    """
    moments: dict[datetime, list[Path]] = {}
    for path in folder.glob(f"*Z-*{ENDING}"):
        try:
            moment = datetime.strptime(path.name.split("-")[0], STAMP).replace(tzinfo=now.tzinfo)
        except ValueError:
            continue
        if not read_note(path).get("is_kept"):
            moments.setdefault(moment, []).append(path)
    keep = points_to_retain(moments, now=now)
    gone = [path for moment, paths in moments.items() if moment not in keep for path in paths]
    for path in gone:
        remove_archive(path)
    return gone


def remove_archive(path: Path) -> None:
    """Delete an archive and its note."""
    path.unlink(missing_ok=True)
    note_of(path).unlink(missing_ok=True)


def points_to_retain(moments: Iterable[datetime], *, now: datetime) -> set[datetime]:
    """Restore points to retain: the last 10, the last of each day for 14 days, of each week for 8 weeks."""
    newest_first = sorted(moments, reverse=True)
    keep = set(newest_first[:LATEST])
    days: set[object] = set()
    weeks: set[object] = set()
    for moment in newest_first:
        day, week = moment.date(), moment.isocalendar()[:2]
        if now - moment < timedelta(days=DAYS) and day not in days:
            keep.add(moment)
        if now - moment < timedelta(weeks=WEEKS) and week not in weeks:
            keep.add(moment)
        days.add(day)
        weeks.add(week)
    return keep
