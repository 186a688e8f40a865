"""What stays in memory of a request that was answered, until the collector comes."""

import gc
import io
import json
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client, RequestFactory

from club.config import wsgi
from club.config.wsgi import application
from club.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("connection_stays_open")]

LARGE = 5_000
TOKEN = "a" * 32
GAME = '[Event "x"]\n[GameType "20"]\n\n' + "1. 32-28 19-23 2. 28x19 14x23 " * 300
SENT = {
    "read": ("/api/v1/judge", json.dumps({"pdn": GAME}), 200),
    "not read": ("/api/v1/clubs/nowhere/logo", json.dumps({"x": "y" * 50_000}), 415),
}


@pytest.fixture
def cookie():
    """A session, which refers to its request."""
    client = Client()
    client.force_login(User.objects.create_user("anna@club.example"))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={TOKEN}"


@pytest.mark.parametrize("sent", SENT)
def test_nothing_large_waits_for_a_full_collection(cookie, sent):
    """Text and answer are free once sent: what cannot be reached does not contain them."""
    kept, lists = kept_of(application, cookie, *SENT[sent])
    assert kept == []
    assert lists < 400


def test_a_handler_that_keeps_its_requests_is_found(cookie):
    kept, _lists = kept_of(WSGIHandler(), cookie, *SENT["not read"])
    assert kept != []


@pytest.mark.parametrize(("length", "times"), [(wsgi.LARGE_BODY, 1), (1_000, 0)], ids=["large", "small"])
def test_what_forms_and_fields_hold_is_collected_after_a_large_body(monkeypatch, length, times):
    collected = []
    monkeypatch.setattr(wsgi.gc, "collect", lambda: collected.append(True))
    body = urlencode({"pdn": f"{GAME} {{{'y' * length}}} *"})
    ask(application, "", "/games/check/", body, 200, kind="application/x-www-form-urlencoded")
    assert len(collected) == times


def kept_of(handler, *sent):
    """Return the lengths of large texts that an answer leaves to the collector, and how many lists."""
    ask(handler, *sent)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        ask(handler, *sent)
        gc.collect()
        texts = [value for value in walk(gc.garbage) if isinstance(value, str | bytes) and len(value) > LARGE]
        return sorted(map(len, texts)), sum(isinstance(value, list | dict) for value in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def ask(handler, cookie, address, body, status, *, kind="application/json"):
    """Ask as a server does."""
    content = body.encode()
    environ = RequestFactory().post(address, b"", content_type=kind).environ
    environ |= {"wsgi.input": Sent(content), "CONTENT_LENGTH": str(len(content)), "CONTENT_TYPE": kind}
    environ |= {"HTTP_COOKIE": cookie, "HTTP_X_CSRFTOKEN": TOKEN}
    told = []
    response = handler(environ, lambda line, *_more: told.append(line))
    assert sum(map(len, response)) > 0
    response.close()
    assert told[0].startswith(str(status))


class Sent:
    """A body that the collector sees, as that of a server; a stream of `io` would be closed by then."""

    def __init__(self, content):
        self.content = content
        stream = io.BytesIO(content)
        self.read, self.readline = stream.read, stream.readline


def walk(garbage):
    """Yield what the garbage holds directly, and in its instances' attributes."""
    for value in garbage:
        yield value
        yield from gc.get_referents(value)
