"""Find a row of a long table, and follow a name on this device: the first without asking the server."""

import pytest
from event_rows import play, published_round, section_of
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here


@pytest.fixture
def section(site):
    section = section_of(players=20)
    more = [EntryLine(name, 1200) for name in ("José Muñoz", "Ann Other", "Ben Other", "Cas Other")]
    add_entries(section_id=section.pk, lines=more, actor=SYSTEM)
    play(published_round(section))
    return section


def test_a_name_is_found_and_followed(open_page, site, section):
    home = f"/e/{section.event.slug}/"
    page = open_page(f"{home}{section.slug}/players/", expected=EXPECTED)
    field = page.get_by_placeholder("Find me")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    field.fill("munoz jose")
    expect(page.locator("#live tbody tr:visible")).to_have_count(1)
    assert not [address for address in asked if "/live/" not in address]
    page.get_by_role("button", name="Follow José Muñoz").click()
    bar = page.get_by_label("The player you follow")
    expect(bar).to_contain_text("Round 1")
    field.fill("nobody of this name")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    page.goto(f"{site.url}{home}")
    expect(bar).to_contain_text("José Muñoz")
    page.get_by_role("button", name="Stop following").click()
    expect(bar).to_be_hidden()
    page.reload()
    expect(bar).to_be_hidden()


def test_a_short_table_has_no_field_and_its_players_are_followed_too(open_page, site):
    section = section_of(players=6)
    play(published_round(section))
    page = open_page(f"/e/{section.event.slug}/{section.slug}/standings/", expected=EXPECTED)
    expect(page.locator("[data-find]")).to_be_hidden()
    page.locator("#live tbody a").first.click()
    page.get_by_role("button", name="Follow this player").click()
    expect(page.get_by_label("The player you follow")).to_contain_text("place 1")
    expect(page.get_by_role("button", name="Follow this player")).to_be_hidden()
