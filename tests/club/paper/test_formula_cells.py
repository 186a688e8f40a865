"""Cells that a spreadsheet would calculate: neutral in the file, the same text when read back."""

import csv
import io

import pytest
from planted import FORMULA
from planted_corpus import corpus

from club.lists.cells import plain_cell
from club.paper.sheets import csv_lines, read_table, write_sheet


@pytest.fixture(scope="module")
def texts():
    """The markers as forms keep them: one line without surrounding spaces."""
    markers = [plain_cell(" ".join(one.replace("{n}", "7").split())) for one in corpus()]
    return [*markers, "'=1", "''=1", "'quoted'", "-12.50", "'-12.50", "\N{FULLWIDTH COMMERCIAL AT}a", "'"]


def test_no_cell_of_a_list_is_a_formula(texts):
    lines = "".join(csv_lines([one] for one in texts))
    cells = [row[0] for row in csv.reader(io.StringIO(lines, newline=""))]
    assert [one for one in cells if FORMULA.match(one)] == ["-12.50"]


def test_a_list_is_read_back_as_it_was(texts):
    rows = read_table("".join(csv_lines([one, "x"] for one in texts)).encode())
    assert [plain_cell(row[0]) for row in rows] == texts


def test_a_spreadsheet_is_read_back_as_it_was(texts):
    written = [one for one in texts if not one.startswith("'") and one.isprintable()]
    rows = read_table(write_sheet([[one, "x"] for one in written]))
    assert [plain_cell(row[0]) for row in rows] == written


def test_without_the_quote_formulas_are_found():
    """The negative control."""
    assert FORMULA.match('=HYPERLINK("//planted.example/1")')
    assert FORMULA.match("\N{FULLWIDTH EQUALS SIGN}1+1")
