"""Arbiters who enter results over HTTP at several page servers; every answer is recorded, and checked.

A wave is a round of a new section: 60 % of its boards are entered by one arbiter, 30 % by two at the same
moment with the same result, 10 % by two who disagree. Of those refused, half enter theirs again, now having
seen the other.
"""

import contextlib
import http.client
import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from forked_processes import Nursery
from kill_site import code_of
from linear import DONE, REFUSED, UNKNOWN, Call, is_linearizable
from polling import until
from streams import free_port

HOST, OUTCOMES, PENDING = "127.0.0.1", ("white", "draw", "black"), "pending"
IDLE_SECONDS = 2.0  # the server closes a connection after 5 without a request
TOGETHER_SECONDS = 60  # that one waits for the other of two who enter the same board
FILL = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from event_rows import somebody
answer = []
for number in range(ARBITERS):
    user = somebody("director", name=f"arbiter{number}").user
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session.save()
    answer.append(session.session_key)
"""
WAVE = """
from event_rows import large_round
row = large_round(BOARDS)[1]
answer = [row.section_id, list(row.pairings.order_by("board_number").values_list("pk", flat=True))]
"""
LOOK = """
from collections import Counter
from club.models import AuditEntry, LiveChannel
from tournaments.models import GameResult
def times(action):
    entries = AuditEntry.objects.filter(action=action, target_id__in=list(map(str, ROWS)))
    return Counter(entries.values_list("target_id", flat=True))
channel = LiveChannel.objects.filter(name=f"section:{SECTION}").first()
numbers = list(channel.events.order_by("number").values_list("number", flat=True)) if channel else []
answer = {
    "outcomes": dict(GameResult.objects.filter(pairing__in=ROWS).values_list("pairing_id", "outcome")),
    "recorded": times("tournaments.result.recorded"),
    "corrected": times("tournaments.result.corrected"),
    "has_gap": numbers != list(range(1, len(numbers) + 1)),
}
"""


class ArbiterHall:
    """Page servers on one database, the arbiters, and what they were answered."""

    def __init__(self, site, *, seed, servers, arbiters, boards, prepare=""):
        site.env["PYTHONPATH"] += os.pathsep + str(Path(__file__).parent)
        site.env["DRAUGHTS_RATE_LIMITS"] = "0"
        self.site, self.chance = site, Random(seed)  # noqa: S311 - no secret
        self.nursery, self.boards, self.think = Nursery(site), boards, 0.0
        self.sessions = self.nursery.shell(code_of(FILL, ARBITERS=arbiters))
        self.ports = [free_port() for _ in range(servers)]
        for port in self.ports:
            order = {"run": ["web", "--host", HOST, "--port", str(port)]}
            self.nursery.fork(**order, prepare=prepare)
        self.connections = {}  # by server and session: an arbiter sends one request at a time
        self.used = {}  # when each was answered
        self.calls, self.seconds, self.faults, self.conflicts = 0, [], [], 0
        for port in self.ports:
            assert until(lambda port=port: self.ask(port, "GET", "/healthz", "")[0] == DONE), site.log()[
                -3000:
            ]

    def end(self):
        for one in self.connections.values():
            one.close()
        self.nursery.end()

    def ask(self, port, method, path, session, form=None):
        """Send a request over the arbiter's own connection; status 0 if it is cut."""
        sent = {"Cookie": f"draughts_session={session}; draughts_csrf={'c' * 32}", "X-CSRFToken": "c" * 32}
        sent |= {"Content-Type": "application/json", "Accept": "application/json"}
        known, key = self.connections, (port, session)
        if key not in known:
            known[key] = http.client.HTTPConnection(HOST, port, timeout=120)
        if time.monotonic() - self.used.get(key, 0.0) > IDLE_SECONDS:
            known[key].close()  # it is opened anew
        try:
            known[key].request(method, path, None if form is None else json.dumps(form), sent)
            answer = known[key].getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            known.pop(key).close()
            return UNKNOWN, {}
        self.used[key] = time.monotonic()
        is_json = "json" in answer.headers.get("Content-Type", "")
        return answer.status, json.loads(content) if is_json else {}

    def enter(self, arbiter, board, was, value):
        """Enter a result; return the recorded call."""
        path, form = f"/api/v1/pairings/{board}/games/1/result", {"outcome": value, "was": was}
        port, began = self.ports[arbiter % len(self.ports)], time.monotonic()
        status, content = self.ask(port, "PUT", path, self.sessions[arbiter], form)
        there = content.get("facts", {}).get("there", "") if status == REFUSED else ""
        return Call(began, time.monotonic(), was, value, status, there)

    # ---- a wave ----

    def plan(self, boards):
        """Return what each arbiter does: board, value, whom to wait for, whether to insist."""
        chance, lists = self.chance, [[] for _ in self.sessions]
        for board in boards:
            one, other = chance.sample(range(len(lists)), 2)
            value, different = chance.sample(OUTCOMES, 2)
            kind = chance.choices(("own", "same", "conflict"), (60, 30, 10))[0]
            together = None if kind == "own" else threading.Barrier(2)
            insists = chance.random() < 0.5
            lists[one].append((board, value, together, insists))
            if together:
                second = value if kind == "same" else different
                lists[other].append((board, second, together, insists))
        return lists

    def work(self, arbiter, tasks, chance):
        """Do all tasks of an arbiter; return calls by board. The one order of boards prevents a deadlock."""
        done = []
        for board, value, together, insists in tasks:
            time.sleep(chance.expovariate(1 / self.think) if self.think else 0)
            if together:
                with contextlib.suppress(threading.BrokenBarrierError):
                    together.wait(TOGETHER_SECONDS)
            call = self.enter(arbiter, board, PENDING, value)
            done.append((board, call))
            if call.status == REFUSED and insists:
                done.append((board, self.enter(arbiter, board, call.there, value)))
        return done

    def wave(self):
        """Have the results of a new round entered, and check each board against what was answered."""
        section, boards = self.nursery.shell(code_of(WAVE, BOARDS=self.boards))
        lists = self.plan(boards)
        chances = [Random(self.chance.getrandbits(64)) for _ in lists]  # noqa: S311 - no secret
        with ThreadPoolExecutor(len(lists)) as pool:
            found = list(pool.map(self.work, range(len(lists)), lists, chances))
        by_board = {board: [] for board in boards}
        for board, call in (one for done in found for one in done):
            by_board[board].append(call)
        self.check(by_board, self.nursery.shell(code_of(LOOK, SECTION=section, ROWS=boards)))

    def check(self, by_board, now):
        """Note every board whose calls, final result and entries of the log do not fit together."""
        if now["has_gap"]:
            self.faults.append("gap in the events")
        for board, calls in by_board.items():
            final = now["outcomes"][str(board)]
            self.calls += len(calls)
            self.seconds += [call.ended - call.began for call in calls]
            self.conflicts += sum(call.status == REFUSED for call in calls)
            self.faults += faults_of(board, calls, final)
            corrected = sum(call.status == DONE and call.was not in {PENDING, call.value} for call in calls)
            logged = now["recorded"].get(str(board), 0), now["corrected"].get(str(board), 0)
            if logged != (1, corrected):
                self.faults.append(f"board {board}: {logged} entries of the log, wanted {(1, corrected)}")


def faults_of(board, calls, final):
    """Return what is wrong with the calls of a board."""
    strange = [call for call in calls if call.status not in {DONE, REFUSED}]
    if strange:
        return [f"board {board}: answered {[call.status for call in strange]}"]
    blind = [call for call in calls if call.status == REFUSED and call.there not in {*OUTCOMES, PENDING}]
    if blind:
        return [f"board {board}: refused without the value that is there: {blind}"]
    if not is_linearizable(calls, initial=PENDING, final=final):
        return [f"board {board}: no order of {calls} leads to {final}"]
    return []
