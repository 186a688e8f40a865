"""Is this won? A position set up and asked about; the answer beside the board belongs to one position."""

import time

from helpers import press, square, touch
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.models import Organisation
from games.archive.services.archive import save_game
from games.rules import VARIANTS

ENDING = '[GameType "21"]\n[FEN "W:WK14,K18,23:BK5"]\n[Result "*"]\n\n1. 14-9 5x14 *\n'


def test_a_double_press_asks_once_and_a_step_takes_the_answer_away(open_page, site, width):
    club = Organisation.objects.order_by("pk").first()
    game = save_game(organisation=club, text=ENDING, actor=SYSTEM)
    page = open_page(f"/games/{game.pk}/?ply=0", width=width)
    asked = []

    def slowly(route):
        asked.append(route.request.url)
        time.sleep(0.3)  # longer than between the presses
        route.continue_()

    page.route("**/games/adjudicate/**", slowly)
    page.keyboard.press("Home")
    page.locator("[data-adjudicate]").dblclick()
    answer = page.locator("[data-adjudication-answer]")
    expect(answer).to_contain_text("Proved: White wins.")
    assert len(asked) == 1
    with page.expect_response("**/games/adjudicate/**"):
        page.locator("[data-adjudicate]").click()  # once answered it may be asked again
    expect(answer).to_contain_text("Advisory")
    assert len(asked) == 2
    page.keyboard.press("ArrowRight")
    expect(answer).to_be_empty()


def number_of(name):
    return VARIANTS["russian"].geometry.square_named(name)


def fen(page):
    return page.locator("[name=fen]")


def choose(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_a_position_is_set_up_with_the_mouse_asked_about_and_its_line_walked_through(open_page):
    page = open_page("/games/adjudicate/")
    page.select_option("[name=variant]", "russian")
    choose(page, "White king")
    for name in ("a1", "c5", "d8"):
        square(page, number_of(name)).click()
    choose(page, "Black king")
    square(page, number_of("g3")).click()
    expect(fen(page)).to_have_value("W:WKd8,Kc5,Ka1:BKg3")
    page.get_by_label("Black to move").check()
    expect(fen(page)).to_have_value("B:WKd8,Kc5,Ka1:BKg3")
    page.get_by_label("White to move").check()
    choose(page, "Analyse position")
    expect(page.locator("[data-outcome]")).to_contain_text("Proved: White wins.")
    expect(page.locator(".proof__number").first).to_have_text("1.")
    expect(page.locator(".proof__now")).to_have_text("Start · White to move")
    choose(page, "One move forward")
    expect(page.locator(".proof__now")).to_contain_text("1. a1-")
    assert fen(page).input_value().startswith("B:W")
    assert page.locator("draughts-board").get_attribute("fen") == fen(page).input_value()
    choose(page, "Last position")
    expect(page.locator(".proof .move-chip").last).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("button", name="One move forward")).to_be_disabled()
    page.keyboard.press("Home")
    expect(fen(page)).to_have_value("W:WKd8,Kc5,Ka1:BKg3")
    assert page.locator("[data-link]").get_attribute("data-text") == page.url.replace("&law_book=", "")


def test_changes_take_the_answer_away_and_the_board_and_the_field_stay_in_step(open_page, width):
    page = open_page("/games/adjudicate/?variant=english&fen=W:WK19,23:BK5", width=width)
    expect(page.locator("[data-outcome]")).to_be_visible()
    choose(page, "Remove pieces")
    press(page, 23)
    expect(page.locator("[data-outcome]")).to_have_count(0)
    expect(fen(page)).to_have_value("W:WK19:BK5")
    choose(page, "Swap colours")
    expect(fen(page)).to_have_value("B:WK28:BK14")
    fen(page).fill("B:W30:B2,K3")
    expect(page.locator(".board__piece")).to_have_count(3)
    expect(page.get_by_label("Black to move")).to_be_checked()
    choose(page, "White man")
    press(page, 1)  # where it is crowned at once
    expect(fen(page)).to_have_value("B:W30,K1:B2,K3")
    choose(page, "Clear board")
    expect(fen(page)).to_have_value("")
    page.select_option("[name=variant]", "international")
    expect(page.locator(".board__square")).to_have_count(50)


def test_a_position_is_set_up_by_keys_alone(open_page):
    page = open_page("/games/adjudicate/")
    square(page, 29).focus()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(fen(page)).to_have_value("B:WK29:B25")
    page.keyboard.press("Delete")
    expect(fen(page)).to_have_value("B:WK29:B")


def test_a_finger_puts_pieces_down_carries_them_and_scrolls_the_page(open_page):
    page = open_page("/games/adjudicate/", width=390)
    square(page, 18).tap()
    expect(fen(page)).to_have_value("B:W18:B")
    here, there = square(page, 18).bounding_box(), square(page, 15).bounding_box()
    way = [
        (here["x"] + 20 + part * (there["x"] - here["x"]), here["y"] + 20 + part * (there["y"] - here["y"]))
        for part in (0, 0.3, 0.7, 1)
    ]
    touch(page, *way)
    expect(fen(page)).to_have_value("B:W15:B")
    empty = square(page, 27).bounding_box()
    touch(page, *[(empty["x"] + 20, empty["y"] + 20 - 25 * step) for step in range(9)])
    expect(fen(page)).to_have_value("B:W15:B")


def test_without_a_script_the_field_is_enough(open_page):
    page = open_page("/games/adjudicate/", javascript=False)
    page.select_option("[name=variant]", "international")
    fen(page).fill("W:WK1,K2,K3,K4:BK28")
    choose(page, "Analyse position")
    expect(page.locator("[data-outcome]")).to_contain_text("Proved: White wins.")
    page.locator(".proof .move-chip").first.click()
    expect(page.locator("[data-outcome]")).to_contain_text("Proved: White wins.")
