"""CONTRIBUTING.md lists what `make test-thorough` adds, as it stands in the tests."""

import textwrap

from thorough_table import DOCUMENT, effort_of, parts_of, table

MODULE = """
from effort import amount, sample, tries
from lender import OFTEN

ROUNDS, NAMES = amount(3, 30), sample("abc", one_in=4)
few = tries(5, 500)

@few
@given(numbers())
def test_one(number): ...

@OFTEN
@given(numbers())
def test_two(number): ...

@given(numbers())
def test_three(number): ...

@given(numbers())
@settings(max_examples=9)
def test_four_draws_the_same_number_always(number): ...

Machine.TestCase.settings = tries(2, 20, stateful_step_count=amount(7, 70))

@pytest.mark.processes
@pytest.mark.thorough
def test_five(): ...
"""


def test_the_table_stands_in_contributing():
    _, written, _ = parts_of(DOCUMENT.read_text(encoding="utf-8"))
    assert written == table(), "run: python tests/support/thorough_table.py"


def test_everything_that_is_more_in_full_is_found(tmp_path):
    (tmp_path / "lender.py").write_text("from effort import tries\nOFTEN = tries(50)\n")
    (tmp_path / "test_made_up.py").write_text(textwrap.dedent(MODULE))
    found = effort_of(tmp_path / "test_made_up.py")
    assert sorted(found.examples) == [(2, 20), (5, 500), (25, 1000), (50, 500)]
    assert (found.samples, found.thorough, found.starts_processes) == ([4], 1, True)
    assert sorted(found.amounts) == ["`ROUNDS` 3, 30 in full", "`stateful_step_count` 7, 70 in full"]
    assert table(tmp_path).splitlines()[2].startswith("| `test_made_up.py` | 4 properties: 82 examples")


def test_a_module_that_does_the_same_always_has_no_line(tmp_path):
    (tmp_path / "test_plain.py").write_text("def test_one(): ...\n")
    assert len(table(tmp_path).splitlines()) == 2
