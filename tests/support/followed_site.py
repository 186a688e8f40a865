"""Two machines as processes: a site on which results are entered over HTTP, and a copy that follows it."""

import os
import re
import signal
import subprocess
import urllib.error
import urllib.parse
import urllib.request

from polling import until
from processes import Site
from streams import free_port

HOST = "127.0.0.1"
OUTCOMES = ("white", "draw", "black")
SIGN_IN = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
def signed_in(user):
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session.save()
    return session.session_key
"""
FILL = """
from datetime import timedelta
from club_evening import director, published_of, section_of
from club.core.capabilities import Capability
from club.models import ApiToken, User
row = published_of(section_of({players}, preset="weekend"))
owner = User.objects.create_superuser("site@club.example", "x")
_, token = ApiToken.objects.issue(
    user=owner, lasts=timedelta(days=1), name="second machine", abilities=[Capability.KEEP_BACKUPS.value]
)
boards = list(row.pairings.filter(black__isnull=False).order_by("pk").values_list("pk", "board_number"))
print(json.dumps([signed_in(director()), token, boards, row.pk, row.section.event.slug]))
"""
GO_ON = """
from club.core.actor import SYSTEM
from tournaments.models import Round, RoundState
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round
row = Round.objects.get(pk={round})
close_round(round_id=row.pk, actor=SYSTEM)
new = propose_round(section_id=row.section_id, actor=SYSTEM)
new = publish_round(round_id=new.pk, version=new.version, actor=SYSTEM)
print(json.dumps([new.number, new.pairings.count()]))
"""
DIRECTOR = """
from club.models import User
print(json.dumps(signed_in(User.objects.exclude(email="site@club.example").get())))
"""
WITHOUT_JOURNAL = """
from club.backups import copy_state
from django.core.management import call_command
copy_state.Journal.append = lambda self, change: None
call_command("follow", {url!r}, token_file=None, no_pages=True, every={every})
"""

KILLED_WHILE_COPYING = """
import os, signal
from club.backups.services import copy_restore, following
from django.core.management import call_command
install, turns = following.install_copy, iter(range(9))
def die(heads, url):
    os.kill(os.getpid(), signal.SIGKILL)
def install_or_die(**arguments):
    if next(turns):
        copy_restore._require_continuation = die
    return install(**arguments)
following.install_copy = install_or_die
call_command("follow", {url!r}, token_file=None, no_pages=True, every=1)
"""


def new_machine(folder, *, database_url=""):
    folder.mkdir()
    site = Site(folder, database_url=database_url)
    site.env |= {"DJANGO_SETTINGS_MODULE": "club.config.settings", "DRAUGHTS_ALLOWED_HOSTS": HOST}
    site.imports = f"import json\n{SIGN_IN}"
    site.port = free_port()
    return site


def asked(site, path, form=None, *, session=""):
    """The status and the text of an answer; status 0 without one."""
    headers = {"Cookie": f"draughts_session={session}; draughts_csrf={'c' * 32}"} if session else {}
    body = None if form is None else urllib.parse.urlencode(form).encode()
    if body is not None:
        headers |= {"X-CSRFToken": "c" * 32, "Accept": "application/json"}
    request = urllib.request.Request(f"http://{HOST}:{site.port}{path}", data=body, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - http to this machine
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


class FollowedSite:
    """The first machine with a published round, and the second with an empty database."""

    def __init__(self, folder, templates, *, players=80, databases=("", "")):
        self.first = new_machine(folder / "first", database_url=databases[0])
        self.second = new_machine(folder / "second", database_url=databases[1])
        for site in (self.first, self.second):
            site.migrate(templates)
            site.gather_static(templates)
        self.session, self.token, self.boards, self.round, self.event = self.first.shell(
            FILL.format(players=players)
        )
        self.second.env["DRAUGHTS_FOLLOW_TOKEN"] = self.token
        self.confirmed = {}
        self.server = self.serve(self.first)
        self.follower = None

    @property
    def url(self):
        return f"http://{HOST}:{self.first.port}"

    def serve(self, site):
        server = site.start("serve", "--host", HOST, "--port", str(site.port))
        assert until(lambda: asked(site, "/healthz")[0] == 200), site.log()
        return server

    def follow(self, *options, every=1):
        """Start to follow, and wait for the first copy."""
        address = ["--port", str(self.second.port), "--host", HOST]
        self.follower = self.second.start("follow", self.url, "--every", str(every), *address, *options)
        assert until(lambda: "Copied" in self.second.log() or "The copy is at" in self.second.log()), (
            self.second.log(),
            self.first.log(),
        )

    def follow_without_journal(self):
        code = WITHOUT_JOURNAL.format(url=self.url, every=3600)
        self.follower = self.second.start("shell", "-v", "0", "-c", code)
        assert until(lambda: "Copied" in self.second.log()), self.second.log()

    def follow_until_killed_while_copying(self):
        """Take one copy, and be killed when the next one is filled and not yet in place."""
        self.follower = self.second.start("shell", "-v", "0", "-c", KILLED_WHILE_COPYING.format(url=self.url))
        assert until(lambda: "Copied" in self.second.log()), self.second.log()

    def enter(self, place):
        """Enter the result of a board, and note it if the answer confirms it; return the status."""
        pairing, board = self.boards[place]
        outcome = OUTCOMES[place % 3]
        status, _text = asked(
            self.first, "/desk/results/", {"r": f"{pairing}.1.{outcome}"}, session=self.session
        )
        if status == 200:
            self.confirmed[pairing] = (board, outcome)
        return status

    def kill_first(self):
        kill(self.server)

    def promote(self):
        """Promote the second machine; return the report."""
        return self.second.run("promote")

    def outcomes(self):
        """Outcomes on the second machine, by pairing."""
        query = "SELECT pairing_id, outcome FROM tournaments_gameresult WHERE number = 1"
        return dict(self.second.query(query))

    def lost(self, report):
        """Confirmed results that are neither in the copy nor named in the report, and the named boards."""
        here = self.outcomes()
        named = {int(board) for board in re.findall(r"board (\d+): ", report)}
        missing = [one for one, (_board, outcome) in self.confirmed.items() if here.get(one) != outcome]
        return [one for one in missing if self.confirmed[one][0] not in named], named

    def go_on(self):
        """Finish the round on the second machine over HTTP, and pair the next one there."""
        self.serve(self.second)
        session, here = self.second.shell(DIRECTOR), self.outcomes()
        for place, (pairing, _board) in enumerate(self.boards):
            if here[pairing] == "pending":
                form = {"r": f"{pairing}.1.{OUTCOMES[place % 3]}"}
                assert asked(self.second, "/desk/results/", form, session=session)[0] == 200
        return self.second.shell(GO_ON.format(round=self.round))

    def end(self):
        for site in (self.first, self.second):
            site.end()
            for port in (site.port,):  # children in sessions of their own end with the pipe of their parent
                until(lambda port=port: not listens(port))


def listens(port):
    found = subprocess.run(["ss", "-ltn", f"sport = :{port}"], capture_output=True, text=True, check=False)
    return str(port) in found.stdout


def kill(process):
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
