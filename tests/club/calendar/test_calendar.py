"""The calendar of a club: dates that repeat, days changed by themselves, what others read of it."""

from datetime import UTC, date, datetime, time, timedelta
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
import recurring_ical_events
from django.core.exceptions import ValidationError
from django.urls import reverse
from icalendar import Calendar
from people import account, browser_of, club
from worlds import world

from club.audit.services import undo_entry
from club.calendar.errors import (
    DateChangedMeanwhile,
    DateEndsBeforeItBegins,
    DateIsCancelled,
    DayNotInCalendar,
    FirstDayNotOfRule,
    NotOnThisDay,
    UnknownVenue,
    UnknownZone,
    VenueInUse,
    VenueNameTaken,
)
from club.calendar.pages.calendar_pages import lay_out_month
from club.calendar.selectors import lines_of
from club.calendar.services.calendar_feeds import make_feed
from club.calendar.services.club_dates import (
    add_date,
    cancel_date,
    cancel_day,
    change_date,
    move_day,
    remove_date,
    restore_date,
    restore_day,
)
from club.calendar.services.venues import add_venue, change_venue, remove_venue
from club.calendar.sources import CalendarLine
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo, NotAllowed
from club.members.services.memberships import end_membership, start_membership
from club.models import AuditEntry, CalendarFeed, ClubDate, DateChange, MembershipPlan, Person, Venue

pytestmark = pytest.mark.django_db
AMSTERDAM = ZoneInfo("Europe/Amsterdam")
EVENING = {
    "kind": "evening",
    "title": "Club evening",
    "first_on": date(2026, 10, 6),
    "begins_at": time(19, 30),
    "time_zone": "Europe/Amsterdam",
    "repeats": "weekly",
}


@world
def hall(secretary):
    return add_venue(organisation_id=club().pk, name="The Swan", address="Dam 1", actor=secretary)


@world
def evening(secretary, hall):
    return add_date(organisation_id=club().pk, actor=secretary, venue_id=hall.pk, **EVENING)


def calendar_lines(first, last, *, members=True):
    lines = lines_of(organisation_id=club().pk, first=first, last=last, sees_members_dates=members)
    return [f"{line.day:%d.%m}{' x' if line.is_cancelled else ''}" for line in lines]


def in_november():
    return calendar_lines(date(2026, 11, 1), date(2026, 11, 30))


def feed(client, slug="north"):
    answer = client.get(reverse("club:calendar_feed", args=[slug]))
    assert answer.status_code == 200
    return answer, Calendar.from_ical(answer.content)


def read(calendar, first, last):
    found = recurring_ical_events.of(calendar, keep_recurrence_attributes=True).between(first, last)
    return sorted(found, key=lambda one: str(one["DTSTART"].dt))


def undo_latest(action, actor):
    return undo_entry(entry_id=AuditEntry.objects.filter(action=action).latest("pk").pk, actor=actor)


# -- dates --------------------------------------------------------------------------------------------


def test_a_day_is_cancelled_moved_and_held_as_always(evening, secretary):
    assert in_november() == ["03.11", "10.11", "17.11", "24.11"]
    cancel_day(date_id=evening.pk, on=date(2026, 11, 10), note="No heating", actor=secretary)
    move_day(date_id=evening.pk, on=date(2026, 11, 24), moved_to=date(2026, 11, 26), actor=secretary)
    assert in_november() == ["03.11", "10.11 x", "17.11", "26.11"]
    restore_day(date_id=evening.pk, on=date(2026, 11, 10), actor=secretary)
    assert in_november() == ["03.11", "10.11", "17.11", "26.11"]


def test_a_day_moved_to_another_month_is_found_there(evening, secretary):
    move_day(date_id=evening.pk, on=date(2026, 11, 24), moved_to=date(2026, 12, 2), actor=secretary)
    assert "24.11" not in in_november()
    assert calendar_lines(date(2026, 12, 1), date(2026, 12, 7)) == ["01.12", "02.12"]


def test_a_day_moved_by_half_a_year_is_found_there_too(evening, secretary):
    change_date(date_id=evening.pk, until=date(2026, 12, 1), actor=secretary)
    move_day(date_id=evening.pk, on=date(2026, 11, 10), moved_to=date(2027, 5, 3), actor=secretary)
    assert calendar_lines(date(2027, 5, 1), date(2027, 5, 31)) == ["03.05"]
    assert "10.11" not in in_november()


def test_a_cancelled_date_is_struck_out_and_held_after_all(evening, secretary):
    cancel_date(date_id=evening.pk, actor=secretary)
    assert in_november()[0] == "03.11 x"
    with pytest.raises(DateIsCancelled):
        cancel_day(date_id=evening.pk, on=date(2026, 11, 3), actor=secretary)
    restore_date(date_id=evening.pk, actor=secretary)
    assert in_november()[0] == "03.11"


def test_a_changed_rule_forgets_days_that_are_none_of_its_own(evening, secretary):
    cancel_day(date_id=evening.pk, on=date(2026, 11, 10), actor=secretary)
    change_date(date_id=evening.pk, first_on=date(2026, 10, 7), actor=secretary)
    assert in_november() == ["04.11", "11.11", "18.11", "25.11"]


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        pytest.param({"until": date(2026, 10, 5)}, DateEndsBeforeItBegins, id="ends before it begins"),
        pytest.param({"time_zone": "Mars/Base"}, UnknownZone, id="a time zone nobody knows"),
        pytest.param({"repeats": "monthly_last"}, FirstDayNotOfRule, id="not the last of its month"),
        pytest.param({"venue_id": 10**15}, UnknownVenue, id="no venue"),
        pytest.param({"repeats": "daily"}, ValidationError, id="a rule nobody knows"),
        pytest.param({"every": 0}, ValidationError, id="every nothing"),
        pytest.param({"minutes": 100_000}, ValidationError, id="longer than a day"),
    ],
)
def test_what_is_no_date_is_refused(evening, secretary, wrong, refusal):
    with pytest.raises(refusal):
        change_date(date_id=evening.pk, actor=secretary, **wrong)
    assert in_november() == ["03.11", "10.11", "17.11", "24.11"]


def test_only_days_of_the_rule_are_changed(evening, secretary):
    with pytest.raises(NotOnThisDay):
        cancel_day(date_id=evening.pk, on=date(2026, 11, 11), actor=secretary)
    with pytest.raises(NotOnThisDay):
        move_day(date_id=evening.pk, on=date(2026, 9, 29), moved_to=date(2026, 11, 1), actor=secretary)


def test_of_two_who_change_a_date_the_second_is_told(evening, secretary):
    change_date(date_id=evening.pk, version=1, title="Evening", actor=secretary)
    with pytest.raises(DateChangedMeanwhile):
        change_date(date_id=evening.pk, version=1, title="Night", actor=secretary)


def test_what_was_done_to_a_date_is_undone(evening, secretary):
    cancel_day(date_id=evening.pk, on=date(2026, 11, 10), actor=secretary)
    move_day(date_id=evening.pk, on=date(2026, 11, 10), moved_to=date(2026, 11, 12), actor=secretary)
    undo_latest("club.date.day_changed", secretary)
    assert DateChange.objects.get().is_cancelled
    restore_day(date_id=evening.pk, on=date(2026, 11, 10), actor=secretary)
    undo_latest("club.date.day_restored", secretary)
    assert DateChange.objects.get().is_cancelled
    first = AuditEntry.objects.filter(action="club.date.day_changed").order_by("pk").first()
    DateChange.objects.update(note="Else")
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=first.pk, actor=secretary)
    change_date(date_id=evening.pk, title="Night", begins_at=None, actor=secretary)
    undo_latest("club.date.changed", secretary)
    cancel_date(date_id=evening.pk, actor=secretary)
    undo_latest("club.date.cancelled", secretary)
    undo_latest("club.date.restored", secretary)
    row = ClubDate.objects.get()
    assert (row.title, row.begins_at, row.cancelled_at is None) == ("Club evening", time(19, 30), False)
    remove_date(date_id=row.pk, actor=secretary)
    undo_latest("club.date.removed", secretary)
    assert ClubDate.objects.get().title == "Club evening"
    undo_latest("club.date.added", secretary)
    assert not ClubDate.objects.exists()


# -- venues -------------------------------------------------------------------------------------------


def test_a_venue_in_use_stays_and_its_name_is_its_own(hall, evening, secretary):
    with pytest.raises(VenueInUse):
        remove_venue(venue_id=hall.pk, actor=secretary)
    with pytest.raises(VenueNameTaken):
        add_venue(organisation_id=club().pk, name=" The  Swan", actor=secretary)
    other = add_venue(organisation_id=club("south").pk, name="The Swan", actor=SYSTEM)
    with pytest.raises(UnknownVenue):
        change_date(date_id=evening.pk, venue_id=other.pk, actor=secretary)
    with pytest.raises(NotAllowed):
        change_venue(venue_id=other.pk, name="Mine", actor=secretary)


def test_what_was_done_to_a_venue_is_undone_but_contacts_are_not_told(hall, secretary):
    change_venue(venue_id=hall.pk, name="The Goose", latitude=52, longitude=4, actor=secretary)
    undo_latest("club.venue.changed", secretary)
    assert Venue.objects.get().name == "The Swan"
    change_venue(venue_id=hall.pk, name="The Swan", contact_phone="06 1", actor=secretary)
    assert "06 1" not in str(AuditEntry.objects.latest("pk").after)
    with pytest.raises(CannotUndo):
        undo_latest("club.venue.changed", secretary)
    remove_venue(venue_id=hall.pk, actor=secretary)
    undo_latest("club.venue.removed", secretary)
    undo_latest("club.venue.added", secretary)
    assert not Venue.objects.exists()


# -- pages --------------------------------------------------------------------------------------------


def test_everybody_sees_the_month_and_members_their_own_dates(client, secretary, evening):
    social = EVENING | {"title": "Dinner", "is_public": False, "repeats": "once", "kind": "social"}
    add_date(organisation_id=club().pk, actor=secretary, **social)
    address = reverse("club:calendar", args=["north"]) + "?month=2026-10"
    page = client.get(address).content.decode()
    assert "Club evening" in page
    assert "Dinner" not in page
    assert "Dinner" in browser_of(secretary.user).get(address).content.decode()
    member = account("mia")
    assert "Dinner" not in browser_of(member).get(address).content.decode()
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    Person.objects.filter(user=member).update(organisation=club())
    start_membership(person_id=member.person.pk, plan_id=plan.pk, starts_on=date(2026, 1, 1), actor=SYSTEM)
    assert "Dinner" in browser_of(member).get(address).content.decode()


@pytest.mark.parametrize("month", ["2026-13", "x", "0000-01", "99999-1", "2026", "\x00-1", "٢٠٢٦-01"])
def test_a_month_that_is_none_is_the_present_one(client, month):
    club()
    assert client.get(reverse("club:calendar", args=["north"]), {"month": month}).status_code == 200


def test_the_desk_adds_changes_cancels_and_moves(secretary, hall):
    browser = browser_of(secretary.user)
    sent = {
        "title": "Training",
        "kind": "training",
        "first_on": "2030-01-01",
        "begins_at": "19:00",
        "minutes": "90",
        "time_zone": "Europe/Amsterdam",
        "repeats": "weekly",
        "every": "1",
        "venue": hall.pk,
        "is_public": "on",
        "club": "north",
    }
    assert browser.post(reverse("club:desk_date_new"), sent | {"every": "0"}).status_code == 422
    wrong = browser.post(reverse("club:desk_date_new"), sent | {"time_zone": "Mars/Base"})
    assert (wrong.status_code, "Mars/Base" in wrong.content.decode()) == (422, True)
    assert browser.post(reverse("club:desk_date_new"), sent).status_code == 302
    row = ClubDate.objects.get()
    page = browser.get(reverse("club:desk_date", args=[row.pk])).content.decode()
    assert "every week, Tuesday, " in page
    day = {"on": "2030-01-08"}

    def act(name, **more):
        answer = browser.post(reverse("club:desk_date_act", args=[row.pk, name]), day | more, follow=True)
        assert answer.status_code == 200
        return answer.content.decode()

    assert "This day is cancelled." in act("cancel-day")
    assert "This day follows the regular schedule again." in act("restore-day")
    assert "This day has been changed." in act("move-day", moved_to="2030-01-09", begins_at="20:00")
    assert "does not take place on" in act("cancel-day", on="2030-01-09")
    assert browser.post(reverse("club:desk_date_act", args=[row.pk, "fly"])).status_code == 404
    assert (
        browser.post(
            reverse("club:desk_date_act", args=[row.pk, "restore-day"]), {"on": "2030-02-31"}
        ).status_code
        == 404
    )
    assert "cancelled" in act("cancel")
    assert "Reinstated." in act("restore")
    assert "Removed from the calendar" in act("remove")
    assert not ClubDate.objects.exists()


def test_another_clubs_dates_and_venues_are_not_there(secretary, hall):
    row = add_date(organisation_id=club("south").pk, actor=SYSTEM, **EVENING)
    there = add_venue(organisation_id=club("south").pk, name="Barn", actor=SYSTEM)
    browser = browser_of(secretary.user)
    assert browser.get(reverse("club:desk_date", args=[row.pk])).status_code == 403
    assert browser.get(reverse("club:desk_venue", args=[there.pk])).status_code == 403
    assert browser.get(reverse("club:venue", args=["north", there.pk])).status_code == 404
    assert "Barn" not in browser.get(reverse("club:venues")).content.decode()


# -- what calendar programs read ---------------------------------------------------------------------


def test_a_feed_is_folded_zoned_and_known_again(client, evening):
    answer, calendar = feed(client)
    lines = answer.content.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in answer.content.replace(b"\r\n", b"")
    assert [zone["TZID"] for zone in calendar.walk("VTIMEZONE")] == ["Europe/Amsterdam"]
    (one,) = calendar.walk("VEVENT")
    assert b"DTSTART;TZID=Europe/Amsterdam:20261006T193000" in answer.content
    assert one["RRULE"].to_ical() == b"FREQ=WEEKLY;INTERVAL=1;BYDAY=TU"
    assert str(one["LOCATION"]) == "The Swan, Dam 1"
    again = client.get(reverse("club:calendar_feed", args=["north"]), HTTP_IF_NONE_MATCH=answer["ETag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        pytest.param(date(2026, 10, 18), [(20, 17), (27, 18)], id="summer time ends on the 25th"),
        pytest.param(date(2027, 3, 21), [(23, 18), (30, 17)], id="summer time begins on the 28th"),
    ],
)
def test_the_clock_on_the_wall_stays_when_summer_time_comes_and_goes(client, evening, first, expected):
    _answer, calendar = feed(client)
    found = read(calendar, first, first.replace(day=first.day + 10))
    utc = [one["DTSTART"].dt.astimezone(UTC) for one in found]
    assert [(at.day, at.hour) for at in utc] == expected
    assert {one["DTSTART"].dt.astimezone(AMSTERDAM).hour for one in found} == {19}
    lines = lines_of(
        organisation_id=club().pk,
        first=first,
        last=first.replace(day=first.day + 10),
        sees_members_dates=False,
    )
    assert [line.starts.astimezone(UTC) for line in lines] == utc


def test_an_evening_through_the_change_of_the_clock_is_as_long_as_others(client, secretary):
    late = EVENING | {"first_on": date(2026, 10, 24), "begins_at": time(23, 30), "repeats": "once"}
    add_date(organisation_id=club().pk, actor=secretary, minutes=240, **late)
    (one,) = feed(client)[1].walk("VEVENT")
    assert one["DTSTART"].dt.astimezone(UTC) == datetime(2026, 10, 24, 21, 30, tzinfo=UTC)
    assert one["DURATION"].dt == timedelta(hours=4)
    span = {"first": late["first_on"], "last": late["first_on"]}
    (line,) = lines_of(organisation_id=club().pk, sees_members_dates=False, **span)
    assert line.ends.astimezone(UTC) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


def test_days_held_otherwise_and_the_last_day_are_read_as_they_were_meant(client, evening, secretary):
    change_date(date_id=evening.pk, until=date(2026, 11, 24), actor=secretary)
    (before,) = feed(client)[1].walk("VEVENT")
    cancel_day(date_id=evening.pk, on=date(2026, 11, 10), actor=secretary)
    move_day(
        date_id=evening.pk,
        on=date(2026, 11, 17),
        moved_to=date(2026, 11, 19),
        begins_at=time(20, 0),
        actor=secretary,
    )
    _answer, calendar = feed(client)
    series, cancelled, moved = calendar.walk("VEVENT")
    assert len({one["UID"] for one in (before, series, cancelled, moved)}) == 1
    assert series["SEQUENCE"] > before["SEQUENCE"]
    assert (str(cancelled["STATUS"]), cancelled["RECURRENCE-ID"].dt.day) == ("CANCELLED", 10)
    held = [
        one for one in read(calendar, date(2026, 11, 1), date(2026, 12, 31)) if one["STATUS"] == "CONFIRMED"
    ]
    assert [f"{one['DTSTART'].dt:%d %H:%M}" for one in held] == ["03 19:30", "19 20:00", "24 19:30"]


def test_a_whole_day_on_a_leap_day(client, secretary):
    leap = {"kind": "social", "title": "Leap, day; party", "first_on": date(2028, 2, 29)}
    add_date(organisation_id=club().pk, actor=secretary, **leap)
    answer, calendar = feed(client)
    (one,) = calendar.walk("VEVENT")
    assert (one["DTSTART"].dt, one["DURATION"].dt) == (date(2028, 2, 29), timedelta(days=1))
    assert rb"SUMMARY:Leap\, day\; party" in answer.content
    assert not calendar.walk("VTIMEZONE")


# -- own calendars ------------------------------------------------------------------------------------


def test_an_own_calendar_shows_members_dates_until_it_is_taken_back(client, secretary, evening):
    change_date(date_id=evening.pk, is_public=False, actor=secretary)
    assert not feed(client)[1].walk("VEVENT")
    Person.objects.filter(user=secretary.user).update(organisation=club())
    person = Person.objects.get(user=secretary.user)
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    row = start_membership(person_id=person.pk, plan_id=plan.pk, starts_on=date(2026, 1, 1), actor=SYSTEM)
    browser = browser_of(secretary.user)
    page = browser.post(reverse("club:own_calendar")).content.decode()
    address = page.split("<code", 1)[1].split(">", 1)[1].split("<", 1)[0].replace("http://testserver", "")
    assert len(Calendar.from_ical(client.get(address).content).walk("VEVENT")) == 1
    assert address not in browser.get(reverse("club:own_calendar")).content.decode()
    assert address.rsplit("/", 1)[1].removesuffix(".ics") not in str(list(CalendarFeed.objects.values()))
    again = make_feed(actor=secretary).secret
    assert client.get(address).status_code == 404
    address = reverse("club:own_feed", args=[again])
    end_membership(membership_id=row.pk, on=date(2026, 2, 1), actor=SYSTEM)
    assert not Calendar.from_ical(client.get(address).content).walk("VEVENT")
    browser.post(reverse("club:own_calendar"), {"revoke": "1"})
    assert client.get(address).status_code == 404


def test_an_account_without_a_person_has_no_calendar(client):
    user = account("nobody")
    Person.objects.filter(user=user).delete()
    answer = browser_of(user).post(reverse("club:own_calendar"), follow=True)
    assert "No person is linked" in answer.content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"repeats": "once", "first_on": date(9999, 12, 31), "begins_at": time(23)},
        {"repeats": "once", "first_on": date(1, 1, 1), "begins_at": time(0)},
        {"until": date(9999, 12, 31)},
    ],
)
def test_a_slip_of_the_year_breaks_nobodys_calendar(client, evening, secretary, wrong):
    """A date of the year 9999 in a zone behind UTC is in the year 10000 there."""
    with pytest.raises(DayNotInCalendar):
        add_date(organisation_id=club().pk, actor=secretary, **(EVENING | wrong))
    with pytest.raises(DayNotInCalendar):
        move_day(date_id=evening.pk, on=date(2026, 10, 6), moved_to=date(9999, 12, 31), actor=secretary)
    assert read(feed(client)[1], date(2026, 10, 1), date(2026, 10, 31))


def test_what_has_lasted_since_the_romans_is_shown_on_the_days_of_the_month_alone():
    days = {"starts": date(26, 1, 1), "ends": date(9999, 1, 1)}
    line = CalendarLine(key="x", title="x", told_at=datetime.now(UTC), **days)
    with patch("club.calendar.pages.calendar_pages.timedelta", side_effect=timedelta) as counted:
        month = lay_out_month(date(2026, 11, 1), [line])
    assert len(month.days) == 30
    assert counted.call_count < 100
