"""Joining in a browser: a child asks on a phone, the secretary accepts in two pages; two rows become one."""

from datetime import date

import pytest
from axe import axe_on
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.joining.services.join_forms import set_join_form
from club.members.services.consents import write_consent_text
from club.members.services.memberships import add_member
from club.members.services.plans import add_plan
from club.models import JoinRequest, Organisation, Person, PersonMerge, User

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
NARROW = 390


@pytest.fixture
def joined(site):
    """A club whose form is open, and its secretary."""
    club = Organisation.objects.create(slug="north", name="North")
    plan = add_plan(organisation_id=club.pk, name="Youth", kind="youth", actor=SYSTEM)
    write_consent_text(organisation_id=club.pk, kind="photo", text="Pictures on our pages.", actor=SYSTEM)
    set_join_form(organisation_id=club.pk, is_open=True, welcome="Come in!", full_age=18, actor=SYSTEM)
    return plan, User.objects.create_superuser("sam@north.example", "x")


def assert_page_fits(page):
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], page.url
    found = axe_on(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"


def test_a_child_asks_on_a_phone_and_is_a_member_two_pages_later(open_page, site, joined):
    page = open_page("/clubs/north/join/", width=NARROW, javascript=False)
    for label, value in (
        ("Name", "Tim Bos"),
        ("Email", "bos@example.org"),
        ("Birth date", "2014-05-06"),
        ("Name of the guardian", "Mia Bos"),
        ("Signature of the guardian", "Mia Bos"),
    ):
        page.get_by_label(label, exact=label in {"Name", "Email"}).first.fill(value)
    page.get_by_label("I am the guardian, and I agree").check()
    page.get_by_label("photographs").check()
    page.get_by_role("button", name="Request membership").click()
    expect(page.get_by_text("We have received your request.")).to_be_visible()

    desk = open_page("/desk/club/joins/?club=north", width=NARROW, expected=EXPECTED, user=joined[1])
    assert_page_fits(desk)  # the first page
    desk.get_by_role("button", name="New member Tim Bos").click()  # the only press
    expect(desk.get_by_text("Tim Bos is a member now.")).to_be_visible()  # the second page
    row = JoinRequest.objects.get()
    assert row.person.guardians.get().guardian.name == "Mia Bos"
    assert row.person.consents.count() == row.person.memberships.count() == 1


def test_two_rows_become_one_person_and_two_again(open_page, site, joined, width):
    started = {"plan_id": joined[0].pk, "starts_on": date(2026, 3, 1), "actor": SYSTEM}
    kept = add_member(name="Piet Vries", email="piet@example.org", **started).person
    other = add_member(name="Piet Vriess", phone="06 1", **started).person
    page = open_page(
        "/desk/club/members/duplicates/?club=north", width=width, expected=EXPECTED, user=joined[1]
    )
    assert_page_fits(page)
    page.get_by_role("link", name="Compare and merge").click()
    expect(page.get_by_label("Piet Vriess", exact=True)).to_be_visible()
    assert_page_fits(page)
    page.get_by_label("Piet Vriess", exact=True).check()
    page.get_by_role("button", name="Merge").click()
    expect(page.get_by_text("Merged.")).to_be_visible()
    assert Person.objects.get(pk=kept.pk).contacts.count() == 1
    page.goto(f"{site.url}/desk/club/members/{other.pk}/")
    assert page.url.endswith(f"/desk/club/members/{kept.pk}/")
    page.get_by_role("link", name="History").first.click()
    page.get_by_role("link", name="merged two people").first.click()
    # The page before has links to undo entries, too.
    expect(page.get_by_role("heading", level=1)).to_contain_text("merged two people")
    page.get_by_role("link", name="Undo").first.click()
    expect(page.get_by_role("heading", name="Changes")).to_be_visible()
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_text("Undone. The audit log records this too.")).to_be_visible()
    assert not PersonMerge.objects.exists()
    assert Person.objects.get(pk=other.pk).organisation is not None
