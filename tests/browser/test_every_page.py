"""Every page by day and by night, wide and narrow: nothing for axe to find, nothing beyond the edge."""

import cached_sites
import pytest
from axe import axe_on

from club.core.actor import SYSTEM
from club.models import User
from games.models import Game
from tournaments.models import GameResult, Round
from tournaments.rounds.services.rounds import propose_round, publish_round

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
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
    "/games/adjudicate/",
    "/games/adjudicate/?variant=russian&fen=W:WKa1,Kc5,Kd8:BKg3",
    "/games/imports/",
    "/games/{illegal}/",
    "/games/{illegal}/print/",
    "/laws/",
    "/laws/acf-faq/",
    "/nowhere/",
    "/events/",
    "/e/{event}/",
    "/e/{event}/{section}/players/",
    "/e/{event}/{section}/players/1/",
    "/e/{event}/{section}/pairings/3/",
    "/e/{event}/{section}/standings/",
    "/e/{event}/{section}/crosstable/",
]
DESK = [
    "/desk/events/",
    "/desk/events/new/",
    "/desk/clubs/",
    "/desk/events/{event_id}/",
    "/desk/events/{event_id}/equipment/",
    "/desk/events/{event_id}/calls/",
    "/desk/events/{event_id}/incident/",
    "/desk/events/{event_id}/incident/apart/",
    "/desk/events/{event_id}/incident/?board={board}&player={player}&incident=must_capture",
    "/desk/sections/{section_id}/settings/",
    "/desk/sections/{section_id}/entries/",
    "/desk/sections/{section_id}/standings/",
    "/desk/events/{event_id}/cases/",
    "/desk/cases/{case}/",
    "/desk/precedents/",
    "/desk/ending-tables/",
    "/desk/rounds/{closed}/",
    "/desk/rounds/{draft}/",
    "/desk/search/?q=de",
    "/desk/sections/{section_id}/check-in/",
]


def address_of(page):
    """The address with the demo's game and event in it; the event gets a draft for the desk."""
    event = cached_sites.demo_event() if "{" in page.replace("{illegal}", "") else None
    game = Game.objects.filter(is_legal=False).first()
    named = {"illegal": game.pk}
    if event is not None:
        section = event.sections.get()
        named |= {"event": section.event.slug, "section": section.slug, "event_id": section.event_id}
        named["case"] = section.event.cases.latest("number").pk
        named |= {"section_id": section.pk, "closed": section.round_rows.earliest("number").pk}
        board = section.round_rows.latest("number").pairings.get(board_number=1)
        named |= {"board": board.pk, "player": board.white_id}
        if "{draft}" in page:
            named["draft"] = propose_round(section_id=section.pk, actor=SYSTEM).pk
    return page.format(**named)


def keeper():
    """Whoever runs the site."""
    return User.objects.create_superuser("site@north.example", "x")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing(open_page, address, scheme, width):
    page = open_page(address_of(address), width=width, scheme=scheme, expected=EXPECTED)
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", DESK)
def test_axe_finds_nothing_at_the_desk(open_page, address, scheme, width):
    address = address_of(address)
    page = open_page(address, width=width, scheme=scheme, expected=EXPECTED, user=keeper())
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_result_is_entered_by_the_keyboard_alone(open_page):
    address = address_of("/desk/rounds/{draft}/")
    row = Round.objects.get(state="draft")
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    page = open_page(address, expected=EXPECTED, user=keeper())
    page.locator(".game button").first.focus()
    page.keyboard.press("Enter")
    page.locator(".game button[aria-pressed=true]").first.wait_for()
    assert GameResult.objects.filter(pairing__round=row).exclude(outcome="pending").count() == 1


@pytest.mark.parametrize("address", PAGES)
def test_nothing_reaches_beyond_a_narrow_screen(open_page, address):
    page = open_page(address_of(address), width=390, expected=EXPECTED)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
