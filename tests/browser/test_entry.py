"""A game is entered on the board, by keys alone, and by typed squares."""

import pytest
from helpers import press, score, square, touch, wait_for_moves, wait_for_turn
from playwright.sync_api import expect

from games.rules import VARIANTS


def set_up(page, fen, variant="english"):
    page.locator("summary", has_text="Variant and position").click()
    page.select_option("[data-variant]", variant)
    page.fill("[data-fen]", fen)
    page.get_by_role("button", name="Set up position").click()


def test_a_game_is_entered_by_presses_and_checked(open_page, width):
    page = open_page("/games/enter/", width=width)
    press(page, 11)
    expect(page.locator(".board__target")).to_have_count(2)
    press(page, 15)
    wait_for_turn(page, "White to move")
    press(page, 22, 18)
    wait_for_moves(page, "11-15", "22-18", "15x22")  # the forced capture played itself
    press(page, 25, 18)
    wait_for_moves(page, "11-15", "22-18", "15x22", "25x18")
    page.get_by_label("White", exact=True).fill('Lees "Jim"')
    page.get_by_label("Black won").check()
    page.get_by_role("button", name="Check game").click()
    expect(page.locator(".viewer__result")).to_contain_text("Black won")
    expect(page.locator(".players")).to_contain_text('Lees "Jim"')
    expect(page.locator(".viewer .badge").first).to_contain_text("Legal")


def test_a_game_is_entered_by_keys_alone(open_page):
    page = open_page("/games/enter/")
    page.locator(".skip-link").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.square"):
            break
    assert page.evaluate("document.activeElement.getAttribute('role')") == "button"
    go_to(page, 11)
    page.keyboard.press("Enter")
    expect(square(page, 15)).to_have_attribute("aria-label", "15, empty, move here")
    go_to(page, 15)
    page.keyboard.press("Enter")
    wait_for_moves(page, "11-15")
    wait_for_turn(page, "White to move")
    go_to(page, 23)
    page.keyboard.press(" ")
    page.keyboard.press("Escape")
    expect(page.locator(".board__target")).to_have_count(0)
    page.keyboard.press("Enter")
    go_to(page, 19)
    page.keyboard.press("Enter")
    wait_for_moves(page, "11-15", "23-19")


def go_to(page, goal):
    """Walk the cursor with the arrow keys: rows first, then along the row."""
    for _ in range(40):
        here = int(page.evaluate("document.activeElement.dataset.square"))
        if here == goal:
            return
        row, wanted = (here - 1) // 4, (goal - 1) // 4
        if row != wanted:
            page.keyboard.press("ArrowDown" if row < wanted else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if here < goal else "ArrowLeft")
    pytest.fail(f"the arrow keys do not reach {goal}")


def test_moves_are_typed_as_club_secretaries_type_them(open_page, width):
    page = open_page("/games/enter/", width=width)
    typed = page.locator("#typed")
    typed.press_sequentially("1115")
    wait_for_moves(page, "11-15")
    wait_for_turn(page, "White to move")
    typed.fill("22-18")
    typed.press("Enter")
    wait_for_moves(page, "11-15", "22-18", "15x22")
    wait_for_turn(page, "White to move")
    typed.press("Backspace")  # the forced capture goes with the move that led to it
    wait_for_moves(page, "11-15")


@pytest.mark.parametrize(
    ("variant", "fen", "text", "written"),
    [
        pytest.param("english", "B:W14,32:B9,1", "9x18", "9x18", id="a number capture with x"),
        pytest.param("english", "B:W14,32:B9,1", "9 : 18", "9x18", id="with a colon and blanks"),
        pytest.param("international", "W:W32:B28,1", "32x23", "32x23", id="on the large board"),
        pytest.param("russian", "W:Wc3:Bd4,h8", "c3xe5", "c3:e5", id="letters with x"),
    ],
)
def test_a_capture_is_typed_with_its_sign(open_page, variant, fen, text, written):
    page = open_page("/games/enter/")
    page.get_by_label("Play forced captures automatically").uncheck()
    set_up(page, fen, variant)
    wait_for_turn(page, "Capturing is compulsory")
    page.locator("#typed").fill(text)
    page.locator("#typed").press("Enter")
    expect(page.locator("[data-score] [data-ply]").first).to_have_text(written)


def test_what_is_entered_before_the_server_answers_waits_for_it(open_page, width):
    page = open_page("/games/enter/", width=width)
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    typed = page.locator("#typed")
    typed.press_sequentially("1115")
    typed.fill("23-19")
    typed.press("Enter")
    wait_for_moves(page, "11-15", "23-19")
    press(page, 8, 11)
    wait_for_moves(page, "11-15", "23-19", "8-11")
    expect(page.locator("[data-answer]")).to_contain_text("Black played 8-11.")


def test_an_entry_goes_on_when_the_line_comes_back(open_page):
    page = open_page("/games/enter/", expected=["ERR_INTERNET_DISCONNECTED"])
    page.context.set_offline(True)
    press(page, 11, 15)
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text("did not answer")
    wait_for_turn(page, "White to move")
    page.locator("#typed").fill("23-19")
    page.locator("#typed").press("Enter")
    expect(answer).to_contain_text("did not answer")  # and not that the move is illegal
    page.context.set_offline(False)
    expect(answer).not_to_contain_text("did not answer")
    press(page, 23, 19)
    wait_for_moves(page, "11-15", "23-19")


def test_an_illegal_move_is_refused_with_its_article(open_page, width):
    page = open_page("/games/enter/", width=width)
    page.get_by_label("Play forced captures automatically").uncheck()
    set_up(page, "B:W14,32:B1,9")
    wait_for_turn(page, "Capturing is compulsory")
    page.locator("#typed").press_sequentially("0105")
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text("9x18 was available, and capturing is compulsory")
    expect(answer.locator("a")).to_have_attribute("href", "/laws/standard-laws/#SL-I1a")


def test_forced_captures_wait_when_the_switch_is_off(open_page):
    page = open_page("/games/enter/")
    page.get_by_label("Play forced captures automatically").uncheck()
    page.locator("#typed").press_sequentially("1115")
    wait_for_turn(page, "White to move")
    page.locator("#typed").press_sequentially("2218")
    wait_for_turn(page, "Capturing is compulsory")
    page.wait_for_timeout(700)
    assert score(page) == ["11-15", "22-18"]


def test_a_capture_with_two_ways_is_told_apart_by_a_square_between(open_page, width):
    page = open_page("/games/enter/", width=width)
    page.get_by_label("Play forced captures automatically").uncheck()
    set_up(page, "B:W6,7,14,15,32:B2")
    wait_for_turn(page, "Capturing is compulsory")
    moves = page.locator("draughts-board").evaluate("board => board.moves.map(move => move.route)")
    ends = [route[-1] for route in moves]
    twice = next(end for end in ends if ends.count(end) > 1)
    press(page, 2, twice)
    origin, answer = moves[0][0], page.locator("[data-answer]")
    expect(answer).to_contain_text(f"{origin}x{twice} matches several moves: choose one")
    expect(answer.locator("button").first).not_to_be_focused()  # the page stays at the board
    between = next(route for route in moves if route[-1] == twice)[1]
    press(page, between)
    expect(page.locator("[data-score] [data-ply]")).to_have_count(1)


def test_a_piece_is_dragged(open_page):
    page = open_page("/games/enter/", motion="no-preference")
    start, end = square(page, 11).bounding_box(), square(page, 16).bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=6)
    page.mouse.up()
    wait_for_moves(page, "11-16")


def test_a_finger_carries_a_piece_and_scrolls_beside_it(open_page):
    page = open_page("/games/enter/", width=390)
    start, end = square(page, 11).bounding_box(), square(page, 16).bounding_box()
    steps = [
        (start["x"] + 20 + (end["x"] - start["x"]) * i / 8, start["y"] + 20 + (end["y"] - start["y"]) * i / 8)
        for i in range(9)
    ]
    touch(page, *steps)
    wait_for_moves(page, "11-16")
    empty = square(page, 19).bounding_box()
    touch(page, *[(empty["x"] + 20, empty["y"] + 20 - 25 * i) for i in range(9)])
    page.wait_for_function("() => scrollY > 0")  # a function: the page may not evaluate texts


def test_the_end_is_cut_off_and_the_entry_survives_leaving_the_page(open_page):
    page = open_page("/games/enter/")
    for text, side in (("1115", "White"), ("2319", "Black"), ("0811", "White")):
        page.locator("#typed").press_sequentially(text)
        wait_for_turn(page, f"{side} to move")
    page.locator("[data-score] [data-ply='2']").click()
    page.get_by_role("button", name="Delete moves from here").click()
    wait_for_moves(page, "11-15", "23-19")
    page.goto(page.url.replace("/games/enter/", "/laws/"))
    page.go_back()
    wait_for_moves(page, "11-15", "23-19")


def test_a_variant_in_the_address_wins_and_the_game_begun_is_offered_back(open_page, width):
    page = open_page("/games/enter/", width=width)
    page.get_by_label("White", exact=True).fill("Lees")
    press(page, 11, 15)
    wait_for_turn(page, "White to move")
    page.goto(page.url + "?variant=turkish")
    expect(page.locator(".board__square")).to_have_count(64)
    wait_for_moves(page)
    expect(page.locator("[data-variant]")).to_have_value("turkish")
    page.locator("#typed").press_sequentially("a3a4")
    wait_for_moves(page, "a3-a4")
    page.reload()
    wait_for_moves(page, "a3-a4")
    page.get_by_role("button", name="Continue: English").click()
    wait_for_moves(page, "11-15")
    expect(page.get_by_label("White", exact=True)).to_have_value("Lees")
    expect(page.locator("[data-aside] button")).to_have_text("Continue: Turkish draughts (dama), moves: 1")
    page.reload()
    wait_for_moves(page, "11-15")
    page.get_by_role("button", name="Turkish draughts").click()
    wait_for_moves(page, "a3-a4")


@pytest.mark.parametrize("key", list(VARIANTS))
def test_the_browsers_drawing_is_the_servers_drawing(open_page, key):
    read = """() => ({
      squares: [...document.querySelectorAll(".board__square")].map((one) =>
        ["data-square", "x", "y", "width", "height"].map((name) => one.getAttribute(name)).join()),
      texts: [...document.querySelectorAll(".board__number, .board__edge")].map((one) =>
        [one.getAttribute("x"), one.getAttribute("y"), one.textContent].join()).sort(),
      pieces: [...document.querySelectorAll("svg.board .board__piece")].map((one) =>
        ["data-square", "href", "x", "y"].map((name) => one.getAttribute(name)).join()).sort(),
      frame: document.querySelector("svg.board").getAttribute("viewBox"),
    })"""
    drawn = open_page(f"/games/enter/?variant={key}").evaluate(read)
    served = open_page(f"/games/enter/?variant={key}", javascript=False).evaluate(read)
    assert drawn == served
    assert len(drawn["squares"]) == VARIANTS[key].geometry.squares


def test_an_illegal_move_noticed_late_is_entered_as_played(open_page, width):
    page = open_page("/games/enter/", width=width)
    page.get_by_label("Play forced captures automatically").uncheck()
    press(page, 11, 15)
    wait_for_turn(page, "White to move")
    press(page, 22, 18)
    wait_for_turn(page, "Black to move · Capturing is compulsory here.")
    press(page, 8, 11)
    expect(page.locator("[data-answer]")).to_contain_text("15x22 was available, and capturing is compulsory")
    wait_for_moves(page, "11-15", "22-18")
    page.get_by_role("button", name="Accept as played").click()
    wait_for_moves(page, "11-15", "22-18", "8-11 illegal move")
    expect(page.locator("[data-answer]")).to_contain_text("8-11 recorded as played")
    wait_for_turn(page, "White to move")
    page.reload()  # the draft of the visit has it too
    wait_for_moves(page, "11-15", "22-18", "8-11 illegal move")
    page.fill("[data-typed]", "1814")
    wait_for_moves(page, "11-15", "22-18", "8-11 illegal move", "18-14")
    page.get_by_role("button", name="Check game").click()
    expect(page.locator(".finding--error").first).to_contain_text("8-11 was written, but 15x22 was available")
    expect(page.locator(".viewer__side")).to_contain_text("1 illegal move was not corrected")
    expect(page.locator("[data-moves]")).to_contain_text("18-14")


def test_a_move_typed_before_the_position_is_set_up_waits_for_it(open_page):
    page = open_page("/games/enter/")
    fen, held = "B:W18,32:B1,14", []

    def hold_the_first(route):
        if fen in route.request.post_data and not held:
            held.append(route)
        else:
            route.continue_()

    page.route(page.locator("entry-pad").evaluate("pad => `**${pad.dataset.movesUrl}`"), hold_the_first)
    with page.expect_request(lambda asked: fen in (asked.post_data or "")):
        set_up(page, fen)
    page.locator("#typed").press_sequentially("1423")
    assert score(page) == []
    expect(page.locator("[data-answer]")).to_be_empty()
    held[0].continue_()
    wait_for_moves(page, "14x23")


def test_a_capture_broken_off_is_entered_as_played_with_what_it_took(open_page):
    page = open_page("/games/enter/")
    page.get_by_label("Play forced captures automatically").uncheck()
    set_up(page, "W:W32,50:B28,19,1", "international")
    page.fill("[data-typed]", "32x23")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Accept as played").click()
    wait_for_moves(page, "32x23 illegal move")
    expect(page.locator("draughts-board")).to_have_attribute("fen", "B:W23,50:B1,19")
    assert '{[%stood w]} 32x23 /FEN "B:W23,50:B1,19"/' in " ".join(page.input_value("[data-pdn]").split())
