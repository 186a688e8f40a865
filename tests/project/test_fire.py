"""The runner of `make fire`: what it reads, what it does at a limit of time, and its report."""

import os
import sys
import time

import pytest
from processes import REPOSITORY


@pytest.fixture(autouse=True)
def repository_on_path(monkeypatch):
    monkeypatch.syspath_prepend(str(REPOSITORY))


def test_a_command_is_stopped_at_its_limit(tmp_path):
    from benchmarks.fire.run import Run

    with (tmp_path / "log").open("w") as log:
        run = Run(environment=dict(os.environ), end=time.monotonic() + 0.5, output=log)
        assert run.python("-c", "import time; time.sleep(600)") is None
        run.end += 60
        assert run.python("-c", "raise SystemExit(3)") == 3


def test_figures_come_from_tests_and_benchmarks():
    from benchmarks.fire.run import Outcome, budgets_in, read_junit

    outcome = Outcome(row="R1", store="SQLite", status="passed")
    figure = '<properties><property name="lost" value="0"/></properties>'
    read_junit(f"<all><testcase>{figure}</testcase><testcase><skipped/></testcase></all>", outcome)
    assert (outcome.tests, outcome.skipped, outcome.figures) == (2, 1, {"lost": "0"})
    text = "noise\nbudget MISSED: p99 of 2,000: 1,312 ms, wanted at most 250 ms\n"
    assert budgets_in(text) == {"p99 of 2,000": "1,312 ms (at most 250)"}


@pytest.mark.parametrize(
    ("code", "word", "status"),
    [(1, "MISSED", "passed"), (0, "met", "failed"), (1, "met", "failed"), (2, "MISSED", "failed")],
)
def test_a_benchmark_without_its_guard_has_to_miss_its_budget(tmp_path, code, word, status):
    from benchmarks.fire.run import Outcome, _run_faulty

    log = tmp_path / "log"
    log.write_text("budget met: share: 0.6 of it, wanted at least 0.5 of it\n")

    class Faulty:
        def python(self, *arguments):
            assert arguments == ("-m", "benchmarks.published", "--without-cache")
            log.write_text(log.read_text() + f"budget {word}: share: 0.01 of it, wanted at least 0.5 of it\n")
            return code

    outcome = Outcome(row="L1", store="SQLite", status="passed", figures={"share": "0.6"})
    assert _run_faulty("published --without-cache", outcome, Faulty(), log) == status
    assert outcome.figures["share"] == "0.6"
    assert ("control: share" in outcome.figures) == (word == "MISSED")


def test_tests_with_a_browser_run_apart_and_on_sqlite_alone():
    from benchmarks.fire.rows import SERVICES, SQLITE, Row

    row = Row(
        id="R2",
        title="",
        goal="",
        tests=("tests/club/test_one.py::test_it", "tests/browser/test_two.py::test_it"),
        controls=("tests/browser/test_three.py::test_it", "tests/site/test_four.py::test_it"),
    )
    others = ("tests/club/test_one.py::test_it", "tests/site/test_four.py::test_it")
    browsing = ("tests/browser/test_two.py::test_it", "tests/browser/test_three.py::test_it")
    assert row.tests_on(SQLITE) == (others, browsing)
    assert row.tests_on(SERVICES) == (others,)


def test_one_run_that_failed_counts_for_all():
    from benchmarks.fire.run import FAILED, PASSED, SKIPPED, TIMED_OUT, worst

    assert worst([PASSED, SKIPPED]) == PASSED
    assert worst([PASSED, FAILED]) == FAILED
    assert worst([FAILED, TIMED_OUT]) == TIMED_OUT
    assert worst([]) == SKIPPED


def test_the_report_has_every_outcome_and_no_script():
    from benchmarks.fire.report import as_html, as_json
    from benchmarks.fire.run import FAILED, Outcome

    outcome = Outcome(row="R7", store="SQLite", status=FAILED, seconds=2.5, figures={"<lost>": "7 & 8"})
    page = as_html({"commit": "abc", "seed": 5}, [outcome])
    assert "&lt;lost&gt;: 7 &amp; 8" in page
    assert "<svg" in page
    assert "<script" not in page
    assert '"seed": 5' in as_json({"seed": 5}, [outcome])


def test_services_that_do_not_answer_are_named(monkeypatch):
    pytest.importorskip("psycopg")
    from benchmarks.fire import run

    monkeypatch.setattr(run, "DATABASE_URL", "postgresql://x@127.0.0.1:1/x")
    monkeypatch.setattr(run, "REDIS_URL", "redis://127.0.0.1:1/0")
    told = run.missing_services()
    assert "PostgreSQL of TEST_DATABASE_URL does not answer" in told
    assert "Redis of TEST_REDIS_URL does not answer" in told


def test_an_unknown_row_is_refused():
    from benchmarks.fire.__main__ import chosen_rows

    assert [row.id for row in chosen_rows("S6, R7")] == ["R7", "S6"]
    with pytest.raises(SystemExit, match="No such row: R77"):
        chosen_rows("R77")
    assert "benchmarks.fire" in sys.modules
