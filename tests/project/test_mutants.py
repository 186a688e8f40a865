"""The runner of mutants finds a survivor, kills what tests notice, and is strict about its list."""

import json
import subprocess
import sys
from pathlib import Path

import mutants
import pytest
from mutants import Outcome, faults_of
from mutations import mutants_of

SAMPLE = """
LIMIT = 3
UNUSED = 7

def untested():
    return 1

def is_full(seats):
    return seats >= LIMIT

def is_half(seats):
    if (
        seats != 5
        and seats != 0
    ):
        return seats

def spin(number):
    while number > 0:
        number -= 1
    return number
"""
TESTS = """
import sample

def test_full():
    assert sample.is_full(9)
    assert not sample.is_full(2)

def test_half():
    assert [seats for seats in range(7) if sample.is_half(seats)] == [1, 2, 3, 4, 6]

def test_spin():
    assert sample.spin(0) == 0

def test_spin_more():
    assert sample.spin(3) == 0
"""
RUN = """
import json, sys
from pathlib import Path
import mutants
mutants.EXTRA_SECONDS = 1
found, _planned = mutants.run([Path("sample.py").resolve()], ["test_sample.py"])
print(json.dumps([[one.text, one.operator, one.result] for one in found]))
"""


def run_sample(folder, tests):
    (folder / "sample.py").write_text(SAMPLE)
    (folder / "test_sample.py").write_text(tests)
    (folder / "conftest.py").write_text("")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  x\npythonpath = .\naddopts = -p no:django\n")
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=folder,
        env={"PYTHONPATH": str(Path(mutants.__file__).parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [tuple(one) for one in json.loads(done.stdout)]


def test_survivors_are_found_and_the_others_are_killed(tmp_path):
    """The tests of the sample say nothing of a full hall, nor of what nothing uses."""
    found = run_sample(tmp_path, TESTS)
    assert {one[:2] for one in found if one[2] == "survived"} == {
        ("UNUSED = 7", "7 -> 8"),
        ("LIMIT = 3", "3 -> 4"),
        ("return seats >= LIMIT", "GtE -> Gt"),
    }
    assert ("return seats >= LIMIT", "GtE -> Lt", "killed") in found
    assert ("if (", "condition negated", "killed") in found
    assert ("number -= 1", "Sub -> Add", "timed out") in found
    assert {one[2] for one in found} == {"survived", "killed", "timed out", "no test"}


@pytest.mark.parametrize(
    ("source", "operators"),
    [
        ("a < b", ["Lt -> LtE", "Lt -> GtE"]),
        ("x = not a or b", ["Or -> And", "Not removed"]),
        ("def f():\n    return 1", ["returns None", "1 -> 2"]),
        ("for x in y:\n    f()", ["no iteration", "call removed"]),
        ("raise ValueError", ["raise removed"]),
        ("@cache\n@property\ndef f(self): ...", ["@property removed"]),
        ("x: Literal[1] = [y for y in z if y]", ["condition removed"]),
    ],
)
def test_operators(source, operators):
    assert [one.operator for one in mutants_of(source)] == operators


def test_the_list_of_survivors_is_strict():
    alive = Outcome("a.py", 3, "x = 1", "1 -> 2", "survived")
    dead = Outcome("a.py", 4, "y = 1", "1 -> 2", "killed")
    listed = [{"module": "a.py", "line": "x = 1", "operator": "1 -> 2", "reason": "no effect"}]
    assert list(faults_of([alive, dead], listed)) == []
    assert list(faults_of([alive], [])) == ["a.py:3: 1 -> 2: x = 1 (survived)"]
    (fault,) = faults_of([dead], [{**listed[0], "line": "y = 1"}])
    assert fault.endswith("take it off the list.")
    assert list(faults_of([dead], [{**listed[0], "line": "y = 1"}], is_sample=True)) == []


def test_every_area_names_what_is_there():
    table = json.loads(mutants.TABLE.read_text())
    for area in table["areas"].values():
        for name in (*area["modules"], *area["tests"]):
            assert (mutants.ROOT / name).exists(), name
    for one in table["explained"]:
        lines = (mutants.ROOT / one["module"]).read_text().splitlines()
        assert one["line"] in {line.strip() for line in lines}, one
        assert one["reason"], one
