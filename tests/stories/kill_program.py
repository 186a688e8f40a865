"""A program of kills: a random act begins, a random process dies at a random moment, and the site is checked.

The client stores every confirmed answer. It sends a request again if its answer was cut off, as a browser
does; the first answer after that ends the outage.
"""

import http.client
import itertools
import json
import random
import statistics
import threading
import time
import uuid
from dataclasses import dataclass, field
from datetime import date

from forked_processes import Nursery, is_running, processor_seconds
from kill_site import FILL, LOOK, NEW_SECTION, PHOTO, ROWS, code_of
from large_archive import RECORD, different_games
from polling import until
from streams import free_port

HOST = "127.0.0.1"
GAMES = 8  # of an archive
MEMBERS = 6
LONGEST_OUTAGE = 60.0
LONGEST_BACKLOG = 300.0  # of jobs that kills have left waiting
RESTORE_SECONDS = 5.0  # of processor time, before one is measured
OUTCOMES = ("white", "draw", "black")
AGAIN = {0, 429, 503}


@dataclass
class Log:
    """What was confirmed to the client, and what it has sent."""

    results: dict = field(default_factory=dict)
    moves: dict = field(default_factory=dict)  # by board: confirmed, sent
    months: list = field(default_factory=list)
    imports: list = field(default_factory=list)
    archive: dict = field(default_factory=dict)
    sections: list = field(default_factory=list)


class KillProgram:
    """The site with its processes, and the client."""

    def __init__(self, site, *, seed, postgres=None, store=None, prepare=""):
        self.site, self.postgres, self.store, self.prepare = site, postgres, store, prepare
        self.chance, self.port = random.Random(seed), free_port()  # noqa: S311 - no secret
        self.nursery = Nursery(site)
        self.log, self.web, self.worker = Log(), None, None
        self.filled = self.nursery.shell(code_of(FILL, SEED=seed))
        self.games = different_games()
        self.numbers = itertools.count(1)
        self.months = itertools.count()
        self.kills, self.outages, self.statuses, self.faults = {}, [], {}, []
        self.durations, self.recoveries = {}, []
        self.killed_at = None
        self.acts = [self.event, self.event, self.event, self.event, self.archive, self.fees, self.move]

    # ---- processes ----

    def start(self):
        self.start_web()
        self.start_worker()
        assert until(lambda: self.ask("GET", "/healthz")[0] == 200), self.site.log()[-3000:]

    def start_web(self):
        order = {"run": ["web", "--host", HOST, "--port", str(self.port)]}
        self.web = self.nursery.fork(**order, prepare=self.prepare)

    def start_worker(self):
        self.worker = self.nursery.fork(run=["work"])

    def end(self):
        self.nursery.end()

    def targets(self):
        found = ["web", "web", "web", "worker"]
        return found + ["redis"] * bool(self.store) + ["postgres", "backend"] * bool(self.postgres)

    def kill(self, target):
        """Kill -9, and start again what was killed."""
        if target == "web":
            self.nursery.kill(self.web)
            self.start_web()
        elif target == "worker":
            self.nursery.kill(self.worker)
            self.start_worker()
        elif target == "redis":
            self.store.kill()
            self.store.start()
        elif target == "postgres":
            self.postgres.kill()
            self.postgres.start()
        elif children := self.postgres.children():
            self.postgres.kill_one(self.chance.choice(children))
        for name in ("web", "worker"):
            if not is_running(getattr(self, name)):  # a service manager starts it again
                getattr(self, f"start_{name}")()

    # ---- requests ----

    def ask(self, method, path, form=None, headers=None, body=None):
        """Return status and content; status 0 where the connection is cut."""
        sent = {"Cookie": f"draughts_session={self.filled['session']}; draughts_csrf={'c' * 32}"}
        sent |= {"X-CSRFToken": "c" * 32, "Accept": "application/json", **(headers or {})}
        if form is not None:
            body = json.dumps(form)
            sent["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        try:
            connection.request(method, path, body=body, headers=sent)
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()
        is_json = "json" in answer.headers.get("Content-Type", "")
        return answer.status, json.loads(content) if is_json and content else content

    def send(self, kind, method, path, form=None, **more):
        """Send a request until it is answered; return whether that was by a confirmation, and the content."""
        began, is_first = time.monotonic(), True
        while True:
            at = time.monotonic()
            status, content = self.ask(method, path, form, **more)
            self.statuses[status] = self.statuses.get(status, 0) + 1
            if status not in AGAIN:
                break
            is_first = False
            assert time.monotonic() - began < LONGEST_OUTAGE, (status, content, self.site.log()[-3000:])
            time.sleep(0.02)
        if is_first:
            self.durations.setdefault(kind, []).append(time.monotonic() - at)
        elif self.killed_at is not None:
            self.outages.append(time.monotonic() - self.killed_at)
        if status >= 500 or (kind == "pair" and status != 201):
            self.faults.append(f"{kind}: answered {status}")
        return status < 300, content

    # ---- acts ----

    def photo(self):
        if not self.log.sections:
            self.log.sections.append(self.nursery.shell(NEW_SECTION))
        return self.nursery.shell(code_of(PHOTO, SECTION=self.log.sections[-1]))

    def event(self):
        """Do what comes next in the tournament: pair, publish, enter results, close."""
        here = self.photo()
        last = here["last"]
        if last and last["state"] == "closed" and last["number"] == here["rounds"]:
            self.log.sections.append(self.nursery.shell(NEW_SECTION))
            here, last = {"section": self.log.sections[-1]}, None
        if last is None or last["state"] == "closed":
            return lambda: self.send("pair", "POST", f"/api/v1/sections/{here['section']}/rounds/", {})
        if last["state"] == "draft":
            form = {"version": last["version"], "reason": "as paired"}
            return lambda: self.send("publish", "POST", f"/api/v1/rounds/{last['id']}/publish", form)
        if last["open"]:
            return lambda: self.results(last["open"])
        return lambda: self.send("close", "POST", f"/api/v1/rounds/{last['id']}/close", {})

    def results(self, pairings):
        for pairing in pairings:
            outcome = self.chance.choice(OUTCOMES)
            path, form = f"/api/v1/pairings/{pairing}/games/1/result", {"outcome": outcome}
            is_confirmed, _content = self.send("result", "PUT", path, form)
            if is_confirmed:
                self.log.results[f"{pairing}.1"] = outcome

    def archive(self):
        """Import a file whose games are in no other."""
        name = f"{len(self.log.archive) + 1}.pdn"
        games = [(next(self.numbers), next(self.games)) for _ in range(GAMES)]
        self.log.archive[name] = [str(number) for number, _facts in games]
        text = "".join(RECORD.format(**facts, number=number) for number, facts in games)
        mark = uuid.UUID(int=self.chance.getrandbits(128)).hex
        body = (
            f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
            f"Content-Type: text/plain\r\n\r\n{text}\r\n--{mark}--\r\n"
        ).encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={mark}"}

        def act():
            sent = {"body": body, "headers": headers}
            is_confirmed, _content = self.send("import", "POST", "/api/v1/imports/", **sent)
            if is_confirmed:
                self.log.imports.append(name)

        return act

    def fees(self):
        """Book the fees of a month that no run has."""
        at = next(self.months)
        begin = date(2001 + at // 12, 1 + at % 12, 1)
        end = date.fromordinal(date(begin.year + at % 12 // 11, (at + 1) % 12 + 1, 1).toordinal() - 1)
        period = {"starts_on": begin.isoformat(), "ends_on": end.isoformat()}
        path = "/api/v1/clubs/north/money/fee-runs/"
        query = f"preview?starts_on={begin}&ends_on={end}"
        is_read, preview = self.send("preview", "GET", path + query)
        assert is_read, preview

        def act():
            is_confirmed, _content = self.send("fees", "POST", path, period | {"seen": preview["seen"]})
            if is_confirmed:
                self.log.months.append(begin.isoformat())

        return act

    def move(self):
        """Enter moves of a live board."""
        open_boards = [
            (board, moves)
            for board, moves in self.filled["boards"].items()
            if self.log.moves.get(board, [0, 0])[0] < len(moves)
        ]
        if not open_boards:
            return self.event()
        board, moves = self.chance.choice(open_boards)

        def act():
            for _ in range(3):
                at = self.log.moves.setdefault(board, [0, 0])[0]
                if at == len(moves):
                    return
                self.log.moves[board][1] = at + 1
                form = {"moves": [{"text": moves[at]}], "keep": at, "key": f"{board}-{at}"}
                is_confirmed, content = self.send("move", "POST", f"/api/v1/live-boards/{board}/moves", form)
                if not is_confirmed:
                    self.faults.append(f"move refused: {content}")
                    return
                self.log.moves[board][0] = at + 1

        return act

    @property
    def moves_confirmed(self):
        return sum(confirmed for confirmed, _sent in self.log.moves.values())

    # ---- turns ----

    def delay(self, kinds=("pair", "publish", "result", "close", "import", "fees", "move")):
        """A random moment of an act: within half as long again as acts take."""
        known = [statistics.median(self.durations[kind][-9:]) for kind in kinds if kind in self.durations]
        return self.chance.uniform(0, 1.5 * (self.chance.choice(known) if known else 0.2))

    def look(self, *, is_end=False):
        """Return what a kill has left behind, and how many jobs wait."""
        facts = {
            "results": self.log.results,
            "moves": self.log.moves,
            "months": self.log.months,
            "imports": self.log.imports,
            "archive": self.log.archive,
            "sections": self.log.sections,
            "members": MEMBERS,
            "is_end": is_end,
        }
        return self.nursery.shell(code_of(LOOK, FACTS=facts))

    def turn(self):
        """Begin an act, kill a process at a random moment, wait for the end of the act, and look."""
        act = self.chance.choice(self.acts)()
        target, delay = self.chance.choice(self.targets()), self.delay()
        failures = []
        thread = threading.Thread(target=run_and_note, args=(act, failures))
        thread.start()
        time.sleep(delay)
        self.killed_at = time.monotonic()
        self.kill(target)
        if target in {"postgres", "backend"}:
            # Its own recovery is not the program's: that begins when the database answers.
            self.recoveries.append(time.monotonic() - self.killed_at)
            self.killed_at = time.monotonic()
        thread.join()
        if failures:
            raise failures[0]
        self.killed_at = None
        self.kills[target] = self.kills.get(target, 0) + 1
        self.faults += self.look()["faults"]

    def finish(self):
        """Wait until the work of all turns is done, and look at all of it."""
        began = time.monotonic()
        while self.look()["waiting"]:
            assert time.monotonic() - began < LONGEST_BACKLOG, self.site.log()[-3000:]
            time.sleep(0.5)
        self.faults += self.look(is_end=True)["faults"]

    def pair_only(self):
        """Kill the page server while it pairs a round of a new section; return what is left behind."""
        self.log.sections.append(self.nursery.shell(NEW_SECTION))
        path = f"/api/v1/sections/{self.log.sections[-1]}/rounds/"
        thread = threading.Thread(target=self.ask, args=("POST", path, {}))
        thread.start()
        time.sleep(self.delay(("pair",)))
        self.nursery.kill(self.web)
        thread.join()
        faults = self.look()["faults"]
        self.start_web()
        assert until(lambda: self.ask("GET", "/healthz")[0] == 200), self.site.log()[-3000:]
        return faults


def run_and_note(act, failures):
    """Run an act in a thread; note what failed for the thread that waits."""
    try:
        act()
    except BaseException as error:  # noqa: BLE001 - raised by the one who waits
        failures.append(error)


class Restores:
    """A second site into which an archive of the first is restored, while the restore is killed."""

    def __init__(self, program, site, archive):
        self.program, self.nursery = program, Nursery(site)
        self.archive, self.kills, self.seconds = archive, 0, RESTORE_SECONDS
        # Nobody works at the first site meanwhile.
        self.known = [self.nursery.shell(ROWS), program.nursery.shell(ROWS)]
        pid = program.nursery.fork(run=["backup", str(archive)])
        assert until(lambda: not is_running(pid))
        assert archive.exists(), program.site.log()[-3000:]

    def turn(self, *, is_killed=True):
        """Kill a restore at a random moment: the rows are those before it or those of the archive."""
        chance = self.program.chance
        pid = self.nursery.fork(run=["restore", str(self.archive), "--replace"])
        moment, spent = chance.uniform(0, 1.1 * self.seconds) if is_killed else float("inf"), 0.0
        while is_running(pid) and spent < moment:
            spent = max(spent, processor_seconds(pid))
            time.sleep(0.005)
        if is_running(pid):
            self.nursery.kill(pid)
            self.kills += 1
        else:
            self.seconds = spent
        rows = self.nursery.shell(ROWS)
        if rows not in (self.known if is_killed else self.known[1:]):
            self.program.faults.append("restore: rows of neither the state before nor the archive")

    def end(self):
        self.nursery.end()
