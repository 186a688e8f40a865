"""Previews of links to public pages: their pictures, what they say, and how long drawing takes."""

import re
import time

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import played_round, section_of

from club.live.published import PAGE_CACHE
from club.paper.preview_cards import PreviewCard, card_png
from tournaments.models import Event, EventState
from tournaments.standings.pages.standing_cards import card_of_table
from tournaments.standings.selectors.snapshots import public_table

pytestmark = pytest.mark.django_db


def previewed(path):
    """The picture's address and the description of a page."""
    PAGE_CACHE.clear()
    text = Client().get(path).content.decode()
    return [re.search(rf'og:{name}" content="([^"]*)"', text).group(1) for name in ("image", "description")]


@pytest.mark.parametrize("name", ["event", "standings", "club"])
def test_a_public_page_names_a_picture_of_its_present_state(name):
    section = section_of(players=6)
    arguments = {"event": [section.event.slug], "club": [section.event.organisation.slug]}
    page = reverse(f"tournaments:{name}", args=arguments.get(name, [section.event.slug, section.slug]))
    before, _text = previewed(page)
    played_round(section)
    after, text = previewed(page)
    answer = Client().get(after.removeprefix("http://testserver"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
    assert (before == after) == (name == "club")
    assert name == "club" or section.snapshots.get().rows[0]["name"] in text
    if before != after:  # an older version leads to the present one
        assert Client().get(before.removeprefix("http://testserver"))["Location"] in after


def test_the_picture_of_the_standings_has_the_names_of_their_page():
    section = section_of(players=6)
    played_round(section)
    PAGE_CACHE.clear()
    page = Client().get(reverse("tournaments:standings", args=[section.event.slug, section.slug]))
    names = [f"{row.rank}. {row.entry.name}" for row in page.context["table"].rows[:5]]
    assert [name for name, _points in card_of_table(section, public_table(section)[0]).lines] == names


def test_a_hidden_event_has_no_picture():
    section = section_of(players=6)
    Event.objects.update(state=EventState.DRAFT)
    PAGE_CACHE.clear()
    address = reverse("tournaments:event_card", args=[section.event.slug, "older"])
    assert Client().get(address).status_code == 404


def test_long_names_are_cut_and_drawn_quickly():
    lines = tuple((f"{place}. {'Very long name ' * 9}", "123.5") for place in range(1, 9))
    card = PreviewCard("Event " * 60, "Title " * 90, lines, "Foot " * 90)
    card_png(card)  # reads the fonts
    begun = time.process_time()
    card_png(card)
    assert time.process_time() - begun < 1  # 0.05 s on the reference machine
