"""Backups that the program makes by itself, and how long they are kept."""

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

from club.models import Job
from club.services.backup import back_up
from club.services.jobs import enqueue
from club.state_archive import pieces

TASK = "club.restore_point"
LEASE = timedelta(minutes=30)
LATEST, DAYS, WEEKS = 10, 14, 8
STAMP = "%Y%m%dT%H%M%SZ"


def restore_point(*, reason: str, organisation_id: int | None = None) -> Job:
    """Have a backup made into the data folder once the current transaction is committed."""
    arguments = {"reason": reason, "asked_at": timezone.now().strftime(STAMP)}
    return enqueue(
        task=TASK, arguments=arguments, key=f"{TASK}:{uuid4().hex}", organisation_id=organisation_id
    )


def make_point(*, job: Job) -> Path:
    """Write the archive and a note beside it, unless it is there already; then tidy up."""
    folder = Path(settings.BACKUP_DIR)
    path = folder / f"{job.arguments['asked_at']}-{job.pk}.tar"
    told = path.with_suffix(".json")
    if not told.exists():
        manifest = back_up(path=path, reason=job.arguments["reason"])
        digest = hashlib.sha256()
        with path.open("rb") as file:
            for piece in pieces(file):
                digest.update(piece)
        facts = {
            "reason": manifest.reason,
            "made_at": manifest.made_at,
            "organisation": job.organisation_id,
            "size": path.stat().st_size,
            "sha256": digest.hexdigest(),
        }
        told.write_text(json.dumps(facts, indent=1, ensure_ascii=False), encoding="utf-8")
    tidy_up(folder=folder, now=timezone.now())
    return path


def tidy_up(*, folder: Path, now: datetime) -> list[Path]:
    """Delete the points that the schedule no longer keeps; tell which. Other files are left alone."""
    moments: dict[datetime, list[Path]] = {}
    for path in folder.glob("*Z-*.tar"):
        try:
            moment = datetime.strptime(path.name.split("-")[0], STAMP).replace(tzinfo=now.tzinfo)
        except ValueError:
            continue
        moments.setdefault(moment, []).append(path)
    keep = kept(moments, now=now)
    gone = [path for moment, paths in moments.items() if moment not in keep for path in paths]
    for path in gone:
        path.unlink(missing_ok=True)
        path.with_suffix(".json").unlink(missing_ok=True)
    return gone


def kept(moments: Iterable[datetime], *, now: datetime) -> set[datetime]:
    """The last ten; the last one of each day for fourteen days; the last one of each week for eight weeks."""
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
