"""Every page by day and by night, wide and narrow: nothing for axe to find, nothing beyond the edge."""

import cached_sites
import pytest
from axe import faults_by_day_and_night
from conftest import NARROW, WIDE
from django.utils import timezone
from pages import kept_entries
from polling import until

from club.core.actor import SYSTEM
from club.models import User
from games.models import Game
from tournaments.models import GameResult, Round
from tournaments.players.selectors.visibility import persons_with_page
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
    "/games/explorer/",
    "/games/explorer/?variant=english&moves=11-15+23-19",
    "/games/explorer/positions/?variant=english&fen=W:W21:B&others=on&any_side=on",
    "/games/explorer/endings/?variant=english&white_kings=1&white_men=1&black_kings=1",
    "/games/imports/",
    "/games/{illegal}/",
    "/games/{illegal}/print/",
    "/games/{illegal}/share/",
    "/games/{illegal}/embed/",
    "/laws/",
    "/laws/acf-faq/",
    "/nowhere/",
    "/events/",
    "/events/?month={month}",
    "/players/{person}/",
    "/players/{person}/events/",
    "/players/{person}/games/",
    "/clubs/",
    "/clubs/demo-club/",
    "/e/{event}/",
    "/e/{event}/{section}/players/",
    "/e/{event}/{section}/players/1/",
    "/e/{event}/{section}/pairings/3/",
    "/e/{event}/{section}/standings/",
    "/e/{event}/{section}/crosstable/",
    "/e/{event}/{section}/charts/",
    "/e/{event}/{section}/embed/standings/",
    "/e/{event}/{section}/embed/pairings/",
]
DESK = [
    "/desk/events/",
    "/desk/events/new/",
    "/desk/clubs/",
    "/desk/events/{event_id}/",
    "/desk/events/{event_id}/equipment/",
    "/desk/events/{event_id}/news/",
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
        named["month"] = f"{timezone.localdate():%Y-%m}"
        named["case"] = section.event.cases.latest("number").pk
        named |= {"section_id": section.pk, "closed": section.round_rows.earliest("number").pk}
        board = section.round_rows.latest("number").pairings.get(board_number=1)
        named |= {"board": board.pk, "player": board.white_id}
        if "{person}" in page:
            named["person"] = persons_with_page().first().pk
        if "{draft}" in page:
            named["draft"] = propose_round(section_id=section.pk, actor=SYSTEM).pk
    return page.format(**named)


def keeper():
    """Whoever runs the site."""
    return User.objects.create_superuser("site@north.example", "x")


def faults_of(open_page, address, user=None):
    """What axe finds on a page by day and by night, and how far it reaches, at each width.

    A page is loaded once a width, as its scripts measure it then.
    """
    found = []
    for width in (WIDE, NARROW):
        page = open_page(address, width=width, expected=EXPECTED, user=user)
        found += [f"{width} px, {fault}" for fault in faults_by_day_and_night(page)]
        reach = page.evaluate("document.documentElement.scrollWidth")
        if reach > width:
            found.append(f"{width} px: the page reaches {reach} px")
    return "\n".join(found)


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing_and_nothing_reaches_beyond_the_edge(open_page, address):
    found = faults_of(open_page, address_of(address))
    assert not found, found


@pytest.mark.parametrize("address", DESK)
def test_axe_finds_nothing_at_the_desk_and_nothing_reaches_beyond_the_edge(open_page, address):
    found = faults_of(open_page, address_of(address), user=keeper())
    assert not found, found


def test_a_result_is_entered_by_the_keyboard_alone(open_page):
    address = address_of("/desk/rounds/{draft}/")
    row = Round.objects.get(state="draft")
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    page = open_page(address, expected=EXPECTED, user=keeper())
    page.locator(".game button").first.focus()
    page.keyboard.press("Enter")
    page.locator(".game button[aria-pressed=true]").first.wait_for()
    assert until(lambda: kept_entries(page) == [])
    assert GameResult.objects.filter(pairing__round=row).exclude(outcome="pending").count() == 1
