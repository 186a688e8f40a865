"""The public process: what strangers ask for is computed there, and all else where it was asked."""

import asyncio
import json
import subprocess
import sys

import pytest
from django.conf import settings
from django.contrib.messages.storage.session import SessionStorage
from django.test import RequestFactory
from django.urls import resolve, reverse

from club.core import metrics
from club.core.known_callers import KNOWN_CALLERS, credential_in
from club.live.hub import public_process
from club.live.hub.lanes import Lanes
from club.live.hub.public_process import COMPUTED_POSTS, Answering, PublicProcess, is_computed
from club.management.commands.answer import LEAVES

SEARCH = "/games/"
SESSION = f"{settings.SESSION_COOKIE_NAME}=abc"
START = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]}


@pytest.fixture(autouse=True)
def _fresh():
    KNOWN_CALLERS.clear()
    yield
    KNOWN_CALLERS.clear()
    metrics._PASSED_ON.clear()


def scope_of(path, *, method="GET", query="", headers=()):
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
        "client": ("10.0.0.1", 4711),
        "server": ("127.0.0.1", 8000),
        "extensions": {},
    }


class TwoProcesses:
    """A page server and its public process in one loop, over a real socket."""

    def __init__(self, folder, answer):
        self.path = str(folder / "public")
        self.answer = answer
        self.own_answers = []
        self.seen = []
        self.process, self.answering = PublicProcess(self.path, self.own), Answering(self.application)

    async def own(self, scope, receive, send):
        body = (await receive())["body"]
        self.own_answers.append((scope["path"], body))
        await send(START)
        await send({"type": "http.response.body", "body": b"own", "more_body": False})

    async def application(self, scope, receive, send):
        self.seen.append((scope, await receive(), await receive()))
        await self.answer(scope, send)

    async def ask(self, scope, body=b"", parts=None):
        given = list(parts or [body])

        async def receive():
            part = given.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(given)}

        told = []

        async def send(message):
            told.append(message)

        await self.process(scope, receive, send)
        return told


def run(story, folder, answer):
    async def told():
        both = TwoProcesses(folder, answer)
        ready = asyncio.Event()
        serving = asyncio.create_task(both.answering.serve(both.path, on_ready=ready.set))
        await ready.wait()
        try:
            await asyncio.wait_for(story(both), 30)
        finally:
            serving.cancel()

    asyncio.run(told())


async def answer_in_parts(_scope, send):
    await send(START)
    await send({"type": "http.response.body", "body": b"\x00one", "more_body": True})
    await send({"type": "http.response.body", "body": b"two"})


def test_a_request_arrives_whole_and_its_answer_comes_in_its_parts(tmp_path):
    async def story(both):
        asked = scope_of("/api/v1/judge", method="POST", headers=[("x-name", "é")])
        told = await both.ask(asked, parts=[b"\xff\x00", b"{}"])
        ((scope, body, end),) = both.seen
        assert scope == {name: value for name, value in asked.items() if name != "extensions"} | {
            "client": ["10.0.0.1", 4711],
            "server": ["127.0.0.1", 8000],
        }
        assert body == {"type": "http.request", "body": b"\xff\x00{}", "more_body": False}
        assert end == {"type": "http.disconnect"}
        assert told == [
            START,
            {"type": "http.response.body", "body": b"\x00one", "more_body": True},
            {"type": "http.response.body", "body": b"two", "more_body": False},
        ]
        assert both.own_answers == []

    run(story, tmp_path, answer_in_parts)


@pytest.mark.parametrize("is_there", [True, False])
def test_without_a_second_process_everything_is_answered_here(tmp_path, is_there):
    async def story(both):
        both.process.path = "" if is_there else str(tmp_path / "nobody")
        told = await both.ask(scope_of("/api/v1/judge", method="POST"), b"{}")
        assert told[1]["body"] == b"own"
        assert both.own_answers == [("/api/v1/judge", b"{}")]

    run(story, tmp_path, answer_in_parts)


def test_a_body_that_is_too_long_is_refused_here(tmp_path, settings):
    async def story(both):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
        await both.ask(scope_of("/api/v1/judge", method="POST"), parts=[b"x" * 70_000, b"more"])
        assert both.own_answers == [("/api/v1/judge", b"x" * 70_000)]
        assert both.seen == []

    run(story, tmp_path, answer_in_parts)


def test_a_request_that_ends_the_process_is_not_repeated_here(tmp_path):
    async def end(_scope, _send):
        raise ConnectionAbortedError

    async def story(both):
        told = await both.ask(scope_of(SEARCH, query="q=x"))
        assert told[0]["status"] == 503
        assert (b"retry-after", b"3") in told[0]["headers"]
        assert json.loads(told[1]["body"])["code"] == "site_busy"
        assert both.own_answers == []

    run(story, tmp_path, end)


def test_a_process_that_hangs_holds_no_turn_of_strangers(tmp_path, monkeypatch):
    monkeypatch.setattr("club.live.hub.public_process.ANSWER_SECONDS", 0.05)

    async def hang(_scope, _send):
        await asyncio.Event().wait()

    async def story(both):
        told = await both.ask(scope_of(SEARCH, query="q=x"))
        assert told[0]["status"] == 503
        assert both.own_answers == []

    run(story, tmp_path, hang)


HANGING = """
import asyncio, sys, time
import django
django.setup()
from club.live.hub import public_process

def hang():
    time.sleep(60)

async def compute(scope, receive, send):
    if scope["path"] == "/thread":
        await asyncio.to_thread(hang)
    hang()

public_process.HANG_SECONDS = 1.0
answering = public_process.Answering(compute)
asyncio.run(answering.serve(sys.argv[1], on_ready=lambda: print("ready", flush=True)))
"""


@pytest.mark.processes
@pytest.mark.parametrize("path", ["/thread", "/loop"])
def test_a_process_that_hangs_ends_and_says_where(tmp_path, path):
    both = TwoProcesses(tmp_path, None)
    command = [sys.executable, "-c", HANGING, both.path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            told = asyncio.run(asyncio.wait_for(both.ask(scope_of(path)), 30))
            assert process.wait(30) == 1
        finally:
            process.kill()
        assert "in hang\n" in process.stderr.read()
    assert told[0]["status"] == 503


def test_waiting_for_a_slow_reader_is_no_computation(tmp_path, monkeypatch):
    computed, at_frames = [], []
    original = public_process.write_frame

    async def story(both):
        async def compute(scope, send):
            computed.append(len(both.answering.computed_since))
            await answer_in_parts(scope, send)

        async def write(*arguments):
            at_frames.append(len(both.answering.computed_since))
            await original(*arguments)

        both.answer = compute
        monkeypatch.setattr(public_process, "write_frame", write)
        await both.ask(scope_of(SEARCH, query="q=x"))
        assert computed == [1]
        assert at_frames == [0, 0, 0, 0]  # the request, and three parts of the answer

    run(story, tmp_path, None)


def test_a_process_that_starts_again_creates_the_folder_of_its_socket_if_that_is_gone(tmp_path):
    async def story(both):
        told = await both.ask(scope_of(SEARCH, query="q=x"))
        assert told[-1]["body"] == b"two"

    run(story, tmp_path / "gone", answer_in_parts)
    assert (tmp_path / "gone").stat().st_mode & 0o777 == 0o700


def test_an_answer_that_breaks_off_is_not_completed(tmp_path):
    async def break_off(_scope, send):
        await send(START)
        await send({"type": "http.response.body", "body": b"one", "more_body": True})
        raise ConnectionAbortedError

    async def story(both):
        told = await both.ask(scope_of(SEARCH, query="q=x"))
        assert told == [START, {"type": "http.response.body", "body": b"one", "more_body": True}]

    run(story, tmp_path, break_off)


async def answer_a_known_caller(scope, send):
    cookie = dict(scope["headers"])[b"cookie"].decode()
    KNOWN_CALLERS.note(RequestFactory(headers={"cookie": cookie}).get("/"), by_token=False)
    await answer_in_parts(scope, send)


async def leave_to_page_server(scope, send):
    cookie = dict(scope["headers"])[b"cookie"].decode()
    KNOWN_CALLERS.note(RequestFactory(headers={"cookie": cookie}).get("/"), by_token=False)
    await send({"type": "http.response.start", "status": 204, "headers": [(b"x-left", b"1")]})
    await send({"type": "http.response.body", "body": b""})


def test_what_made_its_caller_known_is_not_asked_a_second_time(tmp_path):
    """A link that signs in has been used when the second process notes the caller."""

    async def story(both):
        told = await both.ask(scope_of("/desk/", headers=[("cookie", SESSION)]))
        assert told[-1]["body"] == b"two"
        assert both.own_answers == []
        assert KNOWN_CALLERS.is_known(credential_in(SESSION, ""))

    run(story, tmp_path, answer_a_known_caller)


@pytest.fixture
def second_process(settings, client):
    """Client of pages as the second process has them."""
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, LEAVES]
    client.handler.load_middleware()
    return client


@pytest.mark.django_db
def test_a_page_of_an_account_is_left_before_its_view_uses_anything_up(
    second_process, django_user_model, monkeypatch
):
    counted = []
    monkeypatch.setattr("club.core.request_log.count_request", lambda **facts: counted.append(facts))
    user = django_user_model.objects.create_user(email="chair@example.org")
    second_process.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    session = second_process.session
    session[SessionStorage.session_key] = kept = '[["__json_message",0,20,"Saved."]]'
    session.save()
    answer = second_process.get(SEARCH)
    assert (answer.status_code, answer.headers["X-Left"]) == (204, "1")
    assert counted == []
    assert second_process.session[SessionStorage.session_key] == kept
    assert KNOWN_CALLERS.is_known(credential_in(f"{settings.SESSION_COOKIE_NAME}={session.session_key}", ""))


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", ["", SESSION])
def test_a_page_of_a_stranger_is_answered_by_the_second_process(second_process, cookie):
    headers = {"cookie": cookie} if cookie else {}
    answer = second_process.get(SEARCH, headers=headers)
    assert answer.status_code == 200
    assert "X-Left" not in answer.headers


def test_a_page_of_a_known_caller_is_answered_here_and_the_next_at_once(tmp_path):
    """The two processes have a memory each: here they share one, so that it is emptied in between."""

    async def story(both):
        told = await both.ask(scope_of("/desk/", headers=[("cookie", SESSION)]))
        assert len(both.seen) == 1
        assert both.own_answers == [("/desk/", b"")]
        assert told[1]["body"] == b"own"
        assert KNOWN_CALLERS.is_known(credential_in(SESSION, ""))

    run(story, tmp_path, leave_to_page_server)


def test_what_a_known_caller_sent_is_computed_once(tmp_path):
    async def story(both):
        told = await both.ask(scope_of("/api/v1/judge", method="POST", headers=[("cookie", SESSION)]), b"{}")
        assert told[-1]["body"] == b"two"
        assert both.own_answers == []
        assert KNOWN_CALLERS.is_known(credential_in(SESSION, ""))

    run(story, tmp_path, answer_a_known_caller)


def test_an_invented_session_gains_nothing(tmp_path):
    async def story(both):
        told = await both.ask(scope_of("/desk/", headers=[("cookie", SESSION)]))
        assert told[-1]["body"] == b"two"
        assert not KNOWN_CALLERS.is_known(credential_in(SESSION, ""))

    run(story, tmp_path, answer_in_parts)


def test_hosts_of_an_open_hall_are_told_with_each_request(tmp_path, settings, monkeypatch):
    """Both sides of this test have the same settings: they change while the request is under way."""
    given = []

    async def story(both):
        settings.ALLOWED_HOSTS, settings.PHONE_ADDRESS = ["10.0.0.9"], "http://10.0.0.9/"
        original = both.process._pass_on

        async def changed(*arguments):
            told = asyncio.create_task(original(*arguments))
            await asyncio.sleep(0)  # the request is written
            settings.ALLOWED_HOSTS, settings.PHONE_ADDRESS = ["localhost"], ""
            return await told

        monkeypatch.setattr(both.process, "_pass_on", changed)
        await both.ask(scope_of(SEARCH, query="q=x"))
        assert given == [(["10.0.0.9"], "http://10.0.0.9/")]

    async def note(scope, send):
        given.append((settings.ALLOWED_HOSTS, settings.PHONE_ADDRESS))
        await answer_in_parts(scope, send)

    run(story, tmp_path, note)


def test_answers_are_counted_by_the_page_server(tmp_path, monkeypatch):
    counted = []

    async def story(both):
        monkeypatch.setattr(
            "club.live.hub.public_process.count_request", lambda **facts: counted.append(facts)
        )
        await both.ask(scope_of(SEARCH, query="q=x"))
        assert counted == [{"view": "games:list", "method": "GET", "status": 200, "seconds": 0.5}]

    async def count(scope, send):
        metrics.count_request(view="games:list", method="GET", status=200, seconds=0.5)
        await answer_in_parts(scope, send)

    run(story, tmp_path, count)


@pytest.mark.parametrize(
    ("asked", "is_passed_on"),
    [
        pytest.param({"path": "/games/", "query": "q=martins"}, True, id="a search"),
        pytest.param({"path": "/api/v1/sections/1/standings"}, True, id="the API"),
        pytest.param({"path": "/e/spring/open/paper/a4/standings.pdf"}, True, id="paper"),
        pytest.param({"path": "/nowhere/"}, True, id="an address that is not there"),
        pytest.param({"path": "/e/spring/open/standings/"}, False, id="a published page"),
        pytest.param({"path": "/e/spring/open/standings/", "query": "x=1"}, False, id="a made-up query"),
        pytest.param(
            {"path": "/e/spring/open/standings/", "headers": [("hx-request", "true")]},
            True,
            id="a part of a page",
        ),
        pytest.param({"path": "/games/1/", "query": "page=2"}, True, id="a parameter that some page reads"),
        pytest.param({"path": "/static/club/base.css"}, False, id="a file"),
        pytest.param({"path": "/api/v1/live/event-1", "query": "poll=1"}, False, id="news"),
        pytest.param({"path": "/healthz"}, False, id="health"),
        pytest.param({"path": "/metrics"}, False, id="counts"),
        pytest.param({"path": "/hall-check/abc/"}, False, id="the check of the hall"),
        pytest.param({"path": "/api/v1/hall/"}, False, id="the hall by the API"),
        pytest.param({"path": "/screens/abc/"}, False, id="a screen, which the desk sees as on"),
        pytest.param({"path": "/games/check/", "method": "POST"}, True, id="a check"),
        pytest.param({"path": "/accounts/login/", "method": "POST"}, False, id="a sign-in"),
        pytest.param({"path": "/join/", "method": "POST"}, False, id="a form"),
        pytest.param({"path": "/api/v1/judge", "method": "OPTIONS"}, False, id="a question about a method"),
    ],
)
def test_what_is_passed_on(asked, is_passed_on):
    assert is_computed(scope_of(**asked)) == is_passed_on


def test_every_address_that_is_named_is_there():
    views = [resolve(path) for path in COMPUTED_POSTS if not path.endswith("positions/")]
    assert len(views) == len(COMPUTED_POSTS) - 1
    assert reverse("club:hall_check", args=["abc"]).startswith("/hall-check/")
    assert reverse("club-api:hall") == "/api/v1/hall/"
    assert reverse("tournaments:screen", args=["abc"]) == "/screens/abc/"


def test_the_desk_is_answered_here_while_the_second_process_computes(tmp_path):
    """With lanes before it: a stranger's search hangs, and a known caller is answered by this process."""

    async def story(both):
        lanes = Lanes(both.own, both.process)
        arrived, hangs = asyncio.Event(), asyncio.Event()

        async def hang(_scope, _send):
            arrived.set()
            await hangs.wait()

        both.answer = hang

        async def ask(scope):
            told = []

            async def receive():
                if told:
                    await asyncio.Event().wait()
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message):
                told.append(message)

            await lanes(scope, receive, send)
            return told

        stranger = asyncio.create_task(ask(scope_of(SEARCH, query="q=x")))
        await arrived.wait()
        KNOWN_CALLERS.note_credential(credential_in(SESSION, ""))
        told = await ask(scope_of("/desk/", headers=[("cookie", SESSION)]))
        assert told[1]["body"] == b"own"
        assert not stranger.done()
        hangs.set()
        assert (await stranger)[0]["status"] == 503

    run(story, tmp_path, answer_in_parts)
