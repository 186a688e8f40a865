"""An evening on which everything goes wrong, and a table that is right in the end."""

import re
import sqlite3

import pytest
from evening import DRAWN, LOST, POINTS, WON, Reckoning
from playwright.sync_api import expect
from test_evening import publish

PLAYERS = [f"Player {number:02}" for number in range(1, 12)]
NARROW = 390
HALF_BYE = 2  # half of two games won
GONE = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION",
    "ERR_EMPTY_RESPONSE",
    "ERR_INCOMPLETE",
    "htmx:",
    "status of 409",
)


def begin(director):
    """An event with eleven players, one too few."""
    page = director.page
    page.goto(re.sub(r"/desk/.*", "/desk/events/new/", page.url))
    page.get_by_label("Name of the event").fill("Friday the thirteenth")
    director.link("Two-game rounds, openings by lot")
    director.button("Create event")
    page.get_by_role("textbox", name="Players").fill(
        "\n".join(f"{name}\t{2000 - at}" for at, name in enumerate(PLAYERS))
    )
    director.button("Add players")
    expect(page.locator("table.entries tbody tr")).to_have_count(11)


def arrive_late(director):
    """Somebody comes when round 1 is on, and plays whoever has the bye."""
    page = director.page
    (alone,) = [board["players"][0] for board in director.boards() if len(board["players"]) == 1]
    round_page = page.url
    director.link("Players")
    page.get_by_role("textbox", name="Players").fill("Late Larsen\t1500")
    director.button("Add players")
    director.click(page.get_by_role("link", name="late arrival in round 1"))
    director.button(re.compile(f"^Seat now against {alone}"))
    expect(page.locator("tr.board-row")).to_have_count(6)
    assert all(len(board["players"]) == 2 for board in director.boards())
    page.goto(round_page)


def key_of(game, key):
    """The button of a game that this key presses."""
    return game.locator("button").nth((WON, DRAWN, LOST).index(key))


def open_games(director):
    return director.page.locator("[data-open]")


def press(director, game, key):
    """Press the key of a game and wait until it is entered."""
    director.click(key_of(game, key))
    expect(game).not_to_have_attribute("data-open", "")


def section_of(page):
    """The number of the section whose page is open."""
    return re.search(r"/sections/(\d+)/", page.locator("nav.tabs a").first.get_attribute("href"))[1]


def phone_of(director, chromium, *, is_signed_in=True):
    """A phone of the director, or of a player."""
    state = director.page.context.storage_state() if is_signed_in else None
    context = chromium.new_context(
        viewport={"width": NARROW, "height": 844}, has_touch=True, storage_state=state
    )
    return context.new_page()


def lose_the_network(director, chromium, url):
    """A helper's phone has no network for five minutes: one result comes in late, none replaces another."""
    page = director.page
    phone = phone_of(director, chromium)
    phone.clock.install()
    phone.goto(f"{url}/hall/{section_of(page)}/")
    forms = [phone.locator("section.hall-board").nth(at).locator("[id^=game-]").first for at in (0, 1)]
    ids = [form.get_attribute("id") for form in forms]
    phone.context.set_offline(True)
    for form in forms:
        form.get_by_role("button", name="Drawn").tap()
        expect(form.get_by_role("button", name="Drawn")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#waiting")).to_be_visible()
    press(director, page.locator(f"#{ids[1]}"), WON)
    phone.clock.fast_forward("05:00")
    expect(phone.locator("#waiting")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator("#waiting")).to_be_hidden()
    expect(phone.locator("#outbox")).to_contain_text("Another result was entered meanwhile.")
    for game, key in zip(ids, (DRAWN, WON), strict=True):
        expect(key_of(page.locator(f"#{game}"), key)).to_have_attribute("aria-pressed", "true")
    phone.context.close()


def restart_the_laptop(director, server):
    """The machine goes off in the middle of a round; the page goes on by itself when it is back."""
    number = open_games(director).first.get_attribute("id")
    press(director, director.page.locator(f"#{number}"), LOST)
    server.kill()
    server.start()
    server.wait_until_open(director.page.context)
    game = director.page.locator(f"#{number}")
    expect(key_of(game, LOST)).to_have_attribute("aria-pressed", "true")


def finish(director, key):
    """Every game that is open ends alike; then the round is closed."""
    page = director.page
    open_games(director).first.locator("button").first.focus()
    director.enter_results([key] * open_games(director).count())
    director.button(re.compile(r"^Close round \d$"))
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()


def fall_ill(director, name):
    """A player goes home from the board: the opponent wins, and nobody is paired with her again."""
    page = director.page
    director.link("Players")
    row = page.locator("table.entries tbody tr", has_text=name)
    director.click(row.get_by_role("link", name="Change"))
    director.button("Withdraw", within=page.get_by_role("dialog"))
    director.button(re.compile("^Forfeit now: "))
    expect(page.locator("table.entries tr.is-out", has_text=name)).to_be_visible()
    director.link("Rounds")


def ask_for_a_bye(director, name):
    """A player misses the next round for half the points."""
    page = director.page
    director.link("Players")
    row = page.locator("table.entries tbody tr", has_text=name)
    director.click(row.get_by_role("link", name="Change"))
    director.button("half-point bye", within=page.get_by_role("dialog"))
    expect(row).to_contain_text("absent in round 3")
    director.link("Rounds")


def disagree(director, chromium, url, data):
    """The players of board 1 report different results; the director decides."""
    page = director.page
    with sqlite3.connect(data / "club.sqlite3") as rows:
        (token,) = rows.execute("SELECT token FROM tournaments_boardcard WHERE board_number = 1").fetchone()
    white, black = director.boards()[0]["players"]
    for name, happened in ((white, f"{white} won"), (black, "Drawn")):
        phone = phone_of(director, chromium, is_signed_in=False)
        phone.goto(f"{url}/b/{token}/")
        phone.get_by_role("link", name=name).tap()
        if name == black:
            phone.get_by_text("No, it ended differently").tap()
        phone.locator("summary", has_text=happened).first.tap()
        phone.get_by_role("button", name=f"Send: {happened}").first.tap()
        expect(phone.get_by_text(re.compile("^You reported"))).to_be_visible()
        phone.context.close()
    dispute = page.locator(".mark--error")
    expect(dispute).to_contain_text("the players reported different results")
    director.click(dispute.get_by_role("button", name="Drawn"))
    expect(dispute).to_have_count(0)


def correct(director):
    """The result of the first game of round 1 was wrong, two rounds ago; the board it was played at."""
    page = director.page
    director.click(page.locator("nav.rounds a").first)
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    board = director.boards()[0]
    director.click(page.get_by_role("link", name="Correct").first)
    director.click(page.locator("button[name=outcome][value=white]"))
    page.get_by_label("Reason", exact=True).fill("The slip was read wrongly")
    director.click(page.get_by_role("button", name="Correct result"))
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    return board


def counted(paper, boards, keys, ends):
    """Book a round: all games ended with `keys` but those of `ends`, by board and game from 0."""
    for at, board in enumerate(boards):
        for game in range(board["games"]):
            key = ends.get((at, game), keys)
            for name, points in zip(board["players"], POINTS[key], strict=True):
                paper.add(name, points)


@pytest.mark.slow
def test_the_table_is_right_after_everything_that_goes_wrong(newcomer, empty_site, chromium, tmp_path):
    director, paper, url = newcomer(expected=GONE), Reckoning(), empty_site.url
    page = director.page
    begin(director)

    director.button("Pair round 1")
    publish(director)
    arrive_late(director)
    boards = director.boards()
    lose_the_network(director, chromium, url)
    restart_the_laptop(director, empty_site)
    finish(director, WON)
    counted(paper, boards, WON, {(0, 0): DRAWN, (0, 1): LOST})

    director.button(re.compile(r"^Pair round \d$"))
    publish(director)
    boards = director.boards()
    (ill,) = [at for at, board in enumerate(boards) if "Player 05" in board["players"]]
    fall_ill(director, "Player 05")
    finish(director, DRAWN)
    lost = LOST if boards[ill]["players"][0] == "Player 05" else WON
    counted(paper, boards, DRAWN, {(ill, 0): lost, (ill, 1): lost})
    ask_for_a_bye(director, "Player 03")

    director.button(re.compile(r"^Pair round \d$"))
    publish(director)
    boards = [board for board in director.boards() if len(board["players"]) > 1]
    assert not {"Player 03", "Player 05"} & {name for board in boards for name in board["players"]}
    disagree(director, chromium, url, tmp_path / "data")
    finish(director, LOST)
    counted(paper, boards, LOST, {(0, 0): DRAWN})
    paper.add("Player 03", HALF_BYE)

    paper.correct(correct(director)["players"], DRAWN, WON)
    director.link("Standings")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(12)
    printed = rows.evaluate_all(
        "rows => rows.map(row => [row.querySelector('th a').textContent, Number(row.cells[2].textContent)])"
    )
    assert dict(printed) == paper.points
