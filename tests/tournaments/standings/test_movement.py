"""Figures beside the places: ranks gained and lost, performances, and changes by rating reports."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import played_round, section_of
from worlds import world

from club.models import Person
from tournaments.models import Outcome, PeriodKind, RatingChange, RatingList
from tournaments.ratings.formulas.values import How
from tournaments.standings.selectors.movement import with_figures
from tournaments.standings.selectors.snapshots import public_table

pytestmark = pytest.mark.django_db


@world
def section():
    """Two rounds of eight players: White wins, then Black."""
    made = section_of(players=8)
    played_round(made)
    played_round(made, Outcome.BLACK)
    return made


def rows_of(section):
    return with_figures(section, public_table(section)[0]).rows


def page_of(section):
    return Client().get(reverse("tournaments:standings", args=[section.event.slug, section.slug]))


def test_a_movement_is_the_difference_of_two_published_ranks(section):
    before = section.snapshots.get(round_number=1).rows
    ranks = {row["number"]: row["rank"] for row in before}
    rows = rows_of(section)
    assert [row.movement for row in rows] == [ranks[row.entry.number] - row.rank for row in rows]
    assert any(row.movement > 0 for row in rows)
    text = page_of(section).content.decode()
    assert '<td class="up"><i>up</i>' in text
    assert '<td class="down"><i>down</i>' in text


def test_after_the_first_round_nobody_has_moved():
    made = section_of(players=4)
    played_round(made)
    assert {row.movement for row in rows_of(made)} == {None}
    assert 'class="up"' not in page_of(made).content.decode()


def test_a_performance_is_that_against_rated_opponents(section):
    assert all(row.performance for row in rows_of(section))
    unrated = section_of(players=4)
    unrated.entries.update(rating=0)
    played_round(unrated)
    assert {row.performance for row in rows_of(unrated)} == {None}
    assert "Performance rating" not in page_of(unrated).content.decode()


def test_a_win_against_an_equal_opponent_adds_the_difference_of_the_table():
    made = section_of(players=2)
    made.entries.update(rating=1500)
    played_round(made)
    assert sorted(row.performance for row in rows_of(made)) == [700, 2300]


def test_the_change_of_a_public_list_is_shown_beside_the_last_standings(section):
    club = section.event.organisation
    rating_list = RatingList.objects.create(organisation=club, name="Club", formula="elo", edition="x")
    period = rating_list.periods.create(
        number=1, kind=PeriodKind.EVENT, event=section.event, counted_on="2026-11-01"
    )
    period.rated_sections.create(rating_list=rating_list, section=section, results_print="x")
    entry = section.entries.get(number=3)
    entry.person = Person.objects.create(organisation=club, name=entry.name)
    entry.save()
    RatingChange.objects.create(
        period=period, person=entry.person, before=1500, after=1492.4, how=How.RATED.value
    )
    assert {row.rating_change for row in rows_of(section)} == {None}
    RatingList.objects.update(is_public=True)
    changes = {row.entry.number: row.rating_change for row in rows_of(section)}
    assert round(changes.pop(3), 1) == -7.6
    assert set(changes.values()) == {None}
    assert "\N{MINUS SIGN}8</td>" in page_of(section).content.decode()
