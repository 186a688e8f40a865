"""Messages: rows first, sent once by the worker, tried again, seen to fail."""

from datetime import timedelta
from pathlib import Path
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone, translation

from club.config.env import mail_settings
from club.core.actor import SYSTEM, VISITOR
from club.core.errors import MessageNotFailed, NotAllowed
from club.jobs.handlers import task_of
from club.jobs.services import jobs
from club.jobs.services.job_control import delete_done_jobs, repeat_job
from club.jobs.services.outbox import SEND_TASK, delete_old_messages, resend_message, write_message
from club.models import AuditEntry, Job, JobState, OutboxMessage, OutboxState

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def without_worker(monkeypatch):
    monkeypatch.setattr(jobs, "wake", lambda **_queue: None)


def write(**more):
    return write_message(
        **{"key": "m:1", "to": "a@b.example", "subject": "Round 1", "text": "Board 4", **more}
    )


def work():
    Job.objects.filter(state=JobState.WAITING).update(due_at=timezone.now() - timedelta(seconds=1))
    return jobs.run_waiting(queue="interactive", seconds=30)


def test_a_message_is_a_row_first_and_sent_by_the_worker_once():
    message = write(language="nl", html="<p>Board 4</p>")
    assert write(subject="another") == message
    assert mail.outbox == []
    assert work() == 1
    (sent,) = mail.outbox
    assert (sent.subject, sent.body, sent.to) == ("Round 1", "Board 4", ["a@b.example"])
    assert sent.extra_headers["Content-Language"] == "nl"
    message.refresh_from_db()
    assert (message.state, message.tries, message.text) == (OutboxState.SENT, 1, "Board 4")
    jobs.run_job(job_id=Job.objects.get().pk)
    assert len(mail.outbox) == 1


def test_mails_of_long_ago_are_deleted_unless_they_still_wait():
    long_ago = timezone.now() - timedelta(days=91)
    for key, state in (("old", "sent"), ("new", "sent"), ("failed", "failed"), ("waiting", "waiting")):
        message = write(key=key)
        OutboxMessage.objects.filter(pk=message.pk).update(
            state=state, created_at=long_ago, sent_at=timezone.now() if key == "new" else long_ago
        )
    task_of("club.forget_old_rows").handler(job=None)
    assert set(OutboxMessage.objects.values_list("key", flat=True)) == {"new", "waiting"}
    told = AuditEntry.objects.get(action="club.messages.forgotten")
    assert (told.after, told.actor_label) == ({"count": 2}, "program")
    assert delete_old_messages(days=90) == 0
    assert AuditEntry.objects.filter(action="club.messages.forgotten").count() == 1


def test_nothing_goes_to_the_people_of_the_demo_who_are_made_up():
    message = write(to="Ada@DEMO.example")
    work()
    message.refresh_from_db()
    assert (message.state, mail.outbox) == (OutboxState.SENT, [])


def test_a_message_of_a_transaction_undone_never_was():
    with transaction.atomic():
        write()
        transaction.set_rollback(True)
    assert not OutboxMessage.objects.exists()
    assert not Job.objects.exists()


def test_a_line_end_in_a_subject_is_no_header():
    assert write(subject="Hello\nBcc: x@y.example").subject == "Hello Bcc: x@y.example"


def broken(monkeypatch, error):
    def deliver(_mail):
        raise error

    monkeypatch.setattr("club.jobs.services.outbox.deliver", deliver)


def test_a_mail_server_that_is_away_is_asked_again_and_the_message_fails_in_the_end(monkeypatch):
    message = write()
    with monkeypatch.context() as patched:
        broken(patched, OSError("no route"))
        for tried in range(1, task_of(SEND_TASK).max_starts + 1):
            message.refresh_from_db()
            assert message.state == OutboxState.WAITING
            assert work() == 1
            message.refresh_from_db()
            assert message.tries == tried
    assert message.state == OutboxState.FAILED
    assert "no route" in message.error
    assert work() == 0
    with pytest.raises(NotAllowed):
        resend_message(message_id=message.pk, actor=VISITOR)
    resend_message(message_id=message.pk, actor=SYSTEM)
    assert AuditEntry.objects.get().action == "club.message.sent_again"
    assert work() == 1
    assert len(mail.outbox) == 1
    with pytest.raises(MessageNotFailed):
        resend_message(message_id=message.pk, actor=SYSTEM)


def test_an_address_that_is_refused_for_good_is_not_tried_again(monkeypatch):
    message = write()
    broken(monkeypatch, SMTPRecipientsRefused({"a@b.example": (550, b"no such user")}))
    assert work() == 1
    message.refresh_from_db()
    assert (message.state, message.tries) == (OutboxState.FAILED, 1)
    assert Job.objects.get().state == JobState.FAILED


def test_the_retry_of_a_failed_job_sends_its_message(monkeypatch):
    message = write()
    with monkeypatch.context() as patch:
        broken(patch, SMTPRecipientsRefused({"a@b.example": (550, b"no such user")}))
        work()
    repeat_job(job_id=Job.objects.get().pk, actor=SYSTEM)
    message.refresh_from_db()
    assert (message.state, message.error) == (OutboxState.WAITING, "")
    assert work() == 1
    message.refresh_from_db()
    assert (message.state, len(mail.outbox)) == (OutboxState.SENT, 1)


def test_a_message_whose_job_was_deleted_is_resent_by_a_new_one():
    message = write()
    OutboxMessage.objects.update(state=OutboxState.FAILED)
    Job.objects.update(state=JobState.CANCELLED, finished_at=timezone.now() - timedelta(days=61))
    assert delete_done_jobs(days=60) == 1
    resend_message(message_id=message.pk, actor=SYSTEM)
    assert work() == 1
    message.refresh_from_db()
    assert (message.state, len(mail.outbox)) == (OutboxState.SENT, 1)


def test_a_message_that_was_sent_is_not_resent_and_gets_no_job():
    message = write()
    work()
    Job.objects.all().delete()
    with pytest.raises(MessageNotFailed):
        resend_message(message_id=message.pk, actor=SYSTEM)
    assert not Job.objects.exists()


def test_the_retry_of_a_message_sent_meanwhile_sends_none():
    message = write()
    work()
    Job.objects.update(state=JobState.FAILED)
    repeat_job(job_id=Job.objects.get().pk, actor=SYSTEM)
    assert work() == 1
    message.refresh_from_db()
    assert (message.state, len(mail.outbox)) == (OutboxState.SENT, 1)


def test_every_try_carries_the_same_message_id():
    message = write()
    work()
    OutboxMessage.objects.update(state=OutboxState.WAITING)
    jobs.run_again(key=f"outbox:{message.pk}")
    work()
    first, second = mail.outbox
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]


def test_djangos_own_mail_goes_through_the_outbox_and_keeps_no_code(outbox_backend):
    with translation.override("fr"):
        send_mail(
            "Sign in", "Your code is 123", None, ["a@b.example", "c@d.example"], html_message="<b>123</b>"
        )
    assert [row.language for row in OutboxMessage.objects.all()] == ["fr", "fr"]
    assert work() == 2
    assert sorted(sent.to[0] for sent in mail.outbox) == ["a@b.example", "c@d.example"]
    assert mail.outbox[0].alternatives[0][0] == "<b>123</b>"
    assert {row.text + row.html for row in OutboxMessage.objects.all()} == {""}


def test_the_mail_address_of_the_environment_is_read(tmp_path):
    assert mail_settings(url="", data_dir=tmp_path)["OPTIONS"] == {"file_path": str(tmp_path / "mail")}
    assert mail_settings(url="file:///var/mails", data_dir=tmp_path)["OPTIONS"] == {
        "file_path": str(Path("/var/mails"))
    }
    assert mail_settings(url="console:", data_dir=tmp_path)["BACKEND"].endswith("console.EmailBackend")
    options = mail_settings(url="smtp://me:p%40ss@mail.example", data_dir=tmp_path)["OPTIONS"]
    assert (options["host"], options["port"], options["password"]) == ("mail.example", 587, "p@ss")
    assert (options["use_tls"], options["use_ssl"]) == (True, False)
    options = mail_settings(url="smtps://mail.example", data_dir=tmp_path)["OPTIONS"]
    assert (options["port"], options["use_tls"], options["use_ssl"]) == (465, False, True)
    assert not mail_settings(url="smtp://localhost:25?starttls=0", data_dir=tmp_path)["OPTIONS"]["use_tls"]


@pytest.mark.parametrize(
    "url", ["http://x", "smtp://", "smtp://x:port", "smtp://x?tls=1", "smtp://x?starttls=maybe"]
)
def test_a_mail_address_that_cannot_be_meant_stops_the_start(url, tmp_path):
    with pytest.raises(ImproperlyConfigured):
        mail_settings(url=url, data_dir=tmp_path)
