"""Members in a browser: a new member in two pages, a list brought in, every page wide and narrow."""

from datetime import date

import pytest
from axe import axe_on
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.members.services.consents import write_consent_text
from club.members.services.guardians import add_guardian
from club.members.services.households import settle_by_name
from club.members.services.memberships import add_member
from club.members.services.person_details import add_contact, add_note
from club.members.services.plans import add_plan
from club.models import Organisation, Person, User

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
NARROW = 390
PAGES = [
    "/desk/club/members/?club=north",
    "/desk/club/members/new/?club=north",
    "/desk/club/members/import/?club=north",
    "/desk/club/members/{child}/",
    "/desk/club/plans/?club=north",
    "/desk/club/households/?club=north",
    "/desk/club/consents/?club=north",
    "/desk/me/",
    "/desk/me/{child}/",
]


@pytest.fixture
def family(site):
    """A club with a plan, a mother who runs the site, and her child with something of everything."""
    club = Organisation.objects.create(slug="north", name="North")
    plan = add_plan(organisation_id=club.pk, name="Adult", kind="adult", actor=SYSTEM)
    started = {"plan_id": plan.pk, "starts_on": date(2026, 3, 1), "actor": SYSTEM}
    mother = add_member(name="Mia Bos", **started).person
    child = add_member(name="Tim Bos", details={"born_on": date(2014, 5, 6)}, phone="06 1", **started).person
    mother.user = User.objects.create_superuser("mia@north.example", "x")
    mother.save()
    write_consent_text(organisation_id=club.pk, kind="photo", text="Pictures.", actor=SYSTEM)
    for person in (mother, child):
        settle_by_name(person_id=person.pk, organisation_id=club.pk, name="Bos", actor=SYSTEM)
    add_guardian(ward_id=child.pk, guardian_id=mother.pk, actor=SYSTEM)
    add_contact(person_id=child.pk, kind="address", value="A long street 12345, Northern-Town", actor=SYSTEM)
    add_note(person_id=child.pk, text="Allergic to nuts.", actor=SYSTEM)
    return mother, child


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_reaches_beyond_the_edge(open_page, site, family, scheme, width):
    mother, child = family
    page = open_page("/desk/me/", width=width, scheme=scheme, expected=EXPECTED, user=mother.user)
    for address in PAGES:
        page.goto(site.url + address.format(child=child.pk))
        found = axe_on(page)
        assert found.violations_count == 0, f"{address}\n{found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_a_new_member_takes_two_pages_and_one_press(open_page, family):
    address = "/desk/club/members/new/?club=north"
    page = open_page(address, width=NARROW, expected=EXPECTED, user=family[0].user)
    page.get_by_label("Name", exact=True).fill("Jan Jansen")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Jan Jansen")).to_be_visible()
    expect(page.get_by_text("Jan Jansen is a member now.")).to_be_visible()
    assert Person.objects.get(name="Jan Jansen").memberships.get().plan.name == "Adult"


def test_a_list_is_compared_and_brought_in(open_page, family):
    address, expected = "/desk/club/members/import/?club=north", [*EXPECTED, "status of 409"]
    page = open_page(address, width=NARROW, expected=expected, user=family[0].user)
    page.get_by_label("Or paste its rows").fill("Name;Born\nEva Bos;22-11-2012\nTom Bos;\n")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_label("Tom Bos", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    page.get_by_label("Tom Bos", exact=True).select_option("new person")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("New people: 2")).to_be_visible()
    assert {"Eva Bos", "Tom Bos"} <= set(Person.objects.values_list("name", flat=True))
