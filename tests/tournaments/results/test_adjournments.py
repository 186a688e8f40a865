"""Adjourned games: their positions noted, listed until they end, adjudicated with a reason."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import latest, published_round
from worlds import world

from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from club.models import User
from tournaments.models import Outcome
from tournaments.results.errors import NotAdjourned, PositionUnreadable
from tournaments.results.selectors.unfinished_games import unfinished_games
from tournaments.results.services.adjournments import note_adjournment
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db
POSITION = "W:W18,K27:B9,12"


@world
def board(section):
    return published_round(section).pairings.get(board_number=1)


def enter(board, outcome, **more):
    return record_result(pairing_id=board.pk, game=1, outcome=outcome, actor=SYSTEM, **more)


def note(board, fen=POSITION, text="White sealed, 0:40 and 0:55.", actor=SYSTEM):
    return note_adjournment(pairing_id=board.pk, game=1, fen=fen, note=text, actor=actor)


def test_the_position_of_an_adjourned_game_is_kept(board, section, director):
    enter(board, Outcome.ADJOURNED)
    note(board, actor=director)
    (result,) = unfinished_games(section)
    assert (result.sealed_fen, result.sealed_note) == (POSITION, "White sealed, 0:40 and 0:55.")
    assert latest("tournaments.adjournment.noted").after["position"] == POSITION
    enter(board, Outcome.WHITE)
    assert list(unfinished_games(section)) == []
    assert board.games.get().sealed_fen == POSITION


def test_only_an_adjourned_game_has_one(board, player):
    with pytest.raises(NotAdjourned):
        note(board)
    enter(board, Outcome.ADJOURNED)
    with pytest.raises(NotAllowed):
        note(board, actor=player)
    assert board.games.get().sealed_fen == ""


@pytest.mark.parametrize("fen", ["nonsense", "W:W99:B1", "W:W1:B1"])
def test_what_is_no_position_is_refused(board, fen):
    enter(board, Outcome.ADJOURNED)
    with pytest.raises(PositionUnreadable):
        note(board, fen)


def test_the_list_at_the_desk_and_over_the_interface(board, section):
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    page = reverse("tournaments:desk_adjourned", args=[section.pk])
    assert "No adjourned games." in client.get(page).content.decode()
    enter(board, Outcome.ADJOURNED)
    address = reverse("tournaments:desk_adjourned_note", args=[board.pk, 1])
    text = client.post(address, {"fen": "nonsense", "note": ""}, follow=True).content.decode()
    assert "is not a valid position in this game." in text
    client.post(address, {"fen": POSITION, "note": "Black sealed."})
    text = client.get(page).content.decode()
    assert "Black sealed." in text
    assert "small-board" in text
    (told,) = client.get(f"/api/v1/sections/{section.pk}/adjourned").json()
    assert (told["board"], told["sealed_fen"]) == (1, POSITION)
    path = f"/api/v1/pairings/{board.pk}/games/1/adjournment"
    changed = client.put(path, {"fen": "", "note": "Lost."}, content_type="application/json").json()
    assert (changed["sealed_fen"], changed["sealed_note"]) == ("", "Lost.")
    assert Client().get(f"/api/v1/sections/{section.pk}/adjourned").status_code == 401


def test_it_is_adjudicated_with_the_reason(board):
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    enter(board, Outcome.ADJOURNED)
    address = reverse("tournaments:desk_correct", args=[board.pk, 1])
    assert "checked" in client.get(address, {"adjudicated": "1"}).content.decode()
    sent = {"outcome": "draw", "was": "adjourned", "adjudicated": "1", "reason": "Drawn by the tables."}
    assert client.post(address, sent).status_code == 302
    result = board.games.get()
    assert (result.outcome, result.is_adjudicated, result.note) == (
        Outcome.DRAW,
        True,
        "Drawn by the tables.",
    )
