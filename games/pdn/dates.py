"""Reading the dates of real files: PDN 3.0 writes YYYY.MM.DD, archives write whatever they like.

A fifth of real games has another form: d.m.yyyy, dd.mm.yy, a year with a dot, month names, slashes,
a season, a range. Unknown parts stay unknown; the first day of a range is the date, the last `until`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_MONTHS: Final[dict[str, int]] = {
    name: number
    for number, names in enumerate(
        (
            "jan gen ene янв led",
            "feb feb fév fev фев úno",
            "mar maa mär mrt мар bře",
            "apr abr avr апр dub",
            "may mei mai mag май мая kvě",
            "jun jui giu июн čvn",
            "jul lug июл čvc",
            "aug aou aoû ago авг srp",
            "sep set сен zář",
            "oct okt ott out окт říj",
            "nov ноя lis",
            "dec dez dic déc дек pro",
        ),
        1,
    )
    for name in names.split()
}
_PIVOT: Final = 40  # two-digit years from here on are of the twentieth century
_LAST_MONTH: Final = 12
_LAST_DAY: Final = 31
_SEPARATOR = r"\s*[.\-/ ]\s*"
_YEAR_FIRST: Final = re.compile(
    rf"(\d{{4}})(?:{_SEPARATOR}(\d{{1,2}}|\?+)(?:{_SEPARATOR}(\d{{1,2}}|\?+))?)?\.?"
)
_DAY_FIRST: Final = re.compile(rf"(\d{{1,2}}|\?+){_SEPARATOR}(\d{{1,2}}|\?+){_SEPARATOR}(\d{{4}}|\d{{2}})\.?")
_MONTH_YEAR: Final = re.compile(rf"(\d{{1,2}}){_SEPARATOR}(\d{{4}})\.?")
_SEASON: Final = re.compile(r"(\d{4})\s*[-/]\s*(\d{4}|\d{2})")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_NUMBERS: Final = re.compile(r"\d+")
_RANGE: Final = re.compile(r"\s+(?:-|\u2013|to|tot|bis|t/m)\s+|\s*(?:\u2013|\.\.\.?|t/m)\s*")


class Day(NamedTuple):
    """A date of which any part may be unknown (None)."""

    year: int | None
    month: int | None = None
    day: int | None = None

    @property
    def text(self) -> str:
        """The date as PDN 3.0 writes it."""
        year = "????" if self.year is None else f"{self.year:04}"
        month = "??" if self.month is None else f"{self.month:02}"
        return f"{year}.{month}.{'??' if self.day is None else f'{self.day:02}'}"


class DateReading(NamedTuple):
    """The first day a text means and, for a range or a season, the last."""

    first: Day
    until: Day | None = None

    @property
    def text(self) -> str:
        """Date or range as PDN 3.0 writes it."""
        return self.first.text if self.until is None else f"{self.first.text} - {self.until.text}"


def parse_date(text: str) -> DateReading | None:
    """Read a date of any of the forms that files use; None when it is none of them."""
    given = text.strip()
    season = _SEASON.fullmatch(given)
    if season is not None and (len(season[2]) == len(season[1]) or int(season[2]) > _LAST_MONTH):
        last = int(season[2]) if len(season[2]) == len(season[1]) else int(season[1][:2] + season[2])
        return DateReading(Day(int(season[1])), Day(last))
    parts = _RANGE.split(given)
    if len(parts) == 2:  # noqa: PLR2004 - from and until
        first, until = _day(parts[0]), _day(parts[1])
        if first is not None and until is not None:
            return DateReading(first, until)
    only = _day(given)
    return None if only is None else DateReading(only)


def _day(text: str) -> Day | None:
    year_first = _YEAR_FIRST.fullmatch(text)
    if year_first is not None:
        return _valid_day(year_first[1], year_first[2], year_first[3])
    day_first = _DAY_FIRST.fullmatch(text)
    if day_first is not None:
        return _valid_day(day_first[3], day_first[2], day_first[1])
    month_year = _MONTH_YEAR.fullmatch(text)
    if month_year is not None:
        return _valid_day(month_year[2], month_year[1], None)
    if text and set(text) <= set("?. -/"):
        return Day(None) if "?" in text else None
    return _with_month_name(text)


def _with_month_name(text: str) -> Day | None:
    months = [_MONTHS[word[:3].lower()] for word in _WORD.findall(text) if word[:3].lower() in _MONTHS]
    numbers = _NUMBERS.findall(text)
    years = [number for number in numbers if len(number) == 4]  # noqa: PLR2004 - a full year
    if len(months) != 1 or len(years) != 1:
        return None
    days = [number for number in numbers if len(number) <= 2]  # noqa: PLR2004 - a day
    return _valid_day(years[0], str(months[0]), days[0] if days else None)


def _valid_day(year: str, month: str | None, day: str | None) -> Day | None:
    """Day of these parts; a month past twelve is the day of an American date."""
    whole_year = int(year)
    if len(year) <= 2:  # noqa: PLR2004 - the century is left out
        whole_year += 1900 if whole_year >= _PIVOT else 2000
    months = int(month) if month and month.isdigit() else 0
    days = int(day) if day and day.isdigit() else 0
    if months > _LAST_MONTH >= days:
        months, days = days, months
    if months > _LAST_MONTH or days > _LAST_DAY:
        return None
    return Day(whole_year, months or None, days or None)
