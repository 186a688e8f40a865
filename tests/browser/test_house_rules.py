"""Rules of a house made on a phone: a base, two ticks, a look at them, one press."""

import pytest
from axe import axe_on
from django.test import Client
from playwright.sync_api import expect

from club.models import Organisation, User
from games.models import HouseRules

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here


@pytest.mark.parametrize("width", [390])
def test_flying_kings_and_huffing_are_made_on_a_phone(open_page, site, tmp_path, width):
    Organisation.objects.create(slug="north", name="North")
    client = Client()
    client.force_login(User.objects.create_superuser("boss@north.example", "x"))
    page = open_page("/laws/", width=width, expected=EXPECTED)
    cookies = [{"name": name, "value": one.value, "url": site.url} for name, one in client.cookies.items()]
    page.context.add_cookies(cookies)
    page.goto(f"{site.url}/desk/house-rules/")
    page.get_by_role("button", name="Change its facts").click()
    page.get_by_label("Name").fill("Saturday kings")
    page.get_by_label("Flying kings").check()
    page.get_by_label("When a capture was missed").select_option("huff")
    page.get_by_role("button", name="Show the rules").click()
    expect(page.get_by_role("heading", name="flying kings, huffing")).to_be_visible()
    page.screenshot(path=str(tmp_path / "shown.png"), full_page=True)
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Make these rules").click()
    expect(page.get_by_role("heading", name="Saturday kings")).to_be_visible()
    row = HouseRules.objects.get()
    assert row.changes["remedy_for_missed_capture"] == "huff"
    for address in (f"/desk/house-rules/{row.pk}/", "/desk/house-rules/", f"/laws/house/{row.key}/"):
        page.goto(site.url + address)
        page.screenshot(path=str(tmp_path / f"{len(address)}.png"), full_page=True)
        found = axe_on(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
