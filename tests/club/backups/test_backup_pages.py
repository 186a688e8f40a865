"""Backups at the desk: what the pages show, ask and do."""

from datetime import timedelta

import pytest
from archives import archive_with_note, corrupt_row
from backup_helpers import NAME, actions, work
from people import account, browser_of, club

from club.backups.backup_metadata import write_note
from club.backups.selectors import all_backups, backup_by_name
from club.backups.services.backups import request_backup
from club.models import Job, JobState

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]


PAGES = {"": "get", f"{NAME}/": "get", f"{NAME}/download/": "get", f"{NAME}/delete/": "get"}
POSTS = ["", f"{NAME}/check/", f"{NAME}/keep/", f"{NAME}/delete/"]


@pytest.mark.parametrize("path", PAGES)
def test_an_owner_of_one_club_is_told_who_may(archive, path):
    club("south")
    answer = browser_of(account(role="owner")).get(f"/desk/backups/{path}")
    assert answer.status_code == 403
    assert "Only the site administrator can do this. It needs the permission to:" in answer.content.decode()


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
    assert "No backups yet" in page
    assert "every 2s" not in page


def test_pressing_the_button_twice_makes_one_and_lists_it(browser, made_small):
    page = browser.get("/desk/backups/")
    given = {"once": page.context["once"], "reason": "  before\n the\0 season "}
    for _ in range(2):
        assert browser.post("/desk/backups/", given).status_code == 302
    waiting = browser.get("/desk/backups/").content.decode()
    assert "New backup" in waiting
    assert "every 2s" in waiting
    work()
    browser.post("/desk/backups/", given)
    assert len(all_backups()) == Job.objects.filter(task="club.restore_point").count() == 1
    page = browser.get("/desk/backups/", headers={"HX-Request": "true"}).content.decode()
    assert "before the season" in page
    assert "<html" not in page
    assert "every 2s" not in page


def test_a_token_for_the_press_that_is_made_up_is_not_taken(browser):
    browser.post("/desk/backups/", {"once": "x" * 500})
    assert len(Job.objects.get().key) < 100


def test_work_is_cancelled_from_the_page(browser, actor):
    job = request_backup(actor=actor)
    answer = browser.post(f"/desk/jobs/{job.pk}/cancel/", {"from": "backups"})
    assert answer.headers["Location"] == "/desk/backups/"
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED


def test_work_that_was_given_up_is_shown_with_its_error(browser, actor):
    job = request_backup(actor=actor)
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, error="Traceback\nOSError: No space left")
    assert "OSError: No space left" in browser.get("/desk/backups/").content.decode()


def test_an_old_backup_is_complained_of(browser, archive):
    warning = "more than two days old"
    assert warning not in browser.get("/desk/backups/").content.decode()
    old = backup_by_name(name=NAME).made_at - timedelta(days=3)
    write_note(archive, {"made_at": old.isoformat()})
    assert warning in browser.get("/desk/backups/").content.decode()


def test_the_page_of_one_shows_the_command_to_type(browser, folder):
    archive_with_note(folder, name="before the season")
    page = browser.get("/desk/backups/before%20the%20season/").content.decode()
    assert f"restore &#x27;{folder}/before the season.tar&#x27; --replace" in page
    assert "verified" in page


def test_the_list_shows_the_command_for_the_latest_sound_one(browser, folder):
    archive_with_note(folder, name="20261101T120000Z-1")
    (folder / "half.tar").write_bytes(b"nothing")
    page = browser.get("/desk/backups/").content.decode()
    assert f"python manage.py restore {folder}/20261101T120000Z-1.tar --replace" in page


def test_a_damaged_one_says_where_and_what_to_do(browser, archive, actor):
    corrupt_row(archive)
    browser.post(f"/desk/backups/{NAME}/check/")
    work()
    page = browser.get(f"/desk/backups/{NAME}/").content.decode()
    assert "The archive is damaged (tables/club.organisation.jsonl.gz)." in page
    assert "Do not rely on it. Create a new backup now" in page


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
    assert "Reload the list of backups" in answer.content.decode()


def test_deleting_asks_first(browser, archive, django_capture_on_commit_callbacks):
    page = browser.get(f"/desk/backups/{NAME}/delete/").content.decode()
    assert "This is the only backup. Make another one first." in page
    assert archive.exists()
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post(f"/desk/backups/{NAME}/delete/")
    assert answer.headers["Location"] == "/desk/backups/"
    assert not archive.exists()


def test_keeping_and_letting_go_by_the_button(browser, archive, django_capture_on_commit_callbacks):
    for given, said in (("1", "Remove protection"), ("0", "Protect")):
        with django_capture_on_commit_callbacks(execute=True):
            browser.post(f"/desk/backups/{NAME}/keep/", {"keep": given})
        assert said in browser.get(f"/desk/backups/{NAME}/").content.decode()
    assert actions() == ["club.backup.let_go", "club.backup.kept"]
