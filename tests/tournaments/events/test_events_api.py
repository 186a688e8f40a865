"""Events over the interface: made, filled, paired, played, closed; who may, and what is refused how."""

from datetime import timedelta

import api_events
import pytest
from api_events import ask
from django.test import Client
from django.utils import timezone

from club.accounts.services.passes import make_pass
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.core.requests import SESSION_KEY
from club.models import PassLevel
from tournaments.models import Event, Round

pytestmark = pytest.mark.django_db
club, director, section = api_events.club, api_events.director, api_events.section


def published(director, section):
    """The next round, published."""
    row = ask(director, "post", f"/sections/{section}/rounds/", {}, 201)
    return ask(director, "post", f"/rounds/{row['id']}/publish", {"version": row["version"]})


def result_of(row, board=0):
    return f"/pairings/{row['boards'][board]['id']}/games/1/result"


def test_an_event_is_run_from_beginning_to_end(director, section):
    for _ in range(2):
        row = published(director, section)
        for board in range(2):
            ask(director, "put", result_of(row, board), {"outcome": "white", "was": "pending"})
        closed = ask(director, "post", f"/rounds/{row['id']}/close")
        assert closed["state"] == "closed"
    table = ask(Client(), "get", f"/sections/{section}/standings")
    assert (table["after"], sum(one["points"] for one in table["rows"])) == (2, 8)
    assert {part["basis"] for one in table["rows"] for value in one["values"] for part in value["parts"]}
    first = ask(Client(), "get", f"/sections/{section}/standings?after=1")
    assert (first["after"], sum(one["points"] for one in first["rows"])) == (1, 4)
    cross = ask(Client(), "get", f"/sections/{section}/crosstable")
    assert [len(line["rounds"]) for line in cross] == [2] * 4
    assert [row["number"] for row in ask(Client(), "get", f"/sections/{section}/rounds/")] == [1, 2]


def test_a_draft_is_nowhere_for_strangers(director, section):
    row = ask(director, "post", f"/sections/{section}/rounds/", {}, 201)
    board = row["boards"][0]["id"]
    for path in (f"/rounds/{row['id']}/", f"/pairings/{board}/"):
        ask(director, "get", path)
        ask(Client(), "get", path, status=404)
    assert ask(Client(), "get", f"/sections/{section}/rounds/") == []
    event = Event.objects.get()
    ask(director, "put", f"/events/{event.pk}/shown", {"is_public": False})
    places = (f"/events/{event.pk}/", f"/sections/{section}/", f"/sections/{section}/entries/")
    for path in (*places, f"/events/{event.pk}/sections/", f"/sections/{section}/standings"):
        ask(director, "get", path)
        ask(Client(), "get", path, status=404)
    assert ask(Client(), "get", "/events/")["count"] == 0
    assert ask(director, "get", "/events/?mine=1")["count"] == 1


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(director, section):
    event = Event.objects.get()
    there = ask(director, "get", f"/events/{event.pk}/")
    ask(director, "patch", f"/events/{event.pk}/", {"version": there["version"], "venue": "Hall"})
    refused = ask(director, "patch", f"/events/{event.pk}/", {"version": there["version"], "name": "X"}, 409)
    assert refused["code"] == "changed_meanwhile"
    settings = ask(director, "get", f"/sections/{section}/")
    changed = {"version": settings["version"], "tie_breaks": ["SB", "BH/C1"], "rounds": 5}
    ask(director, "patch", f"/sections/{section}/", changed)
    ask(director, "patch", f"/sections/{section}/", changed, 409)
    row = ask(director, "post", f"/sections/{section}/rounds/", {}, 201)
    ask(director, "post", f"/rounds/{row['id']}/publish", {"version": row["version"] - 1}, 409)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param({"tie_breaks": ["NOPE"]}, "tie_breaks", id="a tie-break nobody knows"),
        pytest.param({"system": "nope"}, "system", id="a system nobody knows"),
        pytest.param({"rounds": 0}, "rounds", id="no round"),
        pytest.param({"games_per_pairing": 3}, "games_per_pairing", id="three games a pairing"),
    ],
)
def test_settings_that_cannot_be_are_named(director, section, change, field):
    version = ask(director, "get", f"/sections/{section}/")["version"]
    refused = ask(director, "patch", f"/sections/{section}/", {"version": version, **change}, 400)
    assert field in refused["errors"]


def test_days_out_of_order_are_refused_with_a_code_of_their_own(director, section):
    days = {"starts_on": "2026-11-22", "ends_on": "2026-11-21"}
    made = ask(director, "post", "/events/", {"name": "Open", "preset": "blitz", **days}, 422)
    changed = ask(director, "patch", f"/events/{Event.objects.get().pk}/", {"version": 2, **days}, 422)
    assert {made["code"], changed["code"]} == {"ends_before_start"}


def test_a_draft_is_changed_by_hand(director, section):
    row = ask(director, "post", f"/sections/{section}/rounds/", {}, 201)
    first, second = row["boards"]
    seats = {"first": first["white"]["id"], "second": second["white"]["id"]}
    alone = {"version": row["version"], "first": seats["first"], "second": seats["first"]}
    assert ask(director, "post", f"/rounds/{row['id']}/swap", alone, 409)["code"] == "illegal_pairing"
    swapped = ask(director, "post", f"/rounds/{row['id']}/swap", {"version": row["version"], **seats})
    assert swapped["boards"][0]["white"]["id"] == second["white"]["id"]
    board = swapped["boards"][0]
    turned = ask(director, "post", f"/pairings/{board['id']}/turn", {"version": swapped["version"]})
    assert turned["boards"][0]["black"] == board["white"]
    lock = {"version": turned["version"], "is_locked": True}
    board = turned["boards"][0]  # has another key
    locked = ask(director, "put", f"/pairings/{board['id']}/lock", lock)
    assert locked["boards"][0]["is_locked"]
    again = ask(director, "post", f"/sections/{section}/rounds/", {}, 201)
    assert again["boards"][0]["white"] == locked["boards"][0]["white"]
    ask(director, "delete", f"/rounds/{row['id']}/", status=204)
    assert not Round.objects.exists()


def test_entries_leave_come_back_and_miss_rounds(director, section):
    first, *_others, last = ask(director, "get", f"/sections/{section}/entries/")
    missed = ask(director, "put", f"/entries/{first['id']}/byes/1", {"kind": "half"})
    assert missed["absences"] == [{"round": 1, "kind": "half"}]
    assert ask(director, "delete", f"/entries/{first['id']}/byes/1")["absences"] == []
    here = ask(director, "patch", f"/entries/{first['id']}/", {"rating": 2100, "has_arrived": True})
    assert (here["rating"], here["has_arrived"]) == (2100, True)
    assert ask(director, "post", f"/entries/{first['id']}/withdraw", {})["state"] == "withdrawn"
    assert ask(director, "post", f"/entries/{first['id']}/readmit", {})["state"] == "confirmed"
    twice = {"entries": [{"name": "New"}, {"name": last["name"]}]}
    refused = ask(director, "post", f"/sections/{section}/entries/", twice, 409)
    assert refused["facts"]["doubles"] == [{"name": last["name"], "lines": [2], "is_entered": True}]
    ask(director, "delete", f"/entries/{last['id']}/", status=204)
    assert len(ask(Client(), "get", f"/sections/{section}/entries/")) == 3
    published(director, section)
    ask(director, "put", f"/entries/{first['id']}/byes/1", {"kind": "zero"}, 409)


def test_a_result_that_somebody_else_entered_is_not_overwritten_unseen(director, section):
    row = published(director, section)
    ask(director, "put", result_of(row), {"outcome": "white", "was": "pending"})
    ask(director, "put", result_of(row), {"outcome": "white", "was": "pending"})
    refused = ask(director, "put", result_of(row), {"outcome": "draw", "was": "pending"}, 409)
    assert (refused["code"], refused["facts"]["there"]) == ("result_differs", "white")
    ask(director, "put", result_of(row), {"outcome": "draw", "was": "white", "reason": "score sheet"})
    ask(director, "put", f"/pairings/{row['boards'][0]['id']}/games/2/result", {"outcome": "draw"}, 422)


def test_a_closed_round_is_corrected_with_a_reason(director, section):
    row = published(director, section)
    for board in range(2):
        ask(director, "put", result_of(row, board), {"outcome": "white"})
    ask(director, "post", f"/rounds/{row['id']}/unpublish", {}, 409)
    ask(director, "post", f"/rounds/{row['id']}/close")
    ask(director, "put", result_of(row), {"outcome": "black"}, 422)
    ask(director, "put", result_of(row), {"outcome": "black", "reason": "seen by both"})
    assert ask(director, "post", f"/rounds/{row['id']}/reopen", {})["state"] == "published"


def test_a_helper_enters_results_at_the_boards_of_the_pass(director, section, club):
    row = published(director, section)
    made = make_pass(
        label="Phone",
        level=PassLevel.HELPER,
        scope=Scope(club.pk),
        first_board=2,
        last_board=2,
        expires_at=timezone.now() + timedelta(days=1),
        actor=SYSTEM,
    )
    phone = Client()
    session = phone.session
    session[SESSION_KEY] = made.row.pk
    session.save()
    ask(phone, "put", result_of(row, 0), {"outcome": "white"}, 403)
    ask(phone, "put", result_of(row, 1), {"outcome": "white"})
    ask(phone, "put", result_of(row, 1), {"outcome": "black"}, 409)
    ask(phone, "put", result_of(row, 1), {"outcome": "black", "was": "white"}, 403)
    ask(phone, "post", f"/rounds/{row['id']}/close", {}, 403)


def test_a_number_of_rounds_is_suggested_for_players_and_time(director):
    plan = ask(director, "get", "/events/round-plan?players=40&minutes=15&increment=5&hours=3")
    assert (plan["rounds"], plan["is_over_time"]) == (3, False)
    assert plan["text"].startswith("Suggested: 3 rounds.")
    assert "More do not fit into the time." in plan["text"]
    assert ask(director, "get", "/events/round-plan?players=40")["rounds"] == 8
    assert ask(director, "get", "/events/round-plan?players=9&system=round_robin")["rounds"] == 9
    season = ask(director, "get", "/events/round-plan?players=9&system=keizer")
    assert (season["rounds"], season["text"]) == (None, "")
    ask(director, "get", "/events/round-plan?players=1", status=400)
    ask(Client(), "get", "/events/round-plan?players=40", status=401)
