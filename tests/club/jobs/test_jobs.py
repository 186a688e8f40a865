"""The life of a job, on one database and without a worker."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu import Connection

from club.core.actor import SYSTEM
from club.core.errors import UnknownTask
from club.jobs.handlers import HANDLERS, job
from club.jobs.selectors import is_given_up
from club.jobs.services import jobs
from club.models import Job, JobState, Organisation

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def handlers(monkeypatch):
    """Handlers of this module's own, gone afterwards."""
    known = dict(HANDLERS)
    monkeypatch.setattr("club.jobs.handlers.HANDLERS", known)

    @job("test.found")
    def found(*, job):
        Organisation.objects.create(slug=job.arguments["slug"], name="A club")

    @job("test.refuse")
    def refuse(*, job):
        Organisation.objects.create(slug=job.arguments["slug"], name="A club")
        raise ValueError("There is no such club.")

    @job("test.slices")
    def slices(*, job):
        Organisation.objects.create(slug=f"s{job.arguments['left']}", name="A club")
        if left := job.arguments["left"]:
            jobs.enqueue(task="test.slices", arguments={"left": left - 1}, key=f"slices:{left - 1}")


@pytest.fixture
def woken(monkeypatch):
    """The queues that were woken."""
    queues = []
    monkeypatch.setattr(jobs, "wake", lambda *, queue: queues.append(queue))
    return queues


def found(key="found:1", slug="one", **more):
    return jobs.enqueue(task="test.found", arguments={"slug": slug}, key=key, **more)


def make_due(job):
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now() - timedelta(minutes=1))


def test_the_same_key_is_the_same_job(woken):
    assert found() == found(slug="other")
    assert Job.objects.get().arguments == {"slug": "one"}
    assert woken == ["bulk"]


def test_an_unknown_task_is_refused():
    with pytest.raises(UnknownTask):
        jobs.enqueue(task="test.unheard_of", arguments={}, key="k")
    assert not Job.objects.exists()


def test_a_name_has_one_handler():
    with pytest.raises(ValueError, match="two handlers"):

        @job("test.found")
        def other(*, job): ...


def test_a_job_of_a_transaction_undone_never_was(woken):
    with transaction.atomic():
        found()
        transaction.set_rollback(True)
    assert not Job.objects.exists()
    assert woken == []


def test_workers_are_woken_after_the_commit_alone(woken):
    with transaction.atomic():
        found(queue="interactive")
        assert woken == []
    assert woken == ["interactive"]


def test_an_unknown_queue_is_refused():
    with pytest.raises(ValueError, match="express"):
        found(queue="express")


def test_effect_and_done_are_one(woken):
    job = found()
    assert jobs.run_waiting(queue="bulk") == 1
    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert job.finished_at is not None
    assert Organisation.objects.filter(slug="one").exists()
    assert jobs.run_waiting(queue="bulk") == 0


def test_a_job_done_is_not_run_again_by_a_late_message(woken):
    job = found()
    jobs.run_waiting(queue="bulk")
    jobs.run_job(job_id=job.pk)
    assert Organisation.objects.count() == 1


def test_a_queue_is_no_other_queue(woken):
    found(queue="interactive")
    assert jobs.run_waiting(queue="bulk") == 0


def test_a_failure_undoes_the_work_and_waits_before_the_next_try(woken):
    job = jobs.enqueue(task="test.refuse", arguments={"slug": "x"}, key="k")
    assert jobs.run_waiting(queue="bulk") == 1
    job.refresh_from_db()
    assert not Organisation.objects.exists()
    assert (job.state, job.starts) == (JobState.WAITING, 1)
    assert "There is no such club." in job.error
    assert job.due_at > timezone.now()
    assert jobs.run_waiting(queue="bulk") == 0


def test_pauses_double():
    assert [jobs.pause_after(starts=n).total_seconds() for n in (1, 2, 3, 8)] == [2, 4, 8, 256]


def test_after_the_last_try_a_job_is_given_up_until_somebody_runs_it_again(woken):
    job = jobs.enqueue(task="test.refuse", arguments={"slug": "x"}, key="k")
    for _ in range(jobs.MAX_STARTS):
        make_due(job)
        assert jobs.run_waiting(queue="bulk") == 1
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert is_given_up(key="k")
    make_due(job)
    assert jobs.run_waiting(queue="bulk") == 0
    assert jobs.retry_failed(job_id=job.pk, actor=SYSTEM)
    assert jobs.run_waiting(queue="bulk") == 1
    assert not is_given_up(key="k")


def test_only_a_failed_job_is_run_again(woken):
    assert not jobs.retry_failed(job_id=found().pk, actor=SYSTEM)


def test_a_job_under_which_every_worker_died_is_given_up(woken):
    job = found()
    Job.objects.update(starts=jobs.MAX_STARTS)
    assert jobs.run_waiting(queue="bulk") == 1
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.FAILED, "Every worker that began this job died.")
    assert not Organisation.objects.exists()


def test_slices_follow_one_another(woken):
    jobs.enqueue(task="test.slices", arguments={"left": 3}, key="slices:3")
    assert jobs.run_waiting(queue="bulk", seconds=30) == 4
    assert sorted(Organisation.objects.values_list("slug", flat=True)) == ["s0", "s1", "s2", "s3"]


def test_work_left_over_gets_a_message_of_its_own(woken):
    for number in range(3):
        found(key=f"found:{number}", slug=f"s{number}")
    woken.clear()
    assert jobs.run_waiting(queue="bulk", seconds=0) == 1
    assert woken == ["bulk"]


def test_the_sweeper_wakes_the_queue_of_a_job_without_a_message(woken):
    job = found()
    woken.clear()
    assert jobs.sweep() == []  # its message may still come
    make_due(job)
    assert jobs.sweep() == ["bulk"]
    assert woken == ["bulk"]
    jobs.run_waiting(queue="bulk")
    assert jobs.sweep() == []


def test_a_broker_that_is_gone_costs_a_line_in_the_log_and_no_answer(monkeypatch, caplog):
    gone = Connection("redis://127.0.0.1:1/0", transport_options={"socket_connect_timeout": 0.2})
    send = jobs.current_app.send_task
    monkeypatch.setattr(
        jobs.current_app, "send_task", lambda *args, **kwargs: send(*args, connection=gone, **kwargs)
    )
    job = found()
    assert job.state == JobState.WAITING
    assert "No worker could be told" in caplog.text


def test_a_message_reaches_the_queue_it_names():
    app = jobs.current_app
    with app.connection_for_read() as connection:
        channel = connection.default_channel
        for queue in ("interactive", "bulk"):
            app.amqp.queues[queue](channel).declare()
            channel.queue_purge(queue)
        jobs.wake(queue="interactive")
        assert channel._size("interactive") == 1
        assert channel._size("bulk") == 0
        channel.queue_purge("interactive")
    assert bool(settings.REDIS_URL) == app.conf.broker_url.startswith("redis")
