"""What is made once a run: every worker and every test process starts from a copy of a migrated database.

The first worker that needs a template makes it under a file lock, in the folder that the workers of a run
share. That folder is new in each run, so a template cannot lag behind the migrations. On SQLite a template is
a file, on PostgreSQL a database beside that of DATABASE_URL, dropped at the end of the run.
"""

import contextlib
import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

from django.core.management import call_command
from django.db import connections
from django.db.utils import load_backend

from club.config.env import database_settings

MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"
TESTS, SITE = "club.config.testing", "club.config.settings"
SAME_TABLES = frozenset({TESTS, SITE})
GATHER = "from club.site.static_files import gather_static; gather_static()"
DROPPED_AT_THE_END = "databases_to_drop"


def address_of(url, name):
    """Return the URL of another database on the same server."""
    address, mark, options = url.partition("?")
    return address.rpartition("/")[0] + "/" + name + mark + options


def name_of(url):
    return url.partition("?")[0].rpartition("/")[2]


@contextlib.contextmanager
def server_of(url):
    """Connect to the database server of a URL, to make and drop databases."""
    import psycopg

    with psycopg.connect(address_of(url, "postgres"), autocommit=True) as server:
        yield server


def drop_database(server, name):
    server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def create_database(server, name, *, template="template1"):
    """Create a database anew; what a killed run left under its name goes."""
    drop_database(server, name)
    server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


class Templates:
    """The migrated databases of one run, each made when it is first asked for."""

    def __init__(self, folder, *, url, blocker=None):
        self.folder = folder
        self.url = url if url.startswith("postgres") else ""
        self.blocker = blocker

    def copy_to_file(self, path, env=None):
        """Write a migrated SQLite database for the settings of an environment."""
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.file(env), path)

    def copy_to_server(self, name, env=None):
        """Make a database on the server of DATABASE_URL a migrated one."""
        template = self.database(env)
        with server_of(self.url) as server:
            create_database(server, name, template=template)

    def stand_in_for_migrations(self, connection):
        """Let the database that Django makes for the tests of this process begin as a copy."""
        copy = self._copy_to_memory if connection.vendor == "sqlite" else self._copy_to_test_database
        connection.creation.create_test_db = partial(_create_test_db, connection, copy)

    def drop(self):
        """Drop the databases of this run."""
        made = self.folder / DROPPED_AT_THE_END
        if made.exists():
            with server_of(self.url) as server:
                for name in made.read_text().splitlines():
                    drop_database(server, name)

    def file(self, env=None):
        """Return the path of the SQLite template."""
        settings = _settings_of(env)
        lower = None if settings == SITE else self.file()
        path = self.folder / f"{settings}.sqlite3"
        with self._first_come(path) as is_first:
            if is_first:
                part = path.with_suffix(".part")
                if lower is None:
                    self._migrate_in_memory(part)
                else:
                    shutil.copyfile(lower, part)
                    self._migrate_by_command(env, f"sqlite:///{part}")
                part.rename(path)
        return path

    def database(self, env=None):
        """Return the name of the PostgreSQL template."""
        settings = _settings_of(env)
        lower = None if settings == SITE else self.database()
        name = f"test_{name_of(self.url)}_template_{settings.replace('.', '_')}"
        with self._first_come(self.folder / name) as is_first:
            if is_first:
                with server_of(self.url) as server:
                    create_database(server, name, template=lower or "template1")
                with (self.folder / DROPPED_AT_THE_END).open("a") as names:
                    names.write(name + "\n")
                if lower is None:
                    self._ensure_migrated({"NAME": name}).close()
                else:
                    self._migrate_by_command(env, address_of(self.url, name))
                (self.folder / name).touch()
        return name

    def copy_static(self, folder, env):
        """Put the gathered static files into a site's data folder."""
        made = self.folder / "gathered"
        with self._first_come(made) as is_first:
            if is_first:
                self._run(env | {"DRAUGHTS_DATA_DIR": str(made)}, "shell", "-v", "0", "-c", GATHER)
        shutil.copytree(made / "static", folder, copy_function=os.link)

    @contextlib.contextmanager
    def _first_come(self, made):
        """Lock what this file stands for; tell whether it is still to be made."""
        with made.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield not made.exists()

    def _migrate_in_memory(self, path):
        """Write a migrated database; no step of it waits for the disk."""
        embedded = database_settings(url="", data_dir=self.folder)
        migrated = self._ensure_migrated({**embedded, "NAME": "file:template?mode=memory"})
        with contextlib.closing(sqlite3.connect(path)) as file:
            migrated.connection.backup(file)
        migrated.connection.close()  # Django leaves one in memory open

    def _ensure_migrated(self, changed):
        """Migrate another database than that of the tests; return the open connection."""
        of_tests = connections["default"]
        given = {**of_tests.settings_dict, **changed}
        migrated = load_backend(given["ENGINE"]).DatabaseWrapper(given, alias="default")
        connections["default"] = migrated
        try:
            with self.blocker.unblock():
                call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
        finally:
            connections["default"] = of_tests
        return migrated

    def _migrate_by_command(self, env, url):
        """Add the tables of other settings; their apps are not installed here."""
        self._run(env | {"DATABASE_URL": url}, "migrate", "--run-syncdb", "--skip-checks", "-v", "0")

    def _run(self, env, *arguments):
        command = [sys.executable, str(MANAGE), *arguments]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def _copy_to_memory(self, connection):
        connection.ensure_connection()
        with contextlib.closing(sqlite3.connect(self.file())) as template:
            template.backup(connection.connection)

    def _copy_to_test_database(self, connection):
        self.copy_to_server(connection.settings_dict["NAME"])


def _settings_of(env):
    settings = SITE if env is None else env["DJANGO_SETTINGS_MODULE"]
    return SITE if settings in SAME_TABLES else settings


def _create_test_db(connection, copy, *, serialize=False, **_):
    """Do what Django's own function does, but for the migrations."""
    connection.close()
    connection.settings_dict["NAME"] = connection.creation._get_test_db_name()
    copy(connection)
    connection.ensure_connection()
    if serialize:
        connection._test_serialized_contents = connection.creation.serialize_db_to_string()
    return connection.settings_dict["NAME"]
