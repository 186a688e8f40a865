"""The table of a season: performances by the opponents' ratings, and names that are not public."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from event_rows import section_of, somebody
from rated_club import list_of, persons_of
from worlds import world

from club.core.actor import SYSTEM
from club.models import Consent, ConsentText
from tournaments.entries.services.check_ins import check_in
from tournaments.models import Outcome
from tournaments.nights.pages.season_pages import season_rows
from tournaments.nights.selectors.season_table import season_lines
from tournaments.nights.services.nights import begin_night, pair_night
from tournaments.nights.services.seasons import set_season
from tournaments.results.services.results import record_result
from tournaments.standings.ranking.season import performance_of

pytestmark = pytest.mark.django_db


@world
def season():
    """Six persons on a public list, three boards won by White."""
    persons_of()
    section = section_of(preset="club_night")
    set_season(section_id=section.pk, rating_list_id=list_of(is_public=True).pk, actor=SYSTEM)
    begin_night(section_id=section.pk, actor=SYSTEM)
    for entry in section.entries.all():
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    for board in pair_night(section_id=section.pk, actor=SYSTEM).pairings.all():
        record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    return section


@pytest.mark.parametrize(
    ("games", "rating"),
    [
        pytest.param([], None, id="nobody rated met"),
        pytest.param([(1500, 1)], 1500, id="a draw is worth the opponent"),
        pytest.param([(1500, 2), (1600, 0)], 1550, id="half the points are worth the average"),
        pytest.param([(1500, 2), (1600, 1)], 1743, id="three of four: 193 above (B.02 8.1.1)"),
        pytest.param([(1500, 2)], 2300, id="all of them: 800 above"),
        pytest.param([(1501, 0), (1500, 0)], 701, id="none of them: 800 below, a half upward"),
    ],
)
def test_a_performance_is_the_average_and_the_difference_for_the_share(games, rating):
    assert performance_of(games) == rating


def test_the_table_has_the_performance_of_everybody_who_met_somebody_rated(season):
    lines = season_lines(season).lines
    won = [line for line in lines if line.row.wins]
    by_entry = {line.entry.pk: line for line in lines}
    for line in won:
        board = season.round_rows.get().pairings.get(white=line.entry.pk)
        assert line.performance == round(by_entry[board.black_id].rating) + 800
    page = Client().get(reverse("tournaments:season", args=[season.event.slug, season.slug])).content.decode()
    assert "Performance" in page
    assert str(won[0].performance) in page


def test_who_withdrew_the_name_is_not_named_to_the_public_in_any_table(season):
    first, second = (line.entry for line in season_lines(season).lines[:2])
    words = ConsentText.objects.create(
        organisation=season.event.organisation, kind="publish_name", version=1, text="Names."
    )
    Consent.objects.create(person=first.person, text=words, withdrawn_at=timezone.now())
    where = [season.event.slug, season.slug]
    public = [
        reverse("tournaments:season", args=where),
        reverse("tournaments:season_meetings", args=where),
        f"/api/v1/sections/{season.pk}/season/",
    ]
    for address in public:
        told = Client().get(address).content.decode()
        assert first.name not in told, address
        assert "Name withheld" in told, address
        assert second.name in told, address
    assert (
        reverse("tournaments:person", args=[first.person_id]) not in Client().get(public[0]).content.decode()
    )
    desk = Client()
    desk.force_login(somebody("director").user)
    assert first.name in desk.get(reverse("tournaments:desk_season", args=[season.pk])).content.decode()
    assert first.name in desk.get(public[2]).content.decode()


def test_the_share_is_rounded_on_the_page_as_in_the_file(season):
    """Two points of three games were 66 on the page and 67 in the file."""
    table = season_lines(season)
    won = next(line for line in table.lines if line.row.wins)
    night = won.row.counted[0]
    row = replace(won.row, counted=(replace(night, wins=1, draws=2),))
    (told,) = season_rows(table._replace(lines=(won._replace(row=row),)))
    assert told.percent == "67"
