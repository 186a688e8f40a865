"""Kill -9 of every process of a real site at random moments: nothing confirmed is lost, nothing is half."""

import os
import secrets
import statistics
from contextlib import ExitStack
from pathlib import Path

import pytest
from effort import THOROUGH, amount
from kill_program import KillProgram, Restores
from own_postgres import own_postgres_or_skip
from processes import Site
from redis_process import redis_process_or_skip
from template_databases import address_of

pytestmark = [pytest.mark.processes, pytest.mark.slow]

KILLS = int(os.environ.get("KILLS", amount(58, 960)))
RESTORES = max(2, KILLS // 25)
MAX_CONTROL_KILLS = 60
MAX_OUTAGE_SECONDS = 10.0
SEED = secrets.randbits(32) if THOROUGH else 20261128


class Hall(ExitStack):
    """Sites on databases and services of their own, all of which may be killed."""

    def __init__(self, folder, templates):
        super().__init__()
        self.folder, self.templates = folder, templates
        self.postgres = self.store = None
        if templates.url:
            self.postgres = own_postgres_or_skip()
            self.callback(self.postgres.end)
            self.postgres.start()
            (folder / "redis").mkdir()
            self.store = redis_process_or_skip(folder / "redis")
            self.callback(self.store.kill)

    def site(self, name):
        folder = self.folder / name
        folder.mkdir()
        url = ""
        if self.postgres:
            url = self.postgres.copy_of(address_of(self.templates.url, self.templates.database()))
        site = Site(folder, database_url=url, redis_url=self.store.url if self.store else "")
        site.env |= {"DJANGO_SETTINGS_MODULE": "club.config.settings", "DRAUGHTS_ALLOWED_HOSTS": "127.0.0.1"}
        site.env.pop("PGOPTIONS", None)  # a confirmed result has to be on the disk here
        site.env["PYTHONPATH"] += os.pathsep + str(Path(__file__).parent)
        if not url:
            site.migrate(self.templates)
        site.gather_static(self.templates)
        return site

    def program(self, **facts):
        site = self.site(f"site-{len(list(self.folder.iterdir()))}")
        program = KillProgram(site, seed=SEED, postgres=self.postgres, store=self.store, **facts)
        self.callback(program.end)
        program.start()
        return program

    def restores(self, program):
        restores = Restores(program, self.site("restored"), self.folder / "site.tar")
        self.callback(restores.end)
        return restores


@pytest.fixture
def hall(tmp_path, templates):
    with Hall(tmp_path, templates) as hall:
        yield hall


def test_a_program_of_kills_leaves_nothing_half_lost_or_doubled(hall, record_property):
    program = hall.program()
    for number in range(KILLS):
        program.turn()
        assert program.faults == [], (SEED, number, program.site.log()[-3000:])
    program.finish()
    restores = hall.restores(program)
    for _ in range(RESTORES):
        restores.turn()
    restores.turn(is_killed=False)
    assert program.faults == [], SEED
    outages = program.outages
    kinds = ", ".join(f"{name} {times}" for name, times in sorted(program.kills.items()))
    record_property("kills", f"{KILLS + restores.kills} ({kinds}, restore {restores.kills}), seed {SEED}")
    record_property("violations after kills", len(program.faults))
    record_property("results, moves confirmed", f"{len(program.log.results)}, {program.moves_confirmed}")
    record_property("answers cut by a kill", len(outages))
    if program.recoveries:
        record_property("recovery of PostgreSQL, most s", round(max(program.recoveries), 2))
    record_property("from a kill to the answer, median s", round(statistics.median(outages), 2))
    record_property("from a kill to the answer, most s", round(max(outages), 2))
    assert max(outages) < MAX_OUTAGE_SECONDS


def test_without_transactions_half_rounds_are_found(hall, record_property):
    """The negative control: the page server commits after each statement."""
    program = hall.program(prepare="kill_site")
    program.durations["pair"] = [0.3]
    number, faults = 0, []
    while not any("half round" in fault for fault in faults):
        number += 1
        assert number <= MAX_CONTROL_KILLS, "no kill left a half round"
        faults = program.pair_only()
    record_property("control: kills until a half round was left", number)
