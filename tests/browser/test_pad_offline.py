"""Several moves in a row without network on the pad of a live board: sent in order, stopped at a refusal."""

import pytest
from club_evening import director, published_of, section_of
from helpers import press
from pages import kept_entries
from playwright.sync_api import expect
from polling import until

from club.core.actor import SYSTEM
from club.models import User
from games.laws.in_play import EnteredMove
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.models import LiveAlert, LiveBoard

FIRST, SECOND, THIRD, FOURTH = (11, 15), (22, 18), (15, 22), (25, 18)
SCORE = ["11-15", "22-18", "15x22", "25x18"]


@pytest.fixture
def board(site):
    row = published_of(section_of(4))
    set_broadcast(event_id=row.section.event_id, actor=SYSTEM)
    return open_live_boards(round_id=row.pk, actor=SYSTEM, boards=[1])[0]


@pytest.fixture
def address(board):
    return f"/live/{board.pk}/enter/"


def opened(device, address, user):
    page = device.open(user, address)
    assert until(lambda: page.evaluate("() => Boolean(document.querySelector('live-pad').state)"))
    return page


def note(page, *moves, first=True):
    """Enter a legal move, and note the others once the pad lets it."""
    for at, squares in enumerate(moves):
        press(page, *squares)
        if at == 0 and first:
            expect(page.locator("[data-noted]")).to_be_visible()


def score_of(board):
    return [move["text"] for move in LiveBoard.objects.get(pk=board.pk).moves]


def back(page, proxy):
    proxy.state = "open"
    page.evaluate("dispatchEvent(new Event('online'))")
    assert until(lambda: not [one for one in kept_entries(page) if one["state"] == "waiting"])


def test_moves_noted_without_network_are_sent_in_order_after_the_browser_was_killed(
    device, proxy, board, address
):
    page = opened(device, address, director())
    proxy.state = "closed"
    note(page, FIRST, SECOND, THIRD, FOURTH)
    expect(page.locator("[data-noted-moves]")).to_have_text("  ".join(SCORE))
    expect(page.locator("#outbox [data-count]")).to_have_text("4 on this device")
    assert until(lambda: len(kept_entries(page)) == 4)
    device.kill()
    proxy.state = "reads"
    page = opened(device, address, User.objects.get())
    expect(page.locator("[data-noted-moves]")).to_have_text("  ".join(SCORE))
    back(page, proxy)
    assert score_of(board) == SCORE
    assert LiveBoard.objects.get(pk=board.pk).sequence == board.sequence + 4
    expect(page.locator("[data-noted]")).to_be_hidden()
    expect(page.locator("draughts-board")).to_have_attribute("last-move", "25 18")


def test_the_first_refused_move_stops_those_after_it_until_a_person_decides(device, proxy, board, address):
    page = opened(device, address, director())
    proxy.state = "closed"
    note(page, FIRST, (22, 14), (8, 11))  # a wrong tap in the middle
    back(page, proxy)
    stopped = page.locator("[data-stopped]")
    expect(stopped).to_contain_text("The move 22-14 at board 1 is not legal.")
    expect(page.locator("[data-stopped-moves]")).to_have_text("8-11")
    assert score_of(board) == SCORE[:1]
    assert not LiveAlert.objects.exists()
    page.reload()  # nothing is lost by that
    expect(page.locator("[data-stopped-moves]")).to_have_text("8-11")
    press(page, 22, 17)
    assert until(lambda: len(score_of(board)) == 2)
    stopped.get_by_role("button", name="Send the moves after it").click()
    assert until(lambda: score_of(board) == ["11-15", "22-17", "8-11"]), score_of(board)
    expect(stopped).to_be_hidden()
    assert until(lambda: kept_entries(page) == [])


def test_a_board_that_another_pad_has_changed_takes_none_of_the_noted_moves(device, proxy, board, address):
    page = opened(device, address, director())
    proxy.state = "closed"
    note(page, FIRST, SECOND, THIRD)
    enter_moves(board_id=board.pk, entry=MovesEntry(moves=[EnteredMove("12-16")]), actor=SYSTEM)
    back(page, proxy)
    expect(page.locator("[data-stopped-moves]")).to_have_text("22-18  15x22")
    assert score_of(board) == ["12-16"]
    page.get_by_role("button", name="Discard these moves").click()
    expect(page.locator("[data-stopped]")).to_be_hidden()
    assert until(lambda: kept_entries(page) == [])


def test_a_noted_move_is_taken_back_before_it_was_sent(device, proxy, board, address):
    page = opened(device, address, director())
    proxy.state = "closed"
    note(page, FIRST, SECOND, THIRD)
    page.get_by_role("button", name="Take back move").click()
    expect(page.locator("[data-noted-moves]")).to_have_text("11-15  22-18")
    back(page, proxy)
    assert score_of(board) == SCORE[:2]


def test_the_arbiter_is_told_of_a_noted_move_that_was_played_though_it_is_not_legal(
    device, proxy, board, address
):
    page = opened(device, address, director())
    proxy.state = "closed"
    note(page, FIRST, (22, 14))
    back(page, proxy)
    assert not LiveAlert.objects.exists()
    page.get_by_role("button", name="It was played: tell the arbiter").click()
    assert until(LiveAlert.objects.exists)
    expect(page.locator("[data-stopped]")).to_be_hidden()
