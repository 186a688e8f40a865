"""Links to live boards, and what the arbiter sees of their alerts on the pages that are open anyway."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from incidents import Hall
from test_live_board_api import signed_in

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from club.live.watchers import count_watchers_by
from club.models import LiveEvent
from games.laws.in_play import EnteredMove
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.finishing import finish_board
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.models import AlertState, LiveAlert, LiveBoard

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache():
    PAGE_CACHE.clear()


@pytest.fixture
def board(hall: Hall):
    set_broadcast(event_id=hall.event.pk, actor=hall.director)
    return open_live_boards(round_id=hall.row.pk, actor=hall.director, boards=[1])[0]


@pytest.fixture
def alert(board):
    moves = [EnteredMove(text) for text in ("11-15", "9-14")]
    enter_moves(board_id=board.pk, entry=MovesEntry(moves=moves), actor=SYSTEM)
    return LiveAlert.objects.get()


def text_of(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_public_pages_link_to_live_boards(hall, board):
    event = reverse("tournaments:event", args=[hall.event.slug])
    pairings = reverse("tournaments:pairings", args=[hall.event.slug, hall.section.slug, 1])
    watched = reverse("tournaments:live_board", args=[hall.event.slug, board.pk])
    assert reverse("tournaments:live", args=[hall.event.slug]) in text_of(Client(), event)
    assert text_of(Client(), pairings).count(watched) == 1
    finish_board(board_id=board.pk, outcome="draw", actor=hall.deputy)
    PAGE_CACHE.clear()
    assert watched not in text_of(Client(), pairings)


def test_an_event_without_live_boards_links_to_none(hall):
    event = reverse("tournaments:event", args=[hall.event.slug])
    assert reverse("tournaments:live", args=[hall.event.slug]) not in text_of(Client(), event)


def test_the_hall_links_to_the_pad(hall, board):
    page = text_of(signed_in(hall.deputy), reverse("tournaments:hall_section", args=[hall.section.pk]))
    assert page.count(reverse("tournaments:live_enter", args=[board.pk])) == 1


def test_the_desk_sees_how_many_watch(hall, board):
    count_watchers_by(lambda channel: 7 if channel == f"boards:{hall.event.pk}" else 0)
    try:
        page = text_of(signed_in(hall.director), reverse("tournaments:desk_live", args=[hall.event.pk]))
    finally:
        count_watchers_by(None)
    assert "7 devices show these pages now." in page


def test_open_alerts_are_in_the_queue_and_on_the_dashboard(hall, alert):
    arbiter = signed_in(hall.arbiter)
    act = reverse("tournaments:desk_live_alert_act", args=[alert.pk, "case"])
    assert act in text_of(arbiter, reverse("tournaments:calls", args=[hall.event.pk]))
    assert "1 alert of the judge about a live board." in text_of(arbiter, reverse("club:desk"))
    assert LiveEvent.objects.filter(channel__name=f"cases:{hall.event.pk}", kind="alert.changed").exists()
    opened = arbiter.post(act)
    assert (opened.status_code, LiveAlert.objects.get().state) == (302, AlertState.RULED)
    assert act not in text_of(arbiter, reverse("tournaments:calls", args=[hall.event.pk]))
    assert "alert of the judge" not in text_of(arbiter, reverse("club:desk"))


def test_an_alert_is_dismissed_from_its_page(hall, alert):
    arbiter = signed_in(hall.arbiter)
    answer = arbiter.post(reverse("tournaments:desk_live_alert_act", args=[alert.pk, "dismiss"]))
    assert answer.headers["Location"] == reverse("tournaments:desk_live_alerts", args=[hall.event.pk])
    assert LiveAlert.objects.get().state == AlertState.DISMISSED


def test_the_preview_of_a_board_shows_what_spectators_see(hall):
    set_broadcast(event_id=hall.event.pk, actor=hall.director, delay_minutes=10)
    (board,) = open_live_boards(round_id=hall.row.pk, actor=hall.director, boards=[1])
    address = reverse("tournaments:live_board", args=[hall.event.slug, board.pk])

    def preview():
        PAGE_CACHE.clear()
        text = text_of(Client(), address)
        return re.search(r'og:image" content="http://testserver([^"]*)"', text).group(1), text

    before, _text = preview()
    enter_moves(board_id=board.pk, entry=MovesEntry(moves=[EnteredMove("11-15")]), actor=SYSTEM)
    assert preview()[0] == before
    LiveBoard.objects.update(shown=1)
    after, text = preview()
    assert after != before
    assert "1. 11-15" in re.search(r'og:description" content="([^"]*)"', text).group(1)
    assert Client().get(after)["Content-Type"] == "image/png"
