"""The secretary's year: a member asks to be erased, the secretary does it, the standings lose the name."""

import os

import pytest
from axe import axe_on
from club_evening import played_of, section_of
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.members.services.person_details import add_contact
from club.models import Person, User
from tournaments.entries.services.entries import change_entry
from tournaments.rounds.services.rounds import close_round

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
NAME, NARROW = "Piet de Vries", 390


@pytest.fixture
def section(site):
    """A section that Piet played in, who has an account and whom the club keeps."""
    section = section_of(4)
    entry = section.entries.get(name="Player 01")
    change_entry(entry_id=entry.pk, name=NAME, actor=SYSTEM)
    user = User.objects.create_user("piet@north.example", "x", first_name="Piet", last_name="de Vries")
    person = Person.objects.create(name=NAME, organisation=section.event.organisation, user=user)
    section.entries.filter(pk=entry.pk).update(person=person)
    add_contact(person_id=person.pk, kind="address", value="A long street 12345, Northern-Town", actor=SYSTEM)
    close_round(round_id=played_of(section).pk, actor=SYSTEM)
    User.objects.create_superuser("sam@north.example", "x", first_name="Sam")
    return section


def assert_page_fits(page, name):
    """Nothing reaches beyond the edge, and axe finds nothing."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
    found = axe_on(page)
    assert found.violations_count == 0, f"{name}\n{found.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def test_an_erasure_takes_two_presses_of_the_member_and_two_of_the_secretary(open_page, site, section, width):
    person = Person.objects.get(name=NAME)
    presses = 0
    page = open_page("/desk/me/", width=width, expected=EXPECTED, user=person.user)
    page.get_by_role("link", name="All data and erasure").click()
    page.get_by_text("contacts (1)", exact=True).click()
    assert_page_fits(page, f"own-data-{width}")
    page.get_by_role("button", name="Request erasure").click()
    presses += 2
    expect(page.get_by_text("Request sent to the secretary.")).to_be_visible()
    sam = User.objects.get(email="sam@north.example")
    page = open_page("/desk/", width=width, expected=EXPECTED, user=sam)
    page.get_by_role("link", name="Answer").click()
    expect(page.get_by_role("button", name="Erase permanently")).to_be_visible()
    assert_page_fits(page, f"erase-{width}")
    page.get_by_label("Type the name to confirm").fill(NAME)
    page.get_by_role("button", name="Erase permanently").click()
    presses += 2
    neutral = f"Former member {person.pk}"
    expect(page.get_by_text(f"Erased; now shown as {neutral}.")).to_be_visible()
    assert presses == 4
    page.goto(f"{site.url}/desk/club/retention/")
    assert_page_fits(page, f"retention-{width}")
    page = open_page(f"/e/{section.event.slug}/{section.slug}/standings/", width=width, expected=EXPECTED)
    expect(page.get_by_role("main").get_by_text(neutral).first).to_be_visible()
    expect(page.get_by_text(NAME)).to_have_count(0)
