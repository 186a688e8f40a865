"""Backups asked for, proved, kept, let go, deleted and handed out, and by whom."""

import tarfile
from contextlib import suppress

import pytest
from archives import corrupt_row, note_of, write_archive
from backup_helpers import NAME, ONCE, actions, work
from people import account

from club.audit.messages import sentence_of
from club.audit.services import undo_entry
from club.backups.backup_metadata import write_note
from club.backups.errors import ArchiveDamaged
from club.backups.selectors import CHECK_TASK, all_backups, backup_by_name
from club.backups.services import restore_points
from club.backups.services.backups import (
    delete_backup,
    open_backup,
    pin_backup,
    request_backup,
    request_check,
)
from club.backups.services.restore_points import STAMP
from club.backups.state_archive import FORMAT, sha256_of, verified
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo, NotAllowed, UnknownBackup
from club.models import AuditEntry, Job, JobState, Role, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]


def test_a_backup_asked_for_is_made_by_the_worker_and_listed(actor, made_small):
    job = request_backup(actor=actor, reason="before the season")
    assert all_backups() == []
    work()
    (one,) = all_backups()
    assert (one.reason, one.state, one.path.name.endswith(f"-{job.pk}.tar")) == (
        "before the season",
        "whole",
        True,
    )
    entry = AuditEntry.objects.get(action="club.backup.asked")
    assert (entry.reason, entry.target_id, entry.user) == ("before the season", str(job.pk), actor.user)


def test_the_same_press_twice_is_one_backup_even_when_the_first_is_done(actor, made_small):
    first = request_backup(actor=actor, once=ONCE)
    work()
    assert request_backup(actor=actor, once=ONCE) == first
    assert request_backup(actor=actor, once="1" * 32) != first
    assert actions() == ["club.backup.asked"] * 2


def test_while_one_waits_everybody_gets_that_one(actor):
    first = request_backup(actor=actor, once=ONCE)
    assert request_backup(actor=Actor.of_user(User.objects.create_superuser("b@club.example"))) == first
    assert actions() == ["club.backup.asked"]


def test_a_point_of_the_program_does_not_stand_in_for_one_asked_for(actor):
    point = restore_points.restore_point(reason="daily")
    assert request_backup(actor=actor) != point


def test_a_check_proves_the_archive_and_says_when(actor, folder):
    write_archive(folder / "mine.tar")
    request_check(name="mine", actor=actor)
    work()
    assert backup_by_name(name="mine").state == "whole"
    told = AuditEntry.objects.get(action="club.backup.checked")
    assert sentence_of(told) == "Checked the backup mine. Intact: yes."


def test_a_check_finds_a_changed_byte(actor, archive):
    corrupt_row(archive)
    request_check(name=NAME, actor=actor)
    work()
    found = backup_by_name(name=NAME)
    assert (found.state, found.fault, found.part) == (
        "damaged",
        "archive_damaged",
        "tables/club.organisation.jsonl.gz",
    )
    assert AuditEntry.objects.get(action="club.backup.checked").after["is_whole"] is False


def test_whatever_byte_is_changed_the_check_says_so_or_the_archive_holds(folder, tmp_path):
    path = tmp_path / "whole.tar"
    write_archive(path)
    whole = path.read_bytes()
    for place in range(0, len(whole), 61):
        broken = folder / "broken.tar"
        broken.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        with suppress(ArchiveDamaged):
            assert verified(broken).tables["club.organisation"].rows == 3
        assert len(all_backups()) == 1


def test_an_archive_put_in_the_place_of_another_is_told(actor, archive):
    write_archive(archive, reason="anothers")
    write_note(archive, {"size": archive.stat().st_size})
    request_check(name=NAME, actor=actor)
    work()
    assert backup_by_name(name=NAME).part == archive.name


def test_an_archive_of_a_later_format_is_not_called_damaged(actor, folder):
    write_archive(folder / "late.tar", archive_format=FORMAT + 1)
    request_check(name="late", actor=actor)
    work()
    assert backup_by_name(name="late").fault == "archive_too_new"


def test_a_check_of_what_went_meanwhile_is_given_up_at_once(actor, archive):
    job = request_check(name=NAME, actor=actor)
    archive.unlink()
    work()
    job.refresh_from_db()
    assert (job.state, job.starts, job.error) == (JobState.FAILED, 1, f"The archive {NAME} is gone.")


def test_a_check_pressed_twice_is_one(actor, archive):
    assert request_check(name=NAME, actor=actor) == request_check(name=NAME, actor=actor)
    assert actions() == ["club.backup.check_asked"]
    assert Job.objects.filter(task=CHECK_TASK).count() == 1


def test_what_is_kept_can_be_let_go_and_that_can_be_undone(
    actor, archive, django_capture_on_commit_callbacks
):
    def now_kept(do):
        with django_capture_on_commit_callbacks(execute=True):
            do()
        return backup_by_name(name=NAME).is_kept

    assert now_kept(lambda: pin_backup(name=NAME, is_kept=True, actor=actor))
    assert now_kept(lambda: pin_backup(name=NAME, is_kept=True, actor=actor))
    entry = AuditEntry.objects.get(action="club.backup.kept")
    assert not now_kept(lambda: undo_entry(entry_id=entry.pk, actor=actor))
    assert note_of(archive)["sha256"] == sha256_of(archive)
    archive.unlink()
    let_go = AuditEntry.objects.get(action="club.backup.let_go")
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=let_go.pk, actor=actor)


def test_an_archive_goes_with_its_note_once_the_entry_is_committed(
    actor, archive, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        delete_backup(name=NAME, actor=actor)
        assert archive.exists()
    assert list(archive.parent.iterdir()) == []
    assert AuditEntry.objects.get(action="club.backup.deleted").before["backup"] == NAME
    with pytest.raises(UnknownBackup):
        delete_backup(name=NAME, actor=actor)


def test_handing_out_is_on_the_trail(actor, archive):
    _found, file = open_backup(name=NAME, actor=actor)
    with file:
        assert file.read() == archive.read_bytes()
    assert sentence_of(AuditEntry.objects.latest("pk")).endswith(f"downloaded the backup {NAME}.")


@pytest.mark.parametrize("role", Role)
def test_no_role_in_a_club_reaches_the_archives_even_of_the_only_club(role, archive):
    actor = Actor.of_user(account(role=role))
    calls = [
        lambda: request_backup(actor=actor),
        lambda: request_check(name=NAME, actor=actor),
        lambda: pin_backup(name=NAME, is_kept=True, actor=actor),
        lambda: delete_backup(name=NAME, actor=actor),
        lambda: open_backup(name=NAME, actor=actor),
    ]
    for call in calls:
        with pytest.raises(NotAllowed):
            call()
    assert (actions(), archive.exists()) == ([], True)


def test_names_of_the_schedule_are_moments(actor, made_small):
    job = request_backup(actor=actor)
    work()
    (one,) = all_backups()
    assert one.made_at.strftime(STAMP)[:8] == one.name[:8]
    assert tarfile.is_tarfile(one.path)
    assert job.arguments["asked_at"] == one.name.split("-")[0]
    assert SYSTEM.is_system
