"""Public pages on a phone: live boards and latest places first, lists that fit, dialogs that are closed."""

import pytest
from django.urls import reverse
from event_rows import played_round, published_round, section_of
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from games.models import Game
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.models import Entry

NARROW = 390
EXPECTED = ["status of 40", "net::ERR_"]


@pytest.fixture
def section(site):
    """A section with live boards in its round."""
    section = section_of()
    set_broadcast(event_id=section.event_id, actor=SYSTEM)
    open_live_boards(round_id=published_round(section).pk, actor=SYSTEM, boards=[1, 2])
    return section


def test_dialogs_of_a_game_are_closed(open_page, site, width):
    game = Game.objects.filter(is_legal=True).earliest("pk")
    page = open_page(reverse("games:game", args=[game.pk]), width=width, expected=EXPECTED)
    expect(page.locator("#share")).to_be_attached()
    expect(page.locator("dialog:visible")).to_have_count(0)


def test_live_boards_are_above_the_sections_of_an_event(open_page, section):
    page = open_page(f"/e/{section.event.slug}/", width=NARROW, expected=EXPECTED)
    link = page.get_by_role("link", name="Live boards").bounding_box()
    assert link["y"] < page.locator(".section-home").first.bounding_box()["y"]


def test_a_live_board_does_not_part_the_names_of_its_players(open_page, section):
    address = reverse("tournaments:pairings", args=[section.event.slug, section.slug, 1])
    page = open_page(address, width=NARROW, expected=EXPECTED)
    first, second = (page.locator("tbody tr").nth(at) for at in (0, 2))
    expect(first.get_by_role("link", name="live")).to_be_visible()
    heights = []
    for row in (first, second):
        white, black = (row.locator(cell).bounding_box() for cell in ("th", "td >> nth=1"))
        heights.append(black["y"] - white["y"])
    assert heights[0] == pytest.approx(heights[1], abs=1)


def test_the_race_begins_with_the_latest_places_on_a_phone(open_page, site):
    section = section_of(players=12)
    for _round in range(3):
        played_round(section)
    address = reverse("tournaments:charts", args=[section.event.slug, section.slug])
    page = open_page(address, width=NARROW, expected=EXPECTED)
    box = page.locator(".chart[data-wide] .chart__box").first
    sheet, frame = box.locator("svg").bounding_box(), box.bounding_box()
    assert sheet["width"] > frame["width"], "the chart is wider than its box"
    assert sheet["x"] + sheet["width"] == pytest.approx(frame["x"] + frame["width"], abs=1)


def test_a_list_of_players_fits_a_phone_with_long_clubs(open_page, section):
    Entry.objects.filter(section=section).update(club_name="Koninklijke Damvereniging Ons Genoegen")
    address = reverse("tournaments:players", args=[section.event.slug, section.slug])
    page = open_page(address, width=NARROW, expected=EXPECTED)
    expect(page.get_by_text("Koninklijke").first).to_be_visible()
    table = page.locator(".players-table").bounding_box()
    card = page.locator(".card--flush").bounding_box()
    assert table["width"] <= card["width"]
