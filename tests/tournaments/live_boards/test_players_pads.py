"""The pads of players: with the card or on the own phone, for the current board alone."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from incidents import Hall

from club.core.actor import SYSTEM
from club.core.errors import UnknownChannel
from club.live.publishing import require_listening
from club.models import LiveEvent
from tournaments.entries.entry_links import entry_secret
from tournaments.live_boards.channels import pad_channel
from tournaments.live_boards.pages import players
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.finishing import finish_board
from tournaments.models import BoardCard, LiveAlert, LiveBoard
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@pytest.fixture
def live_hall(hall: Hall):
    """A hall whose players enter the moves, with live boards at all tables."""
    set_broadcast(event_id=hall.event.pk, actor=hall.director, players_enter=True)
    open_live_boards(round_id=hall.row.pk, actor=hall.director)
    return hall


def board_at(hall, number=1) -> LiveBoard:
    return LiveBoard.objects.get(pairing__round=hall.row, pairing__board_number=number)


def card_of(hall, number=1) -> BoardCard:
    card, _new = BoardCard.objects.get_or_create(section=hall.section, board_number=number)
    return card


def address(hall, number=1, board=None):
    board = board or board_at(hall, number)
    return reverse("tournaments:board_moves_enter", args=[card_of(hall, number).token, board.pk])


def enter(phone, where, *texts, **more):
    body = {"moves": [{"text": text} for text in texts], **more}
    return phone.post(where, body, content_type=JSON)


def phone_of(entry) -> Client:
    phone = Client()
    phone.post("/evening/connect/", {"link": entry_secret(entry)})
    return phone


def test_both_phones_at_a_board_enter_its_moves(live_hall):
    one, other = Client(), Client()
    first = enter(one, address(live_hall), "11-15", sequence=0)
    assert (first.status_code, first.json()["moves"]) == (200, ["11-15"])
    late = enter(other, address(live_hall), "10-15", sequence=0)
    assert (late.status_code, late.json()["code"]) == (409, "live_board_changed")
    assert other.get(address(live_hall)).json()["sequence"] == 1
    assert enter(other, address(live_hall), "23-19", sequence=1).json()["plies"] == 2


def test_the_pads_of_a_board_hear_of_every_change_and_of_no_move(live_hall):
    board = board_at(live_hall)
    require_listening(actor=SYSTEM, channel=pad_channel(board))
    with pytest.raises(UnknownChannel):
        require_listening(actor=SYSTEM, channel=f"moves:{board.pk}-guessed")
    enter(Client(), address(live_hall), "11-15")
    told = LiveEvent.objects.get(channel__name=pad_channel(board))
    assert (told.kind, told.data) == ("board.entered", {"board": board.pk, "sequence": 1})


def test_the_page_behind_the_card_links_to_the_pad(live_hall):
    token = card_of(live_hall).token
    pad = reverse("tournaments:board_moves", args=[token])
    assert pad in Client().get(f"/b/{token}/").content.decode()
    page = Client().get(pad)
    assert page.status_code == 200
    assert address(live_hall) in page.content.decode()
    assert "data-finish" not in page.content.decode()
    assert "csrfmiddlewaretoken" in page.content.decode()


def test_a_card_opens_its_own_board_alone(live_hall):
    other = board_at(live_hall, 2)
    assert enter(Client(), address(live_hall, 1, other), "11-15").status_code == 404
    other.refresh_from_db()
    assert other.moves == []


def test_a_players_own_phone_enters_the_current_board(live_hall):
    entry = board_at(live_hall).pairing.white
    phone = phone_of(entry)
    pad = reverse("tournaments:evening_moves", args=[entry.pk])
    assert pad in phone.get(f"/evening/{entry.pk}/").content.decode()
    where = reverse("tournaments:evening_moves_enter", args=[entry.pk, board_at(live_hall).pk])
    assert where in phone.get(pad).content.decode()
    assert enter(phone, where, "11-15").json()["plies"] == 1
    assert enter(Client(), where, "23-19").status_code == 404
    elsewhere = reverse("tournaments:evening_moves_enter", args=[entry.pk, board_at(live_hall, 2).pk])
    assert enter(phone, elsewhere, "11-15").status_code == 404


def test_an_illegal_move_reaches_the_arbiter_and_no_article_the_players(live_hall):
    enter(Client(), address(live_hall), "11-15", "23-19", "8-11", "22-17", "11-16", "24-20")
    held = enter(Client(), address(live_hall), "9-14")
    alert = LiveAlert.objects.get()
    assert (alert.code, alert.article) == ("must_capture", "SL-I1a")
    assert held.json()["held"] == ["9-14"]
    assert "SL-I1a" not in held.content.decode()
    assert "must_capture" not in held.content.decode()


def test_what_is_no_move_is_refused(live_hall):
    for body in (
        {"moves": "x"},
        {"moves": [{"text": "hello"}]},
        {"moves": [1]},
        [],
        {"moves": [], "keep": "a"},
    ):
        answer = Client().post(address(live_hall), body, content_type=JSON)
        assert answer.status_code == 422, body
    assert Client().post(address(live_hall), "{", content_type=JSON).status_code == 422


@pytest.mark.parametrize(
    "sent",
    [
        '{"moves": [], "sequence": Infinity}',
        '{"moves": [], "keep": 1e999}',
        '{"moves": [], "keep": NaN}',
        "[" * 100_000,
        '{"moves": [{"text": "11-15"}], "key": "\\ud800"}',
        b"\xff\xfe",
        b"",
    ],
)
def test_json_that_no_pad_sends_is_refused(live_hall, sent):
    assert Client().post(address(live_hall), sent, content_type=JSON).status_code == 422
    assert board_at(live_hall).moves == []


def test_a_form_in_place_of_json_is_refused(live_hall):
    assert Client().post(address(live_hall), {"moves": "11-15"}).status_code == 422


@pytest.mark.every_case
def test_a_key_with_a_nul_character_can_be_stored(live_hall):
    assert enter(Client(), address(live_hall), "11-15", key="a\0b").status_code == 200
    assert "\0" not in board_at(live_hall).sent_keys[0][0]


@pytest.mark.parametrize("own_phone", [False, True])
def test_reading_a_board_has_a_limit(live_hall, monkeypatch, own_phone):
    monkeypatch.setattr(players, "READS_A_BOARD", 2)
    board = board_at(live_hall)
    entry = board.pairing.white
    phone = phone_of(entry) if own_phone else Client()
    own = reverse("tournaments:evening_moves_enter", args=[entry.pk, board.pk])
    where = own if own_phone else address(live_hall)
    assert [phone.get(where).status_code for _time in range(3)] == [200, 200, 429]
    assert phone.head(where).status_code == 429
    assert enter(phone, where, "11-15").status_code == 200


def test_players_enter_nothing_where_the_event_does_not_allow_it(live_hall):
    set_broadcast(event_id=live_hall.event.pk, actor=live_hall.director)
    token = card_of(live_hall).token
    assert "Enter moves" not in Client().get(f"/b/{token}/").content.decode()
    assert Client().get(reverse("tournaments:board_moves", args=[token])).status_code == 409
    assert enter(Client(), address(live_hall), "11-15").status_code == 404


def test_a_finished_game_is_not_linked_any_more(live_hall):
    finish_board(board_id=board_at(live_hall).pk, outcome="draw", actor=live_hall.deputy)
    assert "Enter moves" not in Client().get(f"/b/{card_of(live_hall).token}/").content.decode()
    late = enter(Client(), address(live_hall), "11-15")
    assert (late.status_code, late.json()["code"]) == (409, "live_game_finished")


def test_every_new_round_is_followed_if_the_event_asks_for_it(hall):
    set_broadcast(event_id=hall.event.pk, actor=hall.director, follows_rounds=True)
    for pairing in hall.row.pairings.filter(black__isnull=False):
        record_result(pairing_id=pairing.pk, game=1, outcome="draw", actor=SYSTEM)
    close_round(round_id=hall.row.pk, actor=SYSTEM)
    draft = propose_round(section_id=hall.section.pk, actor=hall.director)
    assert not LiveBoard.objects.exists()
    publish_round(round_id=draft.pk, version=draft.version, actor=hall.director)
    games = draft.pairings.filter(black__isnull=False).count()
    assert LiveBoard.objects.filter(pairing__round=draft).count() == games > 0


def test_replies_to_each_legal_move_are_told_when_they_are_asked_for(live_hall):
    place = address(live_hall)
    assert "replies" not in Client().get(place).json()["legal"][0]
    legal = Client().get(f"{place}?replies=1").json()["legal"]
    assert [len(one["replies"]) for one in legal] == [len(legal)] * len(legal)
    assert legal[0]["replies"][0].keys() == {"text", "route", "captured"}
