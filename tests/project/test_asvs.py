"""docs/asvs.md answers each requirement of levels 1 and 2 once, and what it names exists."""

import ast
import json
import re
from collections import Counter
from functools import cache

import pytest
from processes import REPOSITORY

DOCUMENT = REPOSITORY / "docs" / "asvs.md"
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]+|Containerfile|compose\.yaml|pyproject\.toml)`")
SECTION = re.compile(r"\]\((security)\.md#([\w-]+)\)")
COUNT = re.compile(r"^\| (met|partly|not met|not applicable) \| (\d+) \|$", re.MULTILINE)
VERDICTS = {"met", "partly", "not met", "not applicable"}


@cache
def requirements():
    """Return the level of each requirement of the standard."""
    sections = json.loads((REPOSITORY / "tests" / "data" / "asvs-5.0.0.json").read_text(encoding="utf-8"))
    return {
        f"{section}.{number}": int(level)
        for section, levels in sections.items()
        for number, level in enumerate(levels, 1)
    }


@cache
def defined_in(path):
    """Return the names of the tests of a module; none if it does not exist."""
    file = REPOSITORY / path
    body = ast.parse(file.read_text(encoding="utf-8")).body if file.exists() else []
    return frozenset(node.name for node in body if isinstance(node, ast.FunctionDef))


@cache
def headings():
    """Return the anchors of the security design."""
    text = (REPOSITORY / "docs" / "security.md").read_text(encoding="utf-8")
    return {title.lower().replace(" ", "-") for title in re.findall(r"^## (.+)$", text, re.MULTILINE)}


def faults(text):
    """Return everything that is wrong with the sheet."""
    rows = ROW.findall(text)
    names = Counter(row[0] for row in rows)
    wanted = {name for name, level in requirements().items() if level < 3}
    found = [f"{name} is answered {names[name]} times" for name in sorted(wanted) if names[name] != 1]
    found += [f"{name} is none of levels 1 and 2" for name in names if name not in wanted]
    found += [f"{row[0]}: {fault}" for row in rows for fault in faults_of(*row)]
    counted = Counter(row[3] for row in rows)
    if {verdict: int(count) for verdict, count in COUNT.findall(text)} != counted:
        found.append(f"the table of verdicts is not {dict(counted)}")
    return found


def faults_of(name, level, words, verdict, shown):
    """Yield what is wrong with one row."""
    if requirements().get(name) != int(level):
        yield f"level {level}"
    if verdict not in VERDICTS:
        yield f"verdict {verdict}"
    if len(words) > 60:
        yield "more than a few words"
    tests, files = TEST.findall(shown), FILE.findall(shown)
    yield from (f"{path}::{test} does not exist" for path, test in tests if test not in defined_in(path))
    yield from (f"{path} does not exist" for path in files if not (REPOSITORY / path).exists())
    sections = SECTION.findall(shown)
    yield from (f"no section {anchor}" for _page, anchor in sections if anchor not in headings())
    argument = re.sub(r"<br>|[\W_]+", " ", TEST.sub("", shown)).strip()
    if verdict == "met" and not tests and not files and not sections:
        yield "names no test, file or section"
    if verdict != "met" and len(argument) < 5:
        yield "gives no reason"


def test_each_requirement_is_answered_once_and_what_it_names_exists():
    assert faults(DOCUMENT.read_text(encoding="utf-8")) == []


def test_the_list_has_the_requirements_of_the_standard():
    assert Counter(requirements().values()) == {1: 70, 2: 183, 3: 92}
    assert len(requirements()) == 345
    absent = sum(level < 3 for name, level in requirements().items() if name.split(".")[0] in {"10", "17"})
    assert 70 + 183 - absent == 217


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("| 6.2.1 | 1 |", "| 6.2.99 | 1 |", "6.2.1 is answered 0 times"),
        ("| 6.2.1 | 1 |", "| 6.2.99 | 1 |", "6.2.99 is none of levels 1 and 2"),
        ("| 6.2.2 | 1 |", "| 6.2.1 | 1 |", "6.2.1 is answered 2 times"),
        ("| 6.2.1 | 1 |", "| 6.2.1 | 2 |", "6.2.1: level 2"),
        ("::test_obvious_passwords_are_refused", "::test_no_such", "test_no_such does not exist"),
        ("tests/site/test_headers.py", "tests/site/test_gone.py", "tests/site/test_gone.py::"),
        ("`club/site/middleware.py`", "`club/site/no_such.py`", "club/site/no_such.py does not exist"),
        ("security.md#logs", "security.md#no-such", "no section no-such"),
        ("| met |", "| perhaps |", "verdict perhaps"),
        ("| partly |", "| met |", "the table of verdicts is not"),
        ("| No LDAP |", "|  |", "1.2.6: gives no reason"),
    ],
)
def test_a_fault_of_the_sheet_is_found(old, new, fault):
    text = DOCUMENT.read_text(encoding="utf-8")
    spoilt = text.replace(old, new, 2 if old == "| met |" else 1)
    assert spoilt != text
    assert any(fault in one for one in faults(spoilt)), faults(spoilt)
