"""Backups in the browser: made, checked, kept, taken away and deleted, by keys alone."""

from pathlib import Path

import pytest
from archives import archive_with_note, corrupt_row, write_archive
from axe import faults_by_day_and_night
from playwright.sync_api import expect

from club.backups.services import restore_points
from club.jobs.services import jobs
from club.models import User

NAME = "20261121T120000Z-7"


@pytest.fixture
def keeper(site):
    return User.objects.create_superuser("site@north.example", "x", first_name="Ada")


@pytest.fixture
def folder(settings, tmp_path, monkeypatch):
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr(jobs, "wake", lambda **_queue: None)
    monkeypatch.setattr(restore_points, "back_up", write_archive)
    return tmp_path


@pytest.fixture
def open_backups(open_page, keeper, folder):
    """Opens a page of the desk as whoever runs the site."""

    def opened(address="/desk/backups/", **options):
        return open_page(address, user=keeper, **options)

    return opened


def work():
    jobs.run_waiting(queue="bulk", seconds=60)


def sound(page, width):
    """Nothing for axe, nothing beyond the edge."""
    found = faults_by_day_and_night(page)
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def tab_to(page, target):
    """Walk by Tab until the target has the focus."""
    for _ in range(120):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail("Tab does not reach it")


@pytest.mark.parametrize("address", ["", f"{NAME}/", f"{NAME}/delete/"])
def test_axe_finds_nothing(open_backups, folder, address, width):
    archive_with_note(folder, name=NAME, reason="before the season")
    corrupt_row(archive_with_note(folder, name="20261101T120000Z-1", engine="postgresql"))
    write_archive(folder / "by hand.tar")
    restore_points.restore_point(reason="daily")
    sound(open_backups(f"/desk/backups/{address}", width=width), width)


def test_one_is_made_by_keys_and_appears_by_itself(open_backups, width):
    page = open_backups(width=width)
    sound(page, width)
    tab_to(page, page.get_by_label("Reason"))
    page.keyboard.type("before the season")
    tab_to(page, page.get_by_role("button", name="Back up now"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("New backup")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    sound(page, width)
    work()
    expect(page.get_by_role("rowheader")).to_have_count(1)
    expect(page.get_by_role("row").last).to_contain_text("before the season")
    expect(page.get_by_text("New backup")).to_have_count(0)


def test_two_presses_are_one_backup(open_backups):
    page = open_backups()
    page.get_by_role("button", name="Back up now").dblclick()
    expect(page.get_by_text("New backup")).to_have_count(1)
    work()
    expect(page.get_by_role("rowheader")).to_have_count(1)


def test_one_is_checked_kept_taken_away_and_deleted_by_keys(open_backups, folder, width):
    corrupt_row(archive_with_note(folder, name=NAME))
    page = open_backups(width=width)
    tab_to(page, page.get_by_role("rowheader").get_by_role("link"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Check"))
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Check of {NAME}")).to_be_visible()
    work()
    expect(page.get_by_role("alert")).to_contain_text("The archive is damaged")
    sound(page, width)
    tab_to(page, page.get_by_role("button", name="Protect"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove protection")).to_be_visible()
    expect(page.locator("#command")).to_contain_text(f"manage.py restore {folder}/{NAME}.tar --replace")
    with page.expect_download() as taken:
        tab_to(page, page.get_by_role("link", name="Download"))
        page.keyboard.press("Enter")
    assert taken.value.suggested_filename == f"{NAME}.tar"
    assert Path(taken.value.path()).read_bytes() == (folder / f"{NAME}.tar").read_bytes()
    tab_to(page, page.get_by_role("link", name="Delete…"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Delete"))
    page.keyboard.press("Enter")
    expect(page.locator(".message--success")).to_contain_text("Deleted the backup")
    assert not (folder / f"{NAME}.tar").exists()


def test_without_scripts_everything_works_too(open_backups):
    page = open_backups(javascript=False)
    page.get_by_role("button", name="Back up now").click()
    expect(page.get_by_role("link", name="Refresh")).to_be_visible()
    work()
    page.get_by_role("link", name="Refresh").click()
    expect(page.get_by_role("rowheader")).to_have_count(1)
