"""Processor seconds of each test module: shown after a run, recorded in a table, held to a budget.

As a pytest plugin (loaded by conftest.py) it measures. ``make durations`` records what ``make test`` takes in
``durations.json``. Run as a program, as ``make lint`` does, it compares that table with the budget.

Figures in the table are seconds of the reference machine, on which LOOP takes REFERENCE_LOOP seconds, so that
tables from faster and slower machines compare. Processes that a test starts and waits for count.
"""

import contextlib
import json
import os
import statistics
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
TABLE = HERE / "durations.json"
LOOP = range(1_000_000)
REFERENCE_LOOP = 0.05
BUDGET = 15.0
# Modules that may take longer: reference seconds, and why.
EXCEPTIONS: dict[str, tuple[float, str]] = {
    "tests/club/management/test_serve.py": (30.0, "starts and stops the real server with its worker"),
    "tests/site/test_every_address.py": (50.0, "asks every address of the site"),
    "tests/site/test_large_field.py": (40.0, "asks every address of a section of 300 players"),
    "tests/tournaments/cases/test_rulings_in_records.py": (25.0, "rules on every incident by every law book"),
}
COLLECTION, SHARED = "(collection)", "(fixtures of the session)"


def loop_seconds():
    """Time the fixed loop that tells how fast this machine is."""
    began, total = time.process_time(), 0
    for number in LOOP:
        total += number % 7
    return time.process_time() - began


def processor_seconds():
    """Return what this process has used so far, with its children that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


class Durations:
    """The pytest plugin: measures here, and adds up what xdist's workers send home."""

    def __init__(self, config):
        self.config = config
        self.seconds = {}
        self.loops = []
        self.module = self.charged = None

    def add(self, name, seconds):
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds

    @contextlib.contextmanager
    def charge(self, name, *, instead_of=None):
        """Add the processor time of the block to one name, and take it off another that it is part of."""
        before, self.charged = self.charged, name
        began = processor_seconds()
        try:
            yield
        finally:
            used = processor_seconds() - began
            self.charged = before
            self.add(name, used)
            if instead_of is not None:
                self.add(instead_of, -used)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self):
        self.loops.append(loop_seconds())
        with self.charge(COLLECTION):
            return (yield)

    def pytest_pycollect_makemodule(self, module_path):
        """Have every module in the table, also one of which this run leaves everything out."""
        self.add(self._name(module_path), 0.0)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self.module = self._name(item.path)
        with self.charge(self.module):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef):
        """Charge what all modules share to none of them, although it is made for the first that asks."""
        if fixturedef.scope != "session" or self.charged == SHARED:
            return (yield)
        with self.charge(SHARED, instead_of=self.module):
            return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self):
        self.loops.append(loop_seconds())
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["durations"] = {"seconds": self.seconds, "loops": self.loops}
        elif self.config.getoption("record_durations"):
            self.record(TABLE)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        sent = getattr(node, "workeroutput", {}).get("durations", {"seconds": {}, "loops": []})
        for name, seconds in sent["seconds"].items():
            self.add(name, seconds)
        self.loops += sent["loops"]

    def pytest_terminal_summary(self, terminalreporter):
        wanted = self.config.getoption("slowest_modules")
        if not wanted:
            return
        ran = {name: seconds for name, seconds in self.modules().items() if seconds}
        modules = sorted(ran.items(), key=lambda found: -found[1])
        terminalreporter.section(f"the {wanted} slowest modules, in processor seconds")
        for name, seconds in modules[:wanted]:
            terminalreporter.write_line(f"{seconds:8.1f}  {name}")
        terminalreporter.write_line(f"{sum(self.seconds.values()):8.1f}  all {len(modules)} modules, with")
        for name in (COLLECTION, SHARED):
            terminalreporter.write_line(f"{self.seconds.get(name, 0.0):8.1f}  {name}")

    def modules(self):
        return {name: seconds for name, seconds in self.seconds.items() if name.endswith(".py")}

    def record(self, path):
        """Write the table of this run."""
        speed = REFERENCE_LOOP / statistics.median(self.loops)
        figures = {name: round(seconds * speed, 1) for name, seconds in sorted(self.modules().items())}
        told = {"loop_seconds": round(statistics.median(self.loops), 4), "modules": figures}
        path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")

    def _name(self, path):
        return path.relative_to(self.config.rootpath).as_posix()


def pytest_addoption(parser):
    group = parser.getgroup("durations")
    group.addoption("--slowest-modules", type=int, default=0, help="show so many modules by processor time")
    group.addoption("--record-durations", action="store_true", help="write tests/support/durations.json")


def pytest_configure(config):
    config.pluginmanager.register(Durations(config), "durations-of-modules")


def modules_below(root):
    """Return the modules that ``make test`` collects; those of the browser run by name."""
    found = (path.relative_to(root).as_posix() for path in (root / "tests").rglob("test_*.py"))
    return sorted(name for name in found if not name.startswith("tests/browser/"))


def faults(table, modules, *, budget=BUDGET, exceptions=None):
    """Name each module over its budget, missing from the table, or gone; and each needless exception."""
    exceptions = EXCEPTIONS if exceptions is None else exceptions
    for name in sorted({*modules} - {*table}):
        yield f"{name} is not in the table of durations: run `make durations`."
    for name in sorted({*table} - {*modules}):
        yield f"{name} is in the table of durations and gone: run `make durations`."
    for name, seconds in sorted(table.items()):
        allowed, _reason = exceptions.get(name, (budget, ""))
        if seconds > allowed:
            yield f"{name} takes {seconds:.1f} s of processor time; {allowed:.0f} s are allowed."
    for name in sorted({*exceptions} - {*modules}):
        yield f"{name} is excepted from the budget of durations and gone."


def main():
    found = [
        *faults(json.loads(TABLE.read_text(encoding="utf-8"))["modules"], modules_below(HERE.parent.parent))
    ]
    return "\n".join(found) or None


if __name__ == "__main__":
    sys.exit(main())
