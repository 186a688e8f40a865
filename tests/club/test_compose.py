"""compose.yaml proved without containers: its very commands as processes, two of each, and kill -9."""

import json
import os
import re
import signal
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import yaml
from processes import REPOSITORY, Site, until
from redis_of_ones_own import own_redis_or_skip

COMPOSE = yaml.safe_load((REPOSITORY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
GAMES = 1500
FILL = f"""
import io
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from club.actor import SYSTEM
from games.services.imports import start_import
north = Organisation.objects.create(slug='north', name='North')
user = User.objects.create_superuser('anna@club.example', 'x')
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = __import__('django.conf').conf.settings.AUTHENTICATION_BACKENDS[0]
session.save()
one = '[White "W"]\\n[Black "B"]\\n[Result "1-0"]\\n\\n1. 11-15 23-19 2. 8-11 22-17 1-0\\n\\n'
text = one * {GAMES}
archive = start_import(organisation=north, stream=io.BytesIO(text.encode()), name='a.pdn', actor=SYSTEM)
print(json.dumps([session.session_key, archive.pk]))
"""


def test_every_image_has_a_name_and_an_exact_version():
    for name, service in SERVICES.items():
        assert re.fullmatch(r"[a-z0-9./-]+:\d+(\.\d+)+[a-z0-9.-]*", service["image"]), name
    recipe = (REPOSITORY / "Containerfile").read_text()
    images = re.findall(r"(?:^FROM |--from=)([^\s]+/[^\s]+)", recipe, re.MULTILINE)
    assert len(images) == 3
    assert all(re.search(r":\d+\.\d+\.\d+", image) for image in images)


def test_no_secret_is_written_down_and_none_has_a_default():
    text = (REPOSITORY / "compose.yaml").read_text()
    assert re.findall(r"\$\{(?!SITE_NAME:\?|POSTGRES_PASSWORD:\?)[^}]*\}", text) == []
    for line in (REPOSITORY / ".env.example").read_text().splitlines():
        name, _, value = line.partition("=")
        assert not value or name.startswith(("#", "SITE_NAME")), line


def test_whatever_stays_is_watched_and_doubled():
    for name, service in SERVICES.items():
        assert ("healthcheck" in service) == (service["restart"] != "no"), name
    assert {name for name, service in SERVICES.items() if service.get("deploy") == {"replicas": 2}} == {
        "web",
        "worker",
    }


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Federation(Site):
    """The processes of compose.yaml on this machine."""

    def __init__(self, folder, *, database_url, redis_url):
        super().__init__(folder, database_url=database_url, redis_url=redis_url)
        self.imports = "import json\nfrom club.models import *\n"
        given = {key: str(value) for key, value in SERVICES["web"]["environment"].items()}
        self.env |= {name: value for name, value in given.items() if not re.search(r"_URL$|_DIR$", name)}
        self.env |= {
            "DJANGO_SETTINGS_MODULE": "club.config.settings",
            "DRAUGHTS_SECRET_KEY": "made-by_chance 0123456789" * 3,
            "DRAUGHTS_ALLOWED_HOSTS": "club.example",
            "DRAUGHTS_TRUSTED_ORIGINS": "https://club.example",
            "DRAUGHTS_BEAT_FILE": str(folder / "beat"),
        }
        self.ports = {}

    def command(self, *arguments):
        """A command of manage.py, or one of compose.yaml with this machine's Python and a free port."""
        if arguments[0] != "python":
            return super().command(*arguments)
        return [sys.executable, *arguments[1:]]

    def service(self, name):
        port = free_port()
        told = [
            str(word).replace("0.0.0.0", "127.0.0.1").replace("8000", str(port))  # noqa: S104 - it is taken out
            for word in SERVICES[name]["command"]
        ]
        process = self.start(*told)
        self.ports[process] = port
        return process

    def get(self, web, path, cookie="", timeout=20):
        headers = {"Host": "club.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        if cookie:
            headers["Cookie"] = f"__Host-draughts_session={cookie}"
        asked = urllib.request.Request(f"http://127.0.0.1:{self.ports[web]}{path}", headers=headers)
        try:
            with urllib.request.urlopen(asked, timeout=timeout) as answer:  # noqa: S310 - http to this machine
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except (urllib.error.URLError, OSError):
            return 0, ""

    def kill(self, process):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture
def federation(tmp_path, database_url):
    if not database_url:
        pytest.skip("DATABASE_URL names no PostgreSQL: make test-services runs this")
    store = own_redis_or_skip(tmp_path)
    site = Federation(tmp_path, database_url=database_url, redis_url=store.url)
    site.store = store
    yield site
    store.start() if store.process is None else None
    site.end()
    store.kill()


@pytest.mark.slow
def test_two_of_each_lose_nothing_when_one_is_killed_and_redis_too(federation):
    site = federation
    for name in ("migrate", "static"):
        site.run(*map(str, SERVICES[name]["command"]))
    webs = [site.service("web") for _ in range(2)]
    session, archive = site.shell(FILL)
    for web in webs:
        assert until(lambda web=web: site.get(web, "/healthz")[0] == 200, 60), site.log()

    # A session made anywhere is good on both, and on neither without the cookie.
    assert [site.get(web, "/admin/", session)[0] for web in webs] == [200, 200]
    assert "Anna" not in site.get(webs[0], "/")[1]

    workers = [site.service("worker") for _ in range(2)]

    def seen():
        return site.query(f"SELECT games_seen FROM games_archiveimport WHERE id = {archive}")[0][0]  # noqa: S608 - a number of our own

    def is_done():
        return site.query(f"SELECT state FROM games_archiveimport WHERE id = {archive}") == [("done",)]  # noqa: S608 - the same

    assert until(lambda: seen() > 0, 60), site.log()
    site.kill(workers[0])
    site.kill(webs[0])
    status, ready = site.get(webs[1], "/readyz")
    assert (status, json.loads(ready)["status"]) == (200, "ready")
    assert Path(site.env["DRAUGHTS_BEAT_FILE"]).exists()

    site.store.kill()
    assert [site.get(webs[1], path, session)[0] for path in ("/", "/games/", "/admin/")] == [200, 200, 200]
    status, ready = site.get(webs[1], "/readyz")
    assert status == 503
    assert json.loads(ready)["parts"] == {"database": "ok", "broker": "failed", "worker": "ok", "disk": "ok"}
    site.store.start()

    assert until(is_done, 90, 0.2), site.log()
    assert seen() == GAMES
    # All records but the first are the same game again: each was looked at, and told of, exactly once.
    kept, doubles = site.query(
        f"SELECT games_kept, duplicates FROM games_archiveimport WHERE id = {archive}"  # noqa: S608 - the same
    )[0]
    assert (kept, doubles) == (1, GAMES - 1)
    told = "SELECT count(*), count(DISTINCT game_index) FROM games_importproblem WHERE kind = 'duplicate'"
    assert site.query(told) == [(GAMES - 1, GAMES - 1)]
    assert site.query("SELECT count(*) FROM club_job WHERE state = 'failed'") == [(0,)]
    lines = [json.loads(line) for line in site.log().splitlines() if line.startswith('{"at"')]
    asked = [line for line in lines if line["logger"] == "club.requests"]
    assert any(line["actor"].startswith("user:") and line["request_id"] for line in asked)
