"""A PostgreSQL cluster that a test may kill: made by initdb, on a free port, with all its flushes."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from streams import free_port
from template_databases import address_of

OWNER = "postgres"
SECONDS_TO_START = 60


def programs():
    """Return the folder of the newest server on this machine; None if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    path = shutil.which("initdb")
    return Path(path).resolve().parent if path else None


class PostgresProcess:
    """Started, killed with all its processes, started again on the same data."""

    def __init__(self, *, initdb=(), **options):
        self.bin, self.port, self.process = programs(), free_port(), None
        self.env = {}  # beside that of the test
        # Below /tmp, as the folders of pytest are closed to the other user that the server has to run as.
        self.folder = Path(tempfile.mkdtemp(prefix="own-postgres-"))
        self.options = {"listen_addresses": "127.0.0.1", "max_connections": "60", **options}
        self.user = {}
        if os.geteuid() == 0:
            shutil.chown(self.folder, OWNER, OWNER)
            self.user = {"user": OWNER, "group": OWNER, "extra_groups": []}
        command = [self.bin / "initdb", "-D", self.data, "-A", "trust", "-U", OWNER, "--no-sync"]
        subprocess.run(
            [*command, "-E", "UTF8", "--locale=C.UTF-8", *initdb],
            check=True,
            capture_output=True,
            cwd=self.folder,
            **self.user,
        )
        self.url = f"postgresql://{OWNER}@127.0.0.1:{self.port}/postgres"

    @property
    def data(self):
        return self.folder / "data"

    def start(self, data=None):
        """Start the server on its own data, or on a copy of them."""
        options = [f"--{name}={value}" for name, value in self.options.items()]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    self.bin / "postgres",
                    "-D",
                    data or self.data,
                    "-p",
                    str(self.port),
                    "-k",
                    self.folder,
                    *options,
                ],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, **self.env},
                start_new_session=True,
                **self.user,
            )
        self.wait()
        return self

    def wait(self):
        """Wait until the server has recovered and answers."""
        import psycopg

        end = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError:
                is_late = time.monotonic() > end or self.process.poll() is not None
                assert not is_late, (self.folder / "log").read_text()[-3000:]
                time.sleep(0.02)
            else:
                return

    def children(self):
        """Return the processes of the server beside the first."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        return [int(number) for number in found.stdout.split()]

    def kill_one(self, pid):
        """Kill one of the children: the server ends all sessions, recovers, and answers again."""
        os.kill(pid, signal.SIGKILL)
        while Path(f"/proc/{pid}").exists():  # until the first process knows, it answers as before
            time.sleep(0.001)
        self.wait()

    def kill(self):
        """Kill every process of the server at once, as a machine does that loses its power."""
        if self.process is None:
            return
        pids = [self.process.pid, *self.children()]
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process = None
        while any(is_alive(pid) for pid in pids):
            time.sleep(0.005)

    def stop(self):
        """Stop the server with everything written to the disk."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.process = None

    def copy_of(self, url):
        """Make the database of another server in this one and return its address."""
        dump = subprocess.run([self.bin / "pg_dump", "-d", url], check=True, capture_output=True)
        name = f"site_{free_port()}"
        subprocess.run([self.bin / "createdb", "--maintenance-db", self.url, name], check=True)
        told = [self.bin / "psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", address_of(self.url, name)]
        subprocess.run(told, input=dump.stdout, check=True, stdout=subprocess.DEVNULL)
        return address_of(self.url, name)

    def end(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def is_alive(pid):
    """Return True for a process that runs; one that has ended and waits for its parent does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in {"Z", "X"}


def own_postgres_or_skip(**options):
    if programs() is None:
        pytest.skip("initdb of PostgreSQL is not installed here")
    return PostgresProcess(**options)
