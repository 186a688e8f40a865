"""A record is dropped, judged, and stepped through."""

import re

import pytest
from helpers import drop
from playwright.sync_api import expect

LEGAL = '[White "Anderson"]\n[Black "Wyllie"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n'
MISSED = (
    '[White "Lees"]\n[Black "Wyllie"]\n[Result "1-0"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 '
    "4. 16-23 27-11 5. 7-16 20-11 6. 3-7 28-24 7. 4-8 11-4 1-0\n"
)


@pytest.mark.parametrize("address", ["/", "/games/check/"])
def test_a_dropped_file_shows_its_finding_and_is_stepped_through_by_keys(open_page, width, address):
    page = open_page(address, width=width)
    drop(page, "[data-drop]", "missed.pdn", MISSED)
    finding = page.locator(".finding--error[data-finding]")
    expect(finding).to_contain_text("7x16 was available, and capturing is compulsory")
    expect(finding).to_contain_text("SL-I1a")
    now = page.locator("[data-now]")
    expect(now).to_contain_text("6... 28-24")
    board = page.locator("game-viewer draughts-board")
    expect(board).to_have_attribute("arrows", "!4-8")

    page.keyboard.press("Home")
    expect(now).to_contain_text("Start")
    page.keyboard.press("ArrowRight")
    expect(now).to_contain_text("1. 11-15 · White to move")
    expect(board).to_have_attribute("last-move", "11 15")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(now).to_contain_text("1. 11-15")
    page.keyboard.press("End")
    expect(now).to_contain_text("6... 28-24")
    page.keyboard.press("f")
    expect(board).to_have_attribute("flipped", "")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def test_a_repair_is_tried_with_one_press(open_page):
    page = open_page("/games/check/?example=a-capture-not-made")
    page.locator(".repair button").first.click()
    page.wait_for_url("**/games/check/")
    expect(page.locator(".viewer .badge").first).to_be_visible()


def test_several_games_are_listed_and_opened_one_by_one(open_page, width):
    page = open_page("/games/check/", width=width)
    page.fill("#id_pdn", f"{LEGAL}\n{MISSED}")
    page.get_by_role("button", name="Check record").click()
    expect(page.locator(".verdict-line")).to_have_count(2)
    expect(page.locator("game-viewer")).to_have_id("game-2")
    page.locator(".verdict-line").first.click()
    expect(page.locator("game-viewer")).to_have_id("game-1")
    expect(page.locator("#id_pdn")).to_have_value(f"{LEGAL}\n{MISSED}")


def test_a_refusal_is_shown_and_the_text_stays(open_page):
    page = open_page("/games/check/", expected=["status of 422"])
    page.get_by_role("button", name="Check record").click()
    expect(page.locator("#verdicts")).to_contain_text("Paste or type a game record")


def test_a_file_beyond_the_limit_is_told_before_it_travels(open_page, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2048
    page = open_page("/games/check/")
    asked = []
    page.on("request", lambda request: request.method == "POST" and asked.append(request.url))
    drop(page, "[data-drop]", "large.pdn", "1. 11-15 " * 400)
    expect(page.locator("[data-problem]")).to_contain_text("more than 2.0")
    assert asked == []


def test_a_slow_answer_shows_that_it_is_busy_and_two_presses_ask_once(open_page):
    page = open_page("/games/check/")
    posts = []

    def slowly(route):
        if route.request.method == "POST":
            posts.append(route.request.url)
            page.wait_for_timeout(600)
        route.continue_()

    page.route("**/games/check/", slowly)
    page.fill("#id_pdn", LEGAL)
    button = page.get_by_role("button", name="Check record")
    button.click()
    expect(button).to_be_disabled()
    button.click(force=True)
    expect(page.locator("game-viewer")).to_be_visible()
    expect(button).to_be_enabled()
    assert len(posts) == 1


def test_a_lost_line_is_told_and_nothing_typed_is_lost(open_page):
    page = open_page(
        "/games/check/", expected=["ERR_FAILED", "htmx:sendError", "htmx:afterRequest", "Failed to load"]
    )
    page.route("**/games/check/", lambda route: route.abort())
    page.fill("#id_pdn", LEGAL)
    page.get_by_role("button", name="Check record").click()
    expect(page.locator("[data-problem]")).to_contain_text("did not answer")
    expect(page.locator("#id_pdn")).to_have_value(LEGAL)


def test_going_back_finds_the_text_again(open_page):
    page = open_page("/games/check/")
    page.fill("#id_pdn", LEGAL)
    page.get_by_role("link", name="Laws").first.click()
    page.wait_for_url("**/laws/")
    page.go_back()
    expect(page.locator("#id_pdn")).to_have_value(LEGAL)


def test_without_javascript_a_record_is_judged_and_read(open_page, width):
    page = open_page("/games/check/", width=width, javascript=False)
    page.fill("#id_pdn", MISSED)
    page.get_by_role("button", name="Check record").click()
    expect(page.locator(".finding--error")).to_contain_text("7x16")
    expect(page.locator("game-viewer svg.board")).to_be_visible()
    expect(page.locator("[data-go]").first).to_be_hidden()


def test_evidence_of_a_claim_is_shown_on_the_board(open_page):
    page = open_page("/games/check/?example=the-fourth-time")
    chip = page.locator(".evidence [data-ply]").first
    ply = int(chip.get_attribute("data-ply"))
    page.keyboard.press("End")
    chip.click()
    assert int(page.locator("game-viewer").evaluate("viewer => viewer.ply")) == ply


def test_legal_moves_of_the_position_are_listed_and_drawn(open_page):
    page = open_page("/games/check/?example=a-capture-not-made")
    page.locator("[data-legal] summary").click()
    move = page.locator("[data-legal-list] button").first
    expect(move).to_have_text("23x14")
    move.focus()
    expect(page.locator("game-viewer draughts-board")).to_have_attribute("arrows", re.compile(r"^23-14$"))


def test_the_colours_chosen_are_remembered(open_page):
    page = open_page("/laws/")
    toggle = page.locator("[data-toggle-theme]")
    toggle.click()
    toggle.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_opened_game_is_in_sight_in_a_long_list(open_page, width):
    page = open_page("/games/check/", width=width)
    good, bad = "1. 11-15 23-19 *\n\n", "1. 11-15 11-15 *\n\n"
    page.locator("#id_pdn").fill('[White "A"]\n'.join(["", *[good] * 40, bad]))
    page.get_by_role("button", name="Check record").click()
    opened = page.locator(".verdict-line[aria-current]")
    is_in_sight = """line => {
      const [inner, outer] = [line, line.closest("ol")].map((one) => one.getBoundingClientRect());
      return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    }"""
    expect(opened).to_contain_text("Illegal move")
    assert opened.evaluate(is_in_sight)
    page.locator(".verdict-line").nth(30).click()
    expect(page.locator("game-viewer")).to_have_attribute("id", "game-31")
    expect(opened).to_be_focused()
    assert opened.evaluate(is_in_sight)


def test_a_variation_is_stepped_through_and_played_on_from(open_page):
    page = open_page("/games/check/")
    page.locator("textarea[name=pdn]").fill(
        '[GameType "20"]\n\n1. 32-28 19-23 (1... 18-22 2. 37-32 (2. 31-27 22x31) 2... 12-18) 2. 28x19 14x23 *'
    )
    page.get_by_role("button", name="Check record").click()
    now = page.locator("[data-now]")
    page.get_by_role("button", name="18-22", exact=True).click()
    expect(now).to_contain_text("1... 18-22 · White to move")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(now).to_contain_text("12-18")
    page.get_by_role("button", name="22x31", exact=True).click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(now).to_contain_text("37-32")
    page.keyboard.press("Escape")
    expect(now).to_contain_text("2... 14x23")
    page.get_by_role("button", name="18-22", exact=True).click()

    page.get_by_role("link", name="Try moves from here").click()
    page.wait_for_url("**/games/enter/**")
    copied = page.locator("[data-copy-fen]")
    expect(copied).to_have_attribute("data-text", re.compile("^W:.*22"))
    page.locator("[data-typed]").fill("37-32")
    page.locator("[data-typed]").press("Enter")
    expect(page.locator("[data-score]")).to_contain_text("37-32")
    expect(copied).to_have_attribute("data-text", re.compile("^B:"))
