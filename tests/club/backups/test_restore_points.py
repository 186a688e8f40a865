"""Which automatic backups are kept, and that one is made."""

from datetime import UTC, datetime, timedelta

import pytest
from archives import note_of, write_archive
from django.db import transaction
from polling import until
from processes import Site

from club.backups.backup_metadata import write_note
from club.backups.selectors import BACKUP_TASK
from club.backups.services import restore_points
from club.backups.services.restore_points import (
    make_point,
    points_to_retain,
    prune_restore_points,
    restore_point,
)
from club.backups.state_archive import sha256_of, verified
from club.backups.state_rows import archived_models
from club.core.actor import SYSTEM
from club.jobs.handlers import RECURRING
from club.jobs.services import jobs
from club.jobs.services.job_control import cancel_job
from club.models import Job, JobState, Organisation

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def ago(**span):
    return NOW - timedelta(**span)


def test_the_last_ten_are_kept_however_close_or_old():
    close = [ago(minutes=n) for n in range(30)]
    assert points_to_retain(close, now=NOW) == set(close[:10])
    old = [ago(days=400 + n) for n in range(12)]
    assert points_to_retain(old, now=NOW) == set(old[:10])


def test_one_a_day_for_fourteen_days_then_one_a_week_for_eight_weeks():
    every_six_hours = [ago(hours=6 * n) for n in range(4 * 100)]
    keep = points_to_retain(every_six_hours, now=NOW)
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
    assert len(prune_restore_points(folder=tmp_path, now=NOW)) == 2
    assert len(list(tmp_path.glob("*.json"))) == 10
    assert (tmp_path / "by-hand.tar").exists()


def test_what_somebody_keeps_is_left_alone_and_takes_no_place(tmp_path):
    for n in range(12):
        name = f"{ago(minutes=n):%Y%m%dT%H%M%SZ}-{n}"
        (tmp_path / f"{name}.tar").touch()
        if n in {0, 11}:
            write_note(tmp_path / f"{name}.tar", {"is_kept": True})
    assert prune_restore_points(folder=tmp_path, now=NOW) == []
    write_note(tmp_path / f"{ago(minutes=11):%Y%m%dT%H%M%SZ}-11.tar", {"is_kept": False})
    assert [path.name[-6:] for path in prune_restore_points(folder=tmp_path, now=NOW)] == ["11.tar"]


@pytest.fixture
def places(tmp_path, settings, monkeypatch):
    """A folder of one's own; archives in it are small ones."""
    settings.BACKUP_DIR = tmp_path / "backups"
    made = []

    def back_up(*, path, reason, progress):
        made.append(reason)
        progress("club.organisation", 3)
        progress("media", 0)
        return write_archive(path, reason=reason)

    monkeypatch.setattr(restore_points, "back_up", back_up)
    return made


@pytest.mark.django_db
def test_a_point_is_a_job_and_is_made_once(places):
    job = restore_point(reason="round 3 closed")
    path = make_point(job=job)
    make_point(job=job)
    assert places == ["round 3 closed"]
    told = note_of(path)
    assert (told["reason"], told["engine"], told["rows"]) == ("round 3 closed", "sqlite", 3)
    assert (told["size"], told["sha256"]) == (path.stat().st_size, sha256_of(path))
    assert (told["fault"], told["checked_at"] > told["made_at"]) == ("", True)
    job.refresh_from_db()
    assert (job.steps_done, job.steps) == (job.steps, len(archived_models()) + 2)


@pytest.mark.django_db
def test_of_the_points_that_wait_for_a_club_the_last_is_made(places, settings):
    north = Organisation.objects.create(slug="north", name="North")
    south = Organisation.objects.create(slug="south", name="South")
    wanted = [
        ("round 1 closed", north),
        ("round 2 closed", north),
        ("round 1 closed", south),
        ("by hand", None),
    ]
    jobs_made = [
        restore_point(reason=reason, organisation_id=one.pk if one else None) for reason, one in wanted
    ]
    for job in jobs_made:
        make_point(job=job)
    assert places == ["round 2 closed", "round 1 closed", "by hand"]
    assert len(list(settings.BACKUP_DIR.glob("*.tar"))) == 3


@pytest.mark.django_db
def test_a_point_is_made_though_a_later_one_has_begun(places):
    """The later number may have been given, and its archive begun, before this transaction was committed."""
    north = Organisation.objects.create(slug="north", name="North")
    first, second = (restore_point(reason=name, organisation_id=north.pk) for name in ("closed", "published"))
    Job.objects.filter(pk=second.pk).update(starts=1)
    make_point(job=first)
    assert places == ["closed"]


@pytest.mark.django_db
def test_a_cancelled_point_stops_at_the_next_table_and_leaves_nothing(places, settings, monkeypatch):
    job = restore_point(reason="round 3 closed")

    def back_up(*, path, reason, progress):
        progress("club.organisation", 1)
        cancel_job(job_id=job.pk, actor=SYSTEM)
        progress("club.person", 1)
        pytest.fail("it went on")

    monkeypatch.setattr(restore_points, "back_up", back_up)
    jobs.begin_next(queue=job.queue)
    jobs.run_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.CANCELLED, "")
    assert not settings.BACKUP_DIR.exists()


@pytest.mark.django_db(transaction=True)
def test_a_step_of_an_event_asks_for_a_point_in_one_line_after_its_commit(places, settings, monkeypatch):
    woken = []
    monkeypatch.setattr(jobs, "wake", lambda *, queue: woken.append(queue))
    club = Organisation.objects.create(slug="north", name="North")

    def close_round(*, fails=False):
        with transaction.atomic():
            club.save()  # stands for the round
            restore_point(reason="round 3 closed", organisation_id=club.pk)
            assert woken == []
            if fails:
                raise RuntimeError

    with pytest.raises(RuntimeError):
        close_round(fails=True)
    assert (Job.objects.count(), woken) == (0, [])
    close_round()
    assert woken == ["bulk"]
    jobs.run_waiting(queue="bulk")
    assert Job.objects.get().state == JobState.DONE
    (archive,) = settings.BACKUP_DIR.glob("*.tar")
    assert note_of(archive)["organisation"] == club.pk


@pytest.mark.django_db
def test_every_day_has_its_point_however_often_the_worker_looks(places, settings, monkeypatch):
    daily = RECURRING["club.daily_restore_point"]
    assert daily.interval == timedelta(days=1)
    monkeypatch.setattr(jobs, "RECURRING", {daily.task: daily})
    for _ in range(3):
        jobs.plan_recurring()
    jobs.run_waiting(queue="bulk")
    (point,) = Job.objects.filter(task=BACKUP_TASK)
    assert (point.arguments["reason"], places) == ("daily", ["daily"])


@pytest.mark.processes
def test_a_worker_makes_the_point_of_the_day(site_of_processes, templates):
    site = site_of_processes
    site.migrate(templates)
    site.start("work")
    folder = site.folder / "data" / "backups"
    assert until(lambda: list(folder.glob("*.json"))), site.log()
    (archive,) = folder.glob("*.tar")
    assert (note_of(archive)["engine"], note_of(archive)["fault"]) == ("sqlite", "")
    assert verified(archive).reason == "daily"
    assert archive.stat().st_mode & 0o077 == 0


@pytest.fixture
def site_of_processes(tmp_path):
    site = Site(tmp_path)
    site.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    yield site
    site.end()
