"""Real processes of the project, each test with data of its own."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
import redis
from forked_processes import Nursery, without_checks
from polling import until
from template_databases import address_of, create_database, drop_database, name_of, server_of

SUPPORT = Path(__file__).resolve().parent
REPOSITORY = SUPPORT.parent.parent


IMPORTS = """
import json
from club.models import Job
from club.jobs.services.jobs import enqueue
from ledger.models import Line
"""


def server_url():
    """The PostgreSQL that DATABASE_URL names, else an empty text."""
    url = os.environ.get("DATABASE_URL", "")
    return url if url.startswith("postgres") else ""


def postgresql_or_skip():
    if not server_url():
        pytest.skip("DATABASE_URL names no PostgreSQL: make test-services runs this")


@contextlib.contextmanager
def own_database():
    """The address of a new database on the server of DATABASE_URL; none for SQLite in the data folder."""
    url = server_url()
    if not url:
        yield ""
        return
    name = f"test_own_{uuid.uuid4().hex}"
    with server_of(url) as server:
        create_database(server, name)
    try:
        yield address_of(url, name)
    finally:
        with server_of(url) as server:
            drop_database(server, name)


@contextlib.contextmanager
def site_on(database, folder):
    """A site of its own on "sqlite" or on the "postgresql" of DATABASE_URL."""
    if database == "postgresql":
        postgresql_or_skip()
    with pytest.MonkeyPatch.context() as patch:
        if database == "sqlite":
            patch.setenv("DATABASE_URL", "")
        with own_database() as url:
            site = Site(folder, database_url=url)
            try:
                yield site
            finally:
                site.end()


class Site:
    """A data folder, an environment, and the processes started in it."""

    def __init__(self, folder, *, redis_url="", database_url=""):
        self.folder = folder
        self.database = folder / "data" / "club.sqlite3"
        self.notes = folder / "notes"
        self.notes.touch()
        self.env = {
            **{
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("DRAUGHTS_", "DJANGO_"))
            },
            "PYTHONPATH": os.pathsep.join(map(str, [SUPPORT, REPOSITORY])),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "ledger_settings",
            "DRAUGHTS_DATA_DIR": str(folder / "data"),
            "DRAUGHTS_SECRET_KEY": "only-for-tests",
            "DRAUGHTS_PUBLIC_PROCESS": "0",  # each start takes two seconds of processor time
            "LEDGER_NOTES": str(self.notes),
            "LEDGER_PREFIX": f"ledger-{uuid.uuid4().hex}-",
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
        }
        self.started = []
        self.nursery = None
        self.imports = IMPORTS

    def preload(self, *modules):
        """Fork what `run` and `shell` start from a process that has loaded the project, and these modules."""
        self.nursery = Nursery(self, preloaded=modules)

    def command(self, *arguments):
        return [sys.executable, str(REPOSITORY / "manage.py"), *without_checks(arguments)]

    def run(self, *arguments):
        """Run a command to its end."""
        if self.nursery:
            assert self.nursery.env == self.env, "what has been loaded has read another environment"
            done = self.nursery.run(*arguments)
        else:
            done = subprocess.run(
                self.command(*arguments),
                env=self.env,
                capture_output=True,
                text=True,
                timeout=600,
                check=False,
            )
        assert done.returncode == 0, done.stderr or done.stdout
        return done.stdout

    def migrate(self, templates):
        """Lay out the database as a copy of the run's template."""
        if self.env["DATABASE_URL"]:
            templates.copy_to_server(name_of(self.env["DATABASE_URL"]), self.env)
        else:
            templates.copy_to_file(self.database, self.env)

    def gather_static(self, templates):
        """Have the static files gathered already, so that `serve` need not do it."""
        templates.copy_static(self.folder / "data" / "static", self.env)

    def start(self, *arguments):
        """Start a command that stays."""
        log = (self.folder / "log").open("ab")
        process = subprocess.Popen(
            self.command(*arguments), env=self.env, stdout=log, stderr=log, start_new_session=True
        )
        log.close()
        self.started.append(process)
        return process

    def hold_jobs(self):
        """Let the next job that begins stay at work until it is killed or let go."""
        self.notes.with_name("held").unlink(missing_ok=True)
        self.notes.with_name("hold").touch()

    def wait_for_held_job(self):
        assert until(self.notes.with_name("held").exists), self.log()

    def let_jobs_go(self):
        self.notes.with_name("hold").unlink()

    def log(self):
        path = self.folder / "log"
        return path.read_text() if path.exists() else ""

    def shell(self, code):
        """Run Python in the site and read back what it prints as JSON."""
        return json.loads(self.run("shell", "-v", "0", "-c", self.imports + code))

    def query(self, statement):
        """Ask the site's database, past the project."""
        if self.env["DATABASE_URL"]:
            psycopg = pytest.importorskip("psycopg")
            with psycopg.connect(self.env["DATABASE_URL"]) as database:
                return database.execute(statement).fetchall()
        with contextlib.closing(sqlite3.connect(self.database, timeout=20)) as database:
            return database.execute(statement).fetchall()

    def is_locked(self):
        """Whether a process writes to the embedded database."""
        if self.env["DATABASE_URL"]:
            return False
        with contextlib.closing(sqlite3.connect(self.database, timeout=0, isolation_level=None)) as database:
            try:
                database.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return True
        return False

    def noted(self):
        """Number and moment of every line in the plain file."""
        return [
            (int(number), float(moment))
            for number, moment in map(str.split, self.notes.read_text().splitlines())
        ]

    def end(self):
        """End what still runs, and leave nothing in Redis."""
        if self.nursery:
            self.nursery.end()
        for process in self.started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if self.env["REDIS_URL"]:
            with redis.Redis.from_url(self.env["REDIS_URL"]) as store:
                for key in store.scan_iter(self.env["LEDGER_PREFIX"] + "*"):
                    store.delete(key)
