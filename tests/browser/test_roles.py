"""Roles, helper passes and tokens in the browser: looked at, used by keys alone, free of what axe finds."""

import re

import pytest
from axe import faults_by_day_and_night
from playwright.sync_api import expect

from club.models import Organisation, Role, RoleGrant, User

DESK = ["/desk/roles/", "/desk/passes/", "/desk/tokens/"]


@pytest.fixture
def owner(site):
    club = Organisation.objects.create(slug="north", name="North club")
    user = User.objects.create_user("owner@north.example", first_name="Ada", last_name="Owner")
    RoleGrant.objects.create(user=user, role=Role.OWNER, organisation=club)
    other = User.objects.create_user("arbiter@north.example")
    RoleGrant.objects.create(user=other, role=Role.ARBITER, organisation=club)
    return user


def sound(page, width):
    """Nothing for axe, nothing beyond the edge."""
    found = faults_by_day_and_night(page)
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("address", DESK)
def test_axe_finds_nothing_at_the_desk(open_page, owner, address, width):
    sound(open_page(address, width=width, user=owner), width)


def test_a_page_of_the_desk_prints_no_menu(open_page, owner):
    page = open_page("/desk/roles/", user=owner)
    navigation = page.get_by_role("navigation", name="Admin")
    expect(navigation).to_be_visible()
    expect(page.get_by_role("search")).to_be_visible()
    page.emulate_media(media="print")
    expect(navigation).to_be_hidden()
    expect(page.locator(".desk__side")).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
    room = page.evaluate("document.querySelector('main').getBoundingClientRect().width / innerWidth")
    assert room > 0.9


def tab_to(page, target):
    """Walk by Tab until the target has the focus."""
    for _ in range(120):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail("Tab does not reach it")


def test_a_role_is_given_and_taken_back_by_keys(open_page, owner, width):
    User.objects.create_user("new@north.example")
    page = open_page("/desk/roles/", width=width, user=owner)
    tab_to(page, page.get_by_label("Email of the account"))
    page.keyboard.type("new@north.example")
    page.keyboard.press("Tab")
    page.keyboard.type("tourn")
    tab_to(page, page.get_by_role("button", name="Assign role"))
    page.keyboard.press("Enter")
    expect(page.locator(".message--success")).to_contain_text("new@north.example now has the role")
    taken = page.get_by_role("button", name="Revoke: tournament director, new@north.example")
    tab_to(page, taken)
    page.keyboard.press("Enter")
    expect(page.locator(".message--success")).to_contain_text("no longer has the role")
    sound(page, width)


def test_the_last_owner_stays(open_page, owner):
    page = open_page("/desk/roles/", user=owner)
    page.get_by_role("button", name="Revoke: owner, Ada Owner").click()
    expect(page.locator(".message--error")).to_contain_text("last owner")


def test_a_pass_goes_from_the_sheet_to_a_phone_and_is_taken_back(open_page, site, owner):
    page = open_page("/desk/passes/", user=owner)
    page.get_by_label("Issued to").fill("Table")
    page.get_by_label("Quantity").fill("2")
    page.get_by_role("button", name="Create sheet").click()
    expect(page.locator(".pass-card")).to_have_count(2)
    # The page is open at localhost, where a code would lead a phone to itself; the digits are there.
    expect(page.locator(".pass-card .message")).to_have_count(2)
    expect(page.locator(".pass-card svg")).to_have_count(0)
    code = page.locator(".pass-card__digits").first.inner_text()
    assert re.fullmatch(r"\d{4} \d{4}", code)
    sound(page, 1280)

    phone = open_page("/pass/", width=390, expected=["status of 404", "status of 403"])
    phone.get_by_label("Code").fill("0000 0000")
    phone.get_by_role("button", name="Activate pass").click()
    expect(phone.locator("[role=alert]")).to_contain_text("No helper pass has this code")
    phone.get_by_label("Code").fill(code)
    phone.keyboard.press("Enter")
    expect(phone.locator(".pass-bar")).to_contain_text("Table 1")
    sound(phone, 390)
    phone.goto(f"{site.url}/games/")
    expect(phone.locator(".pass-bar")).to_contain_text("helper")

    page.goto(f"{site.url}/desk/passes/")
    page.get_by_role("button", name="Revoke: Table 1").click()
    expect(page.locator(".message--success")).to_contain_text("has been revoked")
    phone.reload()
    expect(phone.locator(".pass-bar")).to_contain_text("revoked")


def test_a_token_is_shown_once_and_taken_back(open_page, owner, width):
    page = open_page("/desk/tokens/", width=width, user=owner)
    page.get_by_role("textbox", name="Name").fill("Score board")
    page.get_by_label("enter results").check()
    page.get_by_role("button", name="Create token").click()
    expect(page.locator("#token")).to_contain_text("draughts_")
    sound(page, width)
    page.goto(page.url)
    expect(page.locator("#token")).to_have_count(0)
    page.get_by_role("button", name="Revoke: Score board").click()
    expect(page.locator(".message--success")).to_contain_text("has been revoked")
