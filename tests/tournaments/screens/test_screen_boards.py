"""Live boards on a screen in the hall: four lead boards, drawn anew with each move, hidden moves never."""

import pytest
from django.test import Client
from django.urls import reverse

from games.laws.in_play import EnteredMove
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.lead_boards import set_lead_boards
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.screens.services.screen_families import make_family
from tournaments.screens.services.screens import make_screen

pytestmark = pytest.mark.django_db


@pytest.fixture
def boards(hall):
    set_broadcast(event_id=hall.event.pk, actor=hall.director)
    return open_live_boards(round_id=hall.row.pk, actor=hall.director)


@pytest.fixture
def address(hall):
    family = make_family(
        event_id=hall.event.pk, name="Boards", contents=["live", "pairings"], actor=hall.director
    )
    screen = make_screen(event_id=hall.event.pk, family_id=family.pk, actor=hall.director)
    return reverse("tournaments:screen", args=[screen.token])


def text_at(address):
    return Client().get(address).content.decode()


def play(board, hall, *texts):
    entry = MovesEntry(moves=[EnteredMove(text) for text in texts])
    enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)


def test_a_screen_shows_the_lead_boards_and_follows_their_moves(hall, boards, address):
    set_lead_boards(round_id=hall.row.pk, boards=[1, 2], actor=hall.director)
    page = text_at(address)
    assert page.count("data-live-board=") == 2
    assert "hall-boards--2" in page
    assert f'data-live="boards:{hall.event.pk}"' in page
    play(boards[0], hall, "11-15")
    assert "11-15" in text_at(address)
    play(boards[0], hall, "9-14")  # not legal: for the arbiter alone
    assert "9-14" not in text_at(address)


def test_moves_wait_for_the_delay(hall, boards, address):
    set_broadcast(event_id=hall.event.pk, actor=hall.director, delay_minutes=10)
    play(boards[0], hall, "11-15")
    page = text_at(address)
    assert "data-live-board=" in page
    assert "11-15" not in page


def test_without_live_boards_the_other_slides_are_shown(hall, address):
    page = text_at(address)
    assert 'data-slide="live"' not in page
    assert 'data-slide="pairings"' in page


def test_every_move_renders_the_boards_and_no_other_slide(
    hall, boards, address, django_assert_max_num_queries
):
    text_at(address)
    play(boards[0], hall, "11-15")
    with django_assert_max_num_queries(12):
        assert "11-15" in text_at(address)
    with django_assert_max_num_queries(8):
        text_at(address)
