"""On which days a date comes again: by hand, and against an independent reader of RFC 5545."""

from datetime import date, timedelta

import pytest
import recurring_ical_events
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar, Event

from club.calendar.recurrence import MONTHLY, MONTHLY_LAST, ONCE, WEEKLY, Recurrence


def days(rule, first, last):
    return [f"{day:%d.%m}" for day in rule.days(first, last)]


def year(rule, number):
    return days(rule, date(number, 1, 1), date(number, 12, 31))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        pytest.param(Recurrence(first_on=date(2026, 12, 5)), ["05.12"], id="once"),
        pytest.param(
            Recurrence(first_on=date(2026, 12, 3), repeats=WEEKLY),
            ["03.12", "10.12", "17.12", "24.12", "31.12"],
            id="every week",
        ),
        pytest.param(
            Recurrence(first_on=date(2026, 12, 3), repeats=WEEKLY, every=2, until=date(2026, 12, 30)),
            ["03.12", "17.12"],
            id="every other week, until the day before the next",
        ),
        pytest.param(
            Recurrence(first_on=date(2026, 9, 8), repeats=MONTHLY, until=date(2026, 12, 8)),
            ["08.09", "13.10", "10.11", "08.12"],
            id="the second Tuesday, the last day included",
        ),
        pytest.param(
            Recurrence(first_on=date(2026, 9, 25), repeats=MONTHLY_LAST),
            ["25.09", "30.10", "27.11", "25.12"],
            id="the last Friday",
        ),
        pytest.param(
            Recurrence(first_on=date(2026, 8, 31), repeats=MONTHLY),
            ["31.08", "30.11"],
            id="a fifth Monday is in some months alone",
        ),
    ],
)
def test_the_days_of_a_rule(rule, expected):
    assert year(rule, 2026) == expected


def test_a_leap_day_is_a_day_like_others():
    rule = Recurrence(first_on=date(2028, 1, 25), repeats=MONTHLY_LAST)
    assert days(rule, date(2028, 2, 1), date(2028, 2, 29)) == ["29.02"]
    rule = Recurrence(first_on=date(2028, 2, 1), repeats=WEEKLY)
    assert rule.is_on(date(2028, 2, 29))


def test_the_end_of_time_ends_the_days():
    rule = Recurrence(first_on=date(9999, 12, 20), repeats=WEEKLY)
    assert len(list(rule.days(date(9999, 1, 1), date.max))) == 2
    rule = Recurrence(first_on=date(9999, 11, 30), repeats=MONTHLY_LAST)
    assert len(list(rule.days(date.min, date.max))) == 2


def test_a_first_day_that_is_not_the_last_of_its_month_is_no_day_of_the_rule():
    assert not Recurrence(first_on=date(2026, 9, 18), repeats=MONTHLY_LAST).comes_first_on_its_first_day
    assert Recurrence(first_on=date(2026, 9, 25), repeats=MONTHLY_LAST).comes_first_on_its_first_day


@given(
    first_on=st.dates(date(2024, 1, 1), date(2029, 12, 31)),
    repeats=st.sampled_from([ONCE, WEEKLY, MONTHLY, MONTHLY_LAST]),
    every=st.integers(1, 5),
    lasts=st.none() | st.integers(0, 500),
    begin=st.dates(date(2024, 1, 1), date(2029, 12, 31)),
)
def test_every_rule_has_the_days_that_others_read_in_it(first_on, repeats, every, lasts, begin):
    until = None if lasts is None else first_on + timedelta(days=lasts)
    rule = Recurrence(first_on=first_on, repeats=repeats, every=every, until=until)
    if not rule.comes_first_on_its_first_day:
        return
    event = Event()
    event.add("uid", "x")
    event.add("dtstart", first_on)
    event.add("dtend", first_on + timedelta(days=1))
    if rule.rule:
        event.add("rrule", rule.rule | ({"UNTIL": until} if until else {}))
    calendar = Calendar()
    calendar.add_component(event)
    end = begin + timedelta(days=200)
    found = recurring_ical_events.of(calendar).between(begin, end + timedelta(days=1))
    assert sorted(one["DTSTART"].dt for one in found) == list(rule.days(begin, end))
