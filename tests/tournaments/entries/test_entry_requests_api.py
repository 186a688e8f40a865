"""The entry form, the inbox and the check-in over the interface."""

import pytest
from api_events import ask, club, director, section  # noqa: F401 - its fixtures
from django.core.cache import cache
from django.test import Client

from tournaments.entries.entry_links import section_secret
from tournaments.models import Section

pytestmark = pytest.mark.django_db
ZOE = {"name": "Zoe", "email": "zoe@home.example", "agrees": True, "once": "a"}


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@pytest.fixture
def event(director, section):  # noqa: F811 - its fixtures
    """The form is open for one more."""
    told = ask(director, "patch", f"/sections/{section}/admission", {"is_open": True, "places": 5})
    assert (told["takes_entries"], told["taken"], told["free"]) == (True, 4, 1)
    return ask(director, "get", f"/sections/{section}/")["event"]


def test_somebody_enters_and_is_let_in(director, section, event):  # noqa: F811 - its fixtures
    address = f"/events/{event}/entry-requests"
    sent = ZOE | {"sections": [section]}
    (told,) = ask(Client(), "post", address, sent, 201)
    assert told["state"] == "pending"
    assert ask(Client(), "post", address, sent, 201) == [told]
    assert ask(Client(), "post", address, sent | {"once": "other"}, 202) is None
    (entry,) = ask(director, "get", f"/sections/{section}/inbox/")
    assert entry["email"] == "zoe@home.example"
    ask(Client(), "get", f"/sections/{section}/inbox/", None, 401)
    refused = ask(director, "put", f"/entries/{entry['id']}/decision", {"decision": "refuse"}, 422)
    assert refused["code"] == "refusal_needs_reason"
    told = ask(director, "put", f"/entries/{entry['id']}/decision", {"decision": "wait"})
    assert told["state"] == "waiting"
    told = ask(director, "put", f"/entries/{entry['id']}/decision", {"decision": "accept"})
    assert "birth_year" not in told
    assert ask(Client(), "get", f"/entries/{entry['id']}/")["state"] == "confirmed"


def test_all_at_once(director, section, event):  # noqa: F811 - its fixtures
    for n in range(2):
        sent = ZOE | {"sections": [section], "name": f"Guest {n}", "email": f"g{n}@home.example"}
        ask(Client(), "post", f"/events/{event}/entry-requests", sent, 201)
    told = ask(director, "post", f"/sections/{section}/inbox/accept")
    assert told == {"accepted": 1, "waiting": 1}


def test_what_is_not_open_or_not_agreed_to_is_refused(director, section, event):  # noqa: F811 - its fixtures
    address = f"/events/{event}/entry-requests"
    ask(Client(), "post", address, ZOE | {"sections": [section], "agrees": False}, 400)
    assert ask(Client(), "post", address, ZOE | {"sections": [10**6]}, 422)["code"] == "no_section_chosen"
    ask(director, "patch", f"/sections/{section}/admission", {"is_open": False})
    assert ask(Client(), "post", address, ZOE | {"sections": [section]}, 409)["code"] == "entries_closed"
    for _ in range(20):
        Client().post(f"/api/v1{address}", ZOE | {"sections": [section]}, content_type="application/json")
    ask(Client(), "post", address, ZOE | {"sections": [section]}, 429)


def test_players_arrive_and_who_does_not_is_settled(director, section, event):  # noqa: F811 - its fixtures
    told = ask(director, "get", f"/sections/{section}/check-in")
    first, second, *others = [entry["id"] for entry in told["entries"]]
    assert (told["here"], len(told["missing"])) == (0, 4)
    assert ask(director, "put", f"/entries/{first}/arrival", {"has_arrived": True})["has_arrived"]
    key = section_secret(Section.objects.get(pk=section))
    own = {"secret": key, "entry": second}
    assert ask(Client(), "post", f"/sections/{section}/arrivals", own, 409)["code"] == "check_in_closed"
    ask(director, "patch", f"/sections/{section}/admission", {"check_in_is_open": True})
    assert ask(Client(), "post", f"/sections/{section}/arrivals", own)["by_player"]
    absent = {"entries": others, "round": 1, "act": "zero"}
    assert ask(director, "post", f"/sections/{section}/check-in", absent)["missing"] == []
    ask(Client(), "put", f"/entries/{first}/arrival", {"has_arrived": False}, 401)
