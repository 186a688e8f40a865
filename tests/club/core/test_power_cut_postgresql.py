"""The power is cut while PostgreSQL stores results: it recovers every confirmed one from what the disk has.

The cluster is one of the test. Its processes and the one that enters results write the same log of calls, so
the order of flushes and confirmations is known. Pages have checksums, its log has small segments, and memory
is short: it writes pages and makes checkpoints all the time.
"""

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from effort import amount, sample
from own_postgres import OWNER, own_postgres_or_skip
from power_cut import Disk, logged, records_in, write_log_or_skip
from processes import Site, postgresql_or_skip
from template_databases import address_of
from test_power_cut import ENTER, SEED, Cut, lost_of

pytestmark = [pytest.mark.processes, pytest.mark.slow]

MOMENTS = amount(12, 200)
CONTROLS = 10
RESULTS = amount(120, 600)
OPTIONS = {
    "shared_buffers": "1MB",
    "max_wal_size": "2MB",
    "min_wal_size": "2MB",
    "checkpoint_timeout": "30s",
    "checkpoint_completion_target": "0.1",
    "bgwriter_delay": "10ms",
    "wal_writer_delay": "10ms",
    "autovacuum_naptime": "1s",
}
INDEXES = """
SELECT count(bt_index_check(index.indexrelid)) FROM pg_index AS index
JOIN pg_class AS own ON own.oid = index.indexrelid JOIN pg_am AS kind ON kind.oid = own.relam
WHERE kind.amname = 'btree' AND index.indisvalid
"""


class ServerCut(Cut):
    """A cluster whose processes have written a log, and the copies of its files at moments of it."""

    def __init__(self, tmp_path, templates, *, count=MOMENTS, **options):
        self.folder, self.count = tmp_path, count
        self.chance = random.Random(SEED)  # noqa: S311 - no secret
        self.server = own_postgres_or_skip(
            initdb=("--wal-segsize=1", "--data-checksums"), **{**OPTIONS, **options}
        )
        try:
            self.write(templates)
        except BaseException:
            self.server.end()
            raise

    def write(self, templates):
        server = self.server
        server.folder.chmod(0o755)
        library = write_log_or_skip(server.folder)
        server.start()
        url = server.copy_of(address_of(templates.url, templates.database()))
        self.database = url.rpartition("/")[2]
        server.stop()
        log = server.folder / "log-of-writes"
        log.touch()
        log.chmod(0o666)
        self.data, self.confirmed = server.data, server.data / "confirmed"
        self.folders = [path.relative_to(self.data) for path in self.data.rglob("*") if path.is_dir()]
        self.disk = Disk(self.data, has_ends=True)
        server.env = logged(library, log, self.data, has_ends=True)
        server.start()
        site = Site(self.folder, database_url=url)
        site.env |= {"DJANGO_SETTINGS_MODULE": "club.config.settings", **server.env}
        site.env.pop("PGOPTIONS", None)  # a confirmed result has to be on the disk here
        code = ENTER.format(pragma="CHECKPOINT", confirmed=str(self.confirmed), results=RESULTS)
        command = site.command("shell", "-v", "0", "-c", f"import json\n{code}")
        done = subprocess.run(command, env=site.env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        server.kill()
        server.env = {}
        self.records = records_in(log)
        log.unlink()

    def faults_of(self, copy, begun, confirmed):
        """Start a server on a copy: it recovers, as it does after a power cut, and answers."""
        import psycopg

        server = self.server
        place = server.folder / "copy"
        shutil.move(copy, place)
        copy.mkdir()
        for folder in self.folders:
            (place / folder).mkdir(parents=True, exist_ok=True)
        for name in ("postmaster.pid", "confirmed"):
            (place / name).unlink(missing_ok=True)
        own_by_server(place)
        try:
            server.options["fsync"] = "off"  # of the recovery alone: nothing cuts its power
            server.start(place)
            with psycopg.connect(address_of(server.url, self.database), autocommit=True) as database:
                database.execute("CREATE EXTENSION IF NOT EXISTS amcheck")
                database.execute(INDEXES)
                rows = database.execute(
                    "SELECT pairing_id, outcome FROM tournaments_gameresult WHERE number = 1"
                )
                return lost_of(dict(rows.fetchall()), begun, confirmed)
        except (psycopg.Error, AssertionError) as error:
            return [f"damaged: {str(error)[-300:]}"]
        finally:
            server.kill()
            shutil.rmtree(place)


def own_by_server(place):
    """Give a copy to the user that the server runs as, closed to others as it demands."""
    place.chmod(0o700)
    if os.geteuid() == 0:
        for path in (place, *place.rglob("*")):
            shutil.chown(path, OWNER, OWNER)


@pytest.fixture
def cut(tmp_path, templates):
    postgresql_or_skip()
    made = []

    def make(**options):
        made.append(ServerCut(tmp_path, templates, **options))
        return made[-1]

    yield make
    for one in made:
        one.server.end()


def test_a_power_cut_of_postgresql_loses_no_confirmed_result(cut, record_property):
    made = cut()
    faults, with_losses, results = made.faults()
    assert faults == [], (SEED, faults[:5])
    assert with_losses > MOMENTS / 10, "the copies do lack calls that were not flushed"
    names = {str(Path(one.path).relative_to(made.data)).split("/")[0] for one in made.records}
    assert {"base", "pg_wal", "global", "pg_xact"} <= names, "checkpoints have written pages too"
    record_property("copies of PostgreSQL, of which lack calls", f"{MOMENTS}, {with_losses}, seed {SEED}")
    record_property("confirmed results looked up in them, lost", f"{results}, {len(faults)}")


WITHOUT_GUARDS = {
    "fsync off": {"fsync": "off"},
    "synchronous_commit off": {"synchronous_commit": "off", "wal_writer_delay": "10s"},
    "full_page_writes off": {"full_page_writes": "off"},
}


@pytest.mark.parametrize("guard", sample(WITHOUT_GUARDS, one_in=3))
def test_without_its_guards_postgresql_loses_confirmed_results(cut, record_property, guard):
    """The negative control."""
    made = cut(count=CONTROLS, **WITHOUT_GUARDS[guard])
    faults, _with_losses, _results = made.faults()
    assert faults
    record_property(f"control: lost or damaged, {guard}", len(faults))
