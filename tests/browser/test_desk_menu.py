"""The menu of the desk by keys, by finger and without scripts; pages of a league and screens for axe."""

import cached_sites
import pytest
from axe import axe_on
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.models import User
from tournaments.models import Event
from tournaments.screens.services.screen_families import make_family, set_alert
from tournaments.screens.services.screens import make_screen

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
WIDE, NARROW = 1280, 390


def flawless(page):
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.fixture
def event(site):
    return cached_sites.demo_event()


@pytest.fixture
def keeper(event):
    return User.objects.create_superuser("site@north.example", "x")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_slash_finds_and_enter_opens(open_page, keeper, scheme):
    page = open_page("/desk/", user=keeper, scheme=scheme, expected=EXPECTED)
    field = page.get_by_role("combobox")
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("an")
    expect(page.get_by_role("option").nth(1)).to_be_visible()
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    flawless(page)
    first = field.get_attribute("aria-activedescendant")
    page.keyboard.press("ArrowDown")
    assert field.get_attribute("aria-activedescendant") != first
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    field.fill("backups")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Backups", level=1)).to_be_visible()
    expect(page.locator(".desk-menu [aria-current=page]")).to_have_text("Backups")
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()


def test_a_phone_opens_the_menu_by_its_button_without_scripts(open_page, keeper, event):
    page = open_page(
        f"/desk/events/{event.pk}/", width=NARROW, javascript=False, user=keeper, expected=EXPECTED
    )
    menu = page.get_by_role("navigation", name="Admin")
    expect(menu).to_be_hidden()
    expect(page.get_by_role("navigation", name="Current event")).to_contain_text("Incident")
    page.get_by_role("button", name="Menu").tap()
    expect(menu).to_be_visible()
    menu.locator("summary", has_text="People").tap()
    menu.get_by_role("link", name="Members").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Members")
    page.get_by_role("button", name="Unpin event").tap()
    expect(page.get_by_role("navigation", name="Current event")).to_have_count(0)
    page.locator(".find-all input").fill("backups")
    page.locator(".find-all input").press("Enter")
    page.get_by_role("main").get_by_role("link", name="Backups").tap()
    expect(page.get_by_role("heading", name="Backups", level=1)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_league_and_on_screens(open_page, site, scheme):
    cached_sites.demo_club()
    league, event = Event.objects.get(name="District league"), Event.objects.get(name="Demo club open")
    family = make_family(
        event_id=event.pk,
        name="Wall",
        contents=["pairings", "names", "standings", "crosstable", "follow"],
        is_dark=scheme == "dark",
        actor=SYSTEM,
    )
    set_alert(event_id=event.pk, text="Round 4 begins", actor=SYSTEM)
    screens = [make_screen(event_id=event.pk, family_id=one, actor=SYSTEM) for one in (family.pk, None)]
    base = f"/e/{league.slug}/{league.sections.get().slug}"
    for address in (
        *(f"{base}/players/", f"{base}/pairings/1/", f"{base}/standings/", f"{base}/embed/pairings/"),
        *("/screens/", *(f"/screens/{one.token}/" for one in screens)),
    ):
        flawless(open_page(address, scheme=scheme, expected=EXPECTED))
