"""Who met whom: on a page of two players, in a season, at every board of a night."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import club_of, section_of, somebody
from rated_club import list_of, persons_of
from worlds import world

from club.core.actor import SYSTEM
from club.models import Person
from tournaments.entries.services.check_ins import check_in
from tournaments.models import Outcome
from tournaments.nights.selectors.nights import meetings_of
from tournaments.nights.services.nights import begin_night, end_night, pair_night
from tournaments.nights.services.seasons import set_season
from tournaments.players.selectors import head_to_head as meetings
from tournaments.players.selectors.head_to_head import head_to_head
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@world
def season():
    """Two members who met on two nights, and are paired on a third."""
    persons_of(names=("Abbott", "Barker"))
    section = section_of(preset="club_night", players=2)
    set_season(section_id=section.pk, rating_list_id=list_of(is_public=True).pk, actor=SYSTEM)
    for outcome in (Outcome.WHITE, Outcome.DRAW, None):
        begin_night(section_id=section.pk, actor=SYSTEM)
        for entry in section.entries.all():
            check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
        (board,) = pair_night(section_id=section.pk, actor=SYSTEM).pairings.all()
        if outcome:
            record_result(pairing_id=board.pk, game=1, outcome=outcome, actor=SYSTEM)
            end_night(section_id=section.pk, actor=SYSTEM)
    return section


def both():
    return [Person.objects.get(name=name) for name in ("Abbott", "Barker")]


def text_of(address, client=None):
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_two_players_against_each_other(season):
    one, other = both()
    told = head_to_head(one, other)
    assert (len(told.meetings), told.wins + told.losses, told.draws, told.whites) == (2, 1, 1, 1)
    back = head_to_head(other, one)
    assert (back.wins, back.losses, back.whites) == (told.losses, told.wins, 1)
    text = text_of(reverse("tournaments:against", args=[one.pk, other.pk]))
    assert "2 games:" in text
    assert reverse("tournaments:against", args=[one.pk, other.pk]) in text_of(
        reverse("tournaments:person", args=[one.pk])
    )


def test_who_never_met_or_is_of_another_club_has_no_such_page(season):
    one, _other = both()
    stranger = Person.objects.create(name="Zoe", organisation=club_of("south"))
    for pair in ((one.pk, one.pk), (one.pk, stranger.pk), (one.pk, 999_999)):
        assert Client().get(reverse("tournaments:against", args=pair)).status_code == 404
    season.event.state = "draft"
    season.event.save()
    pair = [each.pk for each in both()]
    assert Client().get(reverse("tournaments:against", args=pair)).status_code == 404


def test_the_season_tells_who_met_whom(season):
    (met,) = meetings_of(season).values()
    assert (met.games, met.wins + met.losses, met.draws, met.whites) == (2, 1, 1, 1)
    assert met.last_on == season.nights.order_by("opened_at")[1].held_on
    address = reverse("tournaments:season_meetings", args=[season.event.slug, season.slug])
    assert "met 2 times" in text_of(address)


def test_every_board_of_a_night_tells_of_earlier_meetings_and_the_ratings(season):
    client = Client()
    client.force_login(somebody("director").user)
    row = season.round_rows.order_by("-number").first()
    page = reverse("tournaments:desk_round", args=[row.pk])
    text = text_of(page, client)
    assert "met 2 times" in text
    assert text.count("data-rating") == 2
    board = row.pairings.get()
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    assert text_of(page, client) != text
    person = board.white.person_id
    assert "provisional" in text_of(reverse("tournaments:person", args=[person]))


def test_figures_count_all_games_beyond_those_listed(season, monkeypatch):
    one, other = both()
    whole = head_to_head(one, other)
    monkeypatch.setattr(meetings, "SHOWN_MEETINGS", 1)
    told = head_to_head(one, other)
    assert told.meetings == whole.meetings[:1]
    assert (len(told.games), told.draws, told.whites) == (2, 1, 1)


def test_who_met_whom_is_told_to_programs(season):
    one, other = both()
    told = Client().get(f"/api/v1/players/{one.pk}/against/{other.pk}").json()
    assert (len(told["meetings"]), told["wins"] + told["losses"], told["draws"]) == (2, 1, 1)
    assert Client().get(f"/api/v1/players/{one.pk}/against/{one.pk}").status_code == 404
    (line,) = Client().get(f"/api/v1/sections/{season.pk}/season/meetings").json()
    assert (line["games"], line["wins"] + line["losses"], line["draws"], line["whites"]) == (2, 1, 1, 1)
    assert line["first"] < line["second"]
