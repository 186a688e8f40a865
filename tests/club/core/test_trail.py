"""A request's number, its log line, its address, and how often it may come."""

import json
import logging
import time

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory

from club.core.known_callers import KNOWN_CALLERS, credential_in
from club.core.limits import count, limited
from club.core.logs import ContextFilter, JsonFormatter, TextFormatter
from club.site.middleware import ClientAddress

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.INFO, logger="club.requests")
    caplog.handler.addFilter(ContextFilter())
    return caplog


def test_a_sane_number_is_taken_over_and_handed_back(client):
    assert (
        client.get("/healthz", HTTP_X_REQUEST_ID="proxy-12345.a").headers["X-Request-ID"] == "proxy-12345.a"
    )


@pytest.mark.parametrize(
    "odd", ["", "short", "a b c d e f g h", "x" * 65, 'forged"},{"level', "new\nline-here"]
)
def test_an_odd_number_is_replaced(client, odd):
    number = client.get("/healthz", HTTP_X_REQUEST_ID=odd).headers["X-Request-ID"]
    assert len(number) == 32
    assert number != odd


def test_a_line_tells_view_status_and_sender_and_no_address_with_a_secret(client, lines):
    user = get_user_model().objects.create_user("anna@club.example", "x")
    client.force_login(user)
    client.post("/games/check/?secret=abc", {"pdn": "1. 11-15"}, HTTP_X_REQUEST_ID="number-1")
    (record,) = [line for line in lines.records if line.name == "club.requests"]
    told = json.loads(JsonFormatter().format(record))
    assert told["facts"]["view"] == "games:check"
    assert told["facts"]["status"] == 200
    assert told["request_id"] == "number-1"
    assert told["actor"] == f"user:{user.pk}"
    assert "abc" not in json.dumps(told)
    assert "anna" not in json.dumps(told)


def test_every_line_of_a_request_carries_its_number(client, lines, monkeypatch):
    monkeypatch.setattr(
        "club.site.pages.health.exposition", lambda: logging.getLogger("club.any").warning("inside") or b""
    )
    client.get("/metrics", HTTP_X_REQUEST_ID="number-2")
    (record,) = [line for line in lines.records if line.message == "inside"]
    assert record.request_id == "number-2"
    shown = TextFormatter("{levelname} {name}{place}: {message}", style="{").format(record)
    assert shown == "WARNING club.any [number-2 visitor]: inside"


def test_a_text_with_line_breaks_makes_no_second_line():
    record = logging.LogRecord("n", logging.ERROR, "f", 1, "bad %s", ("x\r\nERROR forged\u2028",), None)
    shown = TextFormatter("{levelname}: {message}", style="{").format(record)
    assert shown == r"ERROR: bad x\r\nERROR forged\u2028"
    assert len(logging.Formatter().format(record).splitlines()) == 2  # control: the formatter of Python


def test_lines_have_the_offset_of_their_time(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Amsterdam")
    time.tzset()
    record = logging.LogRecord("n", logging.ERROR, "f", 1, "m", (), None)
    record.created = 1_795_000_000.25
    assert TextFormatter("{asctime} {message}", style="{").format(record) == "2026-11-18 12:06:40+0100 m"
    assert json.loads(JsonFormatter().format(record))["at"] == "2026-11-18T11:06:40.250+00:00"
    monkeypatch.undo()
    time.tzset()


def test_health_checks_fill_no_log(client, lines):
    client.get("/healthz")
    assert not [line for line in lines.records if line.name == "club.requests"]


def test_a_traceback_is_part_of_its_line():
    fault = (ValueError, ValueError("torn"), None)
    record = logging.LogRecord("n", logging.ERROR, "f", 1, "m %s", ("x",), fault)
    told = json.loads(JsonFormatter().format(record))
    assert (told["message"], told["traceback"]) == ("m x", "ValueError: torn")


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "203.0.113.9", "127.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6, 203.0.113.9", "203.0.113.9"),  # the first was claimed by the visitor
        (2, "6.6.6.6, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (2, "203.0.113.9", "127.0.0.1"),
        (1, "not an address", "127.0.0.1"),
        (1, "", "127.0.0.1"),
    ],
)
def test_the_address_is_what_our_own_proxies_wrote(settings, proxies, forwarded, expected):
    settings.PROXIES = proxies
    seen = []
    ClientAddress(lambda request: seen.append(request.META["REMOTE_ADDR"]) or HttpResponse())(
        RequestFactory().get("/", HTTP_X_FORWARDED_FOR=forwarded)
    )
    assert seen == [expected]


def test_a_limit_counts_each_asker_alone():
    assert [count("a", "user-1", most=2, seconds=60).is_too_many for _ in range(3)] == [False, False, True]
    assert not count("a", "user-2", most=2, seconds=60).is_too_many
    assert not count("b", "user-1", most=2, seconds=60).is_too_many


def test_a_limited_view_says_when_to_come_back(rf):
    view = limited("pin", most=1, seconds=60)(lambda _request: HttpResponse("in"))
    assert view(rf.post("/pass/")).status_code == 200
    refused = view(rf.post("/pass/"))
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert view(rf.get("/pass/")).status_code == 200


@pytest.mark.parametrize("is_known", [True, False])
def test_a_helper_does_not_share_the_limit_of_strangers_in_the_hall(client, settings, is_known):
    settings.POSTS_A_MINUTE = 1
    headers = {"Authorization": "Bearer dc_helper"}
    if is_known:
        KNOWN_CALLERS.note_credential(credential_in("", headers["Authorization"]))
    check = {"path": "/games/check/", "data": {"pdn": "1. 11-15"}, "REMOTE_ADDR": f"10.9.8.{is_known:d}"}
    try:
        assert [client.post(**check).status_code for _ in range(2)] == [200, 429]
        assert client.post(**check, headers=headers).status_code == (200 if is_known else 429)
        assert client.post(**check, headers=headers).status_code == 429
    finally:
        KNOWN_CALLERS.clear()


def test_nobody_posts_without_end(client, settings):
    settings.POSTS_A_MINUTE = 2
    answers = [client.post("/api/v1/judge", {"pdn": "*"}, content_type="application/json") for _ in range(3)]
    assert [answer.status_code for answer in answers][-1] == 429
    assert answers[-1].headers["Content-Type"] == "application/problem+json"
    assert answers[-1].json()["code"] == "throttled"
    page = client.post("/games/check/", {"pdn": "*"})
    assert page.status_code == 429
    assert "Retry-After" in page.headers
    assert client.get("/games/check/").status_code == 200
