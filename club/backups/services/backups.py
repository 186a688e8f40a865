"""Services for archives, for the site's operator.

Restoring is a management command, as the site must be stopped.
"""

from dataclasses import replace
from typing import IO, Any
from uuid import uuid4

from django.db import transaction

from club.audit import log as audit
from club.backups.backup_metadata import Backup, write_note
from club.backups.selectors import BACKUP_TASK, CHECK_TASK, backup_by_name, pending_backup, pending_check
from club.backups.services.restore_points import proof_of, remove_archive, restore_point
from club.core.access import SITE, require_permission
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.core.errors import NotWorthRepeating, UnknownBackup
from club.jobs.services.jobs import enqueue
from club.models import Job

REQUESTED_KEY = f"{BACKUP_TASK}:asked:"


@transaction.atomic
def request_backup(*, actor: Actor, reason: str = "", once: str = "") -> Job:
    """Enqueue a backup.

    Return the existing job if one is waiting or has the same `once`.
    """
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)
    audit.locked_chain()  # serializes two concurrent requests: the second finds the job of the first
    key = f"{REQUESTED_KEY}{once or uuid4().hex}"
    waiting = pending_backup(key=key, asked_for=REQUESTED_KEY)
    if waiting is not None:
        return waiting
    job = restore_point(reason=reason, key=key)
    audit.record("club.backup.asked", job, actor=actor, reason=reason)
    return job


@transaction.atomic
def request_check(*, name: str, actor: Actor) -> Job:
    """Enqueue the verification of an archive, or return the check that is already waiting."""
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)
    audit.locked_chain()
    backup = backup_by_name(name=name)
    waiting = pending_check(name=name)
    if waiting is not None:
        return waiting
    job = enqueue(task=CHECK_TASK, arguments={"name": name}, key=f"{CHECK_TASK}:{uuid4().hex}")
    audit.record("club.backup.check_asked", None, actor=actor, after=_backup_facts(backup))
    return job


def verify_backup(*, job: Job) -> Backup:
    """Verify the whole archive like `restore --check` and record the result in its note."""
    try:
        backup = backup_by_name(name=job.arguments["name"])
        proof = proof_of(backup.path)
    except (UnknownBackup, FileNotFoundError):
        raise NotWorthRepeating(reason=f"The archive {job.arguments['name']} is gone.") from None
    with transaction.atomic():
        audit.locked_chain()
        write_note(backup.path, proof)
        checked = backup_by_name(name=backup.name)
        after = _backup_facts(checked) | {"is_whole": not checked.fault, "damage": checked.part}
        audit.record("club.backup.checked", None, actor=SYSTEM, after=after)
    return checked


@transaction.atomic
def pin_backup(*, name: str, is_kept: bool, actor: Actor) -> Backup:
    """Pin an archive until it is deleted by hand, or return it to the retention schedule."""
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)
    audit.locked_chain()
    backup = backup_by_name(name=name)
    if backup.is_kept != is_kept:
        action = "club.backup.kept" if is_kept else "club.backup.let_go"
        audit.record(action, None, actor=actor, after=_backup_facts(backup))
        transaction.on_commit(lambda: write_note(backup.path, {"is_kept": is_kept}))
    return replace(backup, is_kept=is_kept)


@transaction.atomic
def delete_backup(*, name: str, actor: Actor, reason: str = "") -> None:
    """Delete an archive permanently, after its audit entry is committed."""
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)
    audit.locked_chain()
    backup = backup_by_name(name=name)
    audit.record("club.backup.deleted", None, actor=actor, before=_backup_facts(backup), reason=reason)
    transaction.on_commit(lambda: remove_archive(backup.path))


@transaction.atomic
def open_backup(*, name: str, actor: Actor) -> tuple[Backup, IO[bytes]]:
    """Open the archive for download; the download is in the audit log before the first byte is sent."""
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)
    backup = backup_by_name(name=name)
    try:
        file = backup.path.open("rb")
    except FileNotFoundError:
        raise UnknownBackup(name=name) from None
    audit.record("club.backup.downloaded", None, actor=actor, after=_backup_facts(backup))
    return backup, file


def _backup_facts(backup: Backup) -> dict[str, Any]:
    return {"backup": backup.name, "made_at": backup.made_at.isoformat(), "size": backup.size}
