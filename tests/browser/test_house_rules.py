"""Rules of a house made on a phone: a base, two ticks, a look at them, one press; and games by them."""

import pytest
from axe import axe_on
from helpers import press, wait_for_moves, wait_for_turn
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.models import Organisation, User
from games.house_rules.services import make_house_rules, retire_house_rules
from games.models import HouseRules

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here


@pytest.mark.parametrize("width", [390])
def test_flying_kings_and_huffing_are_made_on_a_phone(open_page, site, tmp_path, width):
    Organisation.objects.create(slug="north", name="North")
    boss = User.objects.create_superuser("boss@north.example", "x")
    page = open_page("/desk/house-rules/", width=width, expected=EXPECTED, user=boss)
    page.get_by_role("button", name="Change rules").click()
    page.get_by_label("Name").fill("Saturday kings")
    page.get_by_label("Flying kings").check()
    page.get_by_label("If a capture is missed").select_option("huff")
    page.get_by_role("button", name="Preview rules").click()
    expect(page.get_by_role("heading", name="flying kings, huffing")).to_be_visible()
    page.screenshot(path=str(tmp_path / "shown.png"), full_page=True)
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Create these rules").click()
    expect(page.get_by_role("heading", name="Saturday kings")).to_be_visible()
    row = HouseRules.objects.get()
    assert row.changes["remedy_for_missed_capture"] == "huff"
    for address in (f"/desk/house-rules/{row.pk}/", "/desk/house-rules/", f"/laws/house/{row.key}/"):
        page.goto(site.url + address)
        page.screenshot(path=str(tmp_path / f"{len(address)}.png"), full_page=True)
        found = axe_on(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture
def flying(db):
    club = Organisation.objects.create(slug="north", name="North")
    changes = {"king_flies": "yes"}
    return make_house_rules(
        organisation_id=club.pk, name="Saturday kings", base="english", changes=changes, actor=SYSTEM
    )


def enter_a_game(page):
    """A king that flies from one double corner to the other, entered from a position."""
    expect(page.locator("[data-legal] li")).not_to_have_count(0)  # the script of the page is at work
    page.locator("summary", has_text="Variant and position").click()
    page.fill("[data-fen]", "B:W32:BK1,K4")
    page.get_by_role("button", name="Set up position").click()
    expect(page.locator("draughts-board")).to_have_attribute("fen", "B:W32:BK1,K4")
    expect(page.locator("[data-legal] li")).not_to_have_count(0)  # they are known
    press(page, 1, 19)
    wait_for_turn(page, "White to move")
    press(page, 32, 28)
    wait_for_moves(page, "1-19", "32-28")


def test_a_game_is_entered_by_rules_of_a_house_and_checked_by_them(open_page, flying, width):
    page = open_page(f"/laws/house/{flying.key}/", width=width)
    expect(page.locator("#SL-M2")).to_contain_text("overridden by")
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Enter a game").last.click()
    expect(page.locator("[data-variant]")).to_have_value(flying.key)
    enter_a_game(page)
    page.get_by_role("button", name="Check game").click()
    expect(page.locator(".viewer .badge").first).to_contain_text("Legal")
    expect(page.locator(".viewer")).to_contain_text("flying kings")
    assert "HouseRules" in page.get_by_label("Game record (PDN)").input_value()
    expect(page.get_by_label("Variant")).to_have_value(flying.key)


def test_a_score_begun_by_rules_that_were_retired_is_gone_on_with(open_page, flying, site):
    page = open_page("/games/enter/")
    page.locator("summary", has_text="Variant and position").click()
    page.select_option("[data-variant]", flying.key)
    page.locator("summary", has_text="Variant and position").click()
    enter_a_game(page)
    retire_house_rules(rules_id=flying.pk, actor=SYSTEM)
    page.wait_for_timeout(1100)  # the page as it was is kept for a second
    page.goto(f"{site.url}/games/enter/")
    wait_for_moves(page, "1-19", "32-28")
    expect(page.locator("[data-variant]")).to_have_value(flying.key)
