"""Results at the desk: one line a board, the quick field, undo by keys, and what is kept without network."""

from functools import partial

import pytest
from club_evening import director, draft_of, published_of, section_of
from django.test import RequestFactory
from history import build_round
from playwright.sync_api import Page, expect
from test_every_page import EXPECTED

from club.core.outages import READ_ONLY, answer_outage
from tournaments.models import Outcome, Pairing

OFFLINE = [*EXPECTED, "ERR_INTERNET_DISCONNECTED", "htmx:", "status of 409"]
BOARDS, SCREEN, MAX_FINDING = 20, 900, 40
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


def swap_colours_of_the_first(draft):
    """Give both players of board 1 the colour of the last round again."""
    board = draft.pairings.get(board_number=1)
    Pairing.objects.filter(pk=board.pk).update(white_id=board.black_id, black_id=board.white_id)


def enter(page, text):
    page.locator("#quick").fill(text)
    page.keyboard.press("Enter")


EARLY = """document.addEventListener("DOMContentLoaded", () => {
  const press = (key) => new KeyboardEvent("keydown", { key, bubbles: true });
  for (const key of "12") document.activeElement.dispatchEvent(press(key));
})"""


def test_keys_that_come_before_the_entries_of_the_device_are_read_count(open_page, row):
    path, early = f"/desk/rounds/{row.pk}/", partial(Page.add_init_script, script=EARLY)
    page = open_page(path, expected=EXPECTED, user=director(), prepare=early)
    for outcome in ("white", "draw"):  # of two games
        expect(page.locator(f"#board-1 [data-was={outcome}]")).to_have_count(1)
    expect(page.locator("[data-open]").first.locator("button").first).to_be_focused()


def test_twenty_boards_by_board_number_and_key(open_page, row):
    page = open_page(f"/desk/rounds/{row.pk}/", width=1280, expected=OFFLINE, user=director())
    page.set_viewport_size({"width": 1280, "height": SCREEN})
    assert page.evaluate(IN_SIGHT) == BOARDS
    board = row.pairings.get(board_number=14)
    told = page.locator("#quick-told")
    enter(page, "14 1 3")
    players = f"{board.white.name} \N{EN DASH} {board.black.name}"
    expect(told).to_have_text(f"Board 14, {players}: 2\N{EN DASH}0, 0\N{EN DASH}2. Saved.")
    expect(page.locator("#quick")).to_be_focused()
    enter(page, "14 =")
    page.get_by_role("button", name="Replace result").press("Enter")
    expect(told).to_have_text(f"Board 14, {players}: 1\N{EN DASH}1. Saved.")
    won = f"{board.white.name} won"
    for text in (f"{won}; {board.black.name} won", f"{won}; no result", "no result; no result"):
        page.keyboard.press("Control+z")
        expect(told).to_contain_text(f"Undone. Board 14: {text}")
    enter(page, "2 1")
    expect(page.locator("#board-2 [data-was=white]")).to_have_count(1)
    expect(page.locator(".htmx-settling")).to_have_count(0)  # then the board that is open again has the focus
    page.context.set_offline(True)
    game = page.locator("[data-open]").first
    game.locator("button").first.focus()
    page.keyboard.press("2")
    expect(page.locator("#waiting")).to_be_visible()
    expect(game.locator("[aria-pressed=true]")).to_have_count(1)
    page.locator("#board-2 [id^=game-] button").first.focus()
    page.keyboard.press("3")  # the question about a stored result is the site's
    expect(page.locator("dialog#others")).to_contain_text("No network")
    page.keyboard.press("Enter")
    expect(page.locator("dialog#others")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    first = row.pairings.get(board_number=1).games.get(number=1)
    assert first.outcome == Outcome.DRAW


def test_a_result_waits_while_the_server_cannot_store_it(open_page, row):
    expected = [*EXPECTED, "status of 503", "Status Error Code 503"]
    page = open_page(f"/desk/rounds/{row.pk}/", width=1280, expected=expected, user=director())
    game = page.locator("[data-open]").first
    page.route("**/*", refuse_to_store)
    game.locator("button").first.focus()
    page.keyboard.press("2")
    expect(page.locator("#refused")).to_contain_text("The storage of the server accepts no changes.")
    expect(page.locator("#waiting")).to_be_visible()
    expect(game.locator("[aria-pressed=true]")).to_have_count(1)
    page.unroute("**/*")
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#refused")).to_be_hidden()
    assert row.pairings.get(board_number=1).games.get(number=1).outcome == Outcome.DRAW


def refuse_to_store(route):
    """Answer what would be stored as the site does while its disk is read-only."""
    if route.request.method != "POST":
        return route.continue_()
    request = RequestFactory().post("/", headers={"hx-request": "true"})
    answer = answer_outage(request, READ_ONLY)
    return route.fulfill(status=answer.status_code, headers=dict(answer.items()), body=answer.content)


TABLE = """() => {
  const table = document.querySelector("table.boards--draft").getBoundingClientRect();
  const heights = [...document.querySelectorAll("tr.board-row")].map((row) => row.offsetHeight);
  const found = document.querySelector("tr.board-found");
  return {
    height: table.height,
    rows: heights,
    found: found && found.offsetHeight,
    share: found && found.offsetWidth / table.width,
  };
}"""


def test_a_draft_of_twenty_boards_fits_and_findings_have_a_line_of_their_own(open_page, site):
    draft = draft_of(section_of(2 * BOARDS))
    page = open_page(f"/desk/rounds/{draft.pk}/", width=1280, expected=EXPECTED, user=director())
    table = page.evaluate(TABLE)
    assert (len(table["rows"]), table["found"]) == (BOARDS, None)
    assert table["height"] <= SCREEN
    page.goto("about:blank")  # the open page would ask for its round after a change of the section
    draft.delete()
    build_round(draft.section)
    swap_colours_of_the_first(draft_of(draft.section))
    page.goto(f"{site.url}/desk/sections/{draft.section_id}/")
    table = page.evaluate(TABLE)
    assert max(table["rows"]) - min(table["rows"]) <= 1  # a finding makes no row higher
    assert table["found"] < MAX_FINDING
    assert table["share"] > 0.98


def test_the_question_shown_is_the_last_one_asked(open_page, row):
    page = open_page(f"/desk/rounds/{row.pk}/", width=1280, expected=EXPECTED, user=director())
    for board in (1, 2):
        enter(page, f"{board} 1")
        expect(page.locator("#quick-told")).to_contain_text(f"Board {board}, ")
    expect(page.locator("[id^=game-][data-was=white]")).to_have_count(2)  # both are stored
    asked = []
    address = "**/overwrite/?outcome=*"
    page.route(address, lambda route: route.continue_() if asked else asked.append(route))
    with page.expect_request(address):
        for board in (1, 1, 2):
            page.locator(f"#board-{board} [id^=game-] button").first.focus()
            page.keyboard.press("3")
    dialog = page.locator("dialog#others")
    page.wait_for_timeout(100)
    assert dialog.is_hidden()  # no empty question, nor an old one
    asked[0].continue_()
    expect(dialog).to_contain_text("Board 2, game 1")
    expect(page.get_by_role("link", name="Keep result")).to_be_focused()
    page.keyboard.type("4 1 ")
    page.keyboard.press("Enter")  # what is typed on keeps the result
    expect(dialog).to_be_hidden()
    board = row.pairings.get(board_number=2).games.get(number=1)
    assert board.outcome == Outcome.WHITE
    page.locator("#board-2 [id^=game-] button").first.press("3")
    expect(page.get_by_role("link", name="Keep result")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#board-2 [data-was=black]")).to_have_count(1)
