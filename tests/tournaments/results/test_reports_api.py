"""What is told from the boards over the interface: cards, reports, disputes."""

import pytest
from club_evening import director, published_of, section_of
from django.core.cache import cache
from django.test import Client

pytestmark = pytest.mark.django_db
API = "/api/v1"


def ask(client, method, path, data=None, status=200):
    answer = getattr(client, method)(API + path, data, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


@pytest.fixture
def hall(client):
    """Four players in a published round, and the director."""
    cache.clear()
    section = section_of(4)
    row = published_of(section)
    client.force_login(director())
    return client, section, row.pairings.select_related("white", "black").get(board_number=1)


def test_a_board_from_its_card_to_the_decision(hall):
    client, section, board = hall
    cards = ask(client, "get", f"/sections/{section.pk}/cards/")
    token = next(card["token"] for card in cards if card["board_number"] == 1)
    there = ask(Client(), "get", f"/boards/{token}/")
    assert (there["pairing"]["id"], there["reports"], there["disputed_games"]) == (board.pk, [], [])
    told = {"pairing": board.pk, "game": 1, "player": "white", "outcome": "white", "device": "a" * 16}
    ask(Client(), "post", f"/boards/{token}/reports", told)
    ask(Client(), "post", f"/boards/{token}/reports", told | {"player": "black"}, 409)
    told |= {"player": "black", "outcome": "draw", "device": "b" * 16}
    there = ask(Client(), "post", f"/boards/{token}/reports", told)
    assert there["disputed_games"] == [1]
    assert len(there["reports"]) == 2
    (dispute,) = ask(client, "get", f"/sections/{section.pk}/disputes/")
    decided = ask(client, "post", f"/disputes/{dispute['id']}/decide", {"outcome": "draw"})
    assert (decided["settled_outcome"], decided["kind"]) == ("draw", "players")
    assert ask(client, "get", f"/pairings/{board.pk}/")["games"][0]["outcome"] == "draw"
    ask(client, "post", f"/disputes/{dispute['id']}/decide", {"outcome": "white"}, 409)


def test_cards_are_exchanged_and_taken_back(hall):
    client, section, _board = hall
    one, two = ask(client, "get", f"/sections/{section.pk}/cards/")
    (fresh,) = ask(client, "post", f"/sections/{section.pk}/cards/renew", {"board": 1})
    ask(Client(), "get", f"/boards/{one['token']}/", status=404)
    ask(Client(), "get", f"/boards/{fresh['token']}/")
    ask(client, "post", f"/cards/{two['id']}/revoke", {"reason": "Lost."})
    ask(Client(), "get", f"/boards/{two['token']}/", status=404)
    assert len(ask(client, "post", f"/sections/{section.pk}/cards/", {}, 201)) == 1


def test_strangers_see_no_cards(hall):
    _client, section, _board = hall
    ask(Client(), "get", f"/sections/{section.pk}/cards/", status=401)
    ask(Client(), "post", f"/sections/{section.pk}/cards/renew", {}, 401)
    ask(Client(), "get", f"/sections/{section.pk}/disputes/", status=401)
