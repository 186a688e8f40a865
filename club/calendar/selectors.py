"""Calendar queries: dates of a club by day, with visibility for each reader."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from club.calendar.models import FIRST_DAY, LAST_DAY
from club.calendar.recurrence import Recurrence
from club.calendar.sources import CLUB_SOURCES, CalendarLine
from club.core.access import Scope, may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.self_service import own_persons
from club.models import RUNNING, ClubDate, DateChange, Membership, Organisation, Person, Venue

MONTHS_A_YEAR: Final = 12


def recurrence_of(row: ClubDate) -> Recurrence:
    """Recurrence rule of a date."""
    return Recurrence(first_on=row.first_on, repeats=row.repeats, every=row.every, until=row.until)


def dates_of(*, organisation_id: int, sees_members_dates: bool = True) -> QuerySet[ClubDate]:
    """Query the dates of a club with venues and changed days, optionally without members' dates."""
    rows = ClubDate.objects.filter(organisation_id=organisation_id)
    if not sees_members_dates:
        rows = rows.filter(is_public=True)
    return rows.select_related("venue").prefetch_related("changes__venue")


def venues_of(*, organisation_id: int) -> QuerySet[Venue]:
    """List the venues of a club, those in use first."""
    return Venue.objects.filter(organisation_id=organisation_id).order_by("-is_used", "name", "pk")


def lines_of(
    *, organisation_id: int, first: date, last: date, sees_members_dates: bool
) -> list[CalendarLine]:
    """List a club's calendar entries between two days, in order, including those of other apps."""
    rows = dates_of(organisation_id=organisation_id, sees_members_dates=sees_members_dates)
    lasting = Q(until__isnull=True) | Q(until__gte=first)
    came = DateChange.objects.filter(club_date=OuterRef("pk"), moved_to__range=(first, last))
    found = [line for row in rows.filter(lasting | Exists(came)) for line in lines_of_date(row, first, last)]
    for source in CLUB_SOURCES:
        found += source(organisation_id, first, last)
    return sorted(found, key=lambda line: line.order)


def lines_of_date(row: ClubDate, first: date, last: date) -> Iterable[CalendarLine]:
    """List the occurrences of one date in a span, including those moved into it from any other day."""
    rule, changes = recurrence_of(row), {one.on: one for one in row.changes.all()}
    came = (day for day, one in changes.items() if one.moved_to is not None and rule.is_on(day))
    for day in sorted({*rule.days(first, last), *came}):
        line = day_line(row, day, changes.get(day))
        if first <= line.day <= last:
            yield line


def day_line(row: ClubDate, day: date, change: DateChange | None = None) -> CalendarLine:
    """Build the calendar line of one occurrence."""
    is_moved = change is not None and not change.is_cancelled
    held_on, begins_at, venue = day, row.begins_at, row.venue
    if change is not None and change.moved_to is not None:
        held_on, begins_at = change.moved_to, change.begins_at or row.begins_at
        venue = change.venue or row.venue
    starts, ends = span_of(held_on, begins_at, row.minutes, row.time_zone)
    notes = [row.notes] if change is None else [change.note, row.notes]
    return CalendarLine(
        key=f"club-date-{row.pk}",
        title=row.title,
        starts=starts,
        ends=ends,
        kind=row.get_kind_display(),
        place=venue.place if venue is not None else "",
        notes="\n".join(note for note in notes if note),
        sequence=row.version,
        told_at=row.changed_at,
        is_public=row.is_public,
        is_cancelled=row.cancelled_at is not None or (change is not None and change.is_cancelled),
        is_moved=is_moved,
        on=day,
    )


def span_of(
    day: date, begins_at: time | None, minutes: int, time_zone: str
) -> tuple[date | datetime, date | datetime]:
    """Start and end of an occurrence in local time; the whole day without a time."""
    if begins_at is None:
        return day, reach(day, timedelta(days=1))
    starts = datetime.combine(day, begins_at, ZoneInfo(time_zone))
    return starts, (starts.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(starts.tzinfo)


def reach(day: date, by: timedelta) -> date:
    """Add a number of days, limited to the calendar's range."""
    number = day.toordinal() + by.days
    return date.fromordinal(min(max(number, 1), date.max.toordinal()))


def sees_members_dates(*, actor: Actor, organisation_id: int) -> bool:
    """Check that the viewer may see members' dates: a member, a guardian, or a reader of the member list."""
    if may(actor, Capability.SEE_MEMBERS, Scope(organisation_id)):
        return True
    persons = own_persons(actor=actor)
    return bool(persons) and is_member_of(persons=persons, organisation_id=organisation_id)


def is_member_of(*, persons: list[Person], organisation_id: int) -> bool:
    """Check that one of these persons is a member of the club today."""
    today = timezone.localdate()
    memberships = Membership.objects.filter(
        Q(ends_on__isnull=True) | Q(ends_on__gte=today),
        person__in=persons,
        organisation_id=organisation_id,
        state__in=RUNNING,
        starts_on__lte=today,
    )
    return memberships.exists()


def clubs_with_membership(*, person: Person) -> list[Organisation]:
    """List the clubs of which a person is a member today, by name."""
    today = timezone.localdate()
    memberships = Membership.objects.filter(
        Q(ends_on__isnull=True) | Q(ends_on__gte=today),
        person=person,
        state__in=RUNNING,
        starts_on__lte=today,
    )
    return list(Organisation.objects.filter(pk__in=memberships.values("organisation")).order_by("name"))


def month_of(text: str, *, since: int = FIRST_DAY.year) -> date:
    """Parse a month such as 2026-12 to its first day; the current month for anything else."""
    year, dash, month = text.partition("-")
    is_month = dash and all(part.isascii() and part.isdecimal() and len(part) <= 4 for part in (year, month))  # noqa: PLR2004 - digits of a year
    if is_month and since <= int(year) <= LAST_DAY.year and 1 <= int(month) <= MONTHS_A_YEAR:
        return date(int(year), int(month), 1)
    return timezone.localdate().replace(day=1)
