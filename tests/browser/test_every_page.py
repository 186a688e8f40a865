"""Every page by day and by night, wide and narrow: nothing for axe to find, nothing beyond the edge."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.models import Game

PAGES = [
    "/",
    "/games/",
    "/games/?player=nobody",
    "/games/check/",
    "/games/check/?example=a-capture-not-made",
    "/games/check/?example=the-fourth-time",
    "/games/enter/",
    "/games/enter/?variant=international",
    "/games/compare/",
    "/games/imports/",
    "/games/{illegal}/",
    "/games/{illegal}/print/",
    "/laws/",
    "/laws/acf-faq/",
    "/nowhere/",
]


def address_of(page):
    game = Game.objects.filter(is_legal=False).first()
    return page.format(illegal=game.pk)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing(open_page, address, scheme, width):
    page = open_page(address_of(address), width=width, scheme=scheme, expected=["status of 404"])
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("address", PAGES)
def test_nothing_reaches_beyond_a_narrow_screen(open_page, address):
    page = open_page(address_of(address), width=390, expected=["status of 404"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
