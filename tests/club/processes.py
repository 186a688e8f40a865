"""Real processes of the project, each test with data of its own."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest
import redis

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent


# By settings and kind: an embedded database right after its migrations, the name of one on a server.
MIGRATED = {}
IMPORTS = """
import json
from club.models import Job
from club.services.jobs import enqueue
from ledger.models import Line
"""


def until(condition, seconds=30.0, pause=0.02):
    """Wait until the condition holds; tell its last value."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(pause)
    return value


def own_url(url, name):
    """The same server, another database."""
    address, mark, options = url.partition("?")
    return address.rpartition("/")[0] + "/" + name + mark + options


@contextlib.contextmanager
def own_database():
    """The address of a new database on the server of DATABASE_URL; none for SQLite in the data folder."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield ""
        return
    psycopg = pytest.importorskip("psycopg")
    name = f"test_ledger_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield own_url(url, name)
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextlib.contextmanager
def server_of(url):
    """The database server, to make and drop databases there, and the name of the URL's database."""
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(own_url(url, "postgres"), autocommit=True) as server:
        yield server, url.partition("?")[0].rpartition("/")[2]


def copy_database(server, name, copied):
    server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{copied}"')


def drop_laid_out_databases():
    """Take what `Site.migrate` kept on a server away again."""
    for name in (kept for kept in MIGRATED.values() if isinstance(kept, str)):
        with server_of(os.environ["DATABASE_URL"]) as (server, _):
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


class Site:
    """A data folder, an environment, and the processes started in it."""

    def __init__(self, folder, *, redis_url="", database_url=""):
        self.folder = folder
        self.notes = folder / "notes"
        self.notes.touch()
        self.env = {
            **{
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("DRAUGHTS_", "DJANGO_"))
            },
            "PYTHONPATH": os.pathsep.join([str(HERE), str(REPOSITORY)]),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "ledger_settings",
            "DRAUGHTS_DATA_DIR": str(folder / "data"),
            "DRAUGHTS_SECRET_KEY": "only-for-tests",
            "LEDGER_NOTES": str(self.notes),
            "LEDGER_PREFIX": f"ledger-{uuid.uuid4().hex}-",
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
        }
        self.started = []
        self.imports = IMPORTS

    def command(self, *arguments):
        return [sys.executable, str(REPOSITORY / "manage.py"), *arguments]

    def run(self, *arguments):
        """Run a command to its end."""
        done = subprocess.run(
            self.command(*arguments), env=self.env, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def migrate(self):
        """Lay out the database; it is laid out once a run and copied from then on."""
        layout = self.env["DJANGO_SETTINGS_MODULE"], bool(self.env["DATABASE_URL"])
        kept = MIGRATED.get(layout)
        if kept is None:
            self.run("migrate", "--run-syncdb", "-v", "0")
        if self.env["DATABASE_URL"]:
            with server_of(self.env["DATABASE_URL"]) as (server, name):
                if kept is None:
                    MIGRATED[layout] = f"{name}_laid_out"
                    copy_database(server, MIGRATED[layout], name)
                else:
                    copy_database(server, name, kept)
            return
        database = self.folder / "data" / "club.sqlite3"
        if kept is None:
            MIGRATED[layout] = database.read_bytes()
        else:
            database.parent.mkdir(parents=True, exist_ok=True)
            database.write_bytes(kept)

    def start(self, *arguments):
        """Start a command that stays."""
        log = (self.folder / "log").open("ab")
        process = subprocess.Popen(
            self.command(*arguments), env=self.env, stdout=log, stderr=log, start_new_session=True
        )
        log.close()
        self.started.append(process)
        return process

    def log(self):
        return (self.folder / "log").read_text()

    def shell(self, code):
        """Run Python in the site and read back what it prints as JSON."""
        return json.loads(self.run("shell", "-v", "0", "-c", self.imports + code))

    def query(self, statement):
        """Ask the site's database, past the project."""
        if self.env["DATABASE_URL"]:
            psycopg = pytest.importorskip("psycopg")
            with psycopg.connect(self.env["DATABASE_URL"]) as database:
                return database.execute(statement).fetchall()
        with contextlib.closing(
            sqlite3.connect(self.folder / "data" / "club.sqlite3", timeout=20)
        ) as database:
            return database.execute(statement).fetchall()

    def noted(self):
        """Number and moment of every line in the plain file."""
        return [
            (int(number), float(moment))
            for number, moment in map(str.split, self.notes.read_text().splitlines())
        ]

    def end(self):
        """End what still runs, and leave nothing in Redis."""
        for process in self.started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if self.env["REDIS_URL"]:
            with redis.Redis.from_url(self.env["REDIS_URL"]) as store:
                for key in store.scan_iter(self.env["LEDGER_PREFIX"] + "*"):
                    store.delete(key)
