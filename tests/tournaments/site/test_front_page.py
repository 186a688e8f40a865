"""The first page: the only club of the site, the list of its clubs, or the judge on a new site."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from event_rows import play, published_round, section_of
from history import home_club as club_of
from page_promises import check_promises

from club.core.actor import SYSTEM
from club.core.selectors import DEMO_CLUB
from club.live.published import PAGE_CACHE
from club.models import ClubDate, JoinForm, Organisation
from club.organisations.services.club_facts import change_club
from games.archive.services.archive import save_game
from tournaments.events.services.events import show_event
from tournaments.models import Event
from tournaments.news.services import add_post

pytestmark = pytest.mark.django_db


def first_page(**asked):
    PAGE_CACHE.clear()
    answer = Client().get("/", asked)
    check_promises(answer)
    return " ".join(answer.content.decode().split())


def test_a_new_site_and_one_with_the_demo_alone_begin_with_the_judge():
    assert "<h1>Was that move legal?</h1>" in first_page()
    Organisation.objects.create(slug=DEMO_CLUB, name="Demo club")
    assert "<h1>Was that move legal?</h1>" in first_page()


def test_the_only_club_is_the_first_page():
    section = section_of(players=4)
    club = section.event.organisation
    Organisation.objects.create(slug=DEMO_CLUB, name="Demo club")
    play(published_round(section))
    tomorrow = timezone.localdate() + timedelta(days=1)
    ClubDate.objects.create(organisation=club, kind="evening", title="Club evening", first_on=tomorrow)
    JoinForm.objects.create(organisation=club, is_open=True)
    Organisation.objects.filter(pk=club.pk).update(contact_email="info@north.example")
    add_post(event_id=section.event_id, title="A new board", text="", actor=SYSTEM)
    save_game(organisation=club, text='[White "Lees"]\n[GameType "21"]\n\n1. 11-15 23-19 *\n', actor=SYSTEM)
    text = first_page()
    assert f"<h1>{club.name}</h1>" in text
    for shown in ("round 1 in play", "Club evening", "A new board", "info@north.example", "Lees"):
        assert shown in text, shown
    assert f'href="/clubs/{club.slug}/join/"' in text
    assert 'href="/games/check/"' in text
    assert "Abbott \N{EN DASH} " in text.partition("Latest results")[2]


def test_results_and_news_of_hidden_events_stay_hidden():
    section = section_of(players=4)
    play(published_round(section))
    add_post(event_id=section.event_id, title="A new board", text="", actor=SYSTEM)
    show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    text = first_page()
    assert "Abbott" not in text
    assert "A new board" not in text


def test_several_clubs_are_a_list_to_search():
    club_of("north")
    south = club_of("south")
    Organisation.objects.filter(pk=south.pk).update(address="1 Mill Lane\nEdinburgh")
    text = first_page()
    assert "<h1>Clubs</h1>" in text
    assert "North club" in text
    text = first_page(q="edinburgh south")
    assert "South club" in text
    assert "North club" not in text
    assert "No clubs found" in first_page(q="nowhere")


def test_the_kept_first_page_follows_a_change():
    section = section_of(players=2)
    address = "/"
    assert section.event.name in Client().get(address).content.decode()
    change_club(organisation_id=section.event.organisation_id, name="New name", actor=SYSTEM)
    for kept in PAGE_CACHE.pages.values():
        kept.fresh_until = 0.0  # a second later
    assert "<h1>New name</h1>" in Client().get(address).content.decode()


def test_the_page_of_a_club_shows_its_last_events_only():
    for number in range(5):
        section = section_of(players=0)
        day = timezone.localdate() - timedelta(days=10 + number)
        Event.objects.filter(pk=section.event_id).update(name=f"Old {number}", starts_on=day, ends_on=day)
    text = first_page()
    assert "Old 2" in text
    assert "Old 3" not in text
    assert 'href="/events/?club=north"' in text
