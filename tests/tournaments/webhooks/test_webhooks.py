"""Webhooks of an event: signed, in order, at least once; failures, permissions, and what is never sent."""

import base64
import hashlib
import hmac
import json
import re
from datetime import timedelta

import pytest
from boundaries import REPOSITORY
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from event_rows import club_of, latest, published_round, section_of, somebody
from page_promises import check_promises
from push_service import PushService

from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from club.jobs.services.jobs import begin_next, run_job
from club.live.publishing import publish
from club.live.selectors import last_number
from club.models import AuditEntry, Job, JobState, LiveEvent, Queue
from tournaments.events.services.events import show_event
from tournaments.models import Event, Outcome, Webhook, WebhookFault, WebhookKind
from tournaments.results.services.results import record_result
from tournaments.webhooks import selectors
from tournaments.webhooks.errors import (
    TooManyWebhooks,
    WebhookAddressRefused,
    WebhookExists,
    WebhookOfHiddenEvent,
    WebhookWithoutKinds,
)
from tournaments.webhooks.services import delivery
from tournaments.webhooks.services.delivery import (
    DELIVER_TASK,
    LONGEST_PAUSE,
    MAX_FAILURES,
    deliver,
    plan_deliveries,
    send_test,
)
from tournaments.webhooks.services.webhooks import add_webhook, change_webhook, remove_webhook

pytestmark = pytest.mark.django_db
SITE = "https://north.example"
ADDRESS = "https://hooks.example.org/in/token"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with PushService(tmp_path_factory.mktemp("receiver")) as service:
        yield service


@pytest.fixture
def receiver(running, monkeypatch, settings):
    """A receiver on this machine, which the settings of the test let through."""
    running.messages, running.statuses = [], []
    monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate))
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = False
    return running


@pytest.fixture
def section():
    return section_of(players=4)


@pytest.fixture
def hook(section, receiver):
    return added(section, url=f"{receiver.origin}/in?a=b")


def added(section, *, url=ADDRESS, kinds=(WebhookKind.RESULTS, WebhookKind.ROUNDS), actor=SYSTEM):
    return add_webhook(event_id=section.event_id, url=url, kinds=kinds, site=SITE, actor=actor)


def told(receiver):
    """What the receiver got: the content of each message."""
    return [json.loads(one["body"]) for one in receiver.messages]


def numbers(receiver, channel):
    events = [one for message in told(receiver) for one in message["events"]]
    return [one["number"] for one in events if one["channel"] == channel]


def documented_check():
    """The function of the README that verifies a message."""
    text = (REPOSITORY / "tournaments" / "README.md").read_text(encoding="utf-8")
    (code,) = [one for one in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "is_genuine" in one]
    scope = {}
    exec(code, scope)  # noqa: S102 - the text of the README
    return scope["is_genuine"]


def wait_out(hook, **changes):
    """Let the pause after a failure be over."""
    Webhook.objects.filter(pk=hook.pk).update(next_at=timezone.now() - timedelta(seconds=1), **changes)
    deliver(webhook_id=hook.pk)
    hook.refresh_from_db()
    return hook


def test_a_result_is_sent_signed_as_the_specification_asks(section, hook, receiver):
    row = published_round(section)
    record_result(
        pairing_id=row.pairings.first().pk, game=1, outcome=Outcome.WHITE, actor=somebody("arbiter")
    )
    deliver(webhook_id=hook.pk)
    (message,) = receiver.messages
    headers = {name.lower(): value for name, value in message["headers"].items()}
    key = base64.b64decode(hook.secret.removeprefix("whsec_"))
    signed = b".".join(
        [headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), message["body"]]
    )
    computed = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert documented_check()(hook.secret, headers, message["body"])
    assert not documented_check()(hook.secret, headers, message["body"] + b" ")
    assert len(key) == 32
    assert headers["webhook-signature"] == f"v1,{computed}"
    assert headers["content-type"] == "application/json"
    assert abs(timezone.now().timestamp() - int(headers["webhook-timestamp"])) < 60
    (content,) = told(receiver)
    event = section.event
    assert content["id"] == headers["webhook-id"]
    assert content["event"] == {"id": event.pk, "slug": event.slug, "url": f"{SITE}/e/{event.slug}/"}
    assert (content["is_test"], content["is_reset"]) == (False, False)
    assert content["events"][-1]["kind"] == "result.changed"
    assert content["events"][-1]["data"]["board"] == 1
    hook.refresh_from_db()
    assert hook.cursors[f"section:{section.pk}"] == last_number(f"section:{section.pk}")


def test_it_begins_now_and_sends_the_chosen_channels_of_its_event_alone(section, receiver):
    publish(f"section:{section.pk}", "before")
    hook = added(section, url=f"{receiver.origin}/in", kinds=[WebhookKind.RESULTS, WebhookKind.BOARDS])
    event_id = section.event_id
    for channel in (f"section:{section.pk}", f"boards:{event_id}"):
        publish(channel, "sent")
    for kind in ("alerts", "cases", "event"):
        publish(f"{kind}:{event_id}", "other")
    for kind in ("reports", "rounds"):
        publish(f"{kind}:{section.pk}", "other")
    publish(f"section:{section.pk + 1000}", "other")
    deliver(webhook_id=hook.pk)
    (content,) = told(receiver)
    assert [one["kind"] for one in content["events"]] == ["sent", "sent"]


def test_every_event_once_and_in_order_over_several_messages(section, hook, receiver, monkeypatch):
    monkeypatch.setattr(selectors, "MAX_EVENTS", 3)
    channels = [f"section:{section.pk}", f"rounds:{section.pk}"]
    first = {name: last_number(name) for name in channels}
    for at in range(8):
        publish(channels[at % 2], "x", {"at": at})
    deliver(webhook_id=hook.pk)
    deliver(webhook_id=hook.pk)
    deliver(webhook_id=hook.pk)
    deliver(webhook_id=hook.pk)
    assert [len(one["events"]) for one in told(receiver)] == [3, 3, 2]
    assert [one["data"]["at"] for message in told(receiver) for one in message["events"]] == list(range(8))
    for name in channels:
        assert numbers(receiver, name) == list(range(first[name] + 1, first[name] + 5))


def test_what_was_not_taken_comes_again_with_the_same_id(section, hook, receiver):
    receiver.statuses = [500, 302, 204]
    publish(f"section:{section.pk}", "x")
    deliver(webhook_id=hook.pk)
    hook.refresh_from_db()
    assert (hook.failures, hook.last_status, hook.last_error) == (1, 500, WebhookFault.STATUS)
    deliver(webhook_id=hook.pk)  # it waits
    assert len(receiver.messages) == 1
    assert wait_out(hook).failures == 2
    wait_out(hook)
    assert (hook.failures, hook.last_status, hook.last_error, hook.next_at) == (0, 204, "", None)
    assert [one["events"][0]["kind"] for one in told(receiver)] == ["x", "x", "x"]
    assert len({one["id"] for one in told(receiver)}) == 1
    deliver(webhook_id=hook.pk)
    assert len(receiver.messages) == 3


def test_a_worker_that_dies_before_the_cursors_move_leaves_the_events(section, hook, receiver, monkeypatch):
    publish(f"section:{section.pk}", "x")
    with monkeypatch.context() as patched:
        patched.setattr(delivery, "_settle", lambda *_facts, **_more: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            deliver(webhook_id=hook.pk)
    deliver(webhook_id=hook.pk)  # the first may still be under way
    assert len(receiver.messages) == 1
    wait_out(hook)
    assert len({one["id"] for one in told(receiver)}) == 1
    assert len(receiver.messages) == 2


def test_two_workers_send_a_message_once(section, hook, receiver, monkeypatch):
    publish(f"section:{section.pk}", "x")
    real = delivery.next_batch

    def meanwhile(row):
        batch = real(row)
        monkeypatch.setattr(delivery, "next_batch", real)
        deliver(webhook_id=hook.pk)  # another worker, between the look and the claim of the first
        return batch

    monkeypatch.setattr(delivery, "next_batch", meanwhile)
    deliver(webhook_id=hook.pk)
    assert len(receiver.messages) == 1


def test_the_pause_grows_and_the_webhook_is_turned_off_and_on_again(section, hook, receiver):
    receiver.statuses = [503] * MAX_FAILURES
    publish(f"section:{section.pk}", "x")
    pauses = []
    for _time in range(MAX_FAILURES):
        wait_out(hook)
        pauses.append(round((hook.next_at - hook.last_at).total_seconds()))
    assert pauses[:3] == [30, 60, 120]
    assert pauses[-1] == LONGEST_PAUSE.total_seconds()
    assert not hook.is_on
    assert latest("tournaments.webhook.stopped").after["failures"] == MAX_FAILURES
    wait_out(hook)
    assert len(receiver.messages) == MAX_FAILURES
    change_webhook(webhook_id=hook.pk, is_on=True, actor=SYSTEM)
    deliver(webhook_id=hook.pk)
    assert told(receiver)[-1]["events"][0]["kind"] == "x"
    hook.refresh_from_db()
    assert (hook.is_on, hook.failures) == (True, 0)


def test_events_deleted_by_age_are_a_reset(section, hook, receiver):
    channel = f"section:{section.pk}"
    for _time in range(3):
        publish(channel, "x")
    last = last_number(channel)
    LiveEvent.objects.filter(channel__name=channel, number__lt=last).delete()
    deliver(webhook_id=hook.pk)
    (content,) = told(receiver)
    assert (content["is_reset"], [one["number"] for one in content["events"]]) == (True, [last])
    publish(channel, "x")
    LiveEvent.objects.filter(channel__name=channel).delete()
    deliver(webhook_id=hook.pk)
    assert (told(receiver)[1]["is_reset"], told(receiver)[1]["events"]) == (True, [])
    deliver(webhook_id=hook.pk)
    assert len(receiver.messages) == 2


def test_a_hidden_event_sends_nothing(section, hook, receiver):
    event = show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    publish(f"section:{section.pk}", "x")
    plan_deliveries()
    deliver(webhook_id=hook.pk)
    with pytest.raises(WebhookOfHiddenEvent):
        send_test(webhook_id=hook.pk, actor=SYSTEM)
    assert not Job.objects.filter(task=DELIVER_TASK).exists()
    assert receiver.messages == []
    assert "The event is hidden" in desk(event).get(page(event)).content.decode()


def test_jobs_deliver_and_rest_when_nothing_happens(section, hook, receiver, monkeypatch):
    with CaptureQueriesContext(connection) as asked:
        plan_deliveries()
    assert len(asked) <= 3
    assert not Job.objects.filter(task=DELIVER_TASK).exists()
    publish(f"section:{section.pk}", "x")
    monkeypatch.setattr(delivery, "DELIVER_EVERY", timedelta(days=36_500))  # one slot
    plan_deliveries()
    plan_deliveries()
    job = Job.objects.get(task=DELIVER_TASK)
    monkeypatch.setattr(delivery, "DELIVER_EVERY", timedelta(milliseconds=1))  # a slot each
    work()
    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert len(receiver.messages) == 1
    assert Job.objects.filter(task=DELIVER_TASK, state=JobState.WAITING).count() == 1  # looks again soon
    Webhook.objects.update(last_at=timezone.now() - delivery.AWAKE)
    work()
    assert not Job.objects.filter(task=DELIVER_TASK, state=JobState.WAITING).exists()


def work():
    """Run the deliveries that wait, as a worker does."""
    Job.objects.exclude(task=DELIVER_TASK).delete()
    Job.objects.filter(state=JobState.WAITING).update(due_at=timezone.now())
    if (key := begin_next(queue=Queue.BULK)) is not None:
        run_job(job_id=key)


def test_without_webhooks_a_look_is_one_query(section):
    with CaptureQueriesContext(connection) as asked:
        plan_deliveries()
    assert len(asked) == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/",
        "https://127.0.0.1/",
        "https://10.0.0.7/x",
        "https://printer.local/",
        "ftp",
    ],
)
def test_private_hosts_are_refused(section, url):
    with pytest.raises(WebhookAddressRefused):
        added(section, url=url)


def test_a_host_that_became_private_is_a_failure(section, hook, receiver, settings):
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = True
    publish(f"section:{section.pk}", "x")
    deliver(webhook_id=hook.pk)
    hook.refresh_from_db()
    assert (hook.last_error, hook.last_status, receiver.messages) == (WebhookFault.PRIVATE, None, [])


def test_what_is_refused(section):
    with pytest.raises(WebhookWithoutKinds):
        added(section, kinds=["moves"])
    added(section)
    with pytest.raises(WebhookExists):
        added(section)
    for at in range(4):
        added(section, url=f"{ADDRESS}/{at}")
    with pytest.raises(TooManyWebhooks):
        added(section, url=f"{ADDRESS}/5")


def test_a_kind_that_is_added_begins_now(section, hook):
    publish(f"event:{section.event_id}", "before")
    changed = change_webhook(webhook_id=hook.pk, kinds=["event", "rounds"], actor=SYSTEM)
    assert changed.cursors == {
        f"event:{section.event_id}": last_number(f"event:{section.event_id}"),
        f"rounds:{section.pk}": 0,
    }


def test_settings_are_in_the_audit_log_without_the_path_and_are_no_news(section):
    before = LiveEvent.objects.count()
    hook = added(section, actor=somebody("director"))
    change_webhook(webhook_id=hook.pk, is_on=False, actor=SYSTEM)
    remove_webhook(webhook_id=hook.pk, actor=SYSTEM)
    entries = AuditEntry.objects.filter(action__startswith="tournaments.webhook.").order_by("pk")
    assert [one.action.rpartition(".")[2] for one in entries] == ["added", "changed", "removed"]
    assert entries[0].after == {
        "host": "hooks.example.org",
        "event_kinds": ["rounds", "results"],
        "is_sending": True,
    }
    assert not any("token" in str(one.after) + str(one.before) for one in entries)
    assert LiveEvent.objects.count() == before


# ---- the page and the API ----


def page(event):
    return f"/desk/events/{event.pk}/webhooks/"


def desk(event, role="director"):
    client = Client()
    client.force_login(somebody(role, at=event.organisation).user)
    return client


def test_the_page_adds_tests_shows_the_secret_turns_off_and_removes(section, receiver):
    event = section.event
    client = desk(event)
    sent = {"url": f"{receiver.origin}/in", "kinds": ["rounds", "boards"]}
    answer = client.post(page(event), sent)
    check_promises(answer)
    hook = Webhook.objects.get()
    assert (hook.kinds, hook.site) == (["rounds", "boards"], "http://testserver")
    assert hook.secret in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    text = client.get(page(event)).content.decode()
    assert hook.secret not in text
    assert "Nothing was sent yet." in text
    assert hook.secret in client.post(f"{page(event)}{hook.pk}/secret/").content.decode()
    receiver.statuses = [200, 410]
    text = client.post(f"{page(event)}{hook.pk}/test/", follow=True).content.decode()
    assert "127.0.0.1 took the test message and answered 200." in text
    assert told(receiver)[0]["is_test"]
    text = client.post(f"{page(event)}{hook.pk}/test/", follow=True).content.decode()
    assert "127.0.0.1 did not take the test message: it answered 410." in text
    assert "Last answer: 410" in text
    client.post(f"{page(event)}{hook.pk}/off/")
    Webhook.objects.update(failures=MAX_FAILURES)
    text = client.get(page(event)).content.decode()
    assert "Turned off after 15 failures in a row." in text
    assert "Turn on webhook" in text
    client.post(f"{page(event)}{hook.pk}/on/")
    hook.refresh_from_db()
    assert (hook.is_on, hook.failures) == (True, 0)
    assert client.post(f"{page(event)}{hook.pk}/other/").status_code == 404
    client.post(f"{page(event)}{hook.pk}/remove/")
    assert not Webhook.objects.exists()


def test_a_private_address_is_refused_on_the_page(section):
    answer = desk(section.event).post(page(section.event), {"url": "https://10.0.0.1/", "kinds": ["rounds"]})
    assert answer.status_code == 422
    assert "is not an https address of a public host" in answer.content.decode()


def test_only_those_who_run_the_event_see_its_webhooks(section):
    hook = added(section)
    event = section.event
    other = section_of(players=2, club=club_of("south")).event
    for client in (desk(event, "treasurer"), desk(other)):
        assert client.get(page(event)).status_code == 403
        assert client.post(f"{page(event)}{hook.pk}/secret/").status_code == 403
        assert client.get(f"/api/v1/events/{event.pk}/webhooks/").status_code == 403
        assert client.post(f"/api/v1/webhooks/{hook.pk}/test").status_code == 403
        assert client.delete(f"/api/v1/webhooks/{hook.pk}/").status_code == 403
    with pytest.raises(NotAllowed):
        remove_webhook(webhook_id=hook.pk, actor=somebody("treasurer"))
    assert desk(other).post(f"{page(other)}{hook.pk}/secret/").status_code == 404


def test_the_api(section, receiver):
    client = desk(section.event)
    where = f"/api/v1/events/{section.event_id}/webhooks/"
    sent = {"url": f"{receiver.origin}/in", "kinds": ["results"]}
    made = client.post(where, sent, content_type="application/json")
    assert made.status_code == 201
    assert made.json()["secret"].startswith("whsec_")
    (listed,) = client.get(where).json()
    assert "secret" not in listed
    assert client.post(where, sent, content_type="application/json").status_code == 409
    one = f"/api/v1/webhooks/{listed['id']}/"
    changed = client.patch(one, {"kinds": ["event"], "is_on": False}, content_type="application/json")
    assert (changed.json()["kinds"], changed.json()["is_on"]) == (["event"], False)
    assert client.patch(one, {"kinds": ["moves"]}, content_type="application/json").status_code == 400
    assert client.post(f"{one}test").json()["last_status"] == 201
    assert client.delete(one).status_code == 204
    assert not Webhook.objects.exists()


def test_webhooks_go_with_their_event(section):
    added(section)
    Event.objects.filter(pk=section.event_id).delete()
    assert not Webhook.objects.exists()
