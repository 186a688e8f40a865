"""Entering, arriving and setting up in the browser: by thumb, live on two phones, free of what axe finds."""

from datetime import UTC, datetime

import pytest
from axe import axe_on
from django.core.cache import cache
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.models import Organisation, Role, RoleGrant, User
from tournaments.entries.entry_links import section_secret
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.entries import add_entries
from tournaments.entries.services.entry_requests import EntryRequest, ask_entry
from tournaments.events.services.events import create_event, show_event
from tournaments.events.services.setup_lists import set_classes, set_fees, set_prizes, set_schedule

NARROW = 390
SMALL = """() => [...document.querySelectorAll("main :is(button, a.button, summary, .choice)")]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height && box.height < 43.5).map(([text]) => text)"""


@pytest.fixture
def section(site):
    """A public event with everything set up, its form and its check-in open, entries waiting."""
    cache.clear()
    club = Organisation.objects.create(slug="north", name="North club")
    user = User.objects.create_user("director@north.example")
    RoleGrant.objects.create(user=user, role=Role.DIRECTOR, organisation=club)
    event = create_event(organisation_id=club.pk, name="Open", preset="blitz", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    lines = [EntryLine(name, 1800, "Harbour Draughts Society") for name in ("Ann", "Bénédicte", "Cas")]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    facts = {"section_id": section.pk, "actor": SYSTEM}
    set_classes(rows=[{"name": "Seniors"}, {"name": "Youth", "born_from": 2008}], **facts)
    set_fees(rows=[{"label": "Entry", "amount": 1250, "currency": "EUR"}], **facts)
    set_prizes(rows=[{"amount": 10000, "thing": "Cup"}], currency="EUR", **facts)
    set_schedule(rows=[{"number": 1, "starts_at": datetime(2026, 12, 5, 9, tzinfo=UTC)}], **facts)
    set_admission(is_open=True, check_in_is_open=True, places=9, **facts)
    for name in ("Dot", "Eva"):
        given = EntryRequest(
            name=name, email=f"{name}@home.example", message="Hello", categories={section.pk: "Seniors"}
        )
        ask_entry(event_id=event.pk, section_ids=[section.pk], given=given, actor=SYSTEM)
    return section


@pytest.fixture
def director(section):
    return User.objects.get(email="director@north.example")


def sound(page, width):
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width == NARROW:
        assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_public_pages(open_page, section, width, scheme):
    for address in ("/e/open/", "/e/open/enter/", f"/e/open/main/here/{section_secret(section)}/"):
        sound(open_page(address, width=width, scheme=scheme, expected=("406",)), width)  # the page polls


def test_axe_finds_nothing_at_the_desk(open_page, section, director, width):
    stream = ("406",)  # none comes from this server: the page polls
    base = f"/desk/sections/{section.pk}"
    lists = [f"{base}/setup/{what}/" for what in ("classes", "schedule", "fees", "prizes")]
    others = [f"/desk/events/{section.event_id}/{what}/" for what in ("officials", "clone")]
    arrival = f"/desk/entries/{section.entries.first().pk}/arrival/"
    for address in (f"{base}/inbox/", f"{base}/check-in/", arrival, *lists, *others):
        sound(open_page(address, width=width, expected=stream, user=director), width)


def test_two_phones_check_in_and_see_each_other(open_page, section, director):
    address = f"/desk/sections/{section.pk}/check-in/"
    desk = open_page(address, width=NARROW, expected=("406",), user=director)
    counts, names = desk.locator(".counts"), desk.locator("#names > li:visible")
    desk.locator("[data-find]").fill("bene")  # accents need not be typed
    expect(names).to_have_count(1)
    names.locator("button").tap()
    expect(counts).to_contain_text("1 of 3")
    expect(names).to_have_count(1)  # still sifted
    phone = open_page(f"/e/open/main/here/{section_secret(section)}/", width=NARROW)
    phone.locator("[data-find]").fill("ca")
    phone.get_by_role("link", name="Cas").tap()
    phone.get_by_role("button", name="Yes, I am here").tap()
    expect(phone.get_by_text("You are checked in.")).to_be_visible()
    expect(counts).to_contain_text("2 of 3")
    desk.locator("[data-find]").fill("")
    expect(desk.locator("#names")).to_contain_text("checked in by the player")
    desk.locator("h1").click()
    desk.keyboard.type("bene")  # letters go to the field from anywhere
    expect(names).to_have_count(1)
    desk.keyboard.press("Enter")  # is here already
    desk.locator("[data-find]").fill("an")
    expect(desk.locator(".name.is-next")).to_have_count(1)
    desk.keyboard.press("Enter")
    expect(counts).to_contain_text("3 of 3")
    expect(names).to_have_count(3)  # the field is empty for the next one


def test_without_scripts_somebody_enters_and_the_desk_searches(open_page, section, director):
    page = open_page("/e/open/enter/", width=NARROW, javascript=False)
    page.get_by_label("Youth").check()
    page.get_by_label("Name", exact=True).fill("Zoe")
    page.get_by_label("Email").fill("zoe@home.example")
    page.get_by_label("Year of birth").fill("2012")
    page.get_by_label("I agree").check()
    page.get_by_role("button", name="Send the entry").tap()
    expect(page.locator("main")).to_contain_text("has not reviewed the entry yet")
    desk = open_page(f"/desk/sections/{section.pk}/check-in/", javascript=False, user=director)
    desk.locator("main [name=q]").fill("ca")
    desk.get_by_role("button", name="Search").click()
    expect(desk.locator("#names > li")).to_have_count(1)
