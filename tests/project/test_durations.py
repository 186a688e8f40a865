"""The table of durations: what its check finds, and how time is charged to modules."""

import json
import subprocess
import sys
from types import SimpleNamespace

import durations
import pytest
from durations import EXCEPTIONS, SHARED, TABLE, Durations, faults

MODULES = ["tests/test_one.py", "tests/test_two.py"]
QUICK = dict.fromkeys(MODULES, 1.0)


@pytest.mark.parametrize(
    ("table", "modules", "exceptions", "said"),
    [
        pytest.param(QUICK, MODULES, {}, [], id="everything is quick"),
        pytest.param(
            QUICK | {MODULES[0]: 10.1},
            MODULES,
            {},
            ["tests/test_one.py takes 10.1 s of processor time; 10 s are allowed."],
            id="a slow module",
        ),
        pytest.param(
            QUICK | {MODULES[0]: 40.0},
            MODULES,
            {MODULES[0]: (45.0, "it walks")},
            [],
            id="a slow one by leave",
        ),
        pytest.param(
            QUICK | {MODULES[0]: 46.0},
            MODULES,
            {MODULES[0]: (45.0, "it walks")},
            ["tests/test_one.py takes 46.0 s of processor time; 45 s are allowed."],
            id="slower than its leave",
        ),
        pytest.param(
            QUICK,
            [*MODULES, "tests/test_new.py"],
            {},
            ["tests/test_new.py is not in the table of durations: run `make durations`."],
            id="a new module",
        ),
        pytest.param(
            QUICK,
            MODULES[:1],
            {},
            ["tests/test_two.py is in the table of durations and gone: run `make durations`."],
            id="a module that is gone",
        ),
        pytest.param(
            QUICK,
            MODULES,
            {"tests/test_old.py": (45.0, "it walked")},
            ["tests/test_old.py is excepted from the budget of durations and gone."],
            id="an exception for nothing",
        ),
    ],
)
def test_what_the_check_says(table, modules, exceptions, said):
    assert list(faults(table, modules, budget=10.0, exceptions=exceptions)) == said


def test_every_exception_has_a_reason():
    assert [name for name, (_seconds, reason) in EXCEPTIONS.items() if len(reason.split()) < 3] == []


def test_the_check_is_a_command_that_fails(tmp_path):
    """The negative control of `make lint`: the same program beside a table with one slow module."""
    slow = json.loads(TABLE.read_text())
    slow["modules"]["tests/project/test_durations.py"] = 1000.0
    (tmp_path / "durations.json").write_text(json.dumps(slow))
    code = (
        "import sys, pathlib, durations\n"
        "durations.TABLE = pathlib.Path(sys.argv[1])\n"
        "sys.exit(durations.main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "durations.json")],
        cwd=TABLE.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "tests/project/test_durations.py takes 1000.0 s of processor time" in done.stderr


@pytest.fixture
def clock(monkeypatch):
    """Processor time that a test sets."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(durations, "processor_seconds", lambda: clock.now)
    return clock


def test_a_fixture_that_all_share_is_charged_to_no_module(clock):
    plugin = Durations(config=None)
    with plugin.charge("tests/test_one.py"):
        clock.now += 1
        with plugin.charge(SHARED, instead_of="tests/test_one.py"):
            clock.now += 5
        clock.now += 2
    assert plugin.seconds == {SHARED: 5, "tests/test_one.py": 3}


def test_figures_of_workers_are_added_up_and_of_one_machine(tmp_path):
    plugin = Durations(config=None)
    for loop in (0.1, 0.1):  # a machine half as fast as that of the budget
        sent = {"seconds": {"tests/test_one.py": 2.0, SHARED: 9.0}, "loops": [loop]}
        plugin.pytest_testnodedown(SimpleNamespace(workeroutput={"durations": sent}))
    plugin.pytest_testnodedown(SimpleNamespace())  # a worker that died
    plugin.record(tmp_path / "table.json")
    told = json.loads((tmp_path / "table.json").read_text())
    assert told == {"loop_seconds": 0.1, "modules": {"tests/test_one.py": 2.0}}
