"""Opening explorer: moves made on the board, by keys and by links; the address follows."""

import re

from helpers import press
from pages import at_rest
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.models import Organisation
from games.archive.services.archive import save_game

GAME = """[White "Wyllie"]
[Black "Martins"]
[GameType "21"]
[Result "1-0"]

1. 11-15 23-19 2. 7-11 22-18 3. 15x22 1-0
"""


def at(moves):
    """An address of the explorer that ends with these moves."""
    return re.compile(rf"/games/explorer/\?variant=english{moves}$")


def test_a_line_is_played_on_the_board_and_taken_back(open_page, site, width):
    save_game(
        organisation=Organisation.objects.order_by("pk").first(), text=GAME, actor=SYSTEM, keep_twin=True
    )
    page = open_page("/games/explorer/?variant=english", width=width)
    press(page, 11, 15)
    expect(page).to_have_url(at("&moves=11-15"))
    press(page, 23, 19)
    expect(page).to_have_url(at(r"&moves=11-15\+23-19"))
    expect(page.get_by_role("link", name="7-11", exact=True)).to_be_visible()
    expect(page.locator("[data-moves]")).to_have_value("11-15 23-19")
    page.get_by_role("link", name="Flip board").click()
    expect(page.locator("draughts-board[flipped]")).to_be_visible()
    page.go_back()
    expect(page.locator("draughts-board:not([flipped])")).to_be_visible()
    page.go_back()
    expect(page.locator("draughts-board[last-move='11 15']")).to_be_visible()
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page).to_have_url(at(""))


def test_a_game_leads_to_the_explorer_at_its_position(open_page, site):
    club = Organisation.objects.order_by("pk").first()
    game = save_game(organisation=club, text=GAME, actor=SYSTEM, keep_twin=True)
    page = open_page(f"/games/{game.pk}/?ply=0")
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Explore this position").click()
    expect(page.get_by_role("link", name="23-19", exact=True)).to_be_visible()
    at_rest(page)  # keys are for the script, which comes after the first paint
    page.keyboard.press("ArrowRight")
    expect(page.locator("draughts-board[last-move]")).to_be_visible()
    page.get_by_role("link", name="All games with this position").click()
    expect(page.get_by_role("link", name=re.compile("Wyllie . Martins")).first).to_be_visible()
