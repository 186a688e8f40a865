"""A month of events as a table of weeks: an event of several days lies across them."""

from calendar import Calendar
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Max, Min, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import Event

MAX_SHOWN: Final = 120
"""Events of a month on its page; more are found with the filters."""
DAYS_A_WEEK: Final = 7


class Cell(NamedTuple):
    """A part of a line of a week: so many days with an event, or free ones."""

    days: int
    event: Any = None
    is_begun: bool = False  # in an earlier week
    goes_on: bool = False


class WeekDay(NamedTuple):
    """A day at the head of its column."""

    on: date
    is_of_month: bool
    is_today: bool


class Week(NamedTuple):
    """A week with the lines below its days."""

    days: tuple[WeekDay, ...]
    lines: tuple[tuple[Cell, ...], ...]


class DayOfEvents(NamedTuple):
    """A day of the month with the events that begin on it; the first day also has those that began before."""

    on: date
    events: tuple[Any, ...]


class EventMonth(NamedTuple):
    """A month as the page shows it; `before` and `after` are its neighbours in an address.

    `next_with` is a month with events, for a month without any.
    """

    first: date
    weeks: tuple[Week, ...]
    days: tuple[DayOfEvents, ...]
    hidden: int
    before: str
    after: str
    next_with: date | None


def month_of_events(events: QuerySet[Event], first: date) -> EventMonth:
    """Arrange the dated events of a month."""
    weeks = Calendar().monthdatescalendar(first.year, first.month)
    dated = events.annotate(begin=Coalesce("starts_on", "ends_on"), end=Coalesce("ends_on", "starts_on"))
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    within = dated.filter(begin__lte=weeks[-1][-1], end__gte=weeks[0][0]).order_by("begin", "-end", "pk")
    shown = list(within.select_related("organisation")[: MAX_SHOWN + 1])
    hidden = within.count() - MAX_SHOWN if len(shown) > MAX_SHOWN else 0
    shown = shown[:MAX_SHOWN]
    days = _days(shown, first, last)
    today = timezone.localdate()
    return EventMonth(
        first,
        tuple(
            Week(tuple(WeekDay(on, on.month == first.month, on == today) for on in week), _lines(shown, week))
            for week in weeks
        ),
        days,
        hidden,
        f"{first - timedelta(days=1):%Y-%m}",
        f"{last + timedelta(days=1):%Y-%m}",
        None if days else _month_with_events(dated, last),
    )


def _days(events: Iterable[Any], first: date, last: date) -> tuple[DayOfEvents, ...]:
    found: dict[date, list[Any]] = {}
    for event in events:
        if event.begin <= last and event.end >= first:
            found.setdefault(max(event.begin, first), []).append(event)
    return tuple(DayOfEvents(on, tuple(found[on])) for on in sorted(found))


def _lines(events: Iterable[Any], week: Sequence[date]) -> tuple[tuple[Cell, ...], ...]:
    """Put the events of a week on as few lines as possible, each on the first line that is free."""
    lines: list[list[Cell]] = []
    for event in events:
        if event.begin > week[-1] or event.end < week[0]:
            continue
        start, stop = (max(event.begin, week[0]) - week[0]).days, (min(event.end, week[-1]) - week[0]).days
        line = next((one for one in lines if _length(one) <= start), None)
        if line is None:
            lines.append(line := [])
        if start > _length(line):
            line.append(Cell(start - _length(line)))
        line.append(Cell(stop - start + 1, event, event.begin < week[0], event.end > week[-1]))
    for line in lines:
        if _length(line) < DAYS_A_WEEK:
            line.append(Cell(DAYS_A_WEEK - _length(line)))
    return tuple(tuple(line) for line in lines)


def _length(line: Iterable[Cell]) -> int:
    return sum(cell.days for cell in line)


def _month_with_events(dated: QuerySet[Any], last: date) -> date | None:
    """Return the next month in which an event begins, else the latest one with an event."""
    following = dated.filter(begin__gt=last).aggregate(day=Min("begin"))["day"]
    found: date | None = following or dated.aggregate(day=Max("end"))["day"]
    return found.replace(day=1) if found is not None else None
