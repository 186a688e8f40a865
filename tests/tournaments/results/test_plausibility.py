"""What looks wrong in a result is asked and stops nobody; said to be so, it is asked no more."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from event_rows import latest, published_round, section_of
from worlds import world

from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from club.models import User
from games.archive.services.archive import save_game
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.entries import withdraw_entry
from tournaments.events.services.events import change_section
from tournaments.models import AcceptedDoubt, GameResult, Outcome
from tournaments.results.errors import UnknownDoubt
from tournaments.results.result_warnings import STUCK, warning_text, warnings_of
from tournaments.results.services.results import confirm_warning, record_result
from tournaments.rounds.services.rounds import close_round

pytestmark = pytest.mark.django_db


@world
def row(section):
    """Six players, 50 points of rating apart: 1-4, 2-5, 3-6 differ by 150."""
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, upset_difference=150)
    return published_round(section)


@world
def board(row):
    return row.pairings.select_related("white", "black").get(board_number=1)


def enter(board, outcome, *, game=1, **more):
    return record_result(pairing_id=board.pk, game=game, outcome=outcome, actor=SYSTEM, **more)


def asked(row):
    row.refresh_from_db()
    return [doubt.code for doubt in warnings_of(row)]


def win_of(board, name):
    return Outcome.WHITE if board.white.name == name else Outcome.BLACK


def test_nothing_is_asked_of_what_was_to_be_expected(row, board):
    enter(board, win_of(board, "Abbott"))
    assert asked(row) == []


def test_a_win_against_a_much_higher_rating(row, board):
    underdog = next(one.name for one in (board.white, board.black) if one.name != "Abbott")
    enter(board, win_of(board, underdog))
    (doubt,) = warnings_of(row)
    assert warning_text(doubt) == f"{underdog} beat Abbott, who is rated 150 higher."


@pytest.mark.parametrize("difference", [0, 151])
def test_how_much_higher_is_said_by_the_section(row, board, section, difference):
    section.refresh_from_db()
    changes = {"upset_difference": difference}
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, **changes)
    underdog = next(one.name for one in (board.white, board.black) if one.name != "Abbott")
    enter(board, win_of(board, underdog))
    row.section.refresh_from_db()
    assert asked(row) == []


def test_a_recorded_game_that_ended_otherwise(row, board, section):
    text = '[GameType "21"]\n[Result "0-1"]\n\n1. 11-15 23-19 2. 8-11 22-17 0-1\n'
    game = save_game(organisation=section.event.organisation, text=text, actor=SYSTEM)
    GameResult.objects.filter(pairing=board).update(game=game)
    enter(board, Outcome.DRAW)
    assert "record_differs" in asked(row)
    type(game).objects.filter(pk=game.pk).update(winner="draw", finding_codes="result_against_board")
    assert asked(row) == ["judge_differs"]


def test_a_player_who_is_withdrawn(row, board):
    withdraw_entry(entry_id=board.white_id, actor=SYSTEM)
    enter(board, Outcome.DRAW)
    assert asked(row) == ["withdrawn_played"]
    enter(board, Outcome.BLACK_FORFEIT)
    assert asked(row) == []


def test_a_player_who_is_not_checked_in_where_others_are(row, board):
    enter(board, Outcome.DRAW)
    assert asked(row) == []
    check_in(entry_id=board.white_id, has_arrived=True, actor=SYSTEM)
    (doubt,) = warnings_of(row)
    assert warning_text(doubt) == f"{board.black.name} is not checked in but has a result."


def test_a_forfeit_beside_a_game_that_was_played():
    row = published_round(section_of(preset="acf"))
    board = row.pairings.get(board_number=1)
    enter(board, Outcome.DRAW)
    enter(board, Outcome.WHITE_FORFEIT, game=2)
    (doubt,) = warnings_of(row)
    assert (doubt.code, doubt.game) == ("forfeit_after_play", 2)


def test_adjudicated_without_a_word(row, board):
    enter(board, Outcome.DRAW, is_adjudicated=True)
    assert asked(row) == ["adjudicated_without_reason"]
    enter(board, Outcome.PENDING)
    enter(board, Outcome.DRAW, is_adjudicated=True, reason="By the tables.")
    assert asked(row) == []
    assert board.games.get().note == "By the tables."


def test_a_key_that_hangs():
    section = section_of(players=2 * STUCK.boards)
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, upset_difference=0)
    row = published_round(section)
    boards = list(row.pairings.order_by("board_number"))
    for board in boards[:-1]:
        enter(board, Outcome.WHITE)
    assert asked(row) == []
    enter(boards[-1], Outcome.WHITE)
    (doubt,) = warnings_of(row)
    assert warning_text(doubt).startswith(
        "Same key pressed within seconds at boards 1, 2, 3, 4, 5, 6, 7, 8. Was it stuck?"
    )
    late = timezone.now() + timedelta(seconds=STUCK.seconds + 1)
    GameResult.objects.filter(pairing=boards[-1]).update(entered_at=late)
    assert asked(row) == []


def test_what_is_so_is_asked_no_more_until_it_changes(row, board, director):
    enter(board, Outcome.DRAW, is_adjudicated=True)
    (doubt,) = warnings_of(row)
    facts = {"round_id": row.pk, "code": doubt.code, "about": doubt.about}
    confirm_warning(**facts, actor=director)
    assert asked(row) == []
    assert latest("tournaments.doubt.accepted").after["doubt"] == "adjudicated_without_reason"
    with pytest.raises(UnknownDoubt):
        confirm_warning(**facts, actor=director)
    enter(board, Outcome.WHITE, is_adjudicated=True)
    assert "adjudicated_without_reason" in asked(row)


def test_who_enters_no_results_answers_no_doubt(row, board, player):
    enter(board, Outcome.DRAW, is_adjudicated=True)
    (doubt,) = warnings_of(row)
    with pytest.raises(NotAllowed):
        confirm_warning(round_id=row.pk, code=doubt.code, about=doubt.about, actor=player)
    assert not AcceptedDoubt.objects.exists()


def test_a_closed_round_asks_nothing(row):
    for board in row.pairings.all():
        enter(board, Outcome.DRAW, is_adjudicated=True)
    close_round(round_id=row.pk, actor=SYSTEM)
    assert asked(row) == []


def test_the_desk_asks_beside_the_board_and_hears_the_answer(row, board):
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    sent = {"outcome": "draw", "was": "pending", "adjudicated": "1"}
    address = reverse("tournaments:desk_result", args=[board.pk, 1])
    assert (
        "Adjudicated without a reason."
        in client.post(address, sent, headers={"hx-request": "true"}).content.decode()
    )
    page = reverse("tournaments:desk_round", args=[row.pk])
    assert "Confirm" in client.get(page).content.decode()
    (doubt,) = warnings_of(row)
    api = f"/api/v1/rounds/{row.pk}/doubts"
    assert [one["about"] for one in client.get(api).json()] == [doubt.about]
    answer = {"code": doubt.code, "about": doubt.about}
    client.post(reverse("tournaments:desk_doubt", args=[row.pk]), answer)
    assert "Confirm" not in client.get(page).content.decode()
    assert client.get(api).json() == []
    assert client.post(api, answer, content_type="application/json").status_code == 409
