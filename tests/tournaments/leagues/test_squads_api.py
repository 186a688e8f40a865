"""Squads, captains, polls and rules of leagues over the API: the same services, the same secrecy."""

import pytest
from league_season import fixture_of, keys_of, league_of, secret_of
from rest_framework.test import APIClient
from worlds import world

from club.models import Organisation, OutboxMessage, Person, Role, RoleGrant, User
from tournaments.leagues.captain_links import answer_secret
from tournaments.models import AvailabilityPoll, TeamMember

pytestmark = pytest.mark.django_db


def api_of(client):
    def ask(method, path, sent=None, status=200):
        answer = getattr(client, method)(
            f"/api/v1{path}", sent or {}, format="json" if sent is not None else None
        )
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    return ask


def signed_in(name, *, role=None, at=None):
    user = User.objects.create_user(f"{name}@club.example", "x")
    if role is not None:
        RoleGrant.objects.create(user=user, role=role, organisation=at)
    client = APIClient()
    client.force_login(user)
    return user, api_of(client)


@world
def section():
    return league_of()


@world
def director(section):
    return signed_in("td", role=Role.DIRECTOR, at=section.event.organisation)[1]


@world
def visitor():
    return api_of(APIClient())


def test_a_squad_is_read_joined_left_and_lent(section, director, visitor):
    first, second = section.entries.order_by("pk")
    visitor("get", f"/entries/{first.pk}/squad", status=401)
    shown = director("get", f"/entries/{first.pk}/squad")
    assert (shown["home"]["venue"], len(shown["players"])) == ("Town 1 Hall", 4)
    made = director("post", f"/entries/{first.pk}/squad", {"name": "Ann", "rating": 1800}, 201)
    assert (made["board_order"], made["plays_until"]) == (5, None)
    twice = director("post", f"/entries/{second.pk}/squad", {"name": "ann"}, 409)
    assert twice["code"] == "plays_for_other"
    director("post", f"/entries/{second.pk}/squad", {"name": "A; B"}, 400)
    there = f"/members/{made['id']}/squad"
    assert director("put", there, {"plays_until": "2026-01-01"})["plays_until"] == "2026-01-01"
    assert director("get", f"/entries/{first.pk}/squad")["players"][-1]["has_left"] is True
    director("delete", there, status=204)
    for entry, place in ((first, 1), (second, 2)):
        told = {"club": "north", "place_in_club": place, "venue": "Hall"}
        assert director("put", f"/entries/{entry.pk}/home", told)["place_in_club"] == place
    lower = director("get", f"/entries/{first.pk}/squad")["can_be_lent"]
    assert {one["entry"] for one in lower} == {second.pk}
    lent = director("post", f"/entries/{first.pk}/squad/reserves", {"member": lower[0]["id"]}, 201)
    assert lent["lent_from"] == lower[0]["id"]
    upper = TeamMember.objects.filter(entry=first, lent_from=None).first()
    refused = director("post", f"/entries/{second.pk}/squad/reserves", {"member": upper.pk}, 409)
    assert refused["code"] == "reserve_unfit"


def test_a_captain_is_named_linked_anew_and_taken_back(section, director, visitor):
    team = section.entries.first()
    old = secret_of(team)
    sent = OutboxMessage.objects.count()
    made = director("post", f"/entries/{team.pk}/captains/", {"name": "Zoe", "email": "z@x.example"}, 201)
    assert OutboxMessage.objects.count() == sent + 1
    visitor("get", f"/captains/{old}/matches/", status=404)
    assert visitor("get", f"/captains/{made['secret']}/matches/")[0]["home_name"] == "Town 1"
    assert made["link"].endswith(f"/t/{made['secret']}/")
    renewed = director("post", f"/captain-links/{made['id']}")
    visitor("get", f"/captains/{made['secret']}/matches/", status=404)
    director("delete", f"/captain-links/{made['id']}", status=204)
    visitor("get", f"/captains/{renewed['secret']}/matches/", status=404)
    assert director("put", f"/captain-links/{made['id']}")["secret"] == renewed["secret"]
    assert [one["name"] for one in director("get", f"/entries/{team.pk}/captains/")] == ["Zoe"]
    visitor("get", f"/entries/{team.pk}/captains/", status=401)


def test_a_poll_is_asked_answered_reminded_and_closed(section, visitor):
    fixture = fixture_of(section)
    team = fixture.pairing.white
    mine = f"/captains/{secret_of(team)}/matches/{fixture.pairing_id}/"
    assert visitor("get", mine)["poll"] is None
    assert visitor("post", f"{mine}poll/end", status=404)["code"] == "unknown_poll"
    visitor("post", f"/captains/{secret_of(team)}/matches/ask", status=204)
    poll = AvailabilityPoll.objects.get(fixture=fixture, entry=team)
    (member,) = keys_of(team, 1)
    own = f"/availability/{answer_secret(poll, member)}"
    assert visitor("get", own)["answer"] == ""
    visitor("put", own, {"answer": "yes"})
    assert visitor("get", own) | {"answered_at": None} == {
        "match": str(fixture),
        "team": team.name,
        "name": "Town 1.1",
        "answer": "yes",
        "answered_at": None,
        "is_over": False,
        "wants_mail": True,
    }
    assert visitor("patch", own, {"wants_mail": False})["wants_mail"] is False
    shown = visitor("get", mine)
    assert [one["answer"] for one in shown["squad"]] == ["yes", "", "", ""]
    assert shown["poll"]["silent"] == 3
    assert visitor("post", f"{mine}poll/reminder", status=409)["code"] == "reminded_already"
    assert visitor("post", f"{mine}poll/end")["poll"]["is_open"] is False
    assert visitor("put", own, {"answer": "no"}, 409)["code"] == "poll_over"


def test_a_line_up_is_secret_until_both_are_in(section, visitor, director):
    fixture = fixture_of(section)
    home, guests = fixture.pairing.white, fixture.pairing.black
    links = {one.pk: f"/captains/{secret_of(one)}/matches/{fixture.pairing_id}/" for one in (home, guests)}
    visitor("put", f"{links[home.pk]}line-up", {"members": keys_of(home, 1, 2), "reserves": keys_of(home, 3)})
    own, theirs = visitor("get", links[home.pk]), visitor("get", links[guests.pk])
    assert [one["place"] for one in own["squad"]] == [1, 2, 3, 0]
    assert (own["is_in"], theirs["is_in"], theirs["other_is_in"]) == (True, False, True)
    assert "Town 1.1" not in str(theirs)
    assert {one["first"] for one in theirs["boards"]} == {""}
    assert "Town 1.1" not in str(visitor("get", f"/sections/{section.pk}/fixtures/"))
    visitor("put", f"{links[guests.pk]}line-up", {"members": keys_of(guests, 1, 2)})
    assert [one["first"] for one in visitor("get", links[guests.pk])["boards"]] == ["Town 1.1", "Town 1.2"]


def test_a_captain_sees_no_other_match(visitor):
    section = league_of(3)
    other = next(
        one for one in section.round_rows.order_by("number") if one.pairings.filter(black__isnull=False)
    )
    pairing = other.pairings.filter(black__isnull=False).first()
    third = section.entries.exclude(pk__in=[pairing.white_id, pairing.black_id]).get()
    visitor("get", f"/captains/{secret_of(third)}/matches/{pairing.pk}/", status=404)


def test_rules_are_read_and_set_by_the_version_that_was_read(section, director, visitor):
    there = f"/sections/{section.pk}/league-rules"
    shown = visitor("get", there)
    assert (shown["is_league"], shown["board_order"], shown["confirm_within"]) == (True, "list", 3)
    rules = {
        "board_order": "rating",
        "rating_tolerance": 50,
        "confirm_within": 5,
        "transfers_until": "2027-01-31",
    }
    assert visitor("put", there, rules | {"version": shown["version"]}, 401)["code"] == "not_signed_in"
    kept = director("put", there, rules | {"version": shown["version"]})
    assert {name: kept[name] for name in rules} == rules
    assert kept["reserve_limit"] is None
    director("put", there, rules | {"version": shown["version"], "confirm_within": 6}, 409)
    director("put", there, rules | {"version": kept["version"], "confirm_within": 10**9}, 400)
    waiting = director("get", f"/sections/{section.pk}/league-waiting")
    assert waiting["late"] == waiting["disputed"] == []


def test_another_clubs_director_reaches_no_squad(section):
    south = Organisation.objects.create(slug="south", name="South")
    _user, foreign = signed_in("far", role=Role.DIRECTOR, at=south)
    team = section.entries.first()
    captain = team.captains.get()
    for path in (f"/entries/{team.pk}/squad", f"/entries/{team.pk}/captains/"):
        foreign("get", path, status=403)
    foreign("delete", f"/captain-links/{captain.pk}", status=403)
    foreign("put", f"/sections/{section.pk}/league-rules", {}, 403)


def test_own_teams_are_told_in_a_session(section, director):
    user, mine = signed_in("cap")
    person = Person.objects.create(name="Cap", organisation=section.event.organisation, user=user)
    team = section.entries.first()
    director("post", f"/entries/{team.pk}/captains/", {"person": person.pk}, 201)
    assert [(one["name"], one["secret"]) for one in mine("get", "/me/teams/")["teams"]] == [
        (team.name, secret_of(team))
    ]


def test_a_clubs_matches_are_told_to_everybody(section, director, visitor):
    assert visitor("get", "/clubs/north/fixtures/") == []
    director("put", f"/entries/{section.entries.first().pk}/home", {"club": "north"})
    assert [one["home_name"] for one in visitor("get", "/clubs/north/fixtures/")] == ["Town 1"]
