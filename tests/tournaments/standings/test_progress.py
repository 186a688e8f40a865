"""Scores round by round on the page, as CSV and on the sheets of an XLSX."""

from itertools import pairwise

import pytest
from club_evening import played_of, section_of
from django.test import Client
from django.urls import reverse
from worlds import world

from club.paper.sheets import write_sheets
from tournaments.entries.list_columns import rows_of
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.standings.selectors.grids import progress_lines, public_grid
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db


@world
def section():
    section = section_of(7)
    for _ in range(3):
        played_of(section)
    return section


def test_scores_grow_to_the_points_of_the_standings(section):
    points = {row.entry.pk: row.points for row in standing_rows(section).rows}
    lines = progress_lines(public_grid(section))
    assert {line.entry.pk: line.steps[-1].score for line in lines} == points
    for line in lines:
        assert [step.round for step in line.steps] == [1, 2, 3]
        scores = [0, *(step.score for step in line.steps)]
        assert [after - before for before, after in pairwise(scores)] == [step.points for step in line.steps]


def test_the_page_leads_to_every_opponent(section):
    page = Client().get(reverse("tournaments:progress", args=[section.event.slug, section.slug]))
    told = page.content.decode()
    for line in progress_lines(public_grid(section)):
        for step in line.steps:
            if step.opponent:
                assert f"/players/{step.opponent.number}/" in told
    assert 'aria-current="page">Progress' in told


def test_before_the_first_round_nothing_is_told():
    section = section_of(4)
    page = Client().get(reverse("tournaments:progress", args=[section.event.slug, section.slug]))
    assert "There are no results yet." in page.content.decode()
    assert len(exported_section(section, "progress").data.splitlines()) == 1
    assert exported_section(section, "standings-xlsx").data.startswith(b"PK")


def test_files_hold_the_same_figures(section):
    rows = rows_of(exported_section(section, "progress").data)
    lines = progress_lines(public_grid(section))
    assert rows[0] == ["rank", "number", "name", "1", "2", "3"]
    assert rows[1:] == [
        [str(line.rank), str(line.entry.number), line.entry.name, *(str(step.score) for step in line.steps)]
        for line in lines
    ]
    table = rows_of(exported_section(section, "standings-xlsx").data)
    assert table == rows_of(exported_section(section, "standings").data)
    assert (
        exported_section(section, "standings-xlsx").data == exported_section(section, "standings-xlsx").data
    )


def test_a_workbook_takes_any_text_and_no_formula():
    rows = [["<&\"'>", "=1+1", "\x00a\x0b"], [1, None, "Éva"]]
    assert rows_of(write_sheets([("a/b[c]" * 9, rows)])) == [["<&\"'>", "=1+1", "a"], ["1", "", "Éva"]]
