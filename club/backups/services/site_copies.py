"""Copies of the site for machines that follow it: made by a worker and fetched over the API.

Only the last one is stored.

`manage.py follow` on the second machine asks for them. Whoever fetches one has everything: it needs the
permission to manage backups, and the first fetch of a day is in the audit log.
"""

import json
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any, Final
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.backups.backup_metadata import ENDING, folder, note_of, read_note, write_note
from club.backups.services.backup import back_up, program_version
from club.backups.services.restore_points import remove_archive
from club.backups.state_archive import sha256_of
from club.core.access import SITE, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownBackup
from club.jobs.services.jobs import enqueue
from club.models import Job, JobState, Queue

COPY_TASK: Final = "club.copy_site"
COPY_REASON: Final = "copy"
LOGGED_EVERY: Final = timedelta(days=1)
MAX_FOLLOWERS: Final = 20
NAME_WIDTH: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """A machine that has fetched a copy."""

    name: str
    account: str
    address: str
    fetched_at: str  # ISO 8601, as in the file
    made_at: str
    size: int
    logged_at: str

    @property
    def fetched(self) -> datetime:
        """Time of the last fetch."""
        return datetime.fromisoformat(self.fetched_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteCopy:
    """A copy that was asked for; `size` is 0 until it is made."""

    job: int
    state: str
    size: int = 0
    sha256: str = ""
    made_at: str = ""
    program: str = ""


def copies_folder() -> Path:
    """Return the folder of the copies, beside the backups."""
    return folder() / "copies"


def _path_of(job_id: int) -> Path:
    return copies_folder() / f"{job_id}{ENDING}"


@transaction.atomic
def request_copy(*, actor: Actor) -> Job:
    """Enqueue a copy, or return the one that is waiting.

    The request is not in the audit log: a follower asks for a copy after each entry.
    """
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)
    audit.locked_chain()
    waiting = Job.objects.filter(task=COPY_TASK, state=JobState.WAITING, starts=0).order_by("pk").first()
    if waiting is not None:
        return waiting
    return enqueue(task=COPY_TASK, arguments={}, key=f"{COPY_TASK}:{uuid4().hex}", queue=Queue.INTERACTIVE)


def make_copy(*, job: Job) -> Path:
    """Write the archive of a copy and remove the earlier ones; a second start finds it done."""
    path = _path_of(job.pk)
    if not note_of(path).exists():
        manifest = back_up(path=path, reason=COPY_REASON)
        facts = {"size": path.stat().st_size, "sha256": sha256_of(path), "made_at": manifest.made_at}
        write_note(path, facts)
    for other in copies_folder().glob(f"*{ENDING}"):
        if other.stem.isdecimal() and int(other.stem) < job.pk:
            remove_archive(other)
    Job.objects.filter(task=COPY_TASK, pk__lt=job.pk).exclude(state=JobState.WAITING).delete()
    return path


def site_copy(*, job_id: int, actor: Actor) -> SiteCopy:
    """Return the state of a copy that was asked for."""
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)
    job = Job.objects.filter(pk=job_id, task=COPY_TASK).first()
    if job is None:
        raise UnknownBackup(name=str(job_id))
    note = read_note(_path_of(job_id))
    facts = {name: note[name] for name in ("size", "sha256", "made_at") if name in note}
    return SiteCopy(job=job.pk, state=job.state, program=program_version(), **facts)


def open_copy(*, job_id: int, follower: str, actor: Actor) -> tuple[Path, IO[bytes]]:
    """Open a copy for download, and note who fetches it."""
    site_copy(job_id=job_id, actor=actor)
    path = _path_of(job_id)
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise UnknownBackup(name=str(job_id)) from None
    _note_follower(path, " ".join(follower.split())[:NAME_WIDTH] or actor.address, actor)
    return path, file


def _note_follower(path: Path, name: str, actor: Actor) -> None:
    known = {(one.name, one.account): one for one in all_followers()}
    before, now, note = known.get((name, actor.label)), timezone.now(), read_note(path)
    is_logged = before is not None and now - datetime.fromisoformat(before.logged_at) < LOGGED_EVERY
    if not is_logged:
        after = {"follower": name, "made_at": note.get("made_at", "")}
        with transaction.atomic():
            audit.record("club.copy.fetched", None, actor=actor, after=after)
    known[name, actor.label] = Follower(
        name=name,
        account=actor.label,
        address=actor.address,
        fetched_at=now.isoformat(),
        made_at=note.get("made_at", ""),
        size=note.get("size", 0),
        logged_at=before.logged_at if before is not None and is_logged else now.isoformat(),
    )
    latest = sorted(known.values(), key=lambda one: one.fetched_at)[-MAX_FOLLOWERS:]
    place = copies_folder() / "followers.json"
    unfinished = place.with_name(f".{place.name}.{uuid4().hex}.part")
    unfinished.write_text(json.dumps([asdict(one) for one in latest], ensure_ascii=False), encoding="utf-8")
    unfinished.replace(place)


def all_followers() -> list[Follower]:
    """List the machines that have fetched copies, the last one first."""
    try:
        found: list[dict[str, Any]] = json.loads(
            (copies_folder() / "followers.json").read_text(encoding="utf-8")
        )
        followers = [Follower(**one) for one in found]
    except (FileNotFoundError, ValueError, TypeError):
        return []
    return sorted(followers, key=lambda one: one.fetched_at, reverse=True)
