"""Teams over the API: members, line-ups, the table of boards, the rules."""

import pytest
from club_evening import published_of
from club_evening import section_of as players_of
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient
from team_evening import match_of, teams_of
from worlds import world

from club.models import User
from tournaments.models import GameResult, Outcome, Section

pytestmark = pytest.mark.django_db


@world
def api():
    client = APIClient()
    client.force_authenticate(User.objects.create_superuser("td@club.example", "x"))
    return client


def test_members_are_kept_and_listed(api):
    section = teams_of(2, members=0)
    team = section.entries.first()
    told = {"members": [{"name": "Ann", "rating": 2000}, {"name": "Bob", "federation_number": "7"}]}
    kept = api.put(f"/api/v1/entries/{team.pk}/members", told, format="json").json()
    assert [(one["board_order"], one["name"]) for one in kept] == [(1, "Ann"), (2, "Bob")]
    assert APIClient().get(f"/api/v1/entries/{team.pk}/members").json() == kept
    assert APIClient().get(f"/api/v1/sections/{section.pk}/members").json() == kept
    assert api.get(f"/api/v1/sections/{section.pk}/").json()["is_team"] is True


@pytest.mark.parametrize(
    ("members", "status", "code"),
    [
        pytest.param([{"name": "Team 02.1"}], 409, "member_twice", id="in another team"),
        pytest.param([{"name": "A; B"}], 400, "invalid", id="a semicolon in a name"),
        pytest.param([{"name": ""}], 400, "invalid", id="no name"),
    ],
)
def test_lists_that_are_refused(api, members, status, code):
    team = teams_of(2).entries.first()
    answer = api.put(f"/api/v1/entries/{team.pk}/members", {"members": members}, format="json")
    assert answer.status_code == status
    if status == 409:
        assert answer.json()["code"] == code


def test_players_have_no_members_over_the_api(api):
    entry = players_of(2).entries.first()
    answer = api.put(f"/api/v1/entries/{entry.pk}/members", {"members": []}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_team")


def test_a_member_is_changed_over_the_api(api):
    member = teams_of(2).entries.first().members.first()
    answer = api.patch(f"/api/v1/members/{member.pk}/", {"name": "Anderson"}, format="json")
    assert answer.json()["name"] == "Anderson"
    same = api.patch(f"/api/v1/members/{member.pk}/", {"name": "Team 02.1"}, format="json")
    assert same.status_code == 409


def test_a_line_up_is_set_and_its_empty_board_forfeited(api):
    section = teams_of(2)
    match = match_of(published_of(section), "Team 01")
    keys = [one.pk for one in match.white.members.all()]
    address = f"/api/v1/pairings/{match.pk}/line-ups/{match.white_id}"
    games = api.put(address, {"members": keys[1:], "was": keys}, format="json").json()["games"]
    assert [game["first_member"] for game in games] == [*keys[1:], None]
    assert games[3]["outcome"] == Outcome.WHITE_FORFEIT  # on board 4 the other team has White
    assert api.put(address, {"members": keys, "was": keys}, format="json").json()["code"] == "line_up_changed"
    unfit = api.put(address, {"members": keys[::-1]}, format="json")
    assert (unfit.status_code, unfit.json()["code"]) == (422, "line_up_unfit")
    assert api.put(address, {"members": "all"}, format="json").status_code == 400
    other = api.put(f"/api/v1/pairings/{match.pk}/line-ups/99999", {"members": keys}, format="json")
    assert (other.status_code, other.json()["code"]) == (422, "not_in_the_match")


@pytest.mark.parametrize("who", ["first", "second", "both"])
def test_a_team_that_is_not_there_forfeits_every_board(api, who):
    match = match_of(published_of(teams_of(2)), "Team 01")
    entry = {"first": match.white_id, "second": match.black_id, "both": None}[who]
    games = api.post(f"/api/v1/pairings/{match.pk}/forfeit", {"entry": entry}, format="json").json()["games"]
    black, white = Outcome.BLACK_FORFEIT, Outcome.WHITE_FORFEIT
    expected = {"first": [black, white] * 2, "second": [white, black] * 2}
    assert [one["outcome"] for one in games] == expected.get(who, [Outcome.DOUBLE_FORFEIT] * 4)


def test_a_stranger_forfeits_nothing_and_players_have_no_match(api):
    match = match_of(published_of(teams_of(2)), "Team 01")
    answer = api.post(f"/api/v1/pairings/{match.pk}/forfeit", {"entry": 99999}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (422, "not_in_the_match")
    board = published_of(players_of(2)).pairings.get()
    answer = api.post(f"/api/v1/pairings/{board.pk}/forfeit", {"entry": None}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_team")


def test_the_board_table(api):
    section = teams_of(4)
    row = published_of(section)
    GameResult.objects.filter(pairing__round=row).update(outcome=Outcome.WHITE)
    tables = APIClient().get(f"/api/v1/sections/{section.pk}/board-table").json()
    assert [one["board"] for one in tables] == [1, 2, 3, 4]
    best = tables[0]["rows"][0]
    assert (best["rank"], best["points"], best["percentage"], best["wins"]) == (1, 2, "100.0", 1)
    assert [one["rank"] for one in tables[0]["rows"]] == [1, 1, 3, 3]


def test_the_rules_for_teams(api):
    section = teams_of(2)
    told = {"version": section.version, "free_board_order": True, "team_preference": "b"}
    answer = api.patch(f"/api/v1/sections/{section.pk}/team-rules", told, format="json")
    assert answer.json()["options"] == {
        "acceleration": "none",
        "free_board_order": True,
        "team_preference": "b",
    }
    assert api.patch(f"/api/v1/sections/{section.pk}/team-rules", told, format="json").status_code == 409
    assert Section.objects.get(pk=section.pk).version == section.version + 1


def test_twelve_boards_are_for_teams_alone(api):
    teams, players = teams_of(2), players_of(2)
    for section, boards, status in (
        (teams, 12, 200),
        (teams, 13, 400),
        (players, 12, 400),
        (players, 4, 200),
    ):
        version = Section.objects.get(pk=section.pk).version
        told = {"version": version, "games_per_pairing": boards}
        answer = api.patch(f"/api/v1/sections/{section.pk}/", told, format="json")
        assert answer.status_code == status, answer.json()


def test_the_api_asks_as_much_for_many_teams_as_for_few(api):
    asked = []
    for teams in (3, 9):
        section = teams_of(teams)
        row = published_of(section)
        with CaptureQueriesContext(connection) as seen:
            for address in ("members", "board-table", "entries/", "standings"):
                assert api.get(f"/api/v1/sections/{section.pk}/{address}").status_code == 200
            assert api.get(f"/api/v1/rounds/{row.pk}/").status_code == 200
        asked.append(len(seen))
    assert asked[0] == asked[1]
