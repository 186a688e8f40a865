"""Two desks that act on the same rows of a running site at the same moment.

`Hall.race` brings two requests to the point at which both have read and neither has changed anything: the
test holds the locks meanwhile. The requests then go on in the order in which they came.
"""

import contextlib
import http.client
import json
import secrets
import sqlite3
import string
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

from polling import until
from streams import free_port

LOCKED = (
    *("tournaments_event", "tournaments_section", "tournaments_round", "tournaments_pairing"),
    *("tournaments_entry", "tournaments_case", "tournaments_liveboard", "club_auditentry"),
)
WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
SETTLED = 0.08
"""Seconds after which a request on SQLite has read what it reads before it writes."""


class Desk:
    """A browser and a program of one person."""

    def __init__(self, port, *, cookies, token):
        self.port = port
        self.csrf = "".join(secrets.choice(string.ascii_letters) for _at in range(32))
        sent = {**cookies, "draughts_csrf": self.csrf}
        self.cookie = "; ".join(f"{name}={value}" for name, value in sent.items())
        self.token = token

    def send(self, request):
        """Send a request; return the status and the text of the answer."""
        if request["by"] == "page":
            headers = {"Cookie": self.cookie, "X-CSRFToken": self.csrf}
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(request["body"], doseq=True)
        else:
            headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
            body = json.dumps(request["body"])
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(request["method"], request["path"], body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def read(self, request):
        """Send a request to the API; return what it answers."""
        status, text = self.send(request)
        assert status == http.HTTPStatus.OK, text
        return json.loads(text)


class RacingHall:
    """A running site with two desks, and the means to let both wait at the first lock."""

    def __init__(self, site, templates):
        self.site = site
        site.migrate(templates)
        site.gather_static(templates)
        site.imports = "import json\nimport race_scenes\n"
        site.preload("race_scenes")
        told = site.shell("print(json.dumps(race_scenes.desks()))")
        self.port = free_port()
        site.start("web", "--port", str(self.port))
        self.desks = [Desk(self.port, **one) for one in told]
        assert until(self.is_up), site.log()

    def is_up(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        with contextlib.closing(connection), contextlib.suppress(OSError):
            connection.request("GET", "/healthz")
            return connection.getresponse().status == http.HTTPStatus.OK
        return False

    def scenes(self, pairs):
        """Build pairs of requests, each in an event of its own."""
        return self.site.shell(f"print(json.dumps(race_scenes.scenes({list(map(tuple, pairs))!r})))")

    def bouts(self, number):
        """Build events for desks that act as they like."""
        return self.site.shell(f"print(json.dumps(race_scenes.bouts({number})))")

    def is_sound(self):
        """Check the audit chain and the published standings; a fault ends the command with an error."""
        self.site.run("audit", "verify")
        self.site.run("check_standings")
        return True

    def race(self, requests):
        """Send requests that all wait at their first lock, and let them go; return their answers."""
        with ThreadPoolExecutor(len(requests)) as pool:
            with self.held() as wait_for:
                sent = []
                for desk, request in zip(self.desks, requests, strict=True):
                    sent.append(pool.submit(desk.send, request))
                    wait_for(sent)
            return [one.result() for one in sent]

    @contextlib.contextmanager
    def held(self):
        """Hold the locks; yields a function that waits until every request waits for them or has ended."""
        if not (url := self.site.env["DATABASE_URL"]):
            database = sqlite3.connect(self.site.database, timeout=60, isolation_level=None)
            with contextlib.closing(database) as one:
                one.execute("BEGIN IMMEDIATE")
                yield lambda _sent: time.sleep(SETTLED)
                one.execute("ROLLBACK")
            return
        import psycopg

        with psycopg.connect(url, autocommit=True) as watcher, psycopg.connect(url) as holder:
            holder.execute(f"LOCK TABLE {', '.join(LOCKED)} IN EXCLUSIVE MODE")
            yield lambda sent: until(
                lambda: watcher.execute(WAITING).fetchone()[0] + sum(one.done() for one in sent) >= len(sent),
                longest_pause=0.01,
            )
            holder.rollback()
