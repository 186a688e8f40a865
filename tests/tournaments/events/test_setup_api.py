"""What is set up of an event over the interface: read by everybody, set as a whole by its director."""

import pytest
from api_events import ask, club, director, section  # noqa: F401 - its fixtures
from django.test import Client

pytestmark = pytest.mark.django_db
ADULT = {"name": "Adult", "lowest_rating": None, "born_to": 2008}


def version(director, key):  # noqa: F811 - asked for by name
    return ask(director, "get", f"/sections/{key}/")["version"]


def put(client, key, what, rows, status=200, **more):
    sent = {"version": version(client, key), what: rows} | more
    return ask(client, "put", f"/sections/{key}/{what}", sent, status)


def test_lists_are_set_and_read(director, section):  # noqa: F811 - fixtures
    assert put(director, section, "classes", [ADULT])["classes"][0]["born_to"] == 2008
    put(director, section, "fees", [{"category": "Adult", "amount": 1500, "currency": "EUR"}])
    put(director, section, "schedule", [{"number": 1, "starts_at": "2026-11-22T10:00:00Z"}])
    prizes = [{"place": 1, "amount": 5000}, {"place": 2, "thing": "Book"}]
    put(director, section, "prizes", prizes, currency="EUR", sharing="hort")
    told = {
        what: ask(Client(), "get", f"/sections/{section}/{what}") for what in ("fees", "prizes", "schedule")
    }
    assert told["fees"]["fees"][0]["amount"] == 1500
    assert (told["prizes"]["currency"], told["prizes"]["prize_sharing"]) == ("EUR", "hort")
    assert [row["place"] for row in told["prizes"]["prizes"]] == [1, 2]
    row = ask(director, "post", f"/sections/{section}/rounds/", {}, 201)
    assert row["starts_at"] == told["schedule"]["schedule"][0]["starts_at"]


def test_officials_are_set_for_the_event(director, section):  # noqa: F811 - fixtures
    event = ask(director, "get", f"/sections/{section}/")["event"]
    seen = ask(director, "get", f"/events/{event}/officials")["version"]
    sent = {"version": seen, "officials": [{"role": "arbiter", "name": "Arno"}]}
    assert ask(director, "put", f"/events/{event}/officials", sent)["officials"][0]["name"] == "Arno"
    assert ask(director, "put", f"/events/{event}/officials", sent, 409)["code"] == "changed_meanwhile"


@pytest.mark.parametrize(
    ("what", "rows", "status", "code"),
    [
        ("classes", [ADULT, ADULT], 422, "named_twice"),
        ("prizes", [{"place": 1}], 422, "prize_of_nothing"),
        ("prizes", [{"amount": 1}], 422, "currency_missing"),
        ("fees", [{"amount": 1, "currency": "EUR", "category": "Nobody"}], 422, "unknown_class"),
        ("schedule", [{"number": 99, "starts_at": "2026-11-22T10:00:00Z"}], 422, "round_beyond"),
        ("classes", [ADULT | {"lowest_rating": 9}, {"name": "x" * 61}], 400, "invalid"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(director, section, what, rows, status, code):  # noqa: F811 - fixtures
    assert put(director, section, what, rows, status)["code"] == code


def test_years_and_ratings_out_of_order_are_no_server_error(director, section):  # noqa: F811 - fixtures
    rows = [ADULT | {"born_from": 2020, "born_to": 2000}]
    assert put(director, section, "classes", rows, 400)


def test_an_event_is_copied(director, section):  # noqa: F811 - fixtures
    event = ask(director, "get", f"/sections/{section}/")["event"]
    sent = {"name": "Next", "with_entries": True}
    made = ask(director, "post", f"/events/{event}/clone", sent, 201)
    assert (made["state"], made["slug"]) == ("draft", "next")
    assert len(ask(director, "get", f"/sections/{made['sections'][0]}/entries/")) == 4
    ask(Client(), "post", f"/events/{event}/clone", sent, 401)


def test_what_is_told_of_an_event_is_changed(director, section):  # noqa: F811 - fixtures
    event = ask(director, "get", f"/sections/{section}/")["event"]
    seen = ask(director, "get", f"/events/{event}/")
    sent = {"version": seen["version"], "address": "Dam 1", "time_zone": "Europe/Amsterdam"}
    changed = ask(director, "patch", f"/events/{event}/", sent)
    assert (changed["address"], changed["time_zone"]) == ("Dam 1", "Europe/Amsterdam")
    wrong = {"version": changed["version"], "time_zone": "Mars/Base"}
    assert ask(director, "patch", f"/events/{event}/", wrong, 422)["code"] == "unknown_time_zone"


def test_players_are_put_into_classes(director, section):  # noqa: F811 - fixtures
    put(director, section, "classes", [ADULT | {"born_to": None, "lowest_rating": 1999}, {"name": "Guests"}])
    address = f"/sections/{section}/classes/entries"
    done = ask(director, "post", address, {"by_numbers": True})
    assert [(one["name"], one["category"]) for one in done] == [("Player 0", "Adult"), ("Player 1", "Adult")]
    sent = {"entries": [{"entry": done[0]["id"], "category": "Guests"}]}
    assert ask(director, "post", address, sent)[0]["category"] == "Guests"
    sent["entries"][0]["category"] = "Nobody"
    assert ask(director, "post", address, sent, 422)["code"] == "unknown_class"
