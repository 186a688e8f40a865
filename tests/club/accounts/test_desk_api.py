"""Passes, tokens, work and messages over the API: the same services and capabilities as at the desk."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from people import account, browser_of, club
from worlds import world

from club.accounts.services.passes import make_pass, redeem_code, redeem_secret
from club.accounts.services.tokens import make_token
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.jobs.services.outbox import write_message
from club.models import (
    ApiToken,
    AuditEntry,
    HelperPass,
    Job,
    JobState,
    OutboxMessage,
    OutboxState,
    PassLevel,
    User,
)

pytestmark = pytest.mark.django_db
JSON = {"content_type": "application/json"}


@world
def owner():
    return account("owner", role="owner")


@world
def desk(owner):
    return browser_of(owner)


@world
def stranger():
    """The owner of another club."""
    return browser_of(account("stranger", role="owner", at=club("south")))


def by_token(user, *abilities):
    made = make_token(name="t", abilities=abilities, lasts=timedelta(days=1), actor=Actor.of_user(user))
    return {"headers": {"Authorization": f"Bearer {made.token}"}}


def tomorrow():
    return (timezone.now() + timedelta(days=1)).isoformat()


# -- passes ------------------------------------------------------------------------------------------


def test_what_opens_a_pass_is_told_once(desk, owner):
    given = {"club": "north", "label": "Table 1", "expires_at": tomorrow(), "last_board": 8}
    answer = desk.post("/api/v1/passes/", given, **JSON)
    made = answer.json()
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    assert (made["level"], made["first_board"], made["last_board"]) == ("helper", None, 8)
    row = redeem_code(code=made["code"], actor=SYSTEM)
    assert redeem_secret(secret=made["link"].rstrip("/").rpartition("/")[2], actor=SYSTEM) == row
    assert row.created_by == owner
    for address in ("/api/v1/passes/", answer.headers["Location"]):
        text = desk.get(address).content.decode()
        assert "Table 1" in text
        assert made["code"] not in text
        assert "secret" not in text
    assert desk.get("/api/v1/passes/?club=north").json()["count"] == 1


def test_a_pass_is_taken_back_over_the_api(desk, stranger):
    scope, until = Scope(club().pk), timezone.now() + timedelta(days=1)
    held = make_pass(label="Hall", level=PassLevel.DEPUTY, scope=scope, expires_at=until, actor=SYSTEM).row
    address = f"/api/v1/passes/{held.pk}/"
    assert stranger.delete(address).status_code == 403
    assert stranger.get("/api/v1/passes/?club=north").json()["results"] == []
    assert desk.delete(address).status_code == 204
    assert desk.delete(address).json()["code"] == "pass_over"
    assert desk.get(address).json()["revoked_at"] is not None
    assert AuditEntry.objects.first().action == "club.pass.revoked"


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"expires_at": "2000-01-01T00:00:00Z"}, 422, "pass_too_long"),
        ({"first_board": 9, "last_board": 2}, 422, "boards_out_of_order"),
        ({"section": 1}, 400, "invalid"),
        ({"club": "nowhere"}, 422, "unknown_organisation"),
        ({"club": "south"}, 403, "not_allowed"),
    ],
)
def test_a_pass_that_cannot_be_is_refused(desk, stranger, wrong, status, code):
    given = {"club": "north", "label": "Table 1", "expires_at": tomorrow(), **wrong}
    answer = desk.post("/api/v1/passes/", given, **JSON)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not HelperPass.objects.exists()


# -- tokens ------------------------------------------------------------------------------------------


def test_a_token_is_told_once_and_does_what_was_named(desk, client, owner):
    given = {"name": "Score board", "abilities": ["see_jobs", "see_jobs"], "days": 7}
    answer = desk.post("/api/v1/tokens/", given, **JSON)
    made = answer.json()
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    assert made["abilities"] == ["see_jobs"]
    row = ApiToken.objects.get()
    assert timedelta(days=6) < row.expiry - timezone.now() <= timedelta(days=7)
    listed = desk.get("/api/v1/tokens/")
    assert [one["name"] for one in listed.json()] == ["Score board"]
    assert made["token"] not in listed.content.decode()
    bearer = {"headers": {"Authorization": f"Bearer {made['token']}"}}
    assert client.get("/api/v1/jobs/", **bearer).status_code == 200
    assert client.get("/api/v1/outbox/", **bearer).status_code == 403
    assert desk.delete(f"/api/v1/tokens/{made['id']}/").status_code == 204
    assert client.get("/api/v1/jobs/", **bearer).json()["code"] == "token_taken_back"
    assert desk.delete(f"/api/v1/tokens/{made['id']}/").json()["code"] == "token_is_over"


def test_a_token_neither_makes_nor_takes_back_tokens(client, owner):
    bearer = by_token(owner, Capability.GRANT_ROLES, Capability.MAKE_PASSES)
    answer = client.post("/api/v1/tokens/", {"name": "child"}, **JSON, **bearer)
    assert (answer.status_code, answer.json()["code"]) == (403, "session_needed")
    assert answer.json()["title"] == "A token cannot create or revoke tokens."
    own = client.get("/api/v1/tokens/", **bearer).json()[0]["id"]
    assert client.delete(f"/api/v1/tokens/{own}/", **bearer).json()["code"] == "session_needed"
    assert ApiToken.objects.get().is_live


def test_no_token_goes_beyond_its_account(stranger, client):
    player = browser_of(account("player", role="player"))
    wide = player.post("/api/v1/tokens/", {"name": "t", "abilities": ["import_games"]}, **JSON)
    assert (wide.status_code, wide.json()["code"]) == (403, "ability_not_yours")
    assert player.post("/api/v1/tokens/", {"name": "t", "days": 400}, **JSON).status_code == 400
    mine = player.post("/api/v1/tokens/", {"name": "t"}, **JSON).json()["id"]
    assert stranger.delete(f"/api/v1/tokens/{mine}/").json()["code"] == "unknown_token"
    assert stranger.get("/api/v1/tokens/").json() == []
    assert client.get("/api/v1/tokens/").status_code == 401


# -- work --------------------------------------------------------------------------------------------


def a_job(slug="north", key="k", **facts):
    return Job.objects.create(key=key, task="games.read_slice", organisation=club(slug), **facts).pk


def test_work_is_seen_with_how_far_it_is(client, owner, stranger):
    mine = a_job(steps_done=3, steps=10, error="Traceback\nValueError: full")
    a_job("south", "theirs")
    bearer = by_token(owner, Capability.SEE_JOBS)
    (one,) = client.get("/api/v1/jobs/", **bearer).json()["results"]
    assert (one["id"], one["club"], one["state"], one["steps_done"], one["steps"]) == (
        *(mine, "north", "waiting", 3, 10),
    )
    assert (one["error"], one["channel"]) == ("ValueError: full", f"job:{mine}")
    assert client.get(f"/api/v1/jobs/{mine}/", **bearer).json() == one
    assert client.get("/api/v1/jobs/?state=done", **bearer).json()["count"] == 0
    assert client.get("/api/v1/jobs/?state=running", **bearer).status_code == 400
    assert client.post(f"/api/v1/jobs/{mine}/cancel/", **bearer).status_code == 403
    assert stranger.get(f"/api/v1/jobs/{mine}/").status_code == 403


def test_work_is_cancelled_and_repeated(desk, stranger):
    mine = a_job()
    assert stranger.post(f"/api/v1/jobs/{mine}/cancel/").status_code == 403
    assert desk.post(f"/api/v1/jobs/{mine}/repeat/").json()["code"] == "job_not_failed"
    assert desk.post(f"/api/v1/jobs/{mine}/cancel/").json()["state"] == "cancelled"
    assert desk.post(f"/api/v1/jobs/{mine}/cancel/").json()["code"] == "job_is_over"
    Job.objects.update(state=JobState.FAILED, starts=8)
    again = desk.post(f"/api/v1/jobs/{mine}/repeat/").json()
    assert (again["state"], again["starts"]) == ("waiting", 0)
    assert desk.post("/api/v1/jobs/999999/cancel/").status_code == 404


# -- messages ----------------------------------------------------------------------------------------


def test_a_message_is_seen_without_what_is_in_it_and_sent_again(desk, stranger):
    mine = write_message(
        key="m", to="a@b.example", subject="Round 1", text="hidden words", organisation_id=club().pk
    )
    write_message(key="s", to="x@y.example", subject="Other", text="x", organisation_id=club("south").pk)
    answer = desk.get("/api/v1/outbox/")
    (one,) = answer.json()["results"]
    assert (one["to"], one["subject"], one["state"]) == ("a@b.example", "Round 1", "waiting")
    assert "hidden words" not in answer.content.decode()
    address = f"/api/v1/outbox/{mine.pk}/send/"
    assert desk.post(address).json()["code"] == "message_not_failed"
    OutboxMessage.objects.filter(pk=mine.pk).update(state=OutboxState.FAILED, error="550 nobody")
    assert desk.get("/api/v1/outbox/?state=failed").json()["count"] == 1
    assert stranger.post(address).status_code == 403
    again = desk.post(address).json()
    assert (again["state"], again["error"]) == ("waiting", "")


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 20_000, '{"name": [' + "[" * 50_000])
def test_json_nested_without_end_is_refused(body):
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("anna@club.example", "x"))
    answer = client.post("/api/v1/persons/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "parse_error"
