"""Figures of a section and its charts: they add up to the results, and a hidden draft is not in them."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import played_round, published_round, section_of
from worlds import world

from club.core.actor import SYSTEM
from tournaments.models import Outcome
from tournaments.records.services.game_records import link_record
from tournaments.standings.pages.chart_pages import LINEAR_UP_TO, race_chart
from tournaments.standings.selectors.grids import public_grid
from tournaments.standings.selectors.section_figures import (
    MAX_GROUPS,
    PlaceLine,
    place_lines,
    results_by_colour,
    results_by_opening,
    score_groups,
)
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db
MOVES = '[GameType "21"]\n\n1. 11-15 23-19 2. 8-11 22-17 *'


@world
def section():
    """Three rounds of twelve players, and a fourth in play that no figure counts."""
    made = section_of(players=12)
    for outcome in (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK):
        played_round(made, outcome)
    published_round(made)
    return made


def page_of(section, **query):
    return Client().get(reverse("tournaments:charts", args=[section.event.slug, section.slug]), query)


def test_places_are_those_of_the_published_standings(section):
    lines = place_lines(section, public_grid(section))
    assert [line.entry.pk for line in lines] == [row.entry.pk for row in standing_rows(section, after=3).rows]
    assert all(set(line.places) == {1, 2, 3} for line in lines)
    for number in (1, 3):
        ranks = {row.entry.pk: row.rank for row in standing_rows(section, after=number).rows}
        assert {line.entry.pk: line.places[number] for line in lines} == ranks


def test_every_player_is_in_one_score_group_of_each_round(section):
    groups = score_groups(public_grid(section))
    for number in (1, 2, 3):
        assert sum(one.players for one in groups if one.round == number) == 12
    assert {one.round for one in groups} == {1, 2, 3}
    assert len({one.lowest for one in groups}) <= MAX_GROUPS


def test_results_by_colour_are_those_of_the_counted_rounds(section):
    found = {one.round: tuple(one.tally) for one in results_by_colour(section, public_grid(section))}
    assert found == {1: (6, 0, 0), 2: (0, 6, 0), 3: (0, 0, 6)}


def test_openings_come_from_records_and_from_ballots(section):
    assert results_by_opening(section, public_grid(section)) == []
    for row in section.round_rows.filter(number__lte=2):
        link_record(pairing_id=row.pairings.first().pk, game=1, text=MOVES, actor=SYSTEM)
    (opening,) = results_by_opening(section, public_grid(section))
    assert opening.opening == "11-15 23-19 8-11"
    assert tuple(opening.tally) == (1, 1, 0)
    drawn = section_of(players=4, preset="acf")
    played_round(drawn)
    assert sum(one.tally.games for one in results_by_opening(drawn, public_grid(drawn))) == 4


def test_the_page_has_a_table_behind_each_chart_and_the_line_of_a_chosen_player(section):
    text = page_of(section).content.decode()
    assert text.count("<details") == text.count('<svg class="chart__sheet"') == 3
    assert "is-chosen" not in text
    last = place_lines(section, public_grid(section))[-1].entry
    chosen = page_of(section, player=last.number).content.decode()
    assert chosen.count("is-chosen") == 1
    assert f'<th scope="row">{last.name}</th>' in chosen
    assert f'<th scope="row">{last.name}</th>' not in text
    assert page_of(section, player="x").status_code == 200


def test_before_the_first_round_there_is_nothing_to_draw():
    assert "There are no results yet." in page_of(section_of(players=4)).content.decode()


def test_a_large_field_draws_ten_lines_on_a_scale_that_keeps_the_top_apart(section):
    entries = list(section.entries.all())
    lines = [PlaceLine(entry, {1: LINEAR_UP_TO * (at + 1), 2: at + 1}) for at, entry in enumerate(entries)]
    chart = race_chart(lines, 0)
    assert len(chart.drawing.paths) == 10
    ends = [float(path.points.split()[-1].split(",")[1]) for path in chart.drawing.paths]
    assert ends[1] - ends[0] > ends[9] - ends[8]


def test_the_api_has_the_figures_of_charts_and_matrix(section):
    found = Client().get(f"/api/v1/sections/{section.pk}/figures").json()
    assert found["after"] == 3
    assert len(found["places"]) == 12
    assert found["colours"][0] == {"round": 1, "white": 6, "draws": 0, "black": 0}
    assert Client().get(f"/api/v1/sections/{section.pk}/matrix").json() == []
    match = section_of(players=2, system="round_robin", rounds=1)
    played_round(match)
    first, second = Client().get(f"/api/v1/sections/{match.pk}/matrix").json()
    assert [one["cells"][0]["results"][0]["text"] for one in (first, second)] == ["2", "0"]
    rows = Client().get(f"/api/v1/sections/{section.pk}/standings", {"after": 3}).json()["rows"]
    assert all(row["rank_before"] for row in rows)
    assert all(row["performance"] for row in rows)


def test_a_draft_event_has_no_charts(section):
    section.event.state = "draft"
    section.event.save()
    assert page_of(section).status_code == 404
    assert Client().get(f"/api/v1/sections/{section.pk}/figures").status_code == 404
