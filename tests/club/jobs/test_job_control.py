"""Work in the background as people and the clock see it."""

import gc
import math
import sqlite3
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.errors import JobIsOver, JobNotFailed, NotAllowed
from club.jobs.handlers import HANDLERS, every, job
from club.jobs.services import job_control, jobs
from club.jobs.services.job_control import cancel_job, record_progress, repeat_job
from club.jobs.services.outbox import write_message
from club.live.publishing import publish
from club.models import AuditEntry, Job, JobState, LiveEvent, Organisation, Role, RoleGrant, User
from club.tasks import beat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def handlers(monkeypatch):
    known, recurring = dict(HANDLERS), {}
    for module in ("club.jobs.handlers", "club.jobs.services.jobs", "club.jobs.services.job_control"):
        monkeypatch.setattr(f"{module}.HANDLERS", known)
    for module in ("club.jobs.handlers", "club.jobs.services.jobs"):
        monkeypatch.setattr(f"{module}.RECURRING", recurring)
    monkeypatch.setattr(jobs, "wake", lambda **_queue: None)

    @job("test.steps")
    def steps(*, job):
        record_progress(job=job, done=3, steps=4)


def of_role(club, role):
    user = User.objects.create_user(f"{role}@example.org", "x")
    RoleGrant.objects.create(user=user, organisation=club, role=role)
    return user


def waiting(club=None, **more):
    facts = {"task": "test.steps", "arguments": {}, "key": "k", **more}
    return jobs.enqueue(organisation_id=club.pk if club else None, **facts)


def test_progress_is_told_with_the_work(club):
    one = waiting(club)
    jobs.run_waiting(queue="bulk")
    one.refresh_from_db()
    assert (one.steps_done, one.steps, one.state) == (3, 4, JobState.DONE)
    assert LiveEvent.objects.get(channel__name=f"job:{one.pk}").data == {"done": 3, "steps": 4}


def heard(channel):
    """How often a list was told that something moved."""
    return LiveEvent.objects.filter(channel__name=channel, kind="club.jobs.moved", data={}).count()


def test_lists_are_told_of_every_step_of_a_job(club):
    own, counts = f"jobs:{club.pk}", []
    one = waiting(club)
    counts.append(heard(own))
    jobs.begin_next(queue="bulk")
    counts.append(heard(own))
    jobs.record_failure(job_id=one.pk, error="x")
    counts.append(heard(own))
    jobs.record_failure(job_id=one.pk, error="x", is_last=True)
    counts.append(heard(own))
    repeat_job(job_id=one.pk, actor=SYSTEM)
    counts.append(heard(own))
    cancel_job(job_id=one.pk, actor=SYSTEM)
    counts.append(heard(own))
    assert counts == [1, 2, 3, 4, 5, 6]
    assert heard("jobs") == 6
    waiting(key="of the site")
    assert (heard(own), heard("jobs")) == (6, 7)


def test_a_list_follows_the_channel_of_its_club_or_of_the_site(client, club):
    other = Organisation.objects.create(slug="south", name="South club")
    owner = of_role(club, Role.OWNER)
    client.force_login(owner)
    for page in ("/desk/jobs/", "/desk/outbox/"):
        assert f'data-live="jobs:{club.pk}" data-live-after="0"' in client.get(page).content.decode()
    assert client.get(f"/api/v1/live/jobs:{club.pk}?check=1").status_code == 204
    assert client.get(f"/api/v1/live/jobs:{other.pk}?check=1").status_code == 403
    assert client.get("/api/v1/live/jobs:999999?check=1").status_code == 404
    RoleGrant.objects.create(user=owner, organisation=other, role=Role.OWNER)
    assert 'data-live="jobs"' in client.get("/desk/jobs/").content.decode()
    assert client.get("/api/v1/live/jobs?check=1").status_code == 204
    client.force_login(of_role(club, Role.PLAYER))
    assert client.get("/api/v1/live/jobs?check=1").status_code == 403


def test_a_job_waits_for_its_time(club):
    one = waiting(due_at=timezone.now() + timedelta(hours=1))
    assert jobs.run_waiting(queue="bulk") == 0
    assert jobs.sweep() == []
    Job.objects.update(due_at=timezone.now() - timedelta(seconds=5))
    assert jobs.sweep() == ["bulk"]
    assert jobs.run_waiting(queue="bulk") == 1
    one.refresh_from_db()
    assert one.state == JobState.DONE


def test_what_recurs_is_done_once_in_its_slot_however_many_plan_it(monkeypatch):
    done = []

    @every(timedelta(hours=1), "test.hourly")
    def hourly(*, job):
        done.append(job.key)

    now = [1_000_000 * 3600.0]
    monkeypatch.setattr(jobs.time, "time", lambda: now[0])
    for _worker in range(3):
        jobs.plan_recurring()
    jobs.run_waiting(queue="bulk", seconds=5)
    now[0] += 1800
    jobs.plan_recurring()
    assert jobs.run_waiting(queue="bulk") == 0
    now[0] += 3 * 3600  # nobody was there for some slots: they are not made up for
    jobs.plan_recurring()
    jobs.run_waiting(queue="bulk", seconds=5)
    assert done == ["every:test.hourly:3600:1000000", "every:test.hourly:3600:1000003"]


HOUR = 3600.0
NOON = 1_000_000 * 24 * HOUR + 12 * HOUR


class Clock:
    """A clock to set, and the workers that read it."""

    now = NOON

    def __init__(self, monkeypatch):
        self.monkeypatch = monkeypatch
        monkeypatch.setattr(jobs.time, "time", lambda: self.now)
        self.restart()

    def restart(self):
        """Forget when the worker has planned last."""
        self.monkeypatch.setitem(jobs._last_plan, "at", math.inf)

    def plan(self, at):
        self.now = at
        jobs.plan_recurring()
        while jobs.run_waiting(queue="bulk"):
            pass


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


@pytest.fixture
def done():
    """How often each task has run."""
    counts = Counter()
    for interval, name in ((1, "test.minute"), (60, "test.hourly"), (24 * 60, "test.daily")):

        def handler(*, job):
            counts[job.task] += 1

        every(timedelta(minutes=interval), name)(handler)
    return counts


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("at", [NOON + HOUR / 2, NOON + 12.5 * HOUR], ids=["noon", "midnight"])
def test_what_recurs_goes_on_after_the_clock_was_set_back_an_hour(clock, done, at, restarts):
    minutes = [at - HOUR + 60 * minute for minute in range(60)]
    for minute in minutes:
        clock.plan(minute)
    done.clear()
    for minute in minutes:
        for _worker in range(2):
            if restarts:
                clock.restart()
            clock.plan(minute)
    clock.plan(at)
    assert done["test.minute"] == 61
    assert done["test.hourly"] == done["test.daily"] == 0, "the slots of before are one ahead at most"
    clock.plan(at + HOUR / 2)
    assert done["test.hourly"] == 1


def test_a_clock_set_back_by_seconds_repeats_nothing(clock, done):
    for seconds in (0, 59, 61, 59, 60.5, 58, 62):
        clock.plan(NOON + seconds)
    assert done == {"test.minute": 2, "test.hourly": 1, "test.daily": 1}


def test_a_clock_that_was_a_day_ahead_stops_nothing(clock, done):
    for days in (0, 3, 0):
        clock.plan(NOON + days * 24 * HOUR)
    assert done == {"test.minute": 3, "test.hourly": 3, "test.daily": 3}
    clock.plan(NOON + 60)
    assert done == {"test.minute": 4, "test.hourly": 3, "test.daily": 3}


def test_a_second_worker_releases_nothing_that_the_first_has_planned(clock, done):
    clock.plan(NOON + HOUR)
    clock.plan(NOON)
    clock.restart()
    clock.plan(NOON)
    assert done["test.minute"] == 2


def test_a_cancelled_job_is_not_done(club):
    one = waiting(club)
    owner = Actor.of_user(of_role(club, Role.OWNER))
    with pytest.raises(NotAllowed):
        cancel_job(job_id=one.pk, actor=VISITOR)
    cancel_job(job_id=one.pk, actor=owner)
    assert jobs.run_waiting(queue="bulk") == 0
    jobs.run_job(job_id=one.pk)
    one.refresh_from_db()
    assert one.state == JobState.CANCELLED
    assert AuditEntry.objects.get().action == "club.job.cancelled"
    with pytest.raises(JobIsOver):
        cancel_job(job_id=one.pk, actor=owner)
    with pytest.raises(JobNotFailed):
        repeat_job(job_id=one.pk, actor=SYSTEM)


def test_old_rows_are_forgotten_and_numbers_go_on(club):
    with transaction.atomic():
        publish("job:1", "k")
    LiveEvent.objects.update(at=timezone.now() - timedelta(days=30))
    one, two = waiting(), waiting(key="two")
    Job.objects.filter(pk=one.pk).update(state="done", finished_at=timezone.now() - timedelta(days=90))
    Job.objects.filter(pk=two.pk).update(state="failed", finished_at=timezone.now() - timedelta(days=90))
    assert job_control.delete_old_events(days=14) == 1
    assert job_control.delete_done_jobs(days=60) == 1
    assert list(Job.objects.all()) == [two]
    with transaction.atomic():
        assert publish("job:1", "k").number == 2


def test_the_desk_shows_the_jobs_of_the_own_club_alone(client, club):
    other = Organisation.objects.create(slug="south", name="South club")
    mine, theirs = waiting(club), waiting(other, key="theirs")
    Job.objects.filter(pk=mine.pk).update(state="failed", error="Traceback\nValueError: full")
    client.force_login(of_role(club, Role.OWNER))
    page = client.get("/desk/jobs/").content.decode()
    assert f"job-{mine.pk}" in page
    assert "ValueError: full" in page
    assert f"job-{theirs.pk}" not in page
    assert client.post(f"/desk/jobs/{theirs.pk}/cancel/").status_code == 403
    assert client.post(f"/desk/jobs/{mine.pk}/repeat/").status_code == 302
    mine.refresh_from_db()
    assert mine.state == JobState.WAITING
    assert client.post(f"/desk/jobs/{mine.pk}/repeat/", follow=True).status_code == 200
    assert client.post(f"/desk/jobs/{mine.pk}/cancel/").status_code == 302
    part = client.get("/desk/jobs/?state=cancelled", headers={"HX-Request": "true"}).content.decode()
    assert f"job-{mine.pk}" in part
    assert "<html" not in part


def test_the_outbox_shows_who_was_written_to_and_not_what(client, club):
    write_message(key="m", to="a@b.example", subject="Round 1", text="a secret code", organisation_id=club.pk)
    write_message(key="site", to="other@b.example", subject="Site", text="x")
    client.force_login(of_role(club, Role.SECRETARY))
    page = client.get("/desk/outbox/").content.decode()
    assert "a@b.example" in page
    assert "secret code" not in page
    assert "other@b.example" not in page
    client.force_login(User.objects.create_user("p@example.org", "x"))
    assert client.get("/desk/outbox/").status_code == 403


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="this system does not list open files")
def test_a_heartbeat_frees_the_files_of_connections_that_a_job_left_in_a_cycle(tmp_path):
    gc.collect()
    gc.disable()
    try:
        file = tmp_path / "left.sqlite3"
        left = sqlite3.connect(file)
        left.execute("CREATE TABLE word (text)")
        left.execute("INSERT INTO word VALUES ('a'), ('b')")
        cycle = [left.execute("SELECT text FROM word")]
        next(cycle[0])
        cycle.append(cycle)
        left.close()
        del left, cycle
        assert str(file) in open_files()
        beat()
        assert str(file) not in open_files()
    finally:
        gc.enable()


def open_files():
    """Paths of the files that this process has open."""
    return {str(file.resolve()) for file in Path("/proc/self/fd").iterdir()}
