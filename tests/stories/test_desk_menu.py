"""The menu of the desk: six groups, the event on top of it, and one search over everything."""

import re
from datetime import timedelta

import pytest
from people import account, browser_of, club
from worlds import world

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.pages.desk_search import search_for
from club.members.services.persons import add_person
from club.models import ApiToken, Role
from tournaments.entries.entry_lists import read_lines
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event
from tournaments.models import Event, EventState

pytestmark = pytest.mark.django_db


def read(browser, address, **given):
    answer = browser.get(address, given)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def groups_of(page):
    """Summaries of the groups in the menu, each with the state of its list."""
    found = re.findall(r'<details class="desk-menu__group"( open)?>\s*<summary[^>]*>([^<]+)', page)
    return {name: bool(is_open) for is_open, name in found}


@world
def event():
    row = create_event(organisation_id=club().pk, name="Élite open", preset="weekend", actor=SYSTEM)
    for name in ("Zoë van der Meer", "Bob Groot"):
        add_person(organisation_id=club().pk, name=name, actor=SYSTEM)
    section = row.sections.get()
    add_entries(section_id=section.pk, lines=read_lines("Łukasz Nowak"), actor=SYSTEM)
    return row


@world
def director():
    return account("dora", role="director")


def test_the_menu_has_the_groups_that_the_reader_may_open(director):
    assert groups_of(read(browser_of(director), "/desk/")) == {
        "Today": True,
        "Events": True,
        "People": False,
        "Club": False,
        "Administration": False,
    }
    assert groups_of(read(browser_of(account("max")), "/desk/")) == {"Today": True}
    assert list(groups_of(read(browser_of(account("olga", role="owner")), "/desk/roles/"))) == [
        *("Today", "Events", "People", "Club", "Administration")
    ]


def test_the_group_of_the_page_is_open_and_marked(director):
    page = read(browser_of(director), "/desk/club/calendar/")
    assert groups_of(page)["Club"]
    assert re.search(r'<summary aria-current="true">Club<', page)
    assert sum(groups_of(page).values()) == 1


def test_an_event_stays_on_top_until_it_is_unpinned_or_finished(director, event):
    browser, section = browser_of(director), event.sections.get()
    assert "Current event" not in read(browser, "/desk/")
    for address in (f"/desk/sections/{section.pk}/settings/", "/desk/"):
        page = read(browser, address)
        assert f'href="/desk/events/{event.pk}/">Élite open' in page
        assert f'href="/desk/sections/{section.pk}/">Pair<' in page
        assert f'href="/desk/events/{event.pk}/incident/">Incident<' in page

    answer = browser.post("/desk/pin/", {"event": event.pk, "pin": "0", "next": "/desk/roles/"})
    assert answer["Location"] == "/desk/roles/"
    assert "Current event" not in read(browser, "/desk/roles/")
    assert "Pin event" in read(browser, f"/desk/events/{event.pk}/")
    assert "Current event" not in read(browser, "/desk/roles/")

    browser.post("/desk/pin/", {"event": event.pk, "pin": "1", "next": "https://elsewhere.example/"})
    assert "Current event" in read(browser, "/desk/roles/")
    Event.objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    assert "Current event" not in read(browser, "/desk/roles/")


def test_only_links_that_are_open_to_the_reader_stand_on_top(event):
    section, deputy = event.sections.get(), account("dick")
    place = Scope(club().pk, event.pk, section.pk)
    grant_role(user=deputy, role=Role.DEPUTY_ARBITER, scope=place, actor=SYSTEM)
    page = read(browser_of(deputy), f"/desk/sections/{section.pk}/entries/")
    assert f'href="/desk/sections/{section.pk}/">Élite open' in page
    menu = page.partition("<main")[0]
    assert ">Incident<" in menu
    assert ">Pair<" not in menu

    stranger = browser_of(account("sven", role="director", at=club("south")))
    stranger.post("/desk/pin/", {"event": event.pk, "pin": "1"})
    assert "Élite open" not in read(stranger, "/desk/")
    assert stranger.post("/desk/pin/", {"event": "x" * 40})["Location"] == "/desk/"


def hits(user, text):
    return {(hit.kind.key, hit.text) for group in search_for(Actor.of_user(user), text) for hit in group.hits}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zoe meer", {("person", "Zoë van der Meer")}),
        ("elite", {("event", "Élite open")}),
        ("LUKASZ", {("player", "Łukasz Nowak")}),
        ("audit", {("page", "Audit log")}),
        ("zo", {("person", "Zoë van der Meer")}),
        ("oë", set()),
        ("z", set()),
        ("\0", set()),
        ("%%%", set()),
    ],
)
@pytest.mark.every_case
def test_everything_is_found_by_words_without_accents(director, event, text, expected):
    assert hits(director, text) == expected


def test_nobody_finds_what_they_may_not_see(director, event):
    stranger = account("sven", role="director", at=club("south"))
    arbiter, member = account("arie", role="arbiter"), account("max")
    assert hits(stranger, "meer") == hits(member, "nowak") == hits(member, "elite") == set()
    assert hits(arbiter, "meer") == set()
    assert hits(arbiter, "nowak") == {("player", "Łukasz Nowak")}
    assert ("page", "Audit log") not in hits(member, "audit")


def test_the_page_and_the_options_of_the_field_show_the_same(director, event):
    browser = browser_of(director)
    page = read(browser, "/desk/search/", q="nowak")
    part = browser.get("/desk/search/", {"q": "nowak"}, headers={"HX-Request": "true"}).content.decode()
    assert "Łukasz Nowak" in page
    assert 'role="option"' in part
    assert "<html" not in part
    assert "Nothing found for “nobody”" in read(browser, "/desk/search/", q="nobody")
    assert "Type at least two letters." in read(browser, "/desk/search/", q="n")


def test_the_api_finds_no_more_than_its_token_may_see(client, event):
    keeper = account("kim")
    keeper.is_superuser = True
    keeper.save()
    found = {}
    for ability in ("see_desk", "keep_money"):
        _row, secret = ApiToken.objects.issue(
            user=keeper, name=ability, abilities=[ability], lasts=timedelta(days=1)
        )
        answer = client.get("/api/v1/search/?q=nowak", headers={"Authorization": f"Bearer {secret}"})
        found[ability] = [(hit["kind"], hit["text"]) for hit in answer.json()]
    assert found == {"see_desk": [("player", "Łukasz Nowak")], "keep_money": []}
    assert client.get("/api/v1/search/?q=nowak").status_code == 401
