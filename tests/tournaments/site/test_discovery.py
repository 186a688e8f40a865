"""What search engines, link previews and feed readers are told; nothing of hidden events."""

import json
import re
from datetime import UTC, date, datetime

import pytest
from defusedxml import ElementTree
from django.core.validators import URLValidator
from django.test import Client
from event_rows import section_of
from page_promises import HOSTILE, check_promises

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from tournaments.events.services.events import show_event
from tournaments.models import Event
from tournaments.news.services import add_post

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def event():
    section = section_of(players=2)
    day = {
        "created_at": datetime(2026, 1, 1, tzinfo=UTC),
        "starts_on": date(2026, 3, 14),
        "ends_on": date(2026, 3, 15),
    }
    Event.objects.filter(pk=section.event_id).update(venue="Hall", address="1 Mill Lane", **day)
    return Event.objects.select_related("organisation").get(pk=section.event_id)


def text_of(address):
    PAGE_CACHE.clear()
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_a_page_names_its_address_and_what_it_is_about(event):
    text = text_of(f"/e/{event.slug}/main/players/?page=2")
    assert (
        f'<link rel="canonical" href="http://testserver/e/{event.slug}/main/players/" data-not-copied>'
        in text
    )
    assert f'<meta property="og:title" content="{event.name}, ' in text
    assert "14 March 2026 \N{EN DASH} 15 March 2026 · Hall · North club" in text
    assert 'rel="canonical" href="http://testserver/games/"' in text_of("/games/?player=x")
    assert "canonical" not in text_of("/screens/")
    assert 'content="Events, results and calendar of North club"' in text_of("/clubs/north/")


def test_an_event_is_data_of_schema_org(event):
    Event.objects.update(name=f"Open </script>{HOSTILE}", description="Bring a clock & pen")
    PAGE_CACHE.clear()
    answer = Client().get(f"/e/{event.slug}/")
    check_promises(answer)
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', answer.content.decode())
    data = json.loads(found)
    assert (data["@type"], data["startDate"], data["endDate"]) == ("SportsEvent", "2026-03-14", "2026-03-15")
    assert data["location"] == {"@type": "Place", "name": "Hall", "address": "1 Mill Lane"}
    assert data["name"].startswith("Open </script>")
    assert data["description"] == "Bring a clock & pen"
    Event.objects.update(starts_on=None, ends_on=None)
    assert "ld+json" not in text_of(f"/e/{event.slug}/")


def test_the_sitemap_lists_public_pages_only(event):
    listed = [one.text for one in ElementTree.fromstring(text_of("/sitemap.xml")).iterfind("{*}url/{*}loc")]
    for address in listed:
        URLValidator()(address.replace("testserver", "site.example"))
    assert f"http://testserver/e/{event.slug}/" in listed
    assert "http://testserver/clubs/north/" in listed
    show_event(event_id=event.pk, is_public=False, actor=SYSTEM)
    assert event.slug not in text_of("/sitemap.xml")
    assert "Sitemap: http://testserver/sitemap.xml" in text_of("/robots.txt")
    assert "Disallow: /desk/" in text_of("/robots.txt")


def test_the_feed_of_a_club_has_its_events_and_news(event):
    add_post(event_id=event.pk, title="New boards", text=f"Look. {HOSTILE}", actor=SYSTEM)
    text = text_of("/clubs/north/feed.atom")
    entries = ElementTree.fromstring(text).findall(f"{ATOM}entry")
    titles = [one.findtext(f"{ATOM}title") for one in entries]
    assert titles == [f"{event.name}: New boards", event.name]
    summary = entries[0].findtext(f"{ATOM}summary")
    assert "<script>" not in summary
    show_event(event_id=event.pk, is_public=False, actor=SYSTEM)
    assert "New boards" not in text_of("/clubs/north/feed.atom")
    assert Client().get("/clubs/nowhere/feed.atom").status_code == 404


def test_the_feed_leaves_out_characters_that_no_xml_has(event):
    """A post that was pasted from a word processor has vertical tabs; one would end the feed of the club."""
    add_post(event_id=event.pk, title="New\x0bboards", text="One\x0ctwo\x1f\nthree", actor=SYSTEM)
    Event.objects.update(name="Spring\x08Open")
    entries = ElementTree.fromstring(text_of("/clubs/north/feed.atom")).findall(f"{ATOM}entry")
    titles = [one.findtext(f"{ATOM}title") for one in entries]
    assert titles == ["Spring Open: New boards", "Spring Open"]
    assert "One two" in entries[0].findtext(f"{ATOM}summary")
