"""Services for dates: add, change, cancel as a whole or on one day, move one day."""

from datetime import date, time
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.calendar.errors import (
    DateChangedMeanwhile,
    DateEndsBeforeItBegins,
    DateIsCancelled,
    DayNotInCalendar,
    FirstDayNotOfRule,
    NotOnThisDay,
    UnknownDate,
    UnknownVenue,
    UnknownZone,
)
from club.calendar.models import FIRST_DAY, LAST_DAY
from club.calendar.selectors import recurrence_of
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import ClubDate, DateChange, Repeats, Venue
from club.organisations.services.organisations import lock_club

AUDITED_FIELDS = (
    *("kind", "title", "notes", "venue_id", "first_on", "begins_at", "minutes", "time_zone"),
    *("repeats", "every", "until", "is_public"),
)

AS_ALWAYS: dict[str, Any] = {
    "is_cancelled": False,
    "moved_to": None,
    "begins_at": None,
    "venue_id": None,
    "note": "",
}


@transaction.atomic
def add_date(*, organisation_id: int, actor: Actor, **facts: Any) -> ClubDate:
    """Add a date, single or recurring, to the calendar of a club."""
    require_permission(actor, Capability.KEEP_CALENDAR, Scope(organisation_id))
    lock_club(organisation_id)
    row = ClubDate(organisation_id=organisation_id)
    _fill(row, facts)
    row.save()
    audit.record("club.date.added", row, actor=actor, after=date_facts(row))
    return row


@transaction.atomic
def change_date(
    *, date_id: int, actor: Actor, version: int | None = None, reason: str = "", **facts: Any
) -> ClubDate:
    """Change a date for all its days; single days with changes of their own are unaffected."""
    row = _lock_date(date_id, actor, version)
    before = date_facts(row)
    _fill(row, facts)
    if date_facts(row) == before:
        return row
    _save(row)
    audit.record("club.date.changed", row, actor=actor, before=before, after=date_facts(row), reason=reason)
    return row


@transaction.atomic
def cancel_date(*, date_id: int, actor: Actor, reason: str = "") -> ClubDate:
    """Cancel a date as a whole; calendars still show it, struck out."""
    return _set_cancelled(_lock_date(date_id, actor), actor, reason, is_cancelled=True)


@transaction.atomic
def restore_date(*, date_id: int, actor: Actor, reason: str = "") -> ClubDate:
    """Restore a cancelled date."""
    return _set_cancelled(_lock_date(date_id, actor), actor, reason, is_cancelled=False)


@transaction.atomic
def remove_date(*, date_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a date entered by mistake, with the changes to its days."""
    row = _lock_date(date_id, actor)
    before = date_facts(row)
    audit.delete_row(row)
    audit.record("club.date.removed", row, actor=actor, before=before, reason=reason)


@transaction.atomic
def cancel_day(*, date_id: int, on: date, actor: Actor, note: str = "") -> DateChange:
    """Cancel one day of a date."""
    return _set_day(_lock_date(date_id, actor), on, actor, is_cancelled=True, note=note.strip())


@transaction.atomic
def move_day(
    *,
    date_id: int,
    on: date,
    moved_to: date,
    actor: Actor,
    begins_at: time | None = None,
    venue_id: int | None = None,
    note: str = "",
) -> DateChange:
    """Move one day of a date to another day, time or venue."""
    row = _lock_date(date_id, actor)
    _validate_day(moved_to)
    _validate_venue(row, venue_id)
    day_values = {"moved_to": moved_to, "begins_at": begins_at, "venue_id": venue_id, "note": note.strip()}
    return _set_day(row, on, actor, **day_values)


@transaction.atomic
def restore_day(*, date_id: int, on: date, actor: Actor) -> None:
    """Restore one day of a date to its rule."""
    row = _lock_date(date_id, actor)
    existing = row.changes.filter(on=on).first()
    if existing is None:
        return
    before = day_facts(existing)
    existing.delete()
    _save(row)
    audit.record("club.date.day_restored", row, actor=actor, before=before, after={"on": on})


def date_facts(row: ClubDate) -> dict[str, Any]:
    """Audit facts of a date."""
    facts = {name: getattr(row, name) for name in AUDITED_FIELDS}
    facts["date_kind"], facts["repeats"] = str(facts.pop("kind")), str(row.repeats)
    facts["venue_number"] = facts.pop("venue_id")
    return facts | {"begins_at": f"{row.begins_at:%H:%M}" if row.begins_at else None}


def day_facts(change: DateChange) -> dict[str, Any]:
    """Audit facts of one day of a date."""
    return {
        "on": change.on,
        "is_cancelled": change.is_cancelled,
        "moved_to": change.moved_to,
        "begins_at": f"{change.begins_at:%H:%M}" if change.begins_at else None,
        "venue_number": change.venue_id,
        "note": change.note,
    }


def _fill(row: ClubDate, facts: dict[str, Any]) -> None:
    for field, value in facts.items():
        if field not in AUDITED_FIELDS:
            raise TypeError(field)
        setattr(row, field, value.strip() if isinstance(value, str) else value)
    row.title = " ".join(row.title.split())
    if row.repeats == Repeats.ONCE:
        row.every, row.until = 1, None
    if row.time_zone not in available_timezones():
        raise UnknownZone(zone=row.time_zone)
    _validate_day(row.first_on)
    _validate_day(row.until)
    if row.until is not None and row.until < row.first_on:
        raise DateEndsBeforeItBegins(first_on=row.first_on, until=row.until)
    _validate_venue(row, row.venue_id)
    row.full_clean()
    if not recurrence_of(row).comes_first_on_its_first_day:
        raise FirstDayNotOfRule(first_on=row.first_on)


def _validate_day(day: date | None) -> None:
    if day is not None and not FIRST_DAY <= day <= LAST_DAY:
        raise DayNotInCalendar(day=day, first=FIRST_DAY, last=LAST_DAY)


def _validate_venue(row: ClubDate, venue_id: int | None) -> None:
    venues = Venue.objects.filter(organisation_id=row.organisation_id)
    if venue_id is not None and not venues.filter(pk=venue_id).exists():
        raise UnknownVenue


def _set_cancelled(row: ClubDate, actor: Actor, reason: str, *, is_cancelled: bool) -> ClubDate:
    if (row.cancelled_at is not None) == is_cancelled:
        return row
    row.cancelled_at = timezone.now() if is_cancelled else None
    _save(row)
    action = "club.date.cancelled" if is_cancelled else "club.date.restored"
    before, after = {"is_cancelled": not is_cancelled}, {"is_cancelled": is_cancelled}
    audit.record(action, row, actor=actor, before=before, after=after, reason=reason)
    return row


def _set_day(row: ClubDate, on: date, actor: Actor, **day_values: Any) -> DateChange:
    if not recurrence_of(row).is_on(on):
        raise NotOnThisDay(title=row.title, on=on)
    if row.cancelled_at is not None:
        raise DateIsCancelled(title=row.title)
    change = row.changes.filter(on=on).first()
    before = day_facts(change) if change is not None else None
    change = change or DateChange(club_date=row, on=on)
    for field, value in (AS_ALWAYS | day_values).items():
        setattr(change, field, value)
    change.full_clean()
    if day_facts(change) == before:
        return change
    change.save()
    _save(row)
    audit.record(
        "club.date.day_changed", row, actor=actor, before=before, after=day_facts(change), reason=change.note
    )
    return change


def _save(row: ClubDate) -> None:
    """Save with the next version: subscribed programs take the higher SEQUENCE."""
    row.version += 1
    row.changed_at = timezone.now()
    row.save()


def _lock_date(date_id: int, actor: Actor, version: int | None = None) -> ClubDate:
    row = ClubDate.objects.select_for_update(no_key=True).filter(pk=date_id).first()
    if row is None:
        raise UnknownDate
    require_permission(actor, Capability.KEEP_CALENDAR, Scope(row.organisation_id))
    if version is not None and version != row.version:
        raise DateChangedMeanwhile(title=row.title)
    return row
