"""Records of finished live games are public: what the arbiter has not decided is not in them."""

import pytest
from django.test import Client
from test_flags_and_standing_moves import OPENING, play

from club.models import Job
from tournaments.cases.services.rulings import RulingDecision, rule_on_case
from tournaments.events.services.events import show_event
from tournaments.live_boards.services.alerts import open_case_of_alert
from tournaments.live_boards.services.boards import set_broadcast
from tournaments.live_boards.services.finishing import finish_board, record_finished_board
from tournaments.live_boards.services.publication import RELEASE_TASK, release_moves
from tournaments.models import GameResult, LiveAlert

pytestmark = pytest.mark.django_db


@pytest.fixture
def board(hall, boards):
    """A game in which an illegal move was recalled."""
    play(boards[0], hall, *OPENING, "9-14")
    return play(boards[0], hall, "15x24")


def finished(board, hall):
    finish_board(board_id=board.pk, outcome="draw", actor=hall.deputy)
    return record_of(board)


def record_of(board):
    return GameResult.objects.get(pairing=board.pairing).game


def case_of(board, hall):
    return open_case_of_alert(alert_id=LiveAlert.objects.get(board=board).pk, actor=hall.arbiter)


def rule(case, hall):
    rule_on_case(case_id=case.pk, decided=RulingDecision(consequence="caution"), actor=hall.arbiter)


@pytest.mark.parametrize("has_case", [False, True])
def test_an_undecided_illegal_move_is_not_in_the_record(hall, board, has_case):
    if has_case:
        case_of(board, hall)
    record = finished(board, hall)
    page = Client().get(f"/games/{record.pk}/").content.decode()
    assert "15x24" in page
    assert "9-14" not in page + record.pdn
    assert "recalled" not in record.pdn


def test_a_move_that_was_ruled_on_is_in_the_record(hall, board):
    rule(case_of(board, hall), hall)
    assert "[%recalled b 9-14]" in " ".join(finished(board, hall).pdn.split())


def test_a_ruling_after_the_game_is_noted_in_the_record(hall, board):
    finished(board, hall)
    assert "must_capture" not in record_of(board).pdn
    rule(case_of(board, hall), hall)
    assert "[%incident b must_capture] caution" in " ".join(record_of(board).pdn.split())


def run_releases():
    """Run the releases that are planned, as a worker does at their time."""
    for job in Job.objects.filter(task=RELEASE_TASK, state="waiting").order_by("pk"):
        release_moves(board_id=job.arguments["board"])
        record_finished_board(board_id=job.arguments["board"])


def test_a_game_of_a_hidden_event_is_archived_when_the_event_is_shown(hall, board):
    show_event(event_id=hall.event.pk, is_public=False, actor=hall.director)
    assert finished(board, hall) is None
    run_releases()
    assert "Abbott" not in Client().get("/games/").content.decode()
    show_event(event_id=hall.event.pk, is_public=True, actor=hall.director)
    run_releases()
    assert record_of(board).white == "Abbott"


def test_the_record_of_a_hidden_event_waits_for_the_delay_too(hall, board):
    set_broadcast(event_id=hall.event.pk, actor=hall.director, delay_minutes=10)
    show_event(event_id=hall.event.pk, is_public=False, actor=hall.director)
    finished(board, hall)
    show_event(event_id=hall.event.pk, is_public=True, actor=hall.director)
    run_releases()
    assert record_of(board) is None
