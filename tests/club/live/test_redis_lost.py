"""One page server while Redis is absent from the start, there, slow and killed: pages and entry go on."""

import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from club_evening import director, published_of, section_of
from django.core.cache import caches
from django.test import override_settings
from django.urls import reverse
from effort import amount
from polling import until
from processes import Site, own_database
from redis_process import redis_process_or_skip
from redis_proxy import RedisProxy
from streams import free_port

ROUNDS = amount(2, 20)
PAUSE_SECONDS = 5.0
HOST = "127.0.0.1"
FILL = """
from club_evening import director, published_of, section_of
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
row = published_of(section_of(8, preset="acf"))
user = director()
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session.save()
boards = list(row.pairings.filter(black__isnull=False).values_list("pk", flat=True))
print(json.dumps([session.session_key, boards, row.section.event.slug]))
"""


@pytest.fixture
def proxy(tmp_path):
    store = redis_process_or_skip(tmp_path)
    proxy = RedisProxy(store.port)
    yield proxy
    proxy.close()
    store.kill()


@pytest.fixture
def server(tmp_path, templates, proxy):
    folder = tmp_path / "site"
    folder.mkdir()
    with own_database() as url:
        site = Site(folder, redis_url=proxy.url, database_url=url)
        site.env |= {"DJANGO_SETTINGS_MODULE": "club.config.settings", "DRAUGHTS_ALLOWED_HOSTS": HOST}
        site.imports = "import json\n"
        site.migrate(templates)
        site.gather_static(templates)
        server = Server(site)
        try:
            yield server
        finally:
            site.env["REDIS_URL"] = ""
            site.end()


class Server:
    """A page server and a director who enters results on it."""

    def __init__(self, site):
        self.site, self.port = site, free_port()
        self.session, self.boards, self.event = site.shell(FILL)
        self.statuses, self.seconds, self.entered = [], [], 0
        site.start("web", "--host", HOST, "--port", str(self.port))
        assert until(lambda: self.ask("/healthz") == 200), site.log()
        self.statuses.clear()

    def ask(self, path, form=None):
        headers = {"Cookie": f"draughts_session={self.session}; draughts_csrf={'c' * 32}"}
        body = None if form is None else urllib.parse.urlencode(form).encode()
        if body is not None:
            headers |= {"X-CSRFToken": "c" * 32, "Accept": "application/json"}
        asked = urllib.request.Request(f"http://{HOST}:{self.port}{path}", data=body, headers=headers)
        began = time.monotonic()
        try:
            with urllib.request.urlopen(asked, timeout=120) as answer:  # noqa: S310 - http to this machine
                status = answer.status
        except urllib.error.HTTPError as error:
            status = error.code
        except OSError:
            status = 0
        self.statuses.append(status)
        self.seconds.append(time.monotonic() - began)
        return status

    def work(self):
        """Read pages and enter results; the slowest answer in seconds."""
        self.seconds.clear()
        for _ in range(ROUNDS):
            for path in ("/", f"/e/{self.event}/", "/desk/", "/laws/"):
                assert self.ask(path) == 200, (path, self.site.log()[-3000:])
            board, was = self.boards[self.entered % len(self.boards)], self.entered // len(self.boards)
            outcome = ("white", "draw", "black")[was % 3]
            form = {"r" if was == 0 else "replace": f"{board}.1.{outcome}"}
            assert self.ask(reverse("tournaments:desk_results"), form) == 200, self.site.log()[-3000:]
            self.entered += 1
        return max(self.seconds)


@pytest.mark.processes
def test_pages_and_entry_go_on_whatever_redis_does(server, proxy, record_property):
    slowest = {"absent from the start": server.work()}
    proxy.open()
    time.sleep(3.1)  # after a failure the cache leaves Redis alone for so long
    slowest["there"] = server.work()
    assert proxy.connections > 0, "the server did ask Redis"
    proxy.pause = PAUSE_SECONDS
    slowest["slow"] = server.work()
    proxy.close()
    slowest["killed"] = server.work()
    entered = server.site.query("SELECT count(*) FROM tournaments_gameresult WHERE outcome <> 'pending'")
    assert entered == [(min(server.entered, len(server.boards)),)]
    record_property(
        "failed answers", f"{sum(not 0 < one < 500 for one in server.statuses)} of {len(server.statuses)}"
    )
    for state, seconds in slowest.items():
        record_property(f"slowest answer, Redis {state}, s", round(seconds, 2))
    assert slowest["slow"] < PAUSE_SECONDS, slowest


@pytest.mark.django_db
def test_without_the_guard_every_entry_fails(client, record_property):
    """The negative control: Django's own cache of Redis at a port where nobody listens."""
    backend = "django.core.cache.backends.redis.RedisCache"
    row = published_of(section_of(8, preset="acf"))
    boards = row.pairings.filter(black__isnull=False)
    client.force_login(director())
    client.raise_request_exception = False
    location = f"redis://127.0.0.1:{free_port()}/0"
    with override_settings(CACHES={"default": {"BACKEND": backend, "LOCATION": location}}):
        assert caches["default"]
        forms = [{"r": f"{board.pk}.1.white"} for board in boards]
        statuses = [client.post(reverse("tournaments:desk_results"), form).status_code for form in forms]
    assert statuses == [500] * len(forms)
    record_property("control: failed answers without the guard", f"{len(statuses)} of {len(forms)}")
