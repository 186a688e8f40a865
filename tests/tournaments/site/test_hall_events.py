"""What a phone finds behind the code of the hall: the events of the day, their check-in and boards."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from event_rows import published_round, section_of
from worlds import world

from club.core.actor import SYSTEM
from club.hall.hall import Hall
from club.live.published import PAGE_CACHE
from tournaments.entries.entry_links import section_secret
from tournaments.entries.services.admissions import set_admission
from tournaments.events.services.events import show_event
from tournaments.models import Event, EventState
from tournaments.site.hall_events import events_of_the_day

pytestmark = pytest.mark.django_db


@world
def section():
    found = section_of(players=4, public=False)
    show_event(event_id=found.event_id, is_public=True, actor=SYSTEM)
    return found


def dates(section, first, last):
    today = timezone.localdate()
    days = [None if one is None else today + timedelta(days=one) for one in (first, last)]
    Event.objects.filter(pk=section.event_id).update(starts_on=days[0], ends_on=days[1])


@pytest.mark.parametrize(
    ("first", "last", "is_today"),
    [
        pytest.param(0, 0, True, id="today"),
        pytest.param(-1, 1, True, id="under way"),
        pytest.param(0, None, True, id="today, without an end"),
        pytest.param(-1, None, False, id="yesterday, without an end"),
        pytest.param(-2, -1, False, id="over"),
        pytest.param(1, 2, False, id="tomorrow"),
        pytest.param(None, None, False, id="without days"),
    ],
)
def test_events_of_today_are_named(section, first, last, is_today):
    dates(section, first, last)
    assert [one.name for one in events_of_the_day()] == ([section.event.name] if is_today else [])


def test_a_round_that_is_played_is_of_today_whatever_the_dates_are(section):
    dates(section, None, None)
    published_round(section)
    (event,) = events_of_the_day()
    path = f"/e/{section.event.slug}/{section.slug}/pairings/1/"
    assert [(one.label, one.address) for one in event.links] == [("Round 1", path)]
    assert Client().get(path).status_code == 200


@pytest.mark.parametrize("state", [EventState.DRAFT, EventState.FINISHED])
def test_hidden_and_finished_events_are_not(section, state):
    dates(section, 0, 0)
    Event.objects.filter(pk=section.event_id).update(state=state)
    assert list(events_of_the_day()) == []


def test_the_demo_is_there_where_no_other_event_is(section):
    call_command("loaddemo", verbosity=0)
    Event.objects.exclude(pk=section.event_id).update(starts_on=timezone.localdate(), ends_on=None)
    dates(section, 0, 0)
    assert [one.name for one in events_of_the_day()] == [section.event.name]
    dates(section, 1, 1)
    assert {one.club for one in events_of_the_day()} == {"Demo club"}


def test_a_phone_finds_them_behind_the_code_of_the_hall_alone(section, monkeypatch):
    dates(section, 0, 0)
    set_admission(section_id=section.pk, check_in_is_open=True, actor=SYSTEM)
    hall = SimpleNamespace(note_phone=lambda nonce, _address: True if nonce == "right" else None)
    monkeypatch.setattr(Hall, "running", hall)
    page = Client().get("/hall-check/right/").content.decode()
    check_in = f"/e/{section.event.slug}/{section.slug}/here/{section_secret(section)}/"
    assert section.event.name in page
    assert f'href="{check_in}"' in page
    assert 'href="/evening/"' in page
    assert Client().get(check_in).status_code == 200
    old = Client().get("/hall-check/wrong/").content.decode()
    assert section.event.name not in old
    assert section_secret(section) not in old


def test_who_types_the_address_of_an_open_hall_finds_the_event_without_the_secret(section, monkeypatch):
    dates(section, 0, 0)
    set_admission(section_id=section.pk, check_in_is_open=True, actor=SYSTEM)
    link = f'<a href="/e/{section.event.slug}/">{section.event.name}</a>'
    monkeypatch.setattr(Hall, "running", SimpleNamespace(is_open=False))
    assert "Being played here" not in Client().get("/").content.decode()
    PAGE_CACHE.clear()
    monkeypatch.setattr(Hall, "running", SimpleNamespace(is_open=True))
    page = Client().get("/").content.decode()
    assert link in page.partition("Being played here")[2].partition("</div>")[0]
    assert 'href="/evening/"' in page
    assert section_secret(section) not in page
