"""Lanes: known callers first, strangers in turn by address, and no thread for who is slow."""

import asyncio
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client, RequestFactory
from django.urls import reverse
from people import account

from club.core.known_callers import DEVICE_SALT, KNOWN_CALLERS, credential_in
from club.live.hub import lanes as module
from club.live.hub.lanes import Lanes, is_sign_in, is_work
from club.models import ApiToken

LOGIN = "/accounts/login/"


def session(name):
    return f"{settings.SESSION_COOKIE_NAME}={name}"


SESSION = session("known")


@pytest.fixture(autouse=True)
def _nobody_is_known():
    KNOWN_CALLERS.clear()
    yield
    KNOWN_CALLERS.clear()


class Site:
    """Lanes over an application whose answers are let go by the test."""

    def __init__(self):
        self.begun, self.bodies = [], []
        self.go = {}
        self.status = 200
        self.lanes = Lanes(self.answer, self.answer)

    async def answer(self, scope, receive, send):
        name = scope["name"]
        self.begun.append(name)
        body, is_more = b"", True
        while is_more:
            message = await receive()
            body += message.get("body", b"")
            is_more = message.get("more_body", False)
        self.bodies.append(body)
        await self.go.setdefault(name, asyncio.Event()).wait()
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok", "more_body": False})

    def let_go(self, name):
        self.go.setdefault(name, asyncio.Event()).set()

    def ask(
        self,
        name,
        path="/e/spring/",
        address="10.0.0.1",
        cookie="",
        parts=((b"", 0.0),),
        read_seconds=0.0,
        method="GET",
    ):
        """Ask from an address; the parts of the body come after some seconds, the answer is read slowly."""
        given = list(parts)
        hangs = asyncio.Event()

        async def receive():
            if not given:
                await hangs.wait()
                return {"type": "http.disconnect"}
            body, seconds = given.pop(0)
            await asyncio.sleep(seconds)
            return {"type": "http.request", "body": body, "more_body": bool(given)}

        told = []

        async def send(message):
            told.append(message)
            await asyncio.sleep(read_seconds)

        headers = [(b"content-length", str(sum(len(body) for body, _ in parts)).encode())]
        headers += [(b"cookie", cookie.encode())] if cookie else []
        scope = {
            "type": "http",
            "path": path,
            "headers": headers,
            "client": (address, 1),
            "name": name,
            "method": method,
        }
        task = asyncio.create_task(self.lanes(scope, receive, send))
        task.told, task.hang_up = told, hangs.set
        return task


def run(story):
    async def told():
        await asyncio.wait_for(story(Site()), 30)

    asyncio.run(told())


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def know(cookie=SESSION):
    KNOWN_CALLERS.note(RequestFactory(headers={"cookie": cookie}).get("/"), by_token=False)


def test_the_desk_is_answered_while_strangers_fill_their_lane():
    async def story(site):
        know()
        strangers = [site.ask(f"s{number}", address=f"10.0.0.{number}") for number in range(30)]
        await settle()
        assert site.begun == ["s0", "s1"]
        desk = site.ask("desk", cookie=SESSION)
        await settle()
        assert site.begun[-1] == "desk"
        site.let_go("desk")
        await desk
        assert desk.told[0]["status"] == 200
        for number in range(30):
            site.let_go(f"s{number}")
        await asyncio.gather(*strangers)
        assert len(site.begun) == 31

    run(story)


def test_strangers_go_one_at_a_time_while_the_desk_works(monkeypatch):
    async def story(site):
        know()
        desk = site.ask("desk", cookie=SESSION)
        await settle()
        tasks = [site.ask(name) for name in ("s0", "s1")] + [site.ask("w", path="/api/v1/judge")]
        await settle()
        assert site.begun == ["desk", "s0"]
        site.let_go("s0")
        await tasks[0]
        await settle()
        assert site.begun == ["desk", "s0", "w"], "pages and work alternate"
        site.let_go("desk")
        await desk
        monkeypatch.setattr(module, "DESK_SECONDS", 0.0)
        site.let_go("w")
        site.let_go("s1")
        await asyncio.gather(*tasks)

    run(story)


def device_cookie(name, key=None):
    value = signing.dumps([name, [1]], key=key, salt=DEVICE_SALT)
    return f"{settings.KNOWN_COOKIE_NAME}={value}"


def guess(site, number, **more):
    return site.ask(f"g{number}", path=LOGIN, method="POST", address=f"10.1.0.{number}", **more)


def test_pages_and_known_devices_do_not_wait_behind_guesses():
    async def story(site):
        guesses = [guess(site, number) for number in range(50)]
        await settle()
        assert site.begun == ["g0"], "one at a time"
        page = site.ask("page", address="10.0.0.2")
        await settle()
        assert site.begun == ["g0", "page"]
        known = guess(site, 90, cookie=device_cookie("x"))
        guesses.append(guess(site, 91, cookie=device_cookie("x", key="never ours")))
        await settle()
        assert site.begun == ["g0", "page", "g90"], "an invented cookie waits"
        for name in ("page", "g90", *(f"g{number}" for number in (*range(50), 91))):
            site.let_go(name)
        await asyncio.gather(page, known, *guesses)
        assert site.begun[-1] == "g91"

    run(story)


def test_guesses_that_wait_without_number_leave_room_for_pages(monkeypatch):
    monkeypatch.setattr(module, "MOST_SIGN_INS", 3)

    async def story(site):
        guesses = []
        for number in range(9):
            guesses.append(guess(site, number))
            await settle()
        refused = [one for one in guesses if one.told and one.told[0]["status"] == 503]
        assert len(refused) == 5  # one is answered, three wait
        page = site.ask("page", address="10.0.0.2")
        for name in ("page", *(f"g{number}" for number in range(9))):
            site.let_go(name)
        await asyncio.gather(page, *guesses)
        assert page.told[0]["status"] == 200

    run(story)


def test_the_form_of_the_sign_in_is_a_page():
    assert not is_sign_in({"method": "GET", "path": LOGIN})
    assert is_sign_in({"method": "POST", "path": reverse("account_login")})
    assert is_sign_in({"method": "POST", "path": reverse("account_signup")})
    assert is_sign_in({"method": "POST", "path": reverse("account_reset_password")})


def test_addresses_take_turns():
    async def story(site):
        many = [site.ask(f"a{number}", address="10.0.0.1") for number in range(6)]
        await settle()
        other = site.ask("b", address="10.0.0.2")
        await settle()
        site.let_go("a0")
        await many[0]
        await settle()
        site.let_go("a1")
        await many[1]
        await settle()
        assert site.begun[:4] in (["a0", "a1", "a2", "b"], ["a0", "a1", "b", "a2"]), (
            "b waits for one turn at most"
        )
        for name in ("a2", "a3", "a4", "a5", "b"):
            site.let_go(name)
        await asyncio.gather(*many, other)

    run(story)


def test_one_known_caller_has_a_few_requests_at_once():
    async def story(site):
        know()
        know(session("other"))
        tasks = [site.ask(f"k{number}", cookie=SESSION) for number in range(10)]
        await settle()
        other = site.ask("other", cookie=session("other"))
        await settle()
        assert site.begun == ["k0", "k1", "k2", "k3", "other"]
        for name in [f"k{number}" for number in range(10)] + ["other"]:
            site.let_go(name)
        await asyncio.gather(*tasks, other)
        assert site.lanes.of_known == {}

    run(story)


def test_an_invented_session_is_a_stranger():
    async def story(site):
        tasks = [site.ask(f"s{number}", cookie=session(f"invented{number}")) for number in range(5)]
        await settle()
        assert len(site.begun) == module.PAGES_AT_ONCE
        for number in range(5):
            site.let_go(f"s{number}")
        await asyncio.gather(*tasks)

    run(story)


def test_a_slow_sender_holds_no_turn():
    async def story(site):
        parts = [(b"a" * 10, 0.0), (b"b" * 10, 0.2)]
        slow = [site.ask(f"slow{number}", parts=parts) for number in range(5)]
        quick = site.ask("quick")
        site.let_go("quick")
        await quick
        assert site.begun == ["quick"]
        for number in range(5):
            site.let_go(f"slow{number}")
        await asyncio.gather(*slow)
        assert site.bodies.count(b"a" * 10 + b"b" * 10) == 5

    run(story)


def test_a_slow_reader_holds_no_turn():
    async def story(site):
        slow = [site.ask(f"slow{number}", read_seconds=0.3) for number in range(2)]
        for number in range(2):
            site.let_go(f"slow{number}")
        await asyncio.sleep(0.4)  # the heads are read, the bodies are being read
        quick = site.ask("quick")
        site.let_go("quick")
        await quick
        assert not any(task.done() for task in slow)
        await asyncio.gather(*slow)

    run(story)


@pytest.mark.parametrize("status", [200, 429])
def test_who_is_beyond_a_limit_waits_and_holds_no_turn(monkeypatch, status):
    monkeypatch.setattr(module, "REFUSED_SECONDS", 60.0)

    async def story(site):
        site.status = status
        know()
        desk = site.ask("desk", cookie=SESSION)
        site.let_go("desk")
        await desk  # strangers go one at a time after it
        first, second = site.ask("first", "/api/v1/judge"), site.ask("second", "/api/v1/judge")
        site.let_go("first")
        await settle()
        assert site.begun == ["desk", "first", "second"]
        assert bool(first.told) == (status == 200)
        for one in (first, second):
            one.cancel()

    run(story)


def test_a_full_queue_and_a_long_wait_are_told(monkeypatch):
    async def story(site):
        monkeypatch.setattr(module, "MOST_WAITING", 3)
        monkeypatch.setattr(module, "LONGEST_WAIT", 0.1)
        tasks = []
        for number in range(6):
            tasks.append(site.ask(f"s{number}"))
            await settle()
        await tasks[5]
        assert [tasks[5].told[0]["status"], dict(tasks[5].told[0]["headers"])[b"retry-after"]] == [503, b"3"]
        await tasks[4]
        assert tasks[4].told[0]["status"] == 503, "waited too long"
        for number in range(6):
            site.let_go(f"s{number}")
        await asyncio.gather(*tasks)
        assert (len(site.lanes.pages), site.lanes.pages.running, site.lanes.body_bytes) == (0, 0, 0)

    run(story)


def test_who_hangs_up_is_not_answered():
    async def story(site):
        tasks = [site.ask(f"s{number}") for number in range(4)]
        await settle()
        tasks[2].hang_up()
        await tasks[2]
        for name in ("s0", "s1", "s3"):
            site.let_go(name)
        await asyncio.gather(*tasks)
        assert site.begun == ["s0", "s1", "s3"]
        assert tasks[2].told == []

    run(story)


def test_a_request_of_the_hub_itself_waits_like_others():
    """Its body is empty as often as it is asked for, and nobody hangs up."""

    async def story(site):
        holders = [site.ask(f"s{number}") for number in range(2)]
        await settle()
        told = []

        async def receive():
            return {"type": "http.request", "body": b""}

        async def send(message):
            told.append(message)

        scope = {"type": "http", "path": "/api/v1/live/event-1", "headers": [], "name": "hub"}
        asked = asyncio.create_task(site.lanes(scope, receive, send))
        await settle()
        for name in ("s0", "s1", "hub"):
            site.let_go(name)
        await asyncio.gather(*holders, asked)
        assert told[0]["status"] == 200

    run(story)


def test_a_probe_comes_first_and_a_crowd_of_probes_waits_like_others():
    async def story(site):
        pages = [site.ask(f"s{number}") for number in range(4)]
        probes = [site.ask(f"p{number}", path="/healthz", address="10.0.0.9") for number in range(5)]
        await settle()
        assert sorted(site.begun) == ["p0", "s0", "s1"]
        for name in [f"s{number}" for number in range(4)] + [f"p{number}" for number in range(5)]:
            site.let_go(name)
        await asyncio.gather(*pages, *probes)
        again = site.ask("later", path="/healthz")
        site.let_go("later")
        await again
        assert again.told[0]["status"] == 200

    run(story)


def test_a_cached_page_waits_for_the_desk_a_moment():
    async def story(site):
        know()
        loop = asyncio.get_running_loop()
        desk = site.ask("desk", cookie=SESSION)
        await settle()
        began = loop.time()
        await site.lanes.after_desk()
        assert loop.time() - began >= 0.8 * module.CACHED_WAIT
        loop.call_soon(site.let_go, "desk")
        await site.lanes.after_desk()
        await desk
        assert site.lanes.desk_running == 0

    run(story)


def test_work_is_what_takes_long():
    assert is_work("/api/v1/judge")
    assert is_work("/games/explorer/")
    assert is_work("/e/spring/open/paper/a4/standings.pdf")
    assert not is_work("/e/spring/open/standings/")
    assert not is_work("/api/v1/live/event-3")
    assert not is_work("/static/club/icon.png")


@pytest.mark.django_db
def test_whoever_the_site_finds_by_session_or_token_is_known(client):
    user = account("dora", role="director")
    client.get(reverse("club:desk"))
    assert not KNOWN_CALLERS.until
    client.force_login(user)
    client.get(reverse("club:desk"))
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    assert KNOWN_CALLERS.is_known(credential_in(f"theme=dark; {cookie}", ""))
    assert not KNOWN_CALLERS.is_known(credential_in(session("other"), ""))
    assert not KNOWN_CALLERS.is_known(credential_in("", "Bearer draughts_x"))
    assert not KNOWN_CALLERS.is_known(None)


@pytest.mark.django_db
def test_an_account_makes_no_further_callers_of_invented_tokens_and_sessions(client):
    """Each would have turns, and a limit of posts, of its own."""
    user = account("dora", role="director")
    client.force_login(user)
    for number in range(5):
        client.get(reverse("club:desk"), headers={"authorization": f"Bearer draughts_{number}"})
        client.get(reverse("club:desk"), headers={"authorization": f"Basic {number}"})
    assert len(KNOWN_CALLERS.until) == 1
    _row, token = ApiToken.objects.issue(
        user=user, name="t", abilities=["see_roles"], lasts=timedelta(days=1)
    )
    for number in range(5):
        cookie = {"cookie": session(number), "authorization": f"Bearer {token}"}
        assert Client(headers=cookie).get("/api/v1/roles/?club=north").status_code == 200
    assert len(KNOWN_CALLERS.until) == 2


def test_a_credential_is_known_for_some_minutes(monkeypatch):
    know()
    now = module.time.monotonic()
    assert KNOWN_CALLERS.is_known(credential_in(SESSION, ""))
    monkeypatch.setattr("club.core.known_callers.time.monotonic", lambda: now + 700)
    assert not KNOWN_CALLERS.is_known(credential_in(SESSION, ""))
    monkeypatch.setattr("club.core.known_callers.MAX_KNOWN", 3)
    for number in range(5):
        know(session(number))
    assert len(KNOWN_CALLERS.until) == 3
