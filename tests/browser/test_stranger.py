"""A stranger runs an event tonight: from an empty site to the table, at a desk and on a phone, counted."""

from time import monotonic

import pytest
from evening import Director, Reckoning
from playwright.sync_api import expect
from test_evening import CYCLE, is_game

PLAYERS = [f"Anna{number:02} de Vries{number:02}" for number in range(1, 41)]
NARROW = 390
ROUNDS = 2
MOST_CLICKS, MOST_SECONDS = 20, 180
SETTINGS = ("/settings/", "/setup/", "/officials/", "/screens/")


@pytest.fixture
def stranger(chromium, empty_site, width):
    """Somebody before the first page of an empty site, with the addresses of all pages that come."""
    context = chromium.new_context(viewport={"width": width, "height": 844}, has_touch=width == NARROW)
    page = context.new_page()
    complaints, pages = [], []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
    empty_site.wait_until_open(context)
    page.goto(empty_site.url)
    page.on("framenavigated", lambda frame: frame == page.main_frame and pages.append(frame.url))
    yield Director(page), pages
    context.close()
    assert complaints == []


def begin(director):
    """The first account, a club and an event by its name alone, with forty players out of a list."""
    page = director.page
    director.click(page.get_by_role("link", name="Create the owner account"))
    page.get_by_label("Your name").fill("Ada Lees")
    page.get_by_label("Email").fill("ada@club.example")
    page.get_by_label("Password").fill("correct horse battery staple")
    page.get_by_label("Name of your club or federation").fill("Northern Draughts")
    director.button("Get started")
    director.click(page.get_by_role("link", name="New event"))
    page.get_by_label("Name of the event").fill("Tonight")
    director.button("Create event")
    page.get_by_role("textbox", name="Players").fill("\n".join(PLAYERS))
    director.button("Add players")
    expect(page.locator("table.entries tbody tr")).to_have_count(len(PLAYERS))


def press_main_button(director):
    """The one button of the strip, whatever it is; its label."""
    button = director.page.locator("#way .way__act .button--main")
    label = button.inner_text()
    director.click(button)
    return label


def publish_next(director):
    """Follow the main button until a round is published."""
    labels = []
    while not labels or "ublish" not in labels[-1]:
        labels.append(press_main_button(director))
        director.page.wait_for_load_state()
        assert len(labels) < 5, labels
    expect(director.page.locator("[data-open]").first).to_be_visible()
    return labels


def play(director, shift, *, by_taps):
    """A key or a tap for each game; the boards, and the keys by game."""
    page = director.page
    boards = [board for board in director.boards() if is_game(board)]
    games = sum(board["games"] for board in boards)
    keys = [CYCLE[(at + shift) % len(CYCLE)] for at in range(games)]
    if by_taps:
        for key in keys:
            game = page.locator(f"#{page.locator('[data-open]').first.get_attribute('id')}")
            director.click(game.locator("button").nth(int(key) - 1))
            expect(game).not_to_have_attribute("data-open", "")
    else:
        page.locator("[data-open] button").first.focus()
        director.enter_results(keys)
    expect(page.locator("[data-open]")).to_have_count(0)
    return boards, keys


def standings_of(page):
    """The address of the standings at the desk."""
    return page.locator("nav.tabs a", has_text="Standings").get_attribute("href")


@pytest.mark.slow
def test_a_stranger_runs_an_event_of_forty_tonight(stranger, width, record_property):
    (director, pages), paper, began = stranger, Reckoning(), monotonic()
    begin(director)
    publish_next(director)
    clicks, keys = director.count()
    seconds = round(monotonic() - began)
    record_property(
        "evening",
        f"{width} px, empty site to 40 players and round 1 published: {clicks} clicks of {MOST_CLICKS}, "
        f"{keys} keys, {len(pages)} pages, {seconds} s of {MOST_SECONDS}",
    )
    assert clicks <= MOST_CLICKS
    assert [page for page in pages if any(part in page for part in SETTINGS)] == []

    for number in range(1, ROUNDS + 1):
        boards, played = play(director, number, by_taps=width == NARROW)
        paper.round(boards, played, bye=0)
        # The strip hears of the last result after its board has been drawn.
        expect(director.page.locator("#way .way__act .button--main")).to_contain_text("Close round")
        press_main_button(director)
        expect(director.page.get_by_role("button", name="Reopen")).to_be_visible(timeout=30_000)
        if number < ROUNDS:
            publish_next(director)
    clicks, keys = director.count()
    record_property(
        "evening",
        f"{width} px, {ROUNDS} rounds of {len(boards)} boards to the table: {clicks} clicks, {keys} keys, "
        f"{len(pages)} pages, {round(monotonic() - began)} s in all",
    )
    director.page.goto(director.page.url.partition("/desk/")[0] + standings_of(director.page))
    rows = director.page.locator("table.standings tbody tr")
    expect(rows).to_have_count(len(PLAYERS))
    printed = rows.evaluate_all(
        "rows => rows.map(row => [row.querySelector('th a').textContent, Number(row.cells[2].textContent)])"
    )
    assert dict(printed) == paper.points
