"""The laptop of the hall sleeps and wakes in the middle of a round: everything goes on where it was."""

import json
import secrets
import socket
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from effort import THOROUGH, amount
from polling import until
from processes import Site
from result_desk import HOST, ResultDesk
from sleeping_laptop import SleepingLaptop, processes_of
from streams import Listener

pytestmark = [pytest.mark.processes, pytest.mark.slow]
SLEEPS = amount(6, 60)
SLICES = amount(300, 3000)
HOURS = (0.01, 0.5, 1.5, 9.0)
SEED = secrets.randbits(32) if THOROUGH else 20261129
CLOCKS = """
from club_evening import published_of, section_of
from club.core.actor import SYSTEM
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.moves import set_clocks
row = published_of(section_of(4, preset="acf"))
set_broadcast(event_id=row.section.event_id, actor=SYSTEM)
boards = open_live_boards(round_id=row.pk, actor=SYSTEM)
for board, seconds in zip(boards, (3_600, 100_000)):
    set_clocks(board_id=board.pk, white=seconds, black=seconds, running="black", actor=SYSTEM)
print(json.dumps([board.pk for board in boards]))
"""


class Round(ResultDesk):
    """A round on a laptop: results, jobs, and a stream, all of which are at work when it sleeps."""

    def __init__(self, folder, templates):
        self.laptop, self.chance = SleepingLaptop(folder), Random(SEED)  # noqa: S311 - no secret
        site = Site(folder)
        site.env |= self.laptop.env
        site.env |= {
            "LEDGER_KEEPS_RECURRING": "1",
            "LEDGER_JOBS": json.dumps([("ledger.count_down", SLICES - 1)]),
        }
        super().__init__(site, templates, command=("serve",), settings="ledger_settings")
        assert until(lambda: len(self.processes()) == 2), site.log()
        ((section,),) = site.query("SELECT id FROM tournaments_section")
        self.listener = Listener(self.port, f"section:{section}")
        assert until(lambda: self.listener.last is not None), site.log()

    def processes(self):
        return processes_of(self.server)

    def sleep(self, *, hours, in_a_job):
        """Sleep with a job at work, an entry under way, and a request of which half has come."""
        if in_a_job:
            self.site.hold_jobs()
            self.site.wait_for_held_job()
        half = socket.create_connection((HOST, self.port), timeout=60)
        half.sendall(
            f"GET /desk/ HTTP/1.1\r\nHost: {HOST}\r\nCookie: draughts_session={self.session}".encode()
        )
        with half, ThreadPoolExecutor(1) as pool:
            entry = []
            self.laptop.sleep(
                self.processes(),
                hours=hours,
                chance=self.chance,
                meanwhile=lambda: entry.append(pool.submit(self.enter)),
            )
            if in_a_job:
                self.site.let_jobs_go()
            half.sendall(b"\r\nConnection: close\r\n\r\n")
            assert half.recv(12) == b"HTTP/1.1 200", self.site.log()[-3000:]
            assert entry[0].result() == 200, self.site.log()[-3000:]


@pytest.fixture
def played(tmp_path, templates):
    made = Round(tmp_path, templates)
    yield made
    made.listener.stop()
    made.site.end()


def test_a_round_goes_on_after_each_sleep(played, record_property):
    site = played.site
    for number in range(SLEEPS):
        assert played.enter() == 200
        played.sleep(hours=played.chance.choice(HOURS), in_a_job=number % 2 == 0)
        played.read()  # the director is signed in still
    boards = site.shell(CLOCKS)
    played.sleep(hours=8, in_a_job=False)
    alerts = "SELECT board_id, code, facts FROM tournaments_livealert"
    assert until(lambda: site.query(alerts)), site.log()
    assert played.enter() == 200
    ((board, code, facts),) = site.query(alerts)
    assert (board, code, "unwatched_since" in facts) == (boards[0], "flag_fallen", True)

    waiting = "SELECT count(*) FROM club_job WHERE task LIKE 'ledger.%' AND state = 'waiting'"
    assert until(lambda: site.query(waiting) == [(0,)]), site.log()
    assert site.query("SELECT count(*) FROM club_job WHERE state = 'failed'") == [(0,)]
    lines = [number for (number,) in site.query("SELECT number FROM ledger_line ORDER BY number")]
    assert lines == list(range(SLICES))
    assert sorted(number for number, _at in site.noted()) == lines, "no job was even begun twice"
    assert played.outcomes() == played.expected()
    assert set(played.statuses) == {200}
    heard = played.listener.numbers
    assert until(lambda: len(played.listener.numbers) >= played.entered)
    assert heard == list(range(heard[0], heard[0] + len(heard)))
    assert (played.listener.connections, played.listener.resets) == (1, 0)
    site.run("audit", "verify")
    hours = round(played.laptop.slept / 3600, 1)
    record_property("sleeps, hours of them", f"{SLEEPS + 1}, {hours}, seed {SEED}")
    record_property("results confirmed, lost; jobs, twice", f"{played.entered}, 0; {SLICES}, 0")
    record_property("longest answer with a sleep in it, s", round(max(played.seconds), 2))


def test_a_worker_that_sleeps_while_another_works_on_shows_a_double(tmp_path, templates):
    """The negative control: the machine does not sleep, but one of its workers, longer than its lease."""
    site = Site(tmp_path)
    laptop = SleepingLaptop(tmp_path)
    try:
        site.migrate(templates)
        site.env["LEDGER_JOBS"] = json.dumps([("ledger.write_apart", 1)])
        site.hold_jobs()
        first = site.start("work")
        site.wait_for_held_job()

        def work_on():
            site.let_jobs_go()
            site.start("work")
            assert until(lambda: len(site.noted()) == 2), site.log()

        laptop.sleep([first.pid], hours=0, chance=Random(SEED), meanwhile=work_on)  # noqa: S311 - no secret
        lines = "SELECT number FROM ledger_line"
        assert until(lambda: site.query(lines) == [(1,), (1,)]), site.log()
    finally:
        site.end()
