"""Is this won? The answer comes beside the board, once, and belongs to one position."""

import time

from playwright.sync_api import expect

from club.actor import SYSTEM
from club.models import Organisation
from games.services.archive import save_game

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
