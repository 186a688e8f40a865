"""Rating lists over the API."""

import json

import pytest
from event_rows import club_of, somebody
from rated_club import counted, list_of, persons_of, played_event, ratings_of
from test_rating_reports import corrected_result

from club.core.actor import SYSTEM
from tournaments.events.services.events import show_event
from tournaments.models import RatingPeriod

pytestmark = pytest.mark.django_db

LISTS = "/api/v1/rating-lists/"


@pytest.fixture
def api(client, director):
    client.force_login(director.user)

    def ask(method, path, data=None):
        return client.generic(
            method, path, "" if data is None else json.dumps(data), content_type="application/json"
        )

    return ask


def test_a_list_is_made_changed_and_filled(api):
    made = api("POST", LISTS, {"name": "Club", "formula": "elo", "initial_rating": 1500, "club": "north"})
    assert made.status_code == 201
    place = made.headers["Location"]
    assert place == f"{LISTS}{made.json()['id']}/"
    changed = api("PATCH", place, {"version": 1, "is_public": True})
    assert changed.json()["is_public"]
    assert api("PATCH", place, {"version": 1, "name": "Mine"}).status_code == 409
    event = played_event(rounds=1)
    asked = {"list": made.json()["id"]}
    shown = api("POST", f"/api/v1/events/{event.pk}/rating-reports/preview", asked).json()
    assert {line["after"] for line in shown["lines"]} == {1520, 1480}
    assert not RatingPeriod.objects.exists()
    corrected_result(event)
    late = api("POST", f"/api/v1/events/{event.pk}/rating-reports", asked | {"seen": shown["seen"]})
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")
    done = api("POST", f"/api/v1/events/{event.pk}/rating-reports", asked)
    assert (done.status_code, done.json()["number"]) == (201, 1)
    assert api("GET", f"{place}reports/").json()["count"] == 1
    again = api("POST", f"{place}recompute", {}).json()
    assert again == {"changed": 0, "moves": []}
    gone = api("DELETE", f"/api/v1/rating-reports/{done.json()['id']}/")
    assert (gone.status_code, gone.json()) == (200, {"changed": 0})


def test_what_moved_is_told_when_a_list_is_worked_out_again(api):
    row, event = list_of(), played_event(rounds=1)
    counted(event, row)
    corrected_result(event)
    told = api("POST", f"{LISTS}{row.pk}/recompute", {"reason": "Corrected"}).json()
    assert told["changed"] == 2
    assert {(one["kept"], one["now"]) for one in told["moves"]} == {(1520, 1480), (1480, 1520)}


def test_a_rating_is_set_by_hand_for_a_reason(api):
    row, people = list_of(), persons_of()
    place = f"{LISTS}{row.pk}/reports/"
    given = {"person": people["Abbott"].pk, "rating": 1800}
    assert api("POST", place, given).status_code == 400
    assert api("POST", place, given | {"reason": "From abroad"}).json()["kind"] == "correction"
    assert ratings_of(row) == {"Abbott": 1800}


def test_everybody_reads_public_lists_changes_and_curves(client):
    row, kept = list_of(is_public=True), list_of(name="For the board")
    event = played_event(rounds=1)
    for one in (row, kept):
        counted(event, one)
    (listed,) = client.get("/api/v1/clubs/north/rating-lists/").json()
    assert (listed["name"], listed["formula"]) == ("Club rating", "elo")
    players = client.get(f"{LISTS}{row.pk}/players/").json()
    assert (players["count"], players["results"][0]["rating"]) == (6, 1520)
    changes = client.get(f"{LISTS}{row.pk}/changes/").json()
    assert {one["event"] for one in changes["results"]} == {event.pk}
    person = players["results"][0]["person"]
    curve = client.get(f"{LISTS}{row.pk}/players/{person}/curve").json()
    assert [(one["before"], one["after"], one["expected"]) for one in curve["points"]] == [(1500, 1520, 0.5)]
    for rest in ("", "players/", "changes/", f"players/{person}/curve"):
        assert client.get(f"{LISTS}{kept.pk}/{rest}").status_code == 404
    show_event(event_id=event.pk, is_public=False, actor=SYSTEM)
    assert {one["event"] for one in client.get(f"{LISTS}{row.pk}/changes/").json()["results"]} == {None}


def test_another_club_neither_sees_nor_counts(client):
    row, event = list_of(), played_event(rounds=1)
    stranger = somebody("owner", at=club_of("south"), name="sam")
    client.force_login(stranger.user)
    assert client.get(LISTS).json() == []
    assert client.get(f"{LISTS}{row.pk}/").status_code == 404
    assert client.get(f"{LISTS}{row.pk}/reports/").status_code == 403
    asked = {"list": row.pk}
    place = f"/api/v1/events/{event.pk}/rating-reports"
    assert client.post(place, asked, content_type="application/json").status_code == 403


def test_a_list_of_another_club_is_not_there_for_an_event(api):
    foreign, event = list_of(club_of("south")), played_event(rounds=1)
    answer = api("POST", f"/api/v1/events/{event.pk}/rating-reports/preview", {"list": foreign.pk})
    assert answer.status_code == 404
