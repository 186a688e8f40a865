"""The page behind the code at a board, on phones without and with scripts, and what the desk sees of it."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from page_promises import check_promises

from club.core.actor import SYSTEM
from club.models import User
from tournaments.events.services.events import change_section
from tournaments.models import Outcome, ResultDispute, ResultReport, Section

pytestmark = pytest.mark.django_db


@pytest.fixture
def board(fourth_round):
    """Board 1 of the demo's fourth round, which is on."""
    cache.clear()
    return fourth_round.pairings.select_related("white", "black", "round__section").get(board_number=1)


def page_of(board):
    card = board.round.section.board_cards.get(board_number=1, revoked_at__isnull=True)
    return reverse("tournaments:board", args=[card.token])


def phone(board, side):
    """A phone that has scanned the card and said who holds it."""
    client = Client()
    answer = client.get(f"{page_of(board)}?me={side}")
    assert answer.status_code == 200
    return client


def say(client, board, side, outcome, **headers):
    told = {"pairing": board.pk, "game": 1, "me": side, "outcome": outcome}
    return client.post(f"{page_of(board)}report/", told, headers=headers)


def desk():
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    return client


def test_the_page_says_who_plays_and_asks_who_one_is(client, board):
    answer = client.get(page_of(board))
    check_promises(answer)
    text = answer.content.decode()
    assert board.white.name in text
    assert board.black.name in text
    assert "Who are you?" in text
    assert "report/" not in text
    assert answer.cookies["draughts_device"]["httponly"]
    assert "no-store" in answer.headers["Cache-Control"]


def test_two_phones_two_players_one_result(board):
    one, other = phone(board, "white"), phone(board, "black")
    assert say(one, board, "white", "white").status_code == 302
    told = other.get(f"{page_of(board)}?me=black").content.decode()
    assert f"Yes: {board.white.name} won" in told
    say(other, board, "black", "white")
    assert board.games.get().outcome == Outcome.WHITE
    for client in (one, other):
        assert "Entered." in client.get(page_of(board)).content.decode()


def test_a_phone_is_known_again(board):
    one = phone(board, "black")
    say(one, board, "black", "draw")
    assert f"You are <b>{board.black.name}</b>" in one.get(page_of(board)).content.decode()
    assert "Who are you?" in one.get(f"{page_of(board)}?me=0").content.decode()


def test_somebody_who_has_not_said_who_they_are_is_not_told_what_was_said(client, board):
    say(phone(board, "white"), board, "white", "white")
    text = client.get(page_of(board)).content.decode()
    assert "One player has reported. Waiting for the other." in text
    assert "reports:" not in text
    assert f"{board.white.name} won" not in text


def test_the_same_phone_is_refused_and_shown_why(board):
    one = phone(board, "white")
    say(one, board, "white", "white")
    answer = say(one, board, "black", "white")
    assert answer.status_code == 409
    assert f"This phone has already reported for {board.white.name}" in answer.content.decode()
    assert board.games.get().outcome == Outcome.PENDING


def test_one_phone_for_both_where_the_section_has_it(board):
    section = Section.objects.get(pk=board.round.section_id)
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, player_reports="one_phone")
    one = phone(board, "white")
    say(one, board, "white", "draw")
    assert f"I am {board.black.name}" in one.get(page_of(board)).content.decode()
    say(one, board, "black", "draw")
    assert board.games.get().outcome == Outcome.DRAW


def test_the_module_is_told_in_json(board):
    one = phone(board, "white")
    answer = say(one, board, "white", "white", accept="application/json")
    assert (answer.status_code, answer.json()) == (200, {"refusal": ""})
    answer = say(one, board, "black", "white", accept="application/json")
    assert answer.status_code == 409
    assert board.white.name in answer.json()["refusal"]


@pytest.mark.parametrize(
    "told", [{}, {"me": "white", "game": "x"}, {"me": "nobody", "outcome": "white"}, {"pairing": "9" * 30}]
)
def test_nonsense_is_refused_with_a_page(board, told):
    one = phone(board, "white")
    assert one.post(f"{page_of(board)}report/", told).status_code in {409, 422}
    assert not ResultReport.objects.exists()


def test_a_card_takes_so_many_words_a_minute(board):
    one = phone(board, "white")
    codes = [say(one, board, "white", ("white", "draw")[at % 2]).status_code for at in range(32)]
    assert codes[:30] == [302] * 30
    assert codes[-1] == 429


def test_an_unknown_code_leads_to_a_page_that_says_so(client, board):
    answer = client.get(reverse("tournaments:board", args=["nobody-knows-this-one"]))
    assert answer.status_code == 404
    assert "This code is no longer valid." in answer.content.decode()


def test_the_desk_sees_what_is_said_and_decides_what_is_disputed(board):
    desk_page = reverse("tournaments:desk_round", args=[board.round_id])
    client = desk()
    say(phone(board, "white"), board, "white", "white")
    text = client.get(desk_page).content.decode()
    assert f"reported by {board.white.name}" in text
    say(phone(board, "black"), board, "black", "draw")
    answer = client.get(desk_page)
    check_promises(answer)
    text = answer.content.decode()
    assert "A result is disputed at board" in text
    assert f"{board.black.name}: Drawn" in text
    sent = {"was": "pending", "outcome": "draw"}
    client.post(reverse("tournaments:desk_result", args=[board.pk, 1]), sent)
    assert board.games.get().outcome == Outcome.DRAW
    assert ResultDispute.objects.get().settled_outcome == Outcome.DRAW
    assert "disputed" not in client.get(desk_page).content.decode().lower()


def test_a_slip_and_a_card_carry_the_code_for_those_who_may_see_it(board):
    client, section = desk(), board.round.section
    slips = reverse("tournaments:round_sheet", args=[board.round_id, "slips"])
    assert client.get(slips).content.decode().count('class="slip__code"') == 6
    cards = reverse("tournaments:desk_cards", args=[section.pk])
    answer = client.get(cards)
    check_promises(answer)
    assert answer.content.decode().count('class="board-card__code"') == 6
    old = set(section.board_cards.values_list("token", flat=True))
    act = reverse("tournaments:desk_cards_act", args=[section.pk])
    client.post(act, {"what": "revoke", "board": "2"})
    client.post(act, {"what": "renew", "board": "3"})
    assert section.board_cards.filter(revoked_at__isnull=True).count() == 5
    client.post(act, {"what": "make"})
    live = set(section.board_cards.filter(revoked_at__isnull=True).values_list("token", flat=True))
    assert len(live) == 6
    assert len(live & old) == 4
