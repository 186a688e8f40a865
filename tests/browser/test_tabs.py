"""The tabs of a section: all in sight on a desk of 1280 pixels, in every language."""

import cached_sites
import pytest
from django.conf import settings

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
    if language == "en":
        assert desk.evaluate("nav => new Set([...nav.children].map(one => one.offsetTop)).size") == 1
