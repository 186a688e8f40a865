"""The table of docs/reliability.md names tests that exist, each promise once, and what `make fire` runs."""

import ast
import re
import sys
from functools import cache

import pytest
from processes import REPOSITORY

DOCUMENT = REPOSITORY / "docs" / "reliability.md"
PLAN = {"R": 10, "L": 13, "S": 9, "Q": 4, "O": 2}
IDS = [f"{letter}{number}" for letter, last in PLAN.items() for number in range(1, last + 1)]
ROW = re.compile(r"^\| ([A-Z]\d+) \|(.*)\|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
BENCHMARK = re.compile(r"`benchmarks\.(\w+)`")
FAULTY = re.compile(r"`benchmarks\.(\w+ --[\w-]+)`")
DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")
NOT_SHOWN = "not shown yet"
SCENARIO, SHOWN_BY, CONTROL, FIGURE, DATED = range(5)


def rows_of(text):
    """Return the id and the cells of each row."""
    return [(name, [cell.strip() for cell in cells.split("|")]) for name, cells in ROW.findall(text)]


@cache
def defined_in(path):
    """Return the names of the tests of a module; none if it does not exist."""
    file = REPOSITORY / path
    if not file.exists():
        return frozenset()
    body = ast.parse(file.read_text(encoding="utf-8")).body
    return frozenset(node.name for node in body if isinstance(node, ast.FunctionDef))


def named_in(cell):
    return {f"{path}::{name}" for path, name in TEST.findall(cell)}


@cache
def fire_rows():
    sys.path.insert(0, str(REPOSITORY))
    try:
        from benchmarks.fire.rows import ROWS
    finally:
        sys.path.remove(str(REPOSITORY))
    return {row.id: row for row in ROWS}


def faults(text):
    """Return everything that is wrong with the table."""
    rows = rows_of(text)
    names = [name for name, _ in rows]
    found = [f"{name} is not there once" for name in IDS if names.count(name) != 1]
    found += [f"{name} is unknown" for name in names if name not in IDS]
    for name, cells in rows:
        if len(cells) != DATED + 1:
            found.append(f"{name} has {len(cells)} cells")
            continue
        found += [f"{name}: {fault}" for fault in faults_of(fire_rows().get(name), cells)]
    return found


def faults_of(row, cells):
    """Yield what is wrong with one row."""
    for path, test in TEST.findall(" ".join(cells)):
        if test not in defined_in(path):
            yield f"{path}::{test} does not exist"
    for module in BENCHMARK.findall(" ".join(cells)):
        if not (REPOSITORY / "benchmarks" / f"{module}.py").exists():
            yield f"benchmarks.{module} does not exist"
    if row is None:
        return
    if row.is_shown != bool(DATE.search(cells[DATED])) or row.is_shown == (cells[DATED] == NOT_SHOWN):
        yield "has a date without a test, or a test without a date"
    if named_in(cells[SHOWN_BY]) != set(row.tests) or named_in(cells[CONTROL]) != set(row.controls):
        yield "names other tests than make fire runs"
    if set(BENCHMARK.findall(cells[SHOWN_BY])) != set(row.benchmarks):
        yield "names other benchmarks than make fire runs"
    if set(FAULTY.findall(cells[CONTROL])) != set(row.faulty):
        yield "names other faulty benchmarks than make fire runs"


def test_the_table_has_every_promise_and_what_it_names_exists():
    assert faults(DOCUMENT.read_text(encoding="utf-8")) == []


def test_make_fire_has_the_rows_of_the_plan_in_its_order():
    assert list(fire_rows()) == IDS


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("\n| R1 |", "\n| R99 |", "R1 is not there once"),
        ("\n| R1 |", "\n| R99 |", "R99 is unknown"),
        ("\n| R5 |", "\n| R4 |", "R4 is not there once"),
        (
            "::test_the_desk_in_any_order",
            "::test_no_such_test",
            "R9: tests/stories/test_desk_in_any_order.py",
        ),
        ("`benchmarks.live`", "`benchmarks.no_such`", "L5: benchmarks.no_such does not exist"),
        ("`benchmarks.live`", "", "L5: names other benchmarks"),
        (" --slow-poll`", "`", "L5: names other faulty benchmarks"),
        ("tests/stories/test_desk_in_any_order.py::", "", "R9: names other tests"),
        (r"\| 20\d\d-\d\d-\d\d \|\n", "| |\n", "a test without a date"),
    ],
)
def test_a_fault_of_the_table_is_found(old, new, fault):
    text = DOCUMENT.read_text(encoding="utf-8")
    spoilt = re.sub(old if old.startswith("\\") else re.escape(old), new, text, count=1)
    assert spoilt != text
    assert any(fault in one for one in faults(spoilt))
