"""compose.yaml proved without containers: two page servers, two workers, PostgreSQL and Redis, under kill -9.

A real import is sent over the API and followed by its stream. A worker dies in the middle of a slice, the
page server in the middle of the stream, Redis in the middle of both.
"""

import contextlib
import json
import os
import signal
import time
import uuid
from pathlib import Path

import pytest
from federation import HOST, PROXIED, Federation
from large_archive import large_archive
from polling import until
from processes import own_database, postgresql_or_skip
from redis_process import redis_process_or_skip
from streams import Listener

pytestmark = [pytest.mark.slow, pytest.mark.processes]

RECORDS = 4000  # sixteen slices and more
MAX_PAGE_SECONDS = 60.0
FILL = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
Organisation.objects.create(slug='north', name='North')
user = User.objects.create_superuser('anna@club.example', 'x')
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session.save()
print(json.dumps(session.session_key))
"""
EVENTS = """
SELECT count(*) FROM club_liveevent JOIN club_livechannel AS channel ON channel.id = channel_id
WHERE channel.name LIKE 'import:%'
"""
AT_WORK = """
SELECT session.application_name FROM pg_locks JOIN pg_stat_activity AS session USING (pid)
WHERE relation = 'games_archiveimport'::regclass AND mode = 'RowShareLock' AND granted
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory, templates):
    folder = tmp_path_factory.mktemp("federation")
    postgresql_or_skip()
    with own_database() as url:
        site = Federation(folder, database_url=url, store=redis_process_or_skip(folder))
        try:
            site.migrate(templates)
            site.lay_out()
            site.webs = [site.service("web") for _ in range(2)]
            site.workers = [site.service("worker") for _ in range(2)]
            site.session = site.shell(FILL)
            for web in site.webs:
                assert until(lambda web=web: site.get(web, "/readyz")[0] == 200), site.log()
            yield site
        finally:
            site.end()


def test_a_session_made_anywhere_is_good_at_every_page_server(site):
    assert [site.get(web, "/admin/", site.session)[0] for web in site.webs] == [200, 200]
    assert [site.get(web, "/api/v1/persons/")[0] for web in site.webs] == [401, 401]
    lines = [json.loads(line) for line in site.log().splitlines() if line.startswith('{"at"')]
    asked = [line for line in lines if line["logger"] == "club.requests"]
    assert any(line["actor"].startswith("user:") and line["request_id"] for line in asked)
    assert until(Path(site.env["DRAUGHTS_BEAT_FILE"]).exists)


def upload(site, web, text):
    """Send a file over the API as a form; tell the import's number."""
    mark = uuid.uuid4().hex
    body = (
        f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="many.pdn"\r\n'
        f"Content-Type: text/plain\r\n\r\n{text}\r\n--{mark}--\r\n"
    ).encode()
    headers = {
        "Cookie": f"__Host-draughts_session={site.session}; __Host-draughts_csrf={mark}",
        "X-CSRFToken": mark,
        "Referer": f"https://{HOST}/",
        "Content-Type": f"multipart/form-data; boundary={mark}",
    }
    status, told = site.ask(web, "/api/v1/imports/", body=body, headers=headers)
    assert status == 202, told
    return json.loads(told)["id"]


def kill_the_worker_at_work(site):
    """Kill -9 in the middle of a slice: stopped first, and killed only if its transaction is open then."""
    for worker in site.workers * 200:
        os.killpg(worker.pid, signal.SIGSTOP)
        if (site.names[worker],) in site.query(AT_WORK):
            site.kill(worker)
            site.workers = [one for one in site.workers if one is not worker] + [site.service("worker")]
            return
        os.killpg(worker.pid, signal.SIGCONT)
        time.sleep(0.02)
    raise AssertionError(site.log())


def kill_the_web_that_streams(site, listener):
    """Kill -9 while the client hears from it; the client goes on at the other page server."""
    (streaming,) = [web for web in site.webs if site.ports[web] == listener.port]
    site.kill(streaming)
    site.webs.remove(streaming)


def assert_pages_answer_without_redis(site, game):
    """Pages are read as ever, and what fails is named."""
    web = site.webs[0]
    began = time.monotonic()
    for path in ("/", "/games/", f"/games/{game}/", "/games/imports/", "/laws/", "/healthz"):
        assert site.get(web, path)[0] == 200, path
    assert site.get(web, "/admin/", site.session)[0] == 200
    assert time.monotonic() - began < MAX_PAGE_SECONDS
    status, ready = site.get(web, "/readyz")
    assert status == 503
    assert json.loads(ready)["parts"] == {"database": "ok", "broker": "failed", "worker": "ok", "disk": "ok"}


def one(site, statement):
    ((value,),) = site.query(statement)
    return value


def test_an_import_and_its_stream_outlive_worker_page_server_and_redis(site):
    archive = large_archive(RECORDS)
    number = upload(site, site.webs[0], archive.text)
    ports = [site.ports[web] for web in site.webs]
    listener = Listener(ports[0], f"import:{number}", others=ports[1:], after=0, headers=PROXIED)
    with contextlib.closing(Follower(site, listener, number)) as follower:
        follower.hears_more(2)
        kill_the_worker_at_work(site)
        follower.hears_more(2)
        kill_the_web_that_streams(site, listener)
        follower.hears_more(2)
        assert listener.port == site.ports[site.webs[0]]
        site.store.kill()
        assert_pages_answer_without_redis(site, one(site, "SELECT min(id) FROM games_game"))
        assert not follower.is_over
        site.store.start()
        assert until(lambda: follower.is_over), site.log()
        events = one(site, EVENTS)
        assert until(lambda: len(listener.heard) >= events), site.log()
    assert_stream_is_whole(site, listener)
    assert_every_game_is_there_once(site, archive)
    assert_jobs_are_done_once(site)
    assert until(lambda: site.get(site.webs[0], "/readyz")[0] == 200), site.log()


class Follower:
    """The client's side of the import."""

    def __init__(self, site, listener, number):
        self.site, self.listener, self.number = site, listener, number

    def hears_more(self, events):
        heard = len(self.listener.heard)
        assert until(lambda: len(self.listener.heard) >= heard + events), self.site.log()
        assert not self.is_over, "the file is too short for this machine"

    @property
    def is_over(self):
        return one(self.site, "SELECT state FROM games_archiveimport") not in {"waiting", "running"}

    def close(self):
        self.listener.stop()


def assert_stream_is_whole(site, listener):
    """From 1 on, each number once, in order, through two connections and more."""
    assert listener.numbers == list(range(1, one(site, EVENTS) + 1))
    assert listener.resets == 0
    assert listener.connections >= 2


def assert_every_game_is_there_once(site, archive):
    """Each record of the file by the number in its Round tag, and the report's lines and counts."""
    games = site.query("SELECT round, is_legal FROM games_game")
    assert sorted(int(text) for text, _is_legal in games) == sorted(archive.stored_indices)
    assert {int(text) for text, is_legal in games if not is_legal} == archive.illegal
    for kind, records in (
        ("duplicate", archive.twice),
        ("illegal", archive.illegal),
        ("unreadable", archive.unreadable),
    ):
        lines = site.query(f"SELECT game_index - 1 FROM games_importproblem WHERE kind = '{kind}'")  # noqa: S608 - named above
        assert sorted(record for (record,) in lines) == sorted(records), kind
    counts = site.query(
        "SELECT state, games_seen, games_kept, duplicates, games_unreadable FROM games_archiveimport"
    )
    odd = (len(archive.twice), len(archive.unreadable))
    assert counts == [("done", archive.count, len(archive.stored_indices), *odd)]
    ended = site.query("SELECT action FROM club_auditentry WHERE action LIKE 'games.import.%' ORDER BY id")
    assert ended == [("games.import.begun",), ("games.import.ended",)]


def assert_jobs_are_done_once(site):
    """One job and one event a slice, all done; some were begun more than once, so the kills did hit."""
    slices = one(site, "SELECT slices FROM games_archiveimport")
    jobs = site.query("SELECT state, starts FROM club_job WHERE task = 'games.import_slice'")
    assert [state for state, _starts in jobs] == ["done"] * slices
    assert one(site, EVENTS) == slices
    assert max(starts for _state, starts in jobs) > 1
    assert one(site, "SELECT count(*) FROM club_job WHERE state = 'failed'") == 0
