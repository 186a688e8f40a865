"""Backups at the desk and over the API: made, proved, taken away, kept, deleted, and by whom."""

import json
import tarfile
from contextlib import suppress
from datetime import timedelta

import pytest
from archives import note_of, noted_archive, spoil, write_archive
from people import account, browser_of, club

from club.actor import SYSTEM, Actor
from club.audit_texts import sentence_of
from club.backup_errors import ArchiveDamaged
from club.backup_notes import write_note
from club.capabilities import Capability
from club.errors import CannotUndo, NotAllowed, UnknownBackup
from club.models import ApiToken, AuditEntry, Job, JobState, Role, User
from club.selectors.backups import CHECK_TASK, backup_named, kept_backups
from club.services import jobs, restore_points
from club.services.backups import ask_backup, ask_check, delete_backup, hand_out_backup, keep_backup
from club.services.restore_points import STAMP
from club.services.undo import undo_entry
from club.state_archive import FORMAT, sha256_of, verified

pytestmark = pytest.mark.django_db

NAME = "20261121T120000Z-7"
ONCE = "0" * 32
PAGES = {"": "get", f"{NAME}/": "get", f"{NAME}/download/": "get", f"{NAME}/delete/": "get"}
POSTS = ["", f"{NAME}/check/", f"{NAME}/keep/", f"{NAME}/delete/"]


@pytest.fixture(autouse=True)
def folder(tmp_path, settings, monkeypatch):
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.BACKUP_DIR.mkdir()
    monkeypatch.setattr(jobs, "wake", lambda **_queue: None)
    return settings.BACKUP_DIR


@pytest.fixture
def keeper():
    return User.objects.create_superuser("site@club.example", "x")


@pytest.fixture
def actor(keeper):
    return Actor.of_user(keeper)


@pytest.fixture
def browser(keeper):
    return browser_of(keeper)


@pytest.fixture
def archive(folder):
    return noted_archive(folder, name=NAME)


@pytest.fixture
def made_small(monkeypatch):
    monkeypatch.setattr(restore_points, "back_up", write_archive)


def actions():
    return list(AuditEntry.objects.filter(action__startswith="club.backup").values_list("action", flat=True))


def work():
    jobs.run_waiting(queue="bulk", seconds=60)


# -- what is known of an archive ---------------------------------------------------------------------


def test_the_latest_comes_first_with_what_its_note_says(folder):
    noted_archive(folder, name="20261101T120000Z-1", reason="round 3 closed", engine="postgresql")
    noted_archive(folder, name="20261102T120000Z-2")
    latest, first = kept_backups()
    assert (latest.name, first.name) == ("20261102T120000Z-2", "20261101T120000Z-1")
    assert (first.reason, first.engine, first.state, first.rows) == (
        "round 3 closed",
        "postgresql",
        "whole",
        3,
    )


def test_an_archive_without_a_note_speaks_for_itself(folder):
    write_archive(folder / "before the season.tar", reason="by hand", engine="postgresql")
    (one,) = kept_backups()
    assert (one.name, one.reason, one.engine, one.state) == (
        "before the season",
        "by hand",
        "postgresql",
        "unproved",
    )


@pytest.mark.parametrize("note", ["", "{", "[1]", '{"made_at": 3, "engine": "sqlite"}'])
def test_a_spoilt_note_hides_no_archive(archive, note):
    archive.with_suffix(".json").write_text(note)
    (one,) = kept_backups()
    assert (one.name, one.engine) == (NAME, "sqlite")


def test_what_is_no_archive_is_shown_as_damaged(folder):
    (folder / "half.tar").write_bytes(b"nothing")
    (folder / ".hidden.tar").write_bytes(b"nothing")
    (one,) = kept_backups()
    assert (one.name, one.state, one.fault) == ("half", "damaged", "archive_damaged")


def test_an_archive_cut_short_is_seen_without_a_check(archive):
    archive.write_bytes(archive.read_bytes()[:-2000])
    assert backup_named(name=NAME).state == "damaged"


@pytest.mark.parametrize("name", ["", "..", "../secret", "nobody", "\0"])
def test_a_name_leads_nowhere_but_into_the_folder(folder, archive, name):
    (folder.parent / "secret.tar").write_bytes(archive.read_bytes())
    with pytest.raises(UnknownBackup):
        backup_named(name=name)


# -- making one --------------------------------------------------------------------------------------


def test_a_backup_asked_for_is_made_by_the_worker_and_listed(actor, made_small):
    job = ask_backup(actor=actor, reason="before the season")
    assert kept_backups() == []
    work()
    (one,) = kept_backups()
    assert (one.reason, one.state, one.path.name.endswith(f"-{job.pk}.tar")) == (
        "before the season",
        "whole",
        True,
    )
    entry = AuditEntry.objects.get(action="club.backup.asked")
    assert (entry.reason, entry.target_id, entry.user) == ("before the season", str(job.pk), actor.user)


def test_the_same_press_twice_is_one_backup_even_when_the_first_is_done(actor, made_small):
    first = ask_backup(actor=actor, once=ONCE)
    work()
    assert ask_backup(actor=actor, once=ONCE) == first
    assert ask_backup(actor=actor, once="1" * 32) != first
    assert actions() == ["club.backup.asked"] * 2


def test_while_one_waits_everybody_gets_that_one(actor):
    first = ask_backup(actor=actor, once=ONCE)
    assert ask_backup(actor=Actor.of_user(User.objects.create_superuser("b@club.example"))) == first
    assert actions() == ["club.backup.asked"]


def test_a_point_of_the_program_does_not_stand_in_for_one_asked_for(actor):
    point = restore_points.restore_point(reason="daily")
    assert ask_backup(actor=actor) != point


# -- proving one -------------------------------------------------------------------------------------


def test_a_check_proves_the_archive_and_says_when(actor, folder):
    write_archive(folder / "mine.tar")
    ask_check(name="mine", actor=actor)
    work()
    assert backup_named(name="mine").state == "whole"
    told = AuditEntry.objects.get(action="club.backup.checked")
    assert sentence_of(told) == "The backup mine was checked. Whole: yes."


def test_a_check_finds_a_changed_byte(actor, archive):
    spoil(archive)
    ask_check(name=NAME, actor=actor)
    work()
    found = backup_named(name=NAME)
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
        assert len(kept_backups()) == 1


def test_an_archive_put_in_the_place_of_another_is_told(actor, archive):
    write_archive(archive, reason="anothers")
    write_note(archive, {"size": archive.stat().st_size})
    ask_check(name=NAME, actor=actor)
    work()
    assert backup_named(name=NAME).part == archive.name


def test_an_archive_of_a_later_format_is_not_called_damaged(actor, folder):
    write_archive(folder / "late.tar", archive_format=FORMAT + 1)
    ask_check(name="late", actor=actor)
    work()
    assert backup_named(name="late").fault == "archive_too_new"


def test_a_check_of_what_went_meanwhile_is_given_up_at_once(actor, archive):
    job = ask_check(name=NAME, actor=actor)
    archive.unlink()
    work()
    job.refresh_from_db()
    assert (job.state, job.starts, job.error) == (JobState.FAILED, 1, f"The archive {NAME} is gone.")


def test_a_check_pressed_twice_is_one(actor, archive):
    assert ask_check(name=NAME, actor=actor) == ask_check(name=NAME, actor=actor)
    assert actions() == ["club.backup.check_asked"]
    assert Job.objects.filter(task=CHECK_TASK).count() == 1


# -- keeping, deleting, handing out ------------------------------------------------------------------


def test_what_is_kept_can_be_let_go_and_that_can_be_undone(
    actor, archive, django_capture_on_commit_callbacks
):
    def now_kept(do):
        with django_capture_on_commit_callbacks(execute=True):
            do()
        return backup_named(name=NAME).is_kept

    assert now_kept(lambda: keep_backup(name=NAME, is_kept=True, actor=actor))
    assert now_kept(lambda: keep_backup(name=NAME, is_kept=True, actor=actor))
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
    _found, file = hand_out_backup(name=NAME, actor=actor)
    with file:
        assert file.read() == archive.read_bytes()
    assert sentence_of(AuditEntry.objects.latest("pk")).endswith(f"downloaded the backup {NAME}.")


@pytest.mark.parametrize("role", Role)
def test_no_role_in_a_club_reaches_the_archives_even_of_the_only_club(role, archive):
    actor = Actor.of_user(account(role=role))
    calls = [
        lambda: ask_backup(actor=actor),
        lambda: ask_check(name=NAME, actor=actor),
        lambda: keep_backup(name=NAME, is_kept=True, actor=actor),
        lambda: delete_backup(name=NAME, actor=actor),
        lambda: hand_out_backup(name=NAME, actor=actor),
    ]
    for call in calls:
        with pytest.raises(NotAllowed):
            call()
    assert (actions(), archive.exists()) == ([], True)


# -- the pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_an_owner_of_one_club_is_told_who_may(archive, path):
    club("south")
    answer = browser_of(account(role="owner")).get(f"/desk/backups/{path}")
    assert answer.status_code == 403
    assert "only to whoever runs the whole site" in answer.content.decode()


@pytest.mark.parametrize("path", POSTS)
def test_an_owner_of_one_club_changes_nothing(archive, path):
    assert browser_of(account(role="owner")).post(f"/desk/backups/{path}").status_code == 403
    assert (actions(), archive.exists(), Job.objects.filter(task__contains="backup").count()) == ([], True, 0)


def test_only_whoever_runs_the_site_sees_the_way_there(browser):
    assert "/desk/backups/" in browser.get("/desk/").content.decode()
    assert "/desk/backups/" not in browser_of(account(role="owner")).get("/desk/").content.decode()


def test_the_page_without_any_archive(browser, folder):
    folder.rmdir()
    page = browser.get("/desk/backups/").content.decode()
    assert "No backup yet" in page
    assert "every 2s" not in page


def test_pressing_the_button_twice_makes_one_and_lists_it(browser, made_small):
    page = browser.get("/desk/backups/")
    given = {"once": page.context["once"], "reason": "  before\n the\0 season "}
    for _ in range(2):
        assert browser.post("/desk/backups/", given).status_code == 302
    waiting = browser.get("/desk/backups/").content.decode()
    assert "A new backup" in waiting
    assert "every 2s" in waiting
    work()
    browser.post("/desk/backups/", given)
    assert len(kept_backups()) == Job.objects.filter(task="club.restore_point").count() == 1
    page = browser.get("/desk/backups/", headers={"HX-Request": "true"}).content.decode()
    assert "before the season" in page
    assert "<html" not in page
    assert "every 2s" not in page


def test_a_token_for_the_press_that_is_made_up_is_not_taken(browser):
    browser.post("/desk/backups/", {"once": "x" * 500})
    assert len(Job.objects.get().key) < 100


def test_work_is_cancelled_from_the_page(browser, actor):
    job = ask_backup(actor=actor)
    answer = browser.post(f"/desk/jobs/{job.pk}/cancel/", {"from": "backups"})
    assert answer.headers["Location"] == "/desk/backups/"
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED


def test_work_that_was_given_up_is_shown_with_its_error(browser, actor):
    job = ask_backup(actor=actor)
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, error="Traceback\nOSError: No space left")
    assert "OSError: No space left" in browser.get("/desk/backups/").content.decode()


def test_an_old_backup_is_complained_of(browser, archive):
    warning = "more than two days old"
    assert warning not in browser.get("/desk/backups/").content.decode()
    old = backup_named(name=NAME).made_at - timedelta(days=3)
    write_note(archive, {"made_at": old.isoformat()})
    assert warning in browser.get("/desk/backups/").content.decode()


def test_the_page_of_one_shows_the_command_to_type(browser, folder):
    noted_archive(folder, name="before the season")
    page = browser.get("/desk/backups/before%20the%20season/").content.decode()
    assert f"restore &#x27;{folder}/before the season.tar&#x27; --replace" in page
    assert "proved whole" in page


def test_the_list_shows_the_command_for_the_latest_sound_one(browser, folder):
    noted_archive(folder, name="20261101T120000Z-1")
    (folder / "half.tar").write_bytes(b"nothing")
    page = browser.get("/desk/backups/").content.decode()
    assert f"python manage.py restore {folder}/20261101T120000Z-1.tar --replace" in page


def test_a_damaged_one_says_where_and_what_to_do(browser, archive, actor):
    spoil(archive)
    browser.post(f"/desk/backups/{NAME}/check/")
    work()
    page = browser.get(f"/desk/backups/{NAME}/").content.decode()
    assert "The archive is damaged (tables/club.organisation.jsonl.gz)." in page
    assert "make a new backup now" in page


def test_the_archive_is_streamed_as_a_file_nobody_keeps(browser, archive):
    answer = browser.get(f"/desk/backups/{NAME}/download/")
    assert answer.streaming
    told = {
        "Content-Type": "application/x-tar",
        "Content-Disposition": f'attachment; filename="{NAME}.tar"',
        "Content-Length": str(archive.stat().st_size),
        "Cache-Control": "no-store, private",
        "X-Content-Type-Options": "nosniff",
    }
    assert {name: answer.headers[name] for name in told} == told
    assert b"".join(answer.streaming_content) == archive.read_bytes()
    assert actions() == ["club.backup.downloaded"]


def test_asking_for_the_head_of_a_download_takes_nothing(browser, archive):
    answer = browser.head(f"/desk/backups/{NAME}/download/")
    assert (answer.status_code, answer.headers["Content-Length"]) == (200, str(archive.stat().st_size))
    assert actions() == []


@pytest.mark.parametrize("path", ["", "download/", "delete/"])
def test_an_archive_that_is_gone_is_told_with_what_to_do(browser, archive, path):
    archive.unlink()
    answer = browser.get(f"/desk/backups/{NAME}/{path}")
    assert answer.status_code == 404
    assert "Load the list of backups again" in answer.content.decode()


def test_deleting_asks_first(browser, archive, django_capture_on_commit_callbacks):
    page = browser.get(f"/desk/backups/{NAME}/delete/").content.decode()
    assert "This is the only backup there is" in page
    assert archive.exists()
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post(f"/desk/backups/{NAME}/delete/")
    assert answer.headers["Location"] == "/desk/backups/"
    assert not archive.exists()


def test_keeping_and_letting_go_by_the_button(browser, archive, django_capture_on_commit_callbacks):
    for given, said in (("1", "Leave it to the schedule"), ("0", "Keep it")):
        with django_capture_on_commit_callbacks(execute=True):
            browser.post(f"/desk/backups/{NAME}/keep/", {"keep": given})
        assert said in browser.get(f"/desk/backups/{NAME}/").content.decode()
    assert actions() == ["club.backup.let_go", "club.backup.kept"]


# -- the API -----------------------------------------------------------------------------------------


@pytest.fixture
def program(client):
    def program_of(user, abilities=(Capability.KEEP_BACKUPS,)):
        given = {"name": "copier", "abilities": [one.value for one in abilities]}
        _, token = ApiToken.objects.issue(user=user, lasts=timedelta(days=1), **given)

        def ask(method, path, **data):
            return client.generic(
                method,
                f"/api/v1/backups/{path}",
                json.dumps(data) if data else "",
                content_type="application/json",
                headers={"Authorization": f"Bearer {token}"},
            )

        return ask

    return program_of


def test_a_program_makes_lists_takes_and_deletes(
    program, keeper, made_small, tmp_path, django_capture_on_commit_callbacks
):
    ask = program(keeper)
    asked = ask("POST", "", reason="nightly copy")
    assert asked.status_code == 202
    assert asked.json()["channel"] == f"job:{asked.json()['job']}"
    assert ask("POST", "", reason="nightly copy").json() == asked.json()
    work()
    (one,) = ask("GET", "").json()["results"]
    assert (one["reason"], one["state"], one["engine"]) == ("nightly copy", "whole", "sqlite")
    assert ask("GET", f"{one['name']}/").json() == one
    answer = ask("GET", f"{one['name']}/file")
    assert answer.headers["Content-Type"] == "application/x-tar"
    copy = tmp_path / "copy.tar"
    copy.write_bytes(b"".join(answer.streaming_content))
    assert (verified(copy).reason, sha256_of(copy)) == ("nightly copy", one["sha256"])
    with django_capture_on_commit_callbacks(execute=True):
        assert ask("DELETE", f"{one['name']}/").status_code == 204
    assert ask("GET", "").json()["results"] == []
    assert ask("DELETE", f"{one['name']}/").json()["code"] == "unknown_backup"
    assert sorted(actions()) == ["club.backup.asked", "club.backup.deleted", "club.backup.downloaded"]


def test_a_token_that_may_not_keep_backups_gets_none_even_of_whoever_runs_the_site(program, keeper, archive):
    ask = program(keeper, abilities=(Capability.SEE_AUDIT,))
    for method, path in (
        ("GET", ""),
        ("POST", ""),
        ("GET", f"{NAME}/"),
        ("GET", f"{NAME}/file"),
        ("DELETE", f"{NAME}/"),
    ):
        assert ask(method, path).status_code == 403
    assert archive.exists()


def test_an_owner_of_a_club_gets_none_by_a_token(program, archive):
    answer = program(account(role="owner"))("GET", f"{NAME}/file")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert "whoever runs the whole site" in answer.json()["title"]


def test_names_of_the_schedule_are_moments(actor, made_small):
    job = ask_backup(actor=actor)
    work()
    (one,) = kept_backups()
    assert one.made_at.strftime(STAMP)[:8] == one.name[:8]
    assert tarfile.is_tarfile(one.path)
    assert job.arguments["asked_at"] == one.name.split("-")[0]
    assert SYSTEM.is_system
