"""A notice to a chosen group in two pages and two presses, one of it opted out; the calendar and its feed."""

from datetime import date, time

import pytest
from axe import axe_on
from django.urls import reverse
from icalendar import Calendar
from playwright.sync_api import expect

from club.calendar.services.club_dates import add_date, cancel_day
from club.calendar.services.venues import add_venue
from club.core.actor import SYSTEM
from club.members.services.memberships import add_member
from club.members.services.plans import add_plan
from club.models import Notice, NoticeOptOut, NoticeReceiver, Organisation, Person, User

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
NARROW = 390


@pytest.fixture
def club_row(site):
    """A club with three members, one of whom wants no news, and an evening on Tuesdays."""
    club = Organisation.objects.create(slug="north", name="North")
    plan = add_plan(organisation_id=club.pk, name="Adult", kind="adult", actor=SYSTEM)
    for name in ("Ann Bos", "Bob Vos", "Cid Kok"):
        facts = {"name": name, "plan_id": plan.pk, "starts_on": date(2026, 1, 1)}
        add_member(email=f"{name[:3].lower()}@north.example", actor=SYSTEM, **facts)
    NoticeOptOut.objects.create(person=Person.objects.get(name="Bob Vos"), organisation=club, kind="news")
    hall = add_venue(organisation_id=club.pk, name="The Swan", address="Dam 1", actor=SYSTEM)
    evening = add_date(
        organisation_id=club.pk,
        kind="evening",
        title="Club evening with a long name",
        first_on=date(2026, 10, 6),
        begins_at=time(19, 30),
        time_zone="Europe/Amsterdam",
        repeats="weekly",
        venue_id=hall.pk,
        actor=SYSTEM,
    )
    cancel_day(date_id=evening.pk, on=date(2026, 10, 13), actor=SYSTEM)
    return club


@pytest.fixture
def secretary(club_row):
    return User.objects.create_superuser("sam@north.example", "x")


def test_a_notice_to_a_group_takes_two_pages_and_two_presses(open_page, club_row, secretary):
    page = open_page("/desk/club/notices/new/?club=north", width=NARROW, expected=EXPECTED, user=secretary)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    page.get_by_label("all active members").check()
    page.get_by_label("Subject").fill("Dinner")
    page.get_by_label("Text").fill("Come *all* of you.")
    page.get_by_role("button", name="View recipients").click()
    expect(page.get_by_role("heading", name="2 recipients")).to_be_visible()
    expect(page.get_by_text("Opted out of this kind (1):")).to_be_visible()
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    page.get_by_role("button", name="Send to 2 people now").click()
    expect(page.get_by_text("The notice is being sent.")).to_be_visible()
    assert Notice.objects.get().state == "sending"
    assert list(NoticeReceiver.objects.exclude(why_not="").values_list("person__name", "why_not")) == [
        ("Bob Vos", "opted_out")
    ]


def test_the_calendar_is_a_month_or_a_list_and_its_feed_is_read(open_page, site, club_row, width):
    page = open_page("/clubs/north/calendar/?month=2026-10", width=width, expected=EXPECTED, javascript=False)
    wide = page.locator(".month")
    narrow = page.locator(".month-only-list")
    assert (wide.is_visible(), narrow.is_visible()) == ((True, False) if width > NARROW else (False, True))
    shown = wide if width > NARROW else narrow
    expect(shown.get_by_text("Club evening with a long name")).to_have_count(4)
    expect(shown.get_by_text("cancelled")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Next month").click()
    expect(page.get_by_role("heading", name="November 2026")).to_be_visible()
    body = page.request.get(site.url + reverse("club:calendar_feed", args=["north"])).body()
    assert len(Calendar.from_ical(body).walk("VEVENT")) == 2


def test_axe_finds_nothing_in_calendars(open_page, site, club_row, secretary, width):
    number = club_row.dates.get().pk
    page = open_page("/clubs/north/calendar/", width=width, expected=EXPECTED, user=secretary)
    for address in (
        "/clubs/north/calendar/?month=2026-10",
        "/desk/club/calendar/?club=north",
        "/desk/club/calendar/new/?club=north",
        f"/desk/club/calendar/{number}/",
        "/desk/club/venues/?club=north",
        "/desk/club/notices/?club=north",
        "/desk/me/calendar/",
    ):
        page.goto(site.url + address)
        found = axe_on(page)
        assert found.violations_count == 0, f"{address}\n{found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
