"""Undo handlers of venues and dates."""

from datetime import date, time
from decimal import Decimal
from typing import Any

from django.utils.dateparse import parse_date, parse_time

from club.audit.undo_handlers import not_undoable, undo_handler
from club.calendar.errors import DateIsCancelled, NotOnThisDay, UnknownVenue, VenueInUse, VenueNameTaken
from club.calendar.services.club_dates import (
    add_date,
    cancel_date,
    cancel_day,
    change_date,
    date_facts,
    day_facts,
    move_day,
    remove_date,
    restore_date,
    restore_day,
)
from club.calendar.services.venues import add_venue, change_venue, remove_venue, venue_facts
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, ClubDate, Venue

not_undoable("club.feed.made", reason_code="feed_is_secret")
not_undoable("club.feed.revoked", reason_code="feed_is_secret")


@undo_handler("club.venue.added")
def undo_add_venue(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a venue: remove it if no date uses it."""
    try:
        remove_venue(venue_id=_unchanged_venue(entry).pk, actor=actor)
    except VenueInUse:
        raise CannotUndo(why="venue_is_used") from None


@undo_handler("club.venue.changed")
def undo_change_venue(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a venue; its contact is not in the log and cannot be restored."""
    if (entry.after or {}).get("contact_changed"):
        raise CannotUndo(why="private_is_not_told")
    venue = _unchanged_venue(entry)
    try:
        change_venue(venue_id=venue.pk, actor=actor, **_venue_facts(entry.before))
    except VenueNameTaken:
        raise CannotUndo(why="venue_name_is_taken") from None


@undo_handler("club.venue.removed")
def undo_remove_venue(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a venue: add it with a new id and without its contact."""
    if entry.organisation_id is None:
        raise CannotUndo(why="venue_is_gone")
    try:
        add_venue(organisation_id=entry.organisation_id, actor=actor, **_venue_facts(entry.before))
    except VenueNameTaken:
        raise CannotUndo(why="venue_name_is_taken") from None


@undo_handler("club.date.added")
def undo_add_date(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo adding a date: remove it if unchanged."""
    remove_date(date_id=_unchanged_date(entry).pk, actor=actor)


@undo_handler("club.date.changed")
def undo_change_date(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of a date."""
    row = _unchanged_date(entry)
    try:
        change_date(date_id=row.pk, actor=actor, **_date_facts(entry.before))
    except UnknownVenue:
        raise CannotUndo(why="venue_is_gone") from None


@undo_handler("club.date.removed")
def undo_remove_date(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo removing a date: add it with a new id, without the changes to single days."""
    if entry.organisation_id is None:
        raise CannotUndo(why="date_is_gone")
    try:
        add_date(organisation_id=entry.organisation_id, actor=actor, **_date_facts(entry.before))
    except UnknownVenue:
        raise CannotUndo(why="venue_is_gone") from None


@undo_handler("club.date.cancelled")
def undo_cancel_date(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo cancelling a date."""
    row = _date(entry)
    if row.cancelled_at is None:
        raise CannotUndo(why="date_changed_since")
    restore_date(date_id=row.pk, actor=actor)


@undo_handler("club.date.restored")
def undo_restore_date(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo restoring a date: cancel it again."""
    row = _date(entry)
    if row.cancelled_at is not None:
        raise CannotUndo(why="date_changed_since")
    cancel_date(date_id=row.pk, actor=actor)


@undo_handler("club.date.day_changed")
@undo_handler("club.date.day_restored")
def undo_change_day(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of one day of a date."""
    row, logged = _date(entry), entry.before
    on = _day((entry.after or {})["on"])
    if on is None:
        raise CannotUndo(why="day_changed_since")
    change = row.changes.filter(on=on).first()
    is_as_told = (
        _plain(day_facts(change)) == entry.after if change is not None else set(entry.after or {}) == {"on"}
    )
    if not is_as_told:
        raise CannotUndo(why="day_changed_since")
    if logged is None:
        restore_day(date_id=row.pk, on=on, actor=actor)
        return
    try:
        if logged["is_cancelled"]:
            cancel_day(date_id=row.pk, on=on, note=logged["note"], actor=actor)
            return
        move_day(
            date_id=row.pk,
            on=on,
            moved_to=_day(logged["moved_to"]) or on,
            begins_at=_time(logged["begins_at"]),
            venue_id=logged["venue_number"],
            note=logged["note"],
            actor=actor,
        )
    except (NotOnThisDay, DateIsCancelled):
        raise CannotUndo(why="day_is_no_more") from None
    except UnknownVenue:
        raise CannotUndo(why="venue_is_gone") from None


def _unchanged_venue(entry: AuditEntry) -> Venue:
    venue = Venue.objects.select_for_update().filter(pk=entry.target_id).first()
    if venue is None:
        raise CannotUndo(why="venue_is_gone")
    if venue_facts(venue) != {k: v for k, v in (entry.after or {}).items() if k != "contact_changed"}:
        raise CannotUndo(why="venue_changed_since")
    return venue


def _venue_facts(logged: dict[str, Any] | None) -> dict[str, Any]:
    facts = dict(logged or {})
    for name in ("latitude", "longitude"):
        facts[name] = Decimal(facts[name]) if facts.get(name) is not None else None
    return facts


def _date(entry: AuditEntry) -> ClubDate:
    row = ClubDate.objects.select_for_update().filter(pk=entry.target_id).first()
    if row is None:
        raise CannotUndo(why="date_is_gone")
    return row


def _unchanged_date(entry: AuditEntry) -> ClubDate:
    row = _date(entry)
    if _plain(date_facts(row)) != entry.after:
        raise CannotUndo(why="date_changed_since")
    return row


def _date_facts(logged: dict[str, Any] | None) -> dict[str, Any]:
    facts = dict(logged or {})
    facts["kind"], facts["venue_id"] = facts.pop("date_kind"), facts.pop("venue_number")
    facts["first_on"], facts["until"] = _day(facts["first_on"]), _day(facts["until"])
    return facts | {"begins_at": _time(facts["begins_at"])}


def _plain(facts: dict[str, Any]) -> dict[str, Any]:
    """Convert facts to the form stored in the audit log."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in facts.items()}


def _day(text: str | None) -> date | None:
    return parse_date(text) if text else None


def _time(text: str | None) -> time | None:
    return parse_time(text) if text else None
