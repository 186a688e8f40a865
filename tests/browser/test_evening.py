"""An evening from an empty database to the printed standings, with what it takes in clicks and keys."""

import re

import pytest
from evening import DRAWN, LOST, WON, Reckoning
from playwright.sync_api import expect

PLAYERS = [f"Player {number:02}" for number in range(1, 41)]
CYCLE = (WON, WON, DRAWN, LOST, DRAWN, LOST, WON, DRAWN)
BYE = 4  # two games won


def keys_for(boards, shift):
    """Results by keys for every game of these boards."""
    games = sum(board["games"] for board in boards if len(board["players"]) > 1)
    return [CYCLE[(at + shift) % len(CYCLE)] for at in range(games)]


def name_all(director):
    """From the desk to an event with forty entries."""
    page = director.page
    director.click(page.get_by_role("navigation", name="Admin").get_by_role("link", name="Events"))
    director.link("New event")
    page.get_by_label("Name of the event").fill("Autumn evening")
    director.link("Two-game rounds, openings by lot")
    director.button("Create event")
    pasted = "\n".join(f"{name}\t{2000 - at}" for at, name in enumerate(PLAYERS))
    page.get_by_role("textbox", name="Players").fill(pasted)
    director.button("Add players")
    expect(page.locator("table.entries tbody tr")).to_have_count(40)
    assert director.count() <= (6, 0)


def publish_next(director, paper, button):
    """A round paired and published, a click each; the boards of those who play, then byes."""
    director.count()
    director.button(button)
    assert director.count() == (1, 0)
    publish(director)
    assert director.count() == (1, 0)
    boards = [board for board in director.boards() if "Player 17" not in board["players"] or is_game(board)]
    paper.ballots(boards)
    return boards


def publish(director):
    """One click, which shows the event the first time; the page that comes takes results."""
    director.button(re.compile(r"^Publish (event and )?round \d$"))
    expect(director.page.get_by_role("link", name="Enter results")).to_be_visible()
    director.page.wait_for_load_state()


def close(director, number):
    """One click, on the button that the last result has brought."""
    director.button(f"Close round {number}")
    expect(director.page.get_by_role("button", name="Reopen")).to_be_visible()


def is_game(board):
    return len(board["players"]) > 1


def play(director, paper, boards, shift):
    """One key a game: none to begin, none between."""
    keys = keys_for(boards, shift)
    director.enter_results(keys)
    assert director.count() == (0, len(keys))
    paper.round(boards, keys, bye=BYE)
    return keys


def mend_at_once(director, paper, board, was):
    """A wrong result of the first game, seen at once: the right key on the same game, and a yes."""
    game = director.page.locator("[id^=game-]").first
    game.locator("button").first.focus()
    right = LOST if was == WON else WON
    director.key(right)
    expect(director.page.get_by_role("heading", name="Replace the result?")).to_be_visible()
    director.key("Control+Enter")
    expect(game.locator("button").nth(0 if right == WON else 2)).to_have_attribute("aria-pressed", "true")
    assert director.count() == (0, 2)
    paper.correct(board["players"], was, right)


def mend_with_a_reason(director, paper, board, game, was):
    """A closed round is corrected with a reason; nothing is paired anew."""
    page = director.page
    director.click(page.get_by_role("link", name="Correct").nth(game))
    right = WON if was != WON else LOST
    director.click(page.locator(f"button[name=outcome][value={'white' if right == WON else 'black'}]"))
    expect(page.get_by_role("heading", name="Effects of")).to_be_visible()
    page.get_by_label("Reason", exact=True).fill("The slip of game 1 was read wrongly")
    director.click(page.get_by_role("button", name="Correct result"))
    expect(page.get_by_role("button", name="Pair round 4")).to_be_visible()
    paper.correct(board["players"], was, right)


def swap_by_hand(director):
    """Two players of the draft swapped; the checker has said what it thinks."""
    page = director.page
    expect(page.locator(".checker .badge--good")).to_be_visible()
    before = director.boards()
    marks = page.locator("input[name=player]")
    for at in (1, 3):  # a tap on each
        director.clicks += 1
        marks.nth(at).locator("xpath=..").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.locator(".checker__engine")).to_contain_text("Pairings of the engine")
    after = director.boards()
    assert after[0]["players"][1] == before[1]["players"][1]
    assert after[1]["players"][1] == before[0]["players"][1]


def lose_by_forfeit(director, board):
    """Nobody comes to the board for the second player: both games are lost by forfeit."""
    page = director.page
    for game in page.locator("[id^=game-]").all()[:2]:
        director.click(game.get_by_role("link", name="Other results"))
        director.button(f"{board['players'][0]} wins by forfeit", within=page.get_by_role("dialog"))
        expect(game).not_to_have_attribute("data-open", "")
    assert director.count() == (4, 0)
    page.locator("[data-open] button").first.focus()


@pytest.mark.slow
def test_five_rounds_of_two_games_from_an_empty_database(newcomer):
    director = newcomer()
    page, paper = director.page, Reckoning()
    name_all(director)

    boards = publish_next(director, paper, "Pair round 1")
    assert len(boards) == 20
    page.locator("a.opening").first.click()
    expect(page.locator("dialog .opening__drawn svg")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-open] button").first.focus()
    keys = play(director, paper, boards, shift=0)
    mend_at_once(director, paper, boards[0], keys[0])

    director.link("Players")
    page.get_by_role("textbox", name="Players").fill("Late Larsen\t1500")
    director.button("Add players")
    expect(page.locator("table.entries tbody tr", has_text="Late Larsen")).to_be_visible()
    close(director, 1)
    boards = publish_next(director, paper, "Pair round 2")
    assert sorted(name for board in boards for name in board["players"]) == sorted([*PLAYERS, "Late Larsen"])
    play(director, paper, boards, shift=3)

    close(director, 2)
    director.link("Players")
    gone = page.locator("table.entries tbody tr", has_text="Player 17")
    director.click(gone.get_by_role("link", name="Change"))
    director.button("Withdraw", within=page.get_by_role("dialog"))
    expect(page.locator("table.entries tr.is-out", has_text="Player 17")).to_be_visible()
    director.button("Pair round 3")
    swap_by_hand(director)
    publish(director)
    director.count()
    boards = [board for board in director.boards() if is_game(board)]
    assert "Player 17" not in {name for board in boards for name in board["players"]}
    paper.ballots(boards)
    lose_by_forfeit(director, boards[0])
    paper.round(boards[:1], [WON, WON], bye=BYE)
    keys = play(director, paper, boards[1:], shift=5)
    close(director, 3)
    mend_with_a_reason(director, paper, boards[2], 4, keys[2])

    for number in (4, 5):
        boards = publish_next(director, paper, f"Pair round {number}")
        assert len(boards) == 20
        play(director, paper, boards, shift=number)
        close(director, number)
    director.count()
    director.link("Standings")
    assert director.count() == (1, 0)
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(41)
    printed = rows.evaluate_all(
        "rows => rows.map(row => [row.querySelector('th a').textContent, Number(row.cells[2].textContent)])"
    )
    assert dict(printed) == paper.points
    assert [points for _name, points in printed] == sorted(paper.points.values(), reverse=True)
