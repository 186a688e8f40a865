"""Which automatic backups are kept, and that one is made."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from club.services import restore_points
from club.services.restore_points import kept, make_point, restore_point, tidy_up
from club.state_archive import verified

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def ago(**span):
    return NOW - timedelta(**span)


def test_the_last_ten_are_kept_however_close_or_old():
    close = [ago(minutes=n) for n in range(30)]
    assert kept(close, now=NOW) == set(close[:10])
    old = [ago(days=400 + n) for n in range(12)]
    assert kept(old, now=NOW) == set(old[:10])


def test_one_a_day_for_fourteen_days_then_one_a_week_for_eight_weeks():
    every_six_hours = [ago(hours=6 * n) for n in range(4 * 100)]
    keep = kept(every_six_hours, now=NOW)
    ages = sorted((NOW - moment).days for moment in keep - set(every_six_hours[:10]))
    assert len([age for age in ages if age < 14]) in {11, 12}
    assert len([age for age in ages if age >= 14]) == 6
    assert max(ages) < 56


def test_what_is_no_longer_kept_is_deleted_with_its_note(tmp_path):
    for n in range(12):
        name = f"{ago(minutes=n):%Y%m%dT%H%M%SZ}-{n}"
        (tmp_path / f"{name}.tar").touch()
        (tmp_path / f"{name}.json").touch()
    (tmp_path / "by-hand.tar").touch()
    assert len(tidy_up(folder=tmp_path, now=NOW)) == 2
    assert len(list(tmp_path.glob("*.json"))) == 10
    assert (tmp_path / "by-hand.tar").exists()


@pytest.mark.django_db
def test_a_point_is_a_job_and_is_made_once(tmp_path, settings, monkeypatch):
    made = []

    def back_up(*, path, reason):
        made.append(reason)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"tar")
        return type("Manifest", (), {"reason": reason, "made_at": "now"})

    monkeypatch.setattr(restore_points, "back_up", back_up)
    settings.BACKUP_DIR = tmp_path / "backups"
    job = restore_point(reason="round 3 closed")
    path = make_point(job=job)
    make_point(job=job)
    assert made == ["round 3 closed"]
    told = json.loads(path.with_suffix(".json").read_text())
    assert (told["reason"], told["size"]) == ("round 3 closed", 3)


@pytest.mark.slow
def test_a_worker_makes_the_point_of_the_day(tmp_path, site_of_processes):
    from processes import until

    site = site_of_processes
    site.migrate()
    site.start("work")
    folder = site.folder / "data" / "backups"
    assert until(lambda: list(folder.glob("*.json")), 90, 0.2), site.log()
    (archive,) = folder.glob("*.tar")
    assert verified(archive).reason == "daily"
    assert archive.stat().st_mode & 0o077 == 0


@pytest.fixture
def site_of_processes(tmp_path):
    from processes import Site

    site = Site(tmp_path)
    site.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    yield site
    site.end()
