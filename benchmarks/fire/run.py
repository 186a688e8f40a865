"""Runs one row in processes of its own and reads its figures."""

import contextlib
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO
from urllib.parse import urlsplit

from benchmarks.fire.rows import BROWSER_TESTS, SERVICES, SQLITE, Row
from benchmarks.machine import ROOT

DATABASE_URL = os.environ.get("TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
BUDGET = re.compile(
    r"^budget (?P<verdict>met|MISSED): (?P<name>.+): (?P<figure>[\d.,e+-]+) (?P<unit>.+), "
    r"wanted (?P<sign>at least|at most) (?P<budget>[\d.,e+-]+)",
    re.MULTILINE,
)
MISSED = "MISSED"
SECONDS_TO_STOP = 30.0
PASSED, FAILED, TIMED_OUT, SKIPPED, NOT_SHOWN = "passed", "failed", "timed out", "skipped", "not shown yet"


@dataclass(slots=True, kw_only=True)
class Outcome:
    """Result of one row on one store."""

    row: str
    store: str
    status: str
    seconds: float = 0.0
    tests: int = 0
    skipped: int = 0
    figures: dict[str, str] = field(default_factory=dict)
    note: str = ""


def missing_services() -> str:
    """Return what does not answer on this machine, or an empty text."""
    command = [sys.executable, str(ROOT / "tests/support/services.py")]
    environment = {**os.environ, "DATABASE_URL": DATABASE_URL, "REDIS_URL": REDIS_URL}
    asked = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    return "" if asked.returncode == 0 else asked.stderr.strip()


@contextlib.contextmanager
def own_database() -> Iterator[str]:
    """Create a database for the run, so that it does not meet other runs of tests on the server."""
    import psycopg  # noqa: PLC0415 - of the group `services`, which rows on SQLite do not need

    url, name = urlsplit(DATABASE_URL), f"fire_{secrets.token_hex(4)}"
    try:
        with psycopg.connect(DATABASE_URL, autocommit=True) as server:
            server.execute(f'CREATE DATABASE "{name}"')
        yield url._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(DATABASE_URL, autocommit=True) as server:
            # With those that tests at their limit of time have left.
            found = server.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"%{name}%"])
            for (left,) in found.fetchall():
                server.execute(f'ALTER DATABASE "{left}" IS_TEMPLATE false')
                server.execute(f'DROP DATABASE "{left}" WITH (FORCE)')


def environment_of(store: str, *, is_full: bool, database_url: str) -> dict[str, str]:
    """Return the environment of the processes of a row."""
    without = {"DATABASE_URL", "REDIS_URL", "DRAUGHTS_TESTS"}
    environment = {name: value for name, value in os.environ.items() if name not in without}
    if store == SERVICES:
        environment |= {"DATABASE_URL": database_url, "REDIS_URL": REDIS_URL}
        environment["PGOPTIONS"] = "-c synchronous_commit=off"
    if is_full:
        environment["DRAUGHTS_TESTS"] = "thorough"
    environment.setdefault("CHROMIUM", next((path for path in BROWSERS if Path(path).exists()), ""))
    return environment


@dataclass(slots=True, kw_only=True)
class Run:
    """Processes of one row: their environment, the moment at which they are killed, and their output."""

    environment: dict[str, str]
    end: float
    output: TextIO

    def python(self, *arguments: str) -> int | None:
        """Run Python to its end; at the limit stop it with its children and return None."""
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=self.output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return process.wait(timeout=max(0.0, self.end - time.monotonic()))
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                self._stop(process)

    def _stop(self, process: subprocess.Popen[bytes]) -> None:
        """Let pytest end what its fixtures have started, then kill what is left."""
        os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=SECONDS_TO_STOP)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def run_row(
    row: Row, store: str, environment: dict[str, str], *, is_full: bool, seed: int, logs: Path
) -> Outcome:
    """Run the tests of a row, and on SQLite its benchmarks, within its limit of time."""
    outcome = Outcome(row=row.id, store=store, status=NOT_SHOWN)
    if not row.is_shown:
        return outcome
    began = time.monotonic()
    statuses = []
    log = logs / f"{row.id}-{store.partition(' ')[0].lower()}.log"
    with log.open("w", encoding="utf-8") as output:
        end = began + (row.full_seconds if is_full else row.short_seconds)
        run = Run(environment=environment, end=end, output=output)
        for tests in row.tests_on(store):
            if tests[0].startswith(BROWSER_TESTS) and not environment["CHROMIUM"]:
                outcome.note = "Chromium is not installed"
                statuses.append(SKIPPED)
            else:
                statuses.append(_run_tests(tests, outcome, run, is_full=is_full, seed=seed))
        if store == SQLITE and (is_full or row.is_quick):
            statuses += [_status(run.python("-m", f"benchmarks.{name}")) for name in row.benchmarks]
        outcome.figures |= budgets_in(log.read_text(encoding="utf-8"))
        if store == SQLITE and (is_full or row.is_quick):
            statuses += [_run_faulty(command, outcome, run, log) for command in row.faulty]
    outcome.seconds = round(time.monotonic() - began, 1)
    outcome.status = worst(statuses)
    if outcome.status in {FAILED, TIMED_OUT}:
        outcome.note = f"see {log}"
    return outcome


def _run_faulty(command: str, outcome: Outcome, run: Run, log: Path) -> str:
    """Run a benchmark without a guard; it passes if it misses a budget."""
    before = len(log.read_text(encoding="utf-8"))
    module, *options = command.split()
    code = run.python("-m", f"benchmarks.{module}", *options)
    output = log.read_text(encoding="utf-8")[before:]
    missed = {one["name"] for one in BUDGET.finditer(output) if one["verdict"] == MISSED}
    outcome.figures |= {
        f"control: {name}": text for name, text in budgets_in(output).items() if name in missed
    }
    if code is None:
        return TIMED_OUT
    return PASSED if code == 1 and missed else FAILED


def _run_tests(tests: tuple[str, ...], outcome: Outcome, run: Run, *, is_full: bool, seed: int) -> str:
    before = outcome.tests, outcome.skipped
    with tempfile.TemporaryDirectory() as folder:
        junit = Path(folder) / "junit.xml"
        chosen = [f"--hypothesis-seed={seed}"] if is_full else ["-m", "not thorough"]
        code = run.python(
            "-m",
            "pytest",
            "-q",
            "-n",
            "0",
            f"--junit-xml={junit}",
            "-o",
            "junit_family=xunit1",
            *chosen,
            *tests,
        )
        if junit.exists():
            read_junit(junit.read_text(encoding="utf-8"), outcome)
    if code == 0 and outcome.tests - before[0] == outcome.skipped - before[1]:
        outcome.note = "every test was skipped"
        return SKIPPED
    return _status(code)


def _status(code: int | None) -> str:
    return TIMED_OUT if code is None else PASSED if code == 0 else FAILED


def worst(statuses: list[str]) -> str:
    """Return the status of several runs: one that failed counts for all."""
    order = (TIMED_OUT, FAILED, PASSED, SKIPPED)
    return next((status for status in order if status in statuses), SKIPPED)


def read_junit(text: str, outcome: Outcome) -> None:
    """Add the numbers of tests and the recorded properties of a JUnit file."""
    for case in ET.fromstring(text).iter("testcase"):  # noqa: S314 - written by our own pytest
        outcome.tests += 1
        outcome.skipped += case.find("skipped") is not None
        for one in case.iter("property"):
            outcome.figures[one.get("name", "")] = one.get("value", "")


def budgets_in(text: str) -> dict[str, str]:
    """Return the figures that a benchmark compared with its budgets."""
    return {
        found["name"]: f"{found['figure']} {found['unit']} ({found['sign']} {found['budget']})"
        for found in BUDGET.finditer(text)
    }
