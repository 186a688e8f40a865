"""Helpers' phones in the hall: their own boards, one tap a result, and nothing else of the desk."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from page_promises import check_promises

from club.accounts.services.passes import make_pass
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import PassLevel, User
from tournaments.events.services.events import change_section, show_event
from tournaments.models import Outcome, ResultDispute
from tournaments.results.result_warnings import warnings_of
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(fourth_round):
    return fourth_round


def phone(row, first=None, last=None, level=PassLevel.HELPER):
    made = make_pass(
        label="Phone",
        level=level,
        scope=Scope(row.section.event.organisation_id, row.section.event_id),
        expires_at=timezone.now() + timedelta(hours=5),
        first_board=first,
        last_board=last,
        actor=SYSTEM,
    )
    client = Client()
    client.post(reverse("club:pass_take", args=[made.secret]))
    return client


def boards_shown(client, row, second=""):
    answer = client.get(reverse("tournaments:hall_section", args=[row.section_id]), {"pass": second or "1"})
    assert answer.status_code == 200
    check_promises(answer)
    return answer.content.decode(), [board.pairing.board_number for board in answer.context["boards"]]


def enter(client, board, outcome, **more):
    address = reverse("tournaments:desk_result", args=[board.pk, 1])
    sent = {"page": "hall", "was": "pending", "outcome": outcome} | more
    return client.post(address, sent, headers={"hx-request": "true"})


def test_a_pass_leads_to_its_boards_and_nowhere_else(row):
    client = phone(row, 2, 4)
    assert reverse("tournaments:hall") in client.get(reverse("club:pass")).content.decode()
    there = client.get(reverse("tournaments:hall"))
    assert there.url == reverse("tournaments:hall_section", args=[row.section_id])
    text, boards = boards_shown(client, row)
    assert boards == [2, 3, 4]
    assert "/desk/sections/" not in text
    assert client.get(reverse("tournaments:desk_round", args=[row.pk])).status_code == 403


@pytest.mark.parametrize("outcome", ["draw", "nonsense"])
def test_a_key_of_another_board_enters_and_shows_nothing(row, outcome):
    client, board = phone(row, 2, 4), row.pairings.get(board_number=1)
    told = {"r": f"{board.pk}.1.{outcome}"}
    answer = client.post(reverse("tournaments:desk_results"), told, headers={"hx-request": "true"})
    assert answer.status_code == 403
    assert board.white.name not in answer.content.decode()
    assert board.games.get().outcome == Outcome.PENDING


def test_one_tap_a_result(row):
    client, board = phone(row, 2, 4), row.pairings.get(board_number=3)
    answer = enter(client, board, "draw")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert text.lstrip().startswith("<section")
    assert "hall-board--done" in text
    assert board.games.get().outcome == Outcome.DRAW
    assert "Correct result" not in text


def test_a_board_of_somebody_else_is_refused(row):
    client, board = phone(row, 2, 4), row.pairings.get(board_number=5)
    assert enter(client, board, "draw").status_code == 403
    assert board.games.get().outcome == Outcome.PENDING


def test_a_deputy_corrects(row):
    client, board = phone(row, level=PassLevel.DEPUTY), row.pairings.get(board_number=1)
    assert "Correct result" in enter(client, board, "draw").content.decode()
    enter(client, board, "white", was="draw")
    assert board.games.get().outcome == Outcome.WHITE


def test_what_was_kept_without_network_is_answered_in_json_and_without_scripts_by_the_page(row):
    client, board = phone(row), row.pairings.get(board_number=1)
    address = reverse("tournaments:desk_result", args=[board.pk, 1])
    sent = {"page": "hall", "was": "pending", "outcome": "draw"}
    answer = client.post(address, sent, headers={"accept": "application/json"})
    assert answer.json() == {"refusal": ""}
    answer = client.post(address, sent | {"outcome": "white"}, headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert answer.json()["refusal"]
    assert client.post(address, sent).url == reverse("tournaments:hall_section", args=[row.section_id])


def test_what_looks_wrong_is_asked_on_the_phone(row):
    client, board = phone(row), row.pairings.select_related("white", "black").get(board_number=1)
    type(board.white).objects.filter(pk=board.white_id).update(rating=1000)
    text = enter(client, board, "white").content.decode()
    assert "rated" in text
    assert "Confirm" in text
    shown, _boards = boards_shown(client, row)
    assert "Confirm" in shown
    (doubt,) = warnings_of(row)
    told = {"page": "hall", "code": doubt.code, "about": doubt.about}
    answer = client.post(reverse("tournaments:desk_doubt", args=[row.pk]), told)
    assert answer.url == reverse("tournaments:hall_section", args=[row.section_id])
    assert "Confirm" not in boards_shown(client, row)[0]


def test_the_second_pass_shows_what_others_entered_and_not_what(row):
    section = row.section
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, second_pass=True)
    one, two = phone(row), phone(row)
    board = row.pairings.get(board_number=2)
    enter(one, board, "draw")
    assert boards_shown(one, row, "2")[1] == []
    text, boards = boards_shown(two, row, "2")
    assert boards == [2]
    assert 'name="was"' not in text
    sent = {"page": "hall", "pass": "2", "outcome": "white"}
    address = reverse("tournaments:desk_result", args=[board.pk, 1])
    assert 'role="alert"' in two.post(address, sent, headers={"hx-request": "true"}).content.decode()
    assert board.games.get().outcome == Outcome.DRAW
    assert ResultDispute.objects.count() == 1


def test_the_desk_says_which_boards_lack_the_second_pass(row):
    section = row.section
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, second_pass=True)
    for board in row.pairings.filter(black__isnull=False):
        record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    page = reverse("tournaments:desk_round", args=[row.pk])
    text = client.get(page).content.decode()
    assert "The second pass is missing at board" in text
    assert text.count("Second pass missing") == 6
    close = reverse("tournaments:desk_round_act", args=[row.pk, "close"])
    assert f"Second pass missing in round {row.number}" in client.post(close, follow=True).content.decode()
    assert "closed" in client.post(close, {"reason": "Nobody left."}, follow=True).content.decode()
    row.refresh_from_db()
    assert row.state == "closed"


def test_a_phone_fetches_the_boards_that_changed_and_nothing_else(row):
    client = phone(row)
    boards = list(row.pairings.filter(black__isnull=False).order_by("board_number"))
    address = reverse("tournaments:hall_section", args=[row.section_id])
    heard = client.get(address).context["heard"]
    enter(client, boards[1], Outcome.DRAW)
    answer = client.get(address, {"after": heard}, headers={"hx-request": "true"})
    text = answer.content.decode()
    assert answer.headers["HX-Reswap"] == "none"
    assert f'id="board-{boards[1].pk}"' in text
    assert f'id="board-{boards[0].pk}"' not in text
    assert "results are missing" in text
    whole = client.get(address, headers={"hx-request": "true"}).content.decode()
    assert f'id="board-{boards[0].pk}"' in whole


def test_whoever_may_not_correct_is_told_where_that_is_done(row):
    told = "Tell the arbiter the board number"
    assert told in boards_shown(phone(row), row)[0]
    assert told not in boards_shown(phone(row, level=PassLevel.DEPUTY), row)[0]


def test_a_phone_with_every_result_says_what_comes(row):
    client = phone(row)
    for board in row.pairings.filter(black__isnull=False):
        enter(client, board, Outcome.DRAW)
    assert "All results are in." in boards_shown(client, row)[0]


def test_rare_results_are_chosen_on_a_page_of_their_own_without_scripts(row):
    client, board = phone(row), row.pairings.get(board_number=1)
    address = reverse("tournaments:desk_other_results", args=[board.pk, 1]) + "?page=hall"
    assert address in boards_shown(client, row)[0]
    page = client.get(address).content.decode()
    assert '<input type="hidden" name="page" value="hall">' in page
    assert reverse("tournaments:hall_section", args=[row.section_id]) in page


def test_a_helper_hears_of_an_event_that_is_not_public(row):
    show_event(event_id=row.section.event_id, is_public=False, actor=SYSTEM)
    channel = reverse("club-api:live", args=[f"section:{row.section_id}"])
    asked = {"poll": "1", "after": "0"}
    assert phone(row).get(channel, asked).status_code == 200
    assert Client().get(channel, asked).status_code in {401, 403}


def test_whoever_comes_to_the_hall_without_a_pass_finds_where_its_code_is_typed():
    page = Client().get(reverse("tournaments:hall"), follow=True).content.decode()
    assert reverse("club:pass") in page
