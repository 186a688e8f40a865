"""Results at the desk: one line a board, the quick field, undo by keys, and what is kept without network."""

import pytest
from club_evening import director, published_of, section_of
from playwright.sync_api import expect
from test_every_page import EXPECTED

from tournaments.models import Outcome

OFFLINE = [*EXPECTED, "ERR_INTERNET_DISCONNECTED", "htmx:"]
BOARDS, SCREEN = 20, 900
IN_SIGHT = """() => {
  const bar = document.querySelector(".results-bar");
  window.scrollTo(0, window.scrollY + bar.getBoundingClientRect().top);
  const top = bar.getBoundingClientRect().bottom;
  const boxes = [...document.querySelectorAll("tr.board-row")].map((row) => row.getBoundingClientRect());
  return boxes.filter((box) => box.top >= top - 1 && box.bottom <= window.innerHeight).length;
}"""


@pytest.fixture
def row(site):
    return published_of(section_of(2 * BOARDS, preset="acf"))


def enter(page, text):
    page.locator("#quick").fill(text)
    page.keyboard.press("Enter")


def test_twenty_boards_by_board_number_and_key(open_page, row):
    page = open_page(f"/desk/rounds/{row.pk}/", width=1280, expected=OFFLINE, user=director())
    page.set_viewport_size({"width": 1280, "height": SCREEN})
    assert page.evaluate(IN_SIGHT) == BOARDS
    board = row.pairings.get(board_number=14)
    told = page.locator("#quick-told")
    enter(page, "14 1 3")
    expect(told).to_have_text(f"Board 14: {board.white.name} won; {board.black.name} won.")
    expect(page.locator("#quick")).to_be_focused()
    enter(page, "14 =")
    page.get_by_role("button", name="Replace result").press("Enter")
    expect(told).to_contain_text("Board 14: Drawn")
    for text in (f"Undone. Board 14: {board.white.name} won", "Undone. Board 14: no result; no result"):
        page.keyboard.press("Control+z")
        if "no result" in text:  # both games were entered by one line, each is undone for itself
            page.wait_for_timeout(500)
            page.keyboard.press("Control+z")
        expect(told).to_contain_text(text)
    page.context.set_offline(True)
    game = page.locator("[data-open]").first
    game.locator("button").first.focus()
    page.keyboard.press("2")
    expect(page.locator("#waiting")).to_be_visible()
    expect(game.locator("[aria-pressed=true]")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    first = row.pairings.get(board_number=1).games.get(number=1)
    assert first.outcome == Outcome.DRAW
