"""A call and a disputed result of one board: one card, answered together, with who called."""

import pytest
from django.test import Client
from django.urls import reverse
from incidents import Hall
from worlds import world

from club.core.actor import VISITOR
from tournaments.cases.pages.arbiter_queue import queue_context
from tournaments.cases.services.calls import call_arbiter
from tournaments.cases.services.disputed_results import decide_dispute
from tournaments.models import Case, CaseState, DisputeKind, Outcome
from tournaments.results.services.disputes import open_dispute

pytestmark = pytest.mark.django_db


@world
def hall():
    return Hall()


@world
def board(hall):
    return hall.row.pairings.select_related("white", "black", "round__section__event").get(board_number=1)


def call(hall, board, *, number=None, **told):
    """The phone of a board calls; nobody is signed in on it."""
    card = hall.section.board_cards.get(board_number=number or board.board_number)
    return call_arbiter(card=card, actor=VISITOR, device="phone-1", **told)


def dispute(board, actor, game=1):
    versions = ((board.white.name, Outcome.WHITE), (board.black.name, Outcome.DRAW))
    return open_dispute(board, game, DisputeKind.PLAYERS, *versions, actor=actor)


def queue(hall):
    return queue_context(hall.event, hall.arbiter)


def shown(hall, address):
    client = Client()
    client.force_login(hall.arbiter.user)
    return client.get(address, follow=True).content.decode()


def page_of_queue(hall):
    return shown(hall, reverse("tournaments:calls", args=[hall.event.pk]))


@pytest.mark.parametrize("is_first", [True, False], ids=["called before", "called after"])
def test_a_call_and_a_dispute_of_one_board_are_one_card(hall, board, is_first):
    if is_first:
        called = call(hall, board, entry_id=board.white_id, text="he says he won")
        disputed = dispute(board, hall.arbiter)
    else:
        disputed = dispute(board, hall.arbiter)
        called = call(hall, board, entry_id=board.white_id, text="he says he won")
    waiting = queue(hall)
    assert waiting["lines"] == []
    (card,) = waiting["disputes"]
    assert (card.dispute, card.call.case, card.call.opener) == (disputed, called, board.white.name)
    text = page_of_queue(hall)
    assert text.count("<article") == 1
    assert f"<b>{board.white.name}</b> called the arbiter at" in text
    assert "he says he won" in text


def test_two_boards_have_two_cards_and_two_disputed_games_one_call(hall, board):
    hall.row.pairings.model.objects.get(pk=board.pk).games.create(number=2)
    for game in (1, 2):
        dispute(board, hall.arbiter, game)
    call(hall, board)
    other = call(hall, board, number=2)
    waiting = queue(hall)
    assert [line.case for line in waiting["lines"]] == [other]
    assert [one.call is None for one in waiting["disputes"]] == [False, True]


def test_a_case_filed_at_the_board_is_a_card_of_its_own(hall, board):
    dispute(board, hall.arbiter)
    hall.rule(board.white.name, "must_capture", "caution")
    Case.objects.filter(incident="must_capture").update(state=CaseState.OPEN)
    assert [line.is_call for line in queue(hall)["lines"]] == [False]


@pytest.mark.parametrize(("keeps_call", "state"), [(False, CaseState.DROPPED), (True, CaseState.CALLED)])
def test_deciding_the_result_answers_the_call_unless_it_is_about_something_else(
    hall, board, keeps_call, state
):
    called, elsewhere = call(hall, board), call(hall, board, number=2)
    disputed = dispute(board, hall.arbiter)
    decide_dispute(dispute_id=disputed.pk, outcome=Outcome.DRAW, actor=hall.arbiter, keeps_call=keeps_call)
    called.refresh_from_db()
    elsewhere.refresh_from_db()
    assert (called.state, elsewhere.state) == (state, CaseState.CALLED)
    assert hall.result(board.white.name).outcome == Outcome.DRAW


@pytest.mark.parametrize("sent", [{}, {"keeps_call": "1"}], ids=["as it is", "something else"])
def test_the_card_decides_both(hall, board, sent):
    call(hall, board)
    disputed = dispute(board, hall.arbiter)
    client = Client()
    client.force_login(hall.arbiter.user)
    address = reverse("tournaments:dispute_decide", args=[disputed.pk])
    text = client.post(address, {"outcome": "draw", **sent}, follow=True).content.decode()
    assert ("No open tasks." in text) is not bool(sent)


@pytest.mark.parametrize(("sent", "state"), [({}, "dropped"), ({"keeps_call": True}, "called")])
def test_a_tool_decides_both_over_the_api(hall, board, sent, state):
    called, disputed = call(hall, board), dispute(board, hall.arbiter)
    client = Client()
    client.force_login(hall.arbiter.user)
    address = f"/api/v1/disputes/{disputed.pk}/decide"
    answer = client.post(address, {"outcome": "draw", **sent}, content_type="application/json")
    assert answer.status_code == 200
    called.refresh_from_db()
    assert called.state == state


def test_the_call_is_on_its_card_as_long_as_it_waits(hall, board):
    called = call(hall, board)
    dispute(board, hall.arbiter)
    Case.objects.filter(pk=called.pk).update(state=CaseState.DROPPED)
    (card,) = queue(hall)["disputes"]
    assert card.call is None


def test_the_desk_says_both_in_one_line(hall, board):
    call(hall, board)
    dispute(board, hall.arbiter)
    text = shown(hall, "/desk/")
    assert "the arbiter was called to board 1; no arbiter is on the way yet. The result is disputed." in text
    assert "the result of board 1 in round 1 is disputed" not in text


@pytest.mark.parametrize("is_named", [True, False], ids=["a player is named", "nobody is named"])
def test_every_page_of_a_call_says_who_opened_it(hall, board, is_named):
    case = call(hall, board, entry_id=board.black_id if is_named else None)
    name = board.black.name if is_named else "the phone of board 1"
    steps = f"{reverse('tournaments:incident', args=[hall.event.pk])}?case={case.number}&board={board.pk}"
    assert f"<b>{name}</b> calls the arbiter" in page_of_queue(hall)
    assert f"<b>{name}</b> called the arbiter at" in shown(hall, steps)
    assert f"Reported by {name}" in shown(hall, reverse("tournaments:desk_case", args=[case.pk]))
    assert case.reported_by == (name if is_named else "visitor")


def test_a_disputed_result_says_that_the_players_reported_it(hall, board):
    case = dispute(board, VISITOR).case
    text = shown(hall, reverse("tournaments:desk_case", args=[case.pk]))
    assert "Reported by the two players" in text
