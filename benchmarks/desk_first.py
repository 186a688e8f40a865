"""Results entered at the desk while 50 connections of one stranger ask for one public address.

    python -m benchmarks.desk_first [SECONDS [CONNECTIONS]] [--without-lanes]

The desk enters some eight results a second by the API, first alone, then beside each address in turn. The
load comes from a process of its own, over connections that ask again as soon as they have an answer. The
budget: the 99th percentile of an entry is at most twice that of the quiet run. `--without-lanes` is the
negative control: one process answers everything as it comes, and the budget has to be missed.
"""

import http.client
import json
import subprocess
import sys
import time

from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.served import free_port, p99, running, running_site, site_folder

SECONDS, CONNECTIONS = 40.0, 50
PAUSE = 0.1
MOST_TIMES = 2.0
WITHOUT_LANES, CONTROL_SECONDS = "--without-lanes", 5.0
PLAYERS = 60
SETUP = """
import json
from datetime import timedelta
from club.accounts.services.roles import grant_role
from club.accounts.services.tokens import make_token
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.models import Organisation, Role, User
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event, show_event
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round
club = Organisation.objects.create(slug="bench", name="Bench")
director = User.objects.create_user("director@bench.example", first_name="Dora")
grant_role(user=director, role=Role.DIRECTOR, scope=Scope(club.pk), actor=SYSTEM)
event = create_event(organisation_id=club.pk, name="Open", preset="weekend", actor=SYSTEM)
show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
section = event.sections.get()
lines = [EntryLine(f"Player {number:02}", 2000 - 7 * number) for number in range(PLAYERS)]
add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
for number in (1, 2):
    drawn = propose_round(section_id=section.pk, actor=SYSTEM)
    shown = publish_round(round_id=drawn.pk, version=drawn.version, actor=SYSTEM)
    if number == 1:
        for pairing in shown.pairings.filter(black__isnull=False):
            for game in pairing.games.all():
                record_result(pairing_id=pairing.pk, game=game.number, outcome="white", actor=SYSTEM)
        close_round(round_id=shown.pk, actor=SYSTEM)
token = make_token(
    name="desk", abilities=["record_results", "correct_results"], lasts=timedelta(days=1),
    actor=Actor.of_user(director),
)
seated = shown.pairings.filter(black__isnull=False).order_by("board_number")
boards = list(seated.values_list("pk", flat=True))
base = f"/e/{event.slug}/{section.slug}/"
print(json.dumps({"boards": boards, "token": token.token, "base": base, "section": section.pk}))
""".replace("PLAYERS", str(PLAYERS))
LOAD = """
import http.client, json, sys, threading, time
port, path, until, count, body = json.loads(sys.argv[1])
answered, lock = [], threading.Lock()
def ask():
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    while time.time() < until:
        try:
            if body is None:
                connection.request("GET", path, headers={"Accept-Language": "en"})
            else:
                connection.request("POST", path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            with lock:
                answered.append(answer.status)
        except (OSError, http.client.HTTPException):
            connection.close()
threads = [threading.Thread(target=ask, daemon=True) for _ in range(count)]
for one in threads: one.start()
for one in threads: one.join(max(0.0, until + 30 - time.time()))
print(json.dumps({str(status): answered.count(status) for status in set(answered)}))
"""
GAME = '[Event "x"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 *\n\n'


def addresses(base: str) -> dict[str, tuple[str, str | None]]:
    """Return a public address of each kind, with the body that is posted to it."""
    return {
        "a published page": (f"{base}standings/", None),
        "the same, an unknown query": (f"{base}standings/?x=1", None),
        "a round that is not out yet": (f"{base}pairings/3/", None),
        "standings by the API": ("/api/v1/sections/1/standings", None),
        "paper": (f"{base}paper/a4/standings.pdf", None),
        "games by a word": ("/games/?q=martins", None),
        "the explorer": ("/games/explorer/?variant=english", None),
        "the judge": ("/api/v1/judge", json.dumps({"pdn": GAME * 20})),
        "the comparison": ("/api/v1/compare", json.dumps({"first": GAME, "second": GAME})),
        "is this won?": ("/games/adjudicate/?variant=russian&fen=W:WKa1,Kc5,Kd8:BKg3", None),
    }


class Desk:
    """The desk: one connection that enters results, `pause` seconds after an answer or, paced, a request."""

    def __init__(
        self, port: int, token: str, boards: list[int], *, pause: float = PAUSE, is_paced: bool = False
    ) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.boards = boards
        self.pause, self.is_paced = pause, is_paced
        self.entered = 0

    def enter(self, seconds: float) -> list[float]:
        """Enter results for so long; return the milliseconds that each took."""
        times = []
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            board = self.boards[self.entered % len(self.boards)]
            outcome = ("white", "draw", "black")[self.entered // len(self.boards) % 3]
            self.entered += 1
            began = time.perf_counter()
            try:
                self._send(board, outcome)
            except (ConnectionError, http.client.HTTPException):
                self.connection.close()  # the server closes one that was idle for 5 s
                self._send(board, outcome)
            spent = time.perf_counter() - began
            times.append(1000 * spent)
            time.sleep(max(0.0, self.pause - spent) if self.is_paced else self.pause)
        return times

    def _send(self, board: int, outcome: str) -> None:
        body = json.dumps({"outcome": outcome, "confirm": True})
        self.connection.request("PUT", f"/api/v1/pairings/{board}/games/1/result", body, self.headers)
        answer = self.connection.getresponse()
        told = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{answer.status} {told[:300]!r}")


def main(arguments: list[str]) -> int:
    """Measure; return 1 if an address slows the desk beyond the budget."""
    is_faulty = WITHOUT_LANES in arguments
    given = [float(one) for one in arguments if one != WITHOUT_LANES]
    usual = [CONTROL_SECONDS if is_faulty else SECONDS, CONNECTIONS]
    seconds, connections = [*given, *usual[len(given) :]]
    heading(f"Results at the desk beside {connections:.0f} connections of a stranger, {PLAYERS} players")
    with site_folder() as env:
        shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c", SETUP]
        made = subprocess.run(shell, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
        told = json.loads(made.stdout.splitlines()[-1])
        port = free_port()
        faulty = running("benchmarks.faulty_site:application", port, {**env, "FAULT": "lanes"})
        with faulty if is_faulty else running_site(port, env):
            desk = Desk(port, told["token"], told["boards"])
            desk.enter(2)
            quiet = sorted(desk.enter(seconds))
            print(
                f"quiet: p50 {quiet[len(quiet) // 2]:.0f} ms, p99 {p99(quiet):.0f} ms, {len(quiet)} entries"
            )
            met = []
            for name, (path, body) in addresses(told["base"]).items():
                asked = json.dumps([port, path, time.time() + seconds + 1.5, int(connections), body])
                load = subprocess.Popen([sys.executable, "-c", LOAD, asked], stdout=subprocess.PIPE)
                time.sleep(1)
                busy = sorted(desk.enter(seconds))
                out, _ = load.communicate()
                row(
                    f"beside {name}",
                    f"p50 {busy[len(busy) // 2]:.0f} ms, p99 {p99(busy):.0f} ms",
                    f"quiet: p99 {p99(quiet):.0f} ms",
                    f"{p99(busy) / p99(quiet):.1f}",
                )
                print("  answers to the stranger, by status:", out.decode().strip())
                met.append(verdict_on(name, p99(busy) / p99(quiet), MOST_TIMES, "times", at_most=True))
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
