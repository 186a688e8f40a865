"""Lead boards: chosen at the desk and over the API, seen first by spectators."""

import pytest
from django.test import Client
from django.urls import reverse
from test_live_board_api import JSON, signed_in

from club.core.errors import NotAllowed
from club.live.published import PAGE_CACHE
from club.models import AuditEntry, LiveEvent
from tournaments.live_boards.selectors.boards import lead_views
from tournaments.live_boards.services.finishing import finish_board
from tournaments.live_boards.services.lead_boards import lead_by_rating, mark_lead_board, set_lead_boards
from tournaments.models import Entry, LiveBoard

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache():
    PAGE_CACHE.clear()


def leads():
    rows = LiveBoard.objects.filter(is_lead=True).order_by("pairing__board_number")
    return list(rows.values_list("pairing__board_number", flat=True))


def rate(board, white, black):
    for entry, rating in ((board.pairing.white, white), (board.pairing.black, black)):
        Entry.objects.filter(pk=entry.pk).update(rating=rating)


def test_the_highest_ratings_of_both_players_lead(hall, boards):
    rate(boards[0], 1500, 1500)
    rate(boards[1], 2100, 1000)
    rate(boards[2], 1800, 1200)
    lead_by_rating(round_id=hall.row.pk, count=2, actor=hall.director)
    assert leads() == [1, 2]
    lead_by_rating(round_id=hall.row.pk, count=1, actor=hall.director)
    assert leads() == [2]


def test_a_choice_is_logged_and_told_once(hall, boards):
    for _ in range(2):
        set_lead_boards(round_id=hall.row.pk, boards=[1, 3], actor=hall.director)
    entry = AuditEntry.objects.get(action="tournaments.live_boards.lead")
    assert entry.after["boards"] == [1, 3]
    assert LiveEvent.objects.filter(kind="board.lead").count() == 1
    with pytest.raises(NotAllowed):
        mark_lead_board(board_id=boards[0].pk, is_lead=False, actor=hall.deputy)
    assert leads() == [1, 3]


def test_the_desk_chooses_with_one_press(hall, boards):
    director = signed_in(hall.director)
    address = reverse("tournaments:desk_live_lead", args=[boards[1].pk])
    director.post(address, {"lead": "1"})
    assert leads() == [2]
    assert 'aria-pressed="true"' in director.get(f"/desk/events/{hall.event.pk}/live/").content.decode()
    director.post(address)
    assert leads() == []
    by_rating = reverse("tournaments:desk_live_leads", args=[hall.row.pk])
    director.post(by_rating, {"count": "3"})
    assert leads() == [1, 2, 3]
    director.post(by_rating, {"count": "3", "none": "1"})
    assert leads() == []


def test_a_program_chooses(hall, boards):
    director, address = signed_in(hall.director), f"/api/v1/rounds/{hall.row.pk}/lead-boards"
    chosen = director.put(address, {"boards": [2]}, content_type=JSON)
    assert [(one["board"], one["is_lead"]) for one in chosen.json()] == [(2, True)]
    director.put(address, {"by_rating": 2}, content_type=JSON)
    assert len(leads()) == 2
    assert director.put(address, {"by_rating": 51}, content_type=JSON).status_code == 400
    assert signed_in(hall.deputy).put(address, {"boards": [1]}, content_type=JSON).status_code == 403


def test_the_grid_shows_lead_boards_first_and_no_board_twice(hall, boards):
    set_lead_boards(round_id=hall.row.pk, boards=[3], actor=hall.director)
    page = Client().get(f"/e/{hall.event.slug}/live/").content.decode()
    places = [page.index(f'data-live-board="{board.pk}"') for board in boards]
    assert places[2] < places[0] < places[1]
    assert page.count("data-live-board=") == len(boards)
    assert page.count('id="english-squares"') == 1


def test_four_boards_are_shown_large_and_those_in_play_first(hall, boards):
    sections = [hall.section.pk]

    def numbers():
        return [view.pairing.board_number for view in lead_views(hall.event.pk, sections, most=2)]

    assert numbers() == [1, 2]
    set_lead_boards(round_id=hall.row.pk, boards=[2, 3], actor=hall.director)
    assert numbers() == [2, 3]
    finish_board(board_id=boards[1].pk, outcome="draw", actor=hall.deputy)
    assert numbers() == [3, 2]
    assert lead_views(hall.event.pk, [], most=4) == []
