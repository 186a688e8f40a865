"""A page server in a process of its own, and a director who enters results on it over HTTP."""

import time
import urllib.error
import urllib.parse
import urllib.request

from polling import until
from streams import free_port

HOST = "127.0.0.1"
RECORD = '[White "White"]\n[Black "Black"]\n[Result "1-0"]\n\n1. 11-15 23-19 1-0\n'
OUTCOMES = ("white", "draw", "black")
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
boards = list(row.pairings.filter(black__isnull=False).order_by("pk").values_list("pk", flat=True))
print(json.dumps([session.session_key, boards, row.section.event.slug]))
"""


class ResultDesk:
    """A page server and a director who enters results on it."""

    def __init__(self, site, templates, *, command=("web", "--host", HOST), settings="club.config.settings"):
        self.site, self.port = site, free_port()
        site.env |= {"DJANGO_SETTINGS_MODULE": settings, "DRAUGHTS_ALLOWED_HOSTS": HOST}
        site.imports = "import json\n"
        site.migrate(templates)
        site.gather_static(templates)
        self.session, self.boards, self.event = site.shell(FILL)
        self.statuses, self.seconds, self.entered = [], [], 0
        self.server = site.start(*command, "--port", str(self.port))
        assert until(lambda: self.ask("/healthz") == 200), site.log()
        self.statuses.clear()

    def upload(self):
        """Send an archive of games over the API; return the status of the answer."""
        mark = "b" * 32
        body = (
            f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="a.pdn"\r\n'
            f"Content-Type: text/plain\r\n\r\n{RECORD}\r\n--{mark}--\r\n"
        ).encode()
        return self.ask("/api/v1/imports/", body=body, kind=f"multipart/form-data; boundary={mark}")

    def ask(self, path, form=None, *, body=None, kind="application/x-www-form-urlencoded"):
        headers = {"Cookie": f"draughts_session={self.session}; draughts_csrf={'c' * 32}"}
        if form is not None:
            body = urllib.parse.urlencode(form).encode()
        if body is not None:
            headers |= {"X-CSRFToken": "c" * 32, "Accept": "application/json", "Content-Type": kind}
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

    def read(self):
        """Read pages of visitors and of the director."""
        for path in ("/", f"/e/{self.event}/", "/desk/", "/laws/"):
            assert self.ask(path) == 200, (path, self.site.log()[-3000:])

    def enter(self):
        """Enter the next result, replacing that of the board before; return the status of the answer."""
        board, turn = self.boards[self.entered % len(self.boards)], self.entered // len(self.boards)
        form = {"r" if turn == 0 else "replace": f"{board}.1.{OUTCOMES[turn % 3]}"}
        status = self.ask("/desk/results/", form)
        self.entered += status == 200
        return status

    def work(self, times):
        """Read pages and enter results; the slowest answer in seconds."""
        self.seconds.clear()
        for _ in range(times):
            self.read()
            assert self.enter() == 200, self.site.log()[-3000:]
        return max(self.seconds)

    def outcomes(self):
        """Return the outcome of the first game of each board in the database, in order."""
        boards = ", ".join(map(str, self.boards))
        rows = self.site.query(
            f"SELECT outcome FROM tournaments_gameresult "  # noqa: S608 - numbers of rows
            f"WHERE number = 1 AND pairing_id IN ({boards}) ORDER BY pairing_id"
        )
        return [outcome for (outcome,) in rows]

    def expected(self):
        """Return what the confirmed answers ask for."""
        whole, rest = divmod(self.entered, len(self.boards))
        turns = [whole if place < rest else whole - 1 for place in range(len(self.boards))]
        return [OUTCOMES[turn % 3] if turn >= 0 else "pending" for turn in turns]
