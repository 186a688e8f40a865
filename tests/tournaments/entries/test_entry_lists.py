"""Lists of players as people paste them."""

import pytest

from club.core.messages import refusal_text
from tournaments.entries.entry_lists import EntryLine, read_lines
from tournaments.entries.errors import LineNotUnderstood, NothingToEnter, PasteUnclear


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("Tom Wiswell", EntryLine("Tom Wiswell"), id="a name alone"),
        pytest.param("Wiswell, Tom", EntryLine("Wiswell, Tom"), id="last name, first name"),
        pytest.param("Wiswell, Tom, 2310", EntryLine("Wiswell, Tom", 2310), id="a rating after commas"),
        pytest.param("Tom Wiswell 2310", EntryLine("Tom Wiswell", 2310), id="a rating at the end"),
        pytest.param("Tom Wiswell (2310)", EntryLine("Tom Wiswell", 2310), id="a rating in brackets"),
        pytest.param(
            "Tom Wiswell\t2310\tUSA\tNorth club",
            EntryLine("Tom Wiswell", 2310, "North club", "USA"),
            id="tabs",
        ),
        pytest.param(
            "Tom Wiswell; North club; USA; 2310",
            EntryLine("Tom Wiswell", 2310, "North club", "USA"),
            id="semicolons, columns in another order",
        ),
        pytest.param("Wiswell, Tom;2310", EntryLine("Wiswell, Tom", 2310), id="a comma beside a semicolon"),
        pytest.param("Tom Wiswell;;2310;", EntryLine("Tom Wiswell", 2310), id="empty columns"),
        pytest.param("12. Tom Wiswell", EntryLine("Tom Wiswell"), id="a numbered list"),
        pytest.param("3) Tom Wiswell 2310", EntryLine("Tom Wiswell", 2310), id="numbers with a bracket"),
        pytest.param("7\tTom Wiswell\t2310", EntryLine("Tom Wiswell", 2310), id="numbers in a column"),
        pytest.param("\N{BULLET} Tom Wiswell", EntryLine("Tom Wiswell"), id="a list with dots"),
        pytest.param("- Tom   Wiswell ", EntryLine("Tom Wiswell"), id="dashes and spare spaces"),
        pytest.param("Louis 14", EntryLine("Louis", 14), id="two figures are a rating"),
        pytest.param("Q7", EntryLine("Q7"), id="one figure is part of a name"),
        pytest.param("Newman (2)", EntryLine("Newman (2)"), id="a number that tells two apart"),
        pytest.param('"Wiswell, Tom",2310', EntryLine("Wiswell, Tom", 2310), id="quotes of CSV, commas"),
        pytest.param('"Wiswell, Tom";"USA"', EntryLine("Wiswell, Tom", 0, "", "USA"), id="and semicolons"),
        pytest.param('Tom\t"The ""Lions"""', EntryLine("Tom", 0, 'The "Lions"'), id="and tabs"),
        pytest.param('Tom "Tiger" Wiswell;2310', EntryLine('Tom "Tiger" Wiswell', 2310), id="a nickname"),
        pytest.param("Tom;SK 1900", EntryLine("Tom", 0, "SK 1900"), id="a club with a year"),
        pytest.param("Tom;SK1900", EntryLine("Tom", 0, "SK1900"), id="a club and a year in one word"),
    ],
)
def test_a_line_is_read_as_it_is_meant(text, line):
    assert read_lines(text) == [line]


def test_empty_lines_are_left_out():
    assert [one.name for one in read_lines("Abbott\n\n  \nBarker\r\nCowie")] == ["Abbott", "Barker", "Cowie"]


@pytest.mark.parametrize("text", ["", " \n\t\n", "-"])
def test_a_list_without_a_name_is_refused(text):
    with pytest.raises(NothingToEnter):
        read_lines(text)


WRONG = {"no_name": "cannot be read:", "rating_too_high": "too high", "too_long": "too long"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("Abbott\n2310", "no_name", id="a rating alone"),
        pytest.param("Abbott\n;2310", "no_name", id="a column without a name"),
        pytest.param("Abbott\nBarker;23100", "rating_too_high", id="a rating of five figures"),
        pytest.param("Abbott\n" + 230 * "B", "too_long", id="a name of 230 letters"),
        pytest.param("Abbott\nBarker;" + 130 * "C", "too_long", id="a club of 130 letters"),
    ],
)
def test_a_line_without_sense_is_told_by_its_number(text, why):
    with pytest.raises(LineNotUnderstood) as refusal:
        read_lines(text)
    assert (refusal.value.facts["line"], refusal.value.facts["why"]) == (2, why)
    assert WRONG[why] in refusal_text(refusal.value).what


@pytest.mark.parametrize("cell", ["17O0", "I700", "-5", "+5", "1650.5", "1650,5", "1.650"])
@pytest.mark.parametrize("between", [";", "\t", " ", "; North club;"])
def test_a_cell_that_looks_like_a_rating_and_is_none_is_asked_about(cell, between):
    with pytest.raises(PasteUnclear) as refusal:
        read_lines(f"Abbott;1700\n\nBarker{between}{cell}\nCowie;{cell}")
    assert refusal.value.facts == {"cells": [cell, cell], "lines": [3, 4]}


@pytest.mark.parametrize("cells", ["1700;1650", "NED;BEL", "North club;South club"])
def test_two_cells_of_one_kind_are_asked_about(cells):
    with pytest.raises(PasteUnclear) as refusal:
        read_lines(f"Abbott;{cells}")
    assert refusal.value.facts["cells"] == [cells.split(";")[1]]
