"""API of live boards: a program at a board, spectators, and the arbiter."""

import pytest
from django.test import Client
from incidents import Hall

from club.models import User
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast

pytestmark = pytest.mark.django_db
JSON = "application/json"


def signed_in(actor) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=actor.user.pk))
    return client


@pytest.fixture
def board(hall: Hall):
    set_broadcast(event_id=hall.event.pk, actor=hall.director)
    return open_live_boards(round_id=hall.row.pk, actor=hall.director, boards=[1])[0]


def post(client: Client, path: str, payload: dict):
    return client.post(f"/api/v1/{path}", payload, content_type=JSON)


def test_a_program_enters_moves_with_a_sequence(hall, board):
    client = signed_in(hall.deputy)
    moves = [{"text": "11-15", "white": 900, "black": 890}]
    sent = {"moves": moves, "sequence": 0, "key": "one"}
    first = post(client, f"live-boards/{board.pk}/moves", sent)
    assert (first.status_code, first.json()["sequence"], first.json()["plies"]) == (200, 1, 1)
    assert post(client, f"live-boards/{board.pk}/moves", sent).json() == first.json()
    late = post(client, f"live-boards/{board.pk}/moves", {"moves": moves, "sequence": 0})
    assert (late.status_code, late.json()["code"]) == (409, "live_board_changed")


def test_spectators_read_boards_and_nothing_of_alerts(hall, board):
    client = signed_in(hall.deputy)
    post(client, f"live-boards/{board.pk}/moves", {"moves": [{"text": "11-15"}, {"text": "9-14"}]})
    visitor = Client()
    listed = visitor.get(f"/api/v1/events/{hall.event.pk}/live-boards").json()
    assert [(one["board"], one["last"], one["plies"]) for one in listed] == [(1, "11-15", 1)]
    game = visitor.get(f"/api/v1/live-boards/{board.pk}/")
    assert [move["text"] for move in game.json()["moves"]] == ["11-15"]
    assert "9-14" not in game.content.decode()
    assert visitor.get(f"/api/v1/events/{hall.event.pk}/live-alerts").status_code == 401
    pdn = visitor.get(f"/e/{hall.event.slug}/{hall.section.slug}/live/1.pdn").content.decode()
    assert '[White "Abbott"]' in pdn
    assert "1. 11-15" in pdn
    assert "9-14" not in pdn


def test_the_arbiter_reads_the_article_and_opens_a_case(hall, board):
    client = signed_in(hall.arbiter)
    post(client, f"live-boards/{board.pk}/moves", {"moves": [{"text": "11-15"}, {"text": "9-14"}]})
    alert = client.get(f"/api/v1/events/{hall.event.pk}/live-alerts").json()[0]
    assert (alert["code"], alert["article"]) == ("out_of_turn", "SL-I1h")
    assert alert["sentence"]
    done = post(client, f"live-alerts/{alert['id']}/case", {})
    assert (done.status_code, done.json()["state"]) == (200, "ruled")
    assert done.json()["case"]
    again = post(client, f"live-alerts/{alert['id']}/dismiss", {})
    assert (again.status_code, again.json()["code"]) == (409, "live_alert_handled")
    assert signed_in(hall.director).get(f"/api/v1/events/{hall.event.pk}/live-alerts").status_code == 200


def test_finishing_enters_the_result(hall, board):
    client = signed_in(hall.deputy)
    post(client, f"live-boards/{board.pk}/moves", {"moves": [{"text": "11-15"}]})
    done = post(client, f"live-boards/{board.pk}/finish", {"outcome": "black"})
    assert (done.status_code, done.json()["state"]) == (200, "finished")
    assert board.pairing.games.get().outcome == "black"


def test_a_hidden_event_shows_no_boards(hall, board):
    hall.event.state = "draft"
    hall.event.save(update_fields=["state"])
    assert Client().get(f"/api/v1/live-boards/{board.pk}/").status_code == 404
    assert Client().get(f"/api/v1/events/{hall.event.pk}/live-boards").status_code == 404
