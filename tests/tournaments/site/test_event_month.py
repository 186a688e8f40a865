"""A month of events: days, events across them, neighbours, and the way to the next month with any."""

from datetime import date

import pytest
from django.test import Client
from event_rows import club_of
from worlds import world

from tournaments.models import Event
from tournaments.site.pages import event_month
from tournaments.site.pages.event_month import month_of_events

pytestmark = pytest.mark.django_db
MARCH = date(2027, 3, 1)


def event(name, begins, ends=None, **facts):
    slug = name.casefold().replace(" ", "-")
    row = {"organisation": club_of(), "name": name, "slug": slug, "starts_on": begins, "ends_on": ends}
    return Event.objects.create(**row, regulations={}, **{"state": "published"} | facts)


@world
def events():
    """Events of March 2027 and May, one of them hidden."""
    event("Open", date(2027, 3, 12), date(2027, 3, 14))
    event("Congress", date(2027, 3, 13), date(2027, 3, 22))
    event("Blitz", date(2027, 3, 15))
    event("Secret", date(2027, 3, 2), state="draft")
    event("Undated", None)
    event("Spring", date(2027, 5, 1))


def text_of(query):
    answer = Client().get(f"/events/?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_events_lie_across_their_days_on_lines_of_their_own(events):
    found = month_of_events(Event.objects.exclude(state="draft"), MARCH)
    shown = [
        [[(cell.days, str(cell.event or "")) for cell in line] for line in week.lines] for week in found.weeks
    ]
    assert shown[0] == []
    assert shown[1] == [[(4, ""), (3, "Open")], [(5, ""), (2, "Congress")]]
    assert shown[2] == [[(7, "Congress")], [(1, "Blitz"), (6, "")]]
    begins, goes_on = found.weeks[1].lines[1][1], found.weeks[3].lines[0][0]
    assert (begins.is_begun, begins.goes_on, goes_on.is_begun, goes_on.goes_on) == (False, True, True, False)
    assert [(one.on.day, [str(each) for each in one.events]) for one in found.days] == [
        (12, ["Open"]),
        (13, ["Congress"]),
        (15, ["Blitz"]),
    ]


def test_the_page_has_neighbours_and_a_way_back_with_the_same_filters(events):
    page = text_of("club=north&month=2027-03")
    for address in ("?club=north&amp;month=2027-02", "?club=north&amp;month=2027-04", "/events/?club=north"):
        assert f'href="{address}' in page
    assert 'colspan="3"' in page
    assert "Secret" not in page
    assert "month=" in text_of("club=north").partition("Month view")[0]


@pytest.mark.parametrize(("month", "to"), [("2027-04", "2027-05"), ("2030-01", "2027-05")])
def test_an_empty_month_leads_to_one_with_events(events, month, to):
    page = text_of(f"month={month}")
    assert "No events in this month." in page
    assert f'href="?month={to}"' in page


def test_a_wrong_month_is_the_current_one_and_the_largest_years_have_pages(events):
    assert "No events in this month." in text_of("month=soon")
    for month in ("1900-01", "2100-12", "0001-01", "9999-12"):
        text_of(f"month={month}")


def test_a_full_month_is_bounded(events, monkeypatch):
    monkeypatch.setattr(event_month, "MAX_SHOWN", 2)
    found = month_of_events(Event.objects.exclude(state="draft"), MARCH)
    assert (len([one for day in found.days for one in day.events]), found.hidden) == (2, 1)
    assert "1 more event." in text_of("month=2027-03")
