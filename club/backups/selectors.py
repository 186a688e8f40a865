"""Archives in the data folder and their jobs in progress."""

from django.db.models import QuerySet

from club.backups.backup_metadata import ENDING, Backup, folder, read_backup
from club.core.errors import UnknownBackup
from club.models import Job, JobState

BACKUP_TASK, CHECK_TASK = "club.restore_point", "club.check_backup"
MAX_SHOWN = 10


def all_backups() -> list[Backup]:
    """List every archive in the data folder, newest first."""
    found = [read_backup(path) for path in folder().glob(f"*{ENDING}") if not path.name.startswith(".")]
    return sorted((one for one in found if one is not None), key=lambda one: (one.made_at, one.name))[::-1]


def backup_by_name(*, name: str) -> Backup:
    """Return the archive with this name.

    The name is looked up in the folder listing and is never turned into a path.
    """
    paths = {path.name.removesuffix(ENDING): path for path in folder().glob(f"*{ENDING}")}
    found = read_backup(paths[name]) if name in paths else None
    if found is None:
        raise UnknownBackup(name=name)
    return found


def backup_work() -> QuerySet[Job]:
    """List backups and checks that are waiting or have failed, newest first."""
    open_still = [JobState.WAITING, JobState.FAILED]
    found = Job.objects.filter(task__in=[BACKUP_TASK, CHECK_TASK], state__in=open_still)
    return found.order_by("-pk")[:MAX_SHOWN]


def pending_backup(*, key: str, asked_for: str) -> Job | None:
    """Return the waiting job with this key, else a waiting job that a user requested."""
    same = Job.objects.filter(key=key).first()
    if same is not None:
        return same
    waiting = Job.objects.filter(task=BACKUP_TASK, state=JobState.WAITING, key__startswith=asked_for)
    return waiting.order_by("pk").first()


def pending_check(*, name: str) -> Job | None:
    """Return the waiting check of this archive."""
    waiting = Job.objects.filter(task=CHECK_TASK, state=JobState.WAITING)
    return next((job for job in waiting if job.arguments.get("name") == name), None)
