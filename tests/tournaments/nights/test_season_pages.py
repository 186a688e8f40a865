"""The season on pages: what counts, why somebody stands there, the list it goes by, the file."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import section_of, somebody
from rated_club import list_of, persons_of
from worlds import world

from club.core.actor import SYSTEM
from tournaments.entries.services.check_ins import check_in
from tournaments.ladders.errors import SeasonUnfit
from tournaments.models import Outcome, RatingPeriod, Season
from tournaments.nights.selectors.season_table import season_lines
from tournaments.nights.services.nights import begin_night, end_night, pair_night
from tournaments.nights.services.seasons import set_season
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@world
def season():
    """A season of six persons who go by a list that waits for a tap; two nights were held."""
    persons_of()
    section = section_of(preset="club_night")
    row = list_of(is_public=True, counts_nights=False)
    set_season(section_id=section.pk, rating_list_id=row.pk, best_nights=1, actor=SYSTEM)
    for names in (None, 5):
        begin_night(section_id=section.pk, actor=SYSTEM)
        for entry in section.entries.order_by("name")[:names]:
            check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
        played = pair_night(section_id=section.pk, actor=SYSTEM)
        for board in played.pairings.filter(black__isnull=False):
            record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
        end_night(section_id=section.pk, actor=SYSTEM)
    return section


def text_of(answer):
    return answer.content.decode()


def test_the_table_of_a_season_everywhere(season):
    table = season_lines(season)
    assert [line.row.nights for line in table.lines].count(2) == 5
    assert all(len(line.row.counted) == 1 for line in table.lines)
    assert sum(line.row.games for line in table.lines) == 2 * (3 + 2)
    assert all(line.is_provisional for line in table.lines)
    best = table.lines[0]
    assert (best.row.rank, best.row.total) == (1, 2)
    address = reverse("tournaments:season", args=[season.event.slug, season.slug])
    text = text_of(Client().get(address))
    assert "The best 1 night counts." in text
    assert ", not counted" in text
    assert "provisional" in text
    director = Client()
    director.force_login(somebody("director").user)
    page = reverse("tournaments:desk_season", args=[season.pk])
    assert "Add 2 nights to the rating list" in text_of(director.get(page))
    told = director.post(reverse("tournaments:desk_season_count", args=[season.pk]), follow=True)
    assert "Added 2 nights to the rating list." in text_of(told)
    assert RatingPeriod.objects.count() == 2
    moved = {line.entry.name: round(line.moved) for line in season_lines(season).lines}
    assert sum(moved.values()) == 0
    again = director.post(reverse("tournaments:desk_season_count", args=[season.pk]), follow=True)
    assert "count towards Club rating yet" in text_of(again)
    file = text_of(director.get(reverse("tournaments:desk_season_file", args=[season.pk])))
    assert file.startswith("\ufeffPlace,Name,Points")
    assert file.count("\n") == 7
    answer = director.post(page, {"rating_list": "", "best_nights": 0, "attendance_points": 1})
    assert answer.status_code == 302
    assert season_lines(season).lines[0].row.total > 2
    for bad in ({"best_nights": "9" * 30}, {"rating_list": "77"}, {"attendance_points": "\x00"}):
        sent = {"rating_list": "", "best_nights": 0, "attendance_points": 0} | bad
        assert director.post(page, sent).status_code == 422
    with pytest.raises(SeasonUnfit):
        set_season(section_id=season.pk, best_nights=-1, actor=SYSTEM)


def test_a_section_that_has_no_nights_has_no_season_but_may_go_by_a_list(db):
    section = section_of()
    public = reverse("tournaments:season", args=[section.event.slug, section.slug])
    assert Client().get(public).status_code == 404
    director = Client()
    director.force_login(somebody("director").user)
    page = reverse("tournaments:desk_season", args=[section.pk])
    row = list_of()
    sent = {"rating_list": row.pk, "best_nights": 0, "attendance_points": 0}
    assert director.post(page, sent).status_code == 302
    assert Season.objects.get(section=section).rating_list == row
    assert director.get(page).status_code == 200
