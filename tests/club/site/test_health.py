"""/healthz, /readyz and /metrics."""

from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.utils import timezone

from club.jobs.services.job_control import beat
from club.models import Job, OutboxMessage, WorkerBeat
from club.site import readiness
from games.compiled import kernel_form

pytestmark = pytest.mark.django_db


def test_healthz_asks_nobody(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "kernel": kernel_form()})
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_site_with_a_worker_is_ready(client, monkeypatch):
    monkeypatch.setitem(readiness.PARTS, "broker", lambda: True)
    beat()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ready",
        "parts": {"database": "ok", "broker": "ok", "worker": "ok", "disk": "ok"},
    }


def test_a_silent_worker_is_named(client, monkeypatch):
    monkeypatch.setitem(readiness.PARTS, "broker", lambda: True)
    WorkerBeat.objects.create(name="old", at=timezone.now() - timedelta(minutes=5))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert [name for name, state in answer.json()["parts"].items() if state == "failed"] == ["worker"]


def test_a_full_disk_is_named(client, settings):
    settings.LEAST_DISK = 1 << 60
    assert client.get("/readyz").json()["parts"]["disk"] == "failed"


def test_a_dead_broker_is_named_without_its_address(client, settings):
    settings.REDIS_URL = "redis://:topsecret@127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["parts"]["broker"] == "failed"
    assert "topsecret" not in answer.content.decode()


def test_a_dead_database_is_named_without_its_error(client, monkeypatch):
    def dead(*_args, **_kwargs):
        raise DatabaseError("password of club is topsecret")

    monkeypatch.setattr(readiness, "heartbeat_age", dead)
    monkeypatch.setattr(readiness.connection, "cursor", dead)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["parts"]["database"] == "failed"
    assert "topsecret" not in answer.content.decode()


def test_a_worker_keeps_one_row_and_the_old_ones_go():
    WorkerBeat.objects.create(name="gone:1", at=timezone.now() - timedelta(days=2))
    beat()
    beat()
    assert WorkerBeat.objects.count() == 1


def test_metrics_tell_requests_jobs_and_messages(client):
    Job.objects.create(key="k", task="club.none", state="failed")
    Job.objects.create(key="w", task="club.none", due_at=timezone.now() - timedelta(seconds=90))
    OutboxMessage.objects.create(key="m", to="a@b.example", subject="s", text="t")
    client.get("/laws/")
    told = client.get("/metrics").content.decode()
    assert 'draughts_requests_total{method="GET",status="200",view="games:laws"}' in told
    assert 'draughts_request_seconds_bucket{le="0.1",view="games:laws"}' in told
    assert 'draughts_jobs{queue="bulk",state="failed"} 1.0' in told
    assert 'draughts_jobs{queue="interactive",state="waiting"} 0.0' in told
    assert 'draughts_outbox{state="waiting"} 1.0' in told
    assert float(told.split("\ndraughts_job_wait_seconds ")[1].split()[0]) >= 90
    assert "draughts_listeners 0.0" in told


def test_strangers_cannot_make_up_series(client):
    client.get("/no/such/page/made-up-by-a-stranger")
    client.generic("BREW", "/laws/")
    told = client.get("/metrics").content.decode()
    assert "stranger" not in told
    assert 'method="other"' in told
    assert "BREW" not in told


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, 200),
        ({"REMOTE_ADDR": "203.0.113.9"}, 403),
        # A proxy on this machine asks for another one.
        ({"HTTP_X_FORWARDED_FOR": "203.0.113.9"}, 403),
        ({"HTTP_X_REAL_IP": "203.0.113.9"}, 403),
        ({"HTTP_FORWARDED": "for=203.0.113.9"}, 403),
        ({"REMOTE_ADDR": "unknown"}, 403),
    ],
)
def test_metrics_without_a_token_are_for_the_machine_itself(client, given, expected):
    assert client.get("/metrics", **given).status_code == expected


@pytest.mark.parametrize(
    ("given", "expected"), [("Bearer s3cret-s3cret-s3", 200), ("Bearer other", 403), ("", 403)]
)
def test_metrics_by_token(client, settings, given, expected):
    settings.METRICS_TOKEN = "s3cret-s3cret-s3"
    assert client.get("/metrics", HTTP_AUTHORIZATION=given).status_code == expected
