"""What leagues and ladders put into a club's calendar and into the groups of its notices."""

from datetime import timedelta

import pytest
from django.utils import timezone
from league_season import fixture_of, league_of
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation, Person
from club.notices.notice_groups import KINDS, offered
from tournaments.events.services.events import show_event
from tournaments.leagues.services.fixtures import strike_fixture
from tournaments.models import Ladder, LadderPlace, LeagueTeam, TeamMember
from tournaments.site.calendar_sources import match_lines, matches_of_person

pytestmark = pytest.mark.django_db


@world
def season():
    """A league; the first team is of the club North, and Ann of North is in its squad."""
    section = league_of()
    team = section.entries.get(name="Town 1")
    north = section.event.organisation
    LeagueTeam.objects.filter(entry=team).update(club=north)
    ann = Person.objects.create(name="Ann", organisation=north)
    guest = Person.objects.create(name="Gus", organisation=Organisation.objects.create(slug="s", name="S"))
    for order, person in enumerate((ann, guest), 1):
        TeamMember.objects.filter(entry=team, board_order=order).update(person=person)
    return section, north, ann


def span():
    return timezone.localdate(), timezone.localdate() + timedelta(days=30)


def test_a_match_stands_in_the_calendars_of_the_club_and_of_the_squad(season):
    section, north, ann = season
    (line,) = match_lines(north.pk, *span())
    assert line.title == "Town 1 - Town 2"
    assert line.place.startswith("Town 1 Hall")
    assert line.address.startswith(f"/e/{section.event.slug}/")
    assert list(matches_of_person(ann, *span())) == [line]
    assert list(match_lines(Organisation.objects.get(slug="s").pk, *span())) == []


def test_neither_hidden_nor_struck_matches_stand_there(season):
    section, north, ann = season
    show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    assert list(match_lines(north.pk, *span())) == list(matches_of_person(ann, *span())) == []
    show_event(event_id=section.event_id, is_public=True, actor=SYSTEM)
    strike_fixture(pairing_id=fixture_of(section).pairing_id, reason="No hall", actor=SYSTEM)
    assert list(match_lines(north.pk, *span())) == []


def test_a_squad_and_a_ladder_are_groups_of_the_clubs_own_persons(season):
    section, north, ann = season
    ladder = Ladder.objects.create(organisation=north, name="Ladder")
    LadderPlace.objects.create(ladder=ladder, person=ann, place=1)
    keys = {one.key for _label, choices in offered(north.pk) for one in choices}
    team = section.entries.get(name="Town 1")
    assert {f"squad:{team.pk}", f"ladder:{ladder.pk}"} <= keys
    assert KINDS["squad"].persons(north.pk, str(team.pk)) == {ann.pk}
    assert KINDS["ladder"].persons(north.pk, str(ladder.pk)) == {ann.pk}
    south = Organisation.objects.get(slug="s").pk
    assert (
        KINDS["squad"].persons(south, str(team.pk)) == KINDS["ladder"].persons(south, str(ladder.pk)) == set()
    )
