"""Presentation of an archive and of its jobs on pages, and the download response."""

import os
import shlex
import subprocess
from typing import IO, NamedTuple

from django.http import FileResponse
from django.utils.translation import gettext as _

from club.backups.backup_metadata import Backup
from club.backups.errors import fault_found
from club.backups.selectors import CHECK_TASK
from club.backups.services.restore_points import DAILY
from club.core.access import SITE, Scope
from club.core.messages import RefusalText, refusal_text
from club.models import Job, JobState

REASON_WIDTH = 200
ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
TAR = "application/x-tar"


class Line(NamedTuple):
    """An archive as a page shows it."""

    backup: Backup
    why: str
    engine: str
    words: RefusalText | None  # fault found by a check


class Work(NamedTuple):
    """A backup or check that is in progress or has failed."""

    job: Job
    is_check: bool
    about: str
    last_line: str


def whole_site(_request: object, **_arguments: object) -> Scope:
    """Return the scope of the whole site: an archive contains every club."""
    return SITE


def line_of(found: Backup) -> Line:
    """Build the page line of an archive."""
    words = refusal_text(fault_found(found.fault, found.part)) if found.fault else None
    return Line(found, reason_text(found.reason), ENGINES.get(found.engine, found.engine), words)


def reason_text(reason: str) -> str:
    """Return the reason of a backup as text.

    The program's own reasons are codes, all others are free text.
    """
    known = {"": _("manual"), DAILY: _("daily")}
    return known.get(reason, reason)


def work_of(job: Job) -> Work:
    """Build the page line of a job."""
    lines = job.error.strip().splitlines() if job.state == JobState.FAILED else []
    return Work(job, job.task == CHECK_TASK, job.arguments.get("name", ""), lines[-1] if lines else "")


def restore_command(found: Backup) -> str:
    """Shell command that restores the archive, to run in the program folder after stopping the site."""
    words = ["python", "manage.py", "restore", str(found.path), "--replace"]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def archive_response(found: Backup, file: IO[bytes]) -> FileResponse:
    """HTTP response that streams an archive."""
    answer = FileResponse(file, as_attachment=True, filename=found.path.name, content_type=TAR)
    answer.headers["Cache-Control"] = "no-store, private"
    return answer
