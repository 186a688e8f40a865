"""Recurrence of dates without times: the subset of RFC 5545's rules that a club needs."""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

ONCE, WEEKLY, MONTHLY, MONTHLY_LAST = "once", "weekly", "monthly", "monthly_last"
WEEK: Final = 7
MONTHS: Final = 12
WEEKDAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """Recurrence rule with a first day; `until` is the last possible day."""

    first_on: date
    repeats: str = ONCE
    every: int = 1
    until: date | None = None

    def days(self, first: date, last: date) -> Iterator[date]:
        """Return the occurrences from `first` to `last`, in order."""
        last = min(last, self.until) if self.until is not None else last
        if self.repeats == WEEKLY:
            found = self._weekly(first, last)
        elif self.repeats in {MONTHLY, MONTHLY_LAST}:
            found = self._monthly(first, last)
        else:
            found = iter((self.first_on,))
        return (day for day in found if first <= day <= last)

    def is_on(self, day: date) -> bool:
        """Check that the rule includes this day."""
        return day in self.days(day, day)

    @property
    def comes_first_on_its_first_day(self) -> bool:
        """Check that the first day fits the rule: for the last Friday of the month, not any Friday."""
        return self.is_on(self.first_on)

    @property
    def rule(self) -> dict[str, object]:
        """RRULE without its end; empty for a single date."""
        weekday = WEEKDAYS[self.first_on.weekday()]
        if self.repeats == WEEKLY:
            return {"FREQ": "WEEKLY", "INTERVAL": self.every, "BYDAY": weekday}
        if self.repeats == MONTHLY:
            return {"FREQ": "MONTHLY", "INTERVAL": self.every, "BYDAY": f"{_week(self.first_on)}{weekday}"}
        if self.repeats == MONTHLY_LAST:
            return {"FREQ": "MONTHLY", "INTERVAL": self.every, "BYDAY": f"-1{weekday}"}
        return {}

    def _weekly(self, first: date, last: date) -> Iterator[date]:
        step = WEEK * self.every
        gone = max(0, (first - self.first_on).days)
        number = (self.first_on.toordinal()) + -(-gone // step) * step
        while number <= min(last.toordinal(), date.max.toordinal()):
            yield date.fromordinal(number)
            number += step

    def _monthly(self, first: date, last: date) -> Iterator[date]:
        month = _month(self.first_on)
        gone = max(0, _month(first) - month)
        month += -(-gone // self.every) * self.every
        while month <= _month(last):
            year, number = divmod(month, MONTHS)
            day = self._in_month(year, number + 1)
            if day is not None and day >= self.first_on:
                yield day
            month += self.every

    def _in_month(self, year: int, month: int) -> date | None:
        """Return the occurrence in this month, or None if the month has no such weekday."""
        weekday, length = monthrange(year, month)
        first = 1 + (self.first_on.weekday() - weekday) % WEEK
        if self.repeats == MONTHLY_LAST:
            return date(year, month, first + (length - first) // WEEK * WEEK)
        number = first + (_week(self.first_on) - 1) * WEEK
        return date(year, month, number) if number <= length else None


def _week(day: date) -> int:
    """Ordinal of a day's weekday in its month."""
    return (day.day - 1) // WEEK + 1


def _month(day: date) -> int:
    return day.year * MONTHS + day.month - 1
