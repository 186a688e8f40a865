"""The tabs of a section: five in sight on a desk of 1280 pixels in every language, a select on a phone."""

import cached_sites
import pytest
from django.conf import settings
from playwright.sync_api import expect

from club.models import User

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
HIDDEN = """
    nav => [...nav.children]
        .filter(one => {
            const [outer, inner] = [nav.getBoundingClientRect(), one.getBoundingClientRect()]
            const isBeside = inner.right > outer.right + 1 || inner.left < outer.left - 1
            return isBeside || inner.bottom > outer.bottom + 1
        })
        .map(one => one.textContent)
"""

BESIDE = """() => {
  const [way, act] = [".way", ".way__act"].map((one) => document.querySelector(one).getBoundingClientRect());
  const steps = [...document.querySelectorAll(".way__steps, .way__short")].find((one) => one.offsetHeight);
  return [steps.getBoundingClientRect().right <= act.left, act.right <= way.right];
}"""


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_tab_of_a_section_is_in_sight(open_page, site, language):
    section = cached_sites.demo_event().sections.get()
    keeper = User.objects.create_superuser("site@north.example", "x", language=language)
    spoken = [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": site.url}]
    addresses = (
        f"/desk/sections/{section.pk}/settings/",
        f"/desk/sections/{section.pk}/entries/",
        f"/e/{section.event.slug}/{section.slug}/standings/",
    )
    page = open_page(
        addresses[0], user=keeper, expected=EXPECTED, prepare=lambda page: page.context.add_cookies(spoken)
    )
    for address in addresses:
        page.goto(f"{site.url}{address}")
        assert page.locator("html").get_attribute("lang") == language
        for tabs in page.locator("nav.tabs").all():
            assert tabs.evaluate(HIDDEN) == []
            assert tabs.evaluate("nav => nav.scrollWidth <= nav.clientWidth")
    page.goto(f"{site.url}{addresses[0]}")
    desk = page.locator("nav.tabs")
    assert desk.locator("a").count() == 5
    for rows in (desk, page.locator("nav.subtabs")):
        assert rows.evaluate("nav => new Set([...nav.children].map(one => one.offsetTop)).size") == 1
    assert page.locator("main .way .button--main").count() <= 1
    for width in (1280, 1024):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(BESIDE) == [True, True]
        assert page.locator(".way").bounding_box()["height"] < 70


def test_a_phone_chooses_the_page_and_sees_the_next_step(open_page, site):
    section = cached_sites.demo_event().sections.get()
    keeper = User.objects.create_superuser("phone@north.example", "x")
    page = open_page(f"/desk/sections/{section.pk}/entries/", user=keeper, width=390, expected=EXPECTED)
    expect(page.locator("nav.tabs")).to_be_hidden()
    expect(page.locator(".way__short summary")).to_contain_text("of 7")
    assert page.locator(".way").bounding_box()["height"] < 70
    page.get_by_label("Page of the section").select_option("files")
    page.wait_for_url("**/files/")
    assert page.get_by_label("Page of the section").input_value() == "files"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("page_name", ["crosstable", "standings", "players"])
def test_a_page_keeps_its_distance_from_the_tabs(open_page, site, page_name):
    section = cached_sites.demo_event().sections.get()
    page = open_page(f"/e/{section.event.slug}/{section.slug}/{page_name}/", width=390, expected=EXPECTED)
    tabs, rest = (page.locator(part).bounding_box() for part in ("nav.tabs", "#live"))
    assert rest["y"] - (tabs["y"] + tabs["height"]) >= 16
