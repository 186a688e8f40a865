"""What captains, players and directors of a league find without looking, and what a slip does not cost."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from league_season import fixture_of, keys_of, league_of, secret_of
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation, Person, Role, RoleGrant, User
from tournaments.events.services.events import create_event
from tournaments.ladders.services.ladders import join_ladder, make_ladder
from tournaments.leagues.selectors.fixtures import fixture_lines
from tournaments.leagues.selectors.league_table import league_table
from tournaments.leagues.services.polls import open_poll
from tournaments.models import Captain, Fixture, FixtureState, HandedLineUp, Outcome, TeamMember
from tournaments.nights.services.nights import begin_night
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@world
def match():
    return fixture_of(league_of(2))


def somebody(name, team=None):
    """Somebody with an account, who leads a team."""
    user = User.objects.create_user(f"{name.lower()}@north.example")
    own = Person.objects.create(name=name, user=user, organisation=Organisation.objects.get(slug="north"))
    if team is not None:
        Captain.objects.filter(entry=team).update(person=own)
    client = Client()
    client.force_login(user)
    return own, client


def desk_of(client):
    return client.get("/desk/").content.decode()


def begin(match):
    Fixture.objects.filter(pk=match.pk).update(starts_at=timezone.now() - timedelta(hours=1))


def act(team, match, what, **sent):
    address = reverse("tournaments:captain_act", args=[secret_of(team), match.pairing_id, what])
    return Client().post(address, sent)


def hand_in(match, team, *places):
    playing = {f"place-{key}": "p" for key in keys_of(team, *places)}
    return act(team, match, "line-up", member=keys_of(team, 1, 2, 3, 4), **playing)


def test_the_desk_tells_a_captain_what_is_waited_for_step_by_step(match):
    home, guests = match.pairing.white, match.pairing.black
    (_ann, anns), (_bob, bobs) = somebody("Ann", home), somebody("Bob", guests)
    assert "the line-up has not been handed in." in desk_of(anns)
    assert f"/t/{secret_of(home)}/{match.pairing_id}/" in desk_of(anns)
    hand_in(match, home, 1, 2)
    assert "the line-up has not been handed in." not in desk_of(anns)
    assert "the line-up has not been handed in." in desk_of(bobs)
    hand_in(match, guests, 1, 2)
    begin(match)
    assert "the results have not been submitted." in desk_of(anns)
    act(home, match, "results", **{"board-1": "first", "board-2": "draw"})
    assert "the other captain has submitted the results." in desk_of(bobs)
    assert "All done." in desk_of(anns)
    act(guests, match, "results", **{"board-1": "first", "board-2": "draw"})
    assert "All done." in desk_of(bobs)


def test_a_match_of_next_month_waits_for_nobody(match):
    Fixture.objects.update(starts_at=timezone.now() + timedelta(days=30))
    _ann, anns = somebody("Ann", match.pairing.white)
    assert "All done." in desk_of(anns)


def test_a_player_is_asked_at_the_desk_until_there_is_an_answer(match):
    own, client = somebody("Own")
    member = match.pairing.white.members.first()
    TeamMember.objects.filter(pk=member.pk).update(person=own)
    poll = open_poll(pairing_id=match.pairing_id, entry_id=match.pairing.white_id, actor=SYSTEM)
    assert f"can {member.name} play in" in desk_of(client)
    poll.answers.create(member=member, answer="yes")
    shown = desk_of(client)
    assert f"can {member.name} play in" not in shown
    assert reverse("tournaments:own_teams") in shown


def test_where_somebody_plays_stands_at_the_desk_and_with_their_data(match):
    own, client = somebody("Ann", match.pairing.white)
    ladder = make_ladder(organisation_id=own.organisation_id, name="Private ladder", actor=SYSTEM)
    join_ladder(ladder_id=ladder.pk, person_id=own.pk, actor=SYSTEM)
    for address in ("/desk/", reverse("club:me")):
        shown = client.get(address).content.decode()
        assert reverse("tournaments:ladder", args=["north", ladder.pk]) in shown, address
        assert f"/t/{secret_of(match.pairing.white)}/" in shown, address
    assert "You are a member here." in desk_of(client)
    assert "You have no role yet." not in desk_of(client)


def test_the_director_hears_of_matches_nobody_told_of_and_of_nights_that_are_on(match):
    home = Organisation.objects.get(slug="north")
    user = User.objects.create_user("dora@north.example")
    RoleGrant.objects.create(user=user, role=Role.DIRECTOR, organisation=home)
    client = Client()
    client.force_login(user)
    assert "All done." in desk_of(client)  # no round of a league lacks results
    begin(match)
    assert "1 played match has no results yet." in desk_of(client)
    Fixture.objects.filter(pk=match.pk).update(state=FixtureState.POSTPONED, starts_at=None)
    assert "1 match is postponed without a new date." in desk_of(client)
    season = create_event(organisation_id=home.pk, name="Season", preset="club_night", actor=SYSTEM)
    begin_night(section_id=season.sections.get().pk, actor=SYSTEM)
    assert "the club night of" in desk_of(client)
    other = Client()
    other.force_login(User.objects.create_user("guest@south.example"))
    assert "All done." in desk_of(other)


def test_a_line_up_with_an_empty_board_is_asked_about_and_keeps_what_was_chosen(match):
    begin(match)
    home = match.pairing.white
    asked = hand_in(match, home, 2)
    assert asked.status_code == 422
    told = asked.content.decode()
    assert "An empty board is lost by forfeit." in told
    (key,) = keys_of(home, 2)
    assert f'name="place-{key}" value="p" checked' in told
    assert not HandedLineUp.objects.exists()
    sent = {"member": keys_of(home, 1, 2), f"place-{key}": "p", "short": "1"}
    assert act(home, match, "line-up", **sent).status_code == 302
    assert match.pairing.games.get(number=2).outcome != Outcome.PENDING


def test_before_a_match_the_line_up_comes_first_and_only_what_stands_is_said_to_stand(match):
    home = match.pairing.white
    address = reverse("tournaments:captain_match", args=[secret_of(home), match.pairing_id])
    shown = Client().get(address).content.decode()
    assert shown.index('id="line-up"') < shown.index('id="results"')
    assert "Already played? Submit results" in shown
    begin(match)
    shown = Client().get(address).content.decode()
    assert shown.index('id="results"') < shown.index('id="line-up"')
    act(home, match, "line-up", member=keys_of(home, 1), **{f"place-{keys_of(home, 1)[0]}": "p"}, short="1")
    shown = Client().get(address).content.decode()
    stands = shown.partition("Confirmed results")[2]
    assert stands.count("<li") == 1


def test_boards_of_a_match_that_goes_on_part_nobody_in_the_table(match):
    """A board given away at once had lifted a team without a match above all others."""
    begin(match)
    home = match.pairing.white
    act(home, match, "line-up", member=keys_of(home, 1), **{f"place-{keys_of(home, 1)[0]}": "p"}, short="1")
    section = match.pairing.round.section
    rows = league_table(section, fixture_lines(section))
    assert [(row.rank, row.is_shared, row.match_points) for row in rows] == [(1, True, 0), (1, True, 0)]
    record_result(pairing_id=match.pairing_id, game=1, outcome=Outcome.BLACK, actor=SYSTEM)
    rows = league_table(section, fixture_lines(section))
    assert [(row.rank, row.team, row.match_points) for row in rows] == [
        (1, match.pairing.black, 2),
        (2, home, 0),
    ]
