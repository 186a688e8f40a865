"""Undo of venues and dates."""

from datetime import date, time
from decimal import Decimal
from functools import partial
from typing import Any

from django.utils.dateparse import parse_date, parse_time

from club.audit.log import as_json
from club.audit.undo_handlers import changed_since, not_undoable, unchanged_row, undo_by, undo_handler
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

not_undoable("club.feed.made", "club.feed.revoked", reason_code="feed_is_secret")

# Without a lock: the service locks the club first.
unchanged_venue = partial(unchanged_row, Venue.objects, venue_facts)
unchanged_date = partial(unchanged_row, ClubDate.objects.select_for_update(no_key=True), date_facts)


def require_known_venue(entry: AuditEntry) -> None:
    """Raise CannotUndo if a venue has changed since, or with its contact, which is not in the log."""
    if (entry.after or {}).get("contact_changed"):
        raise CannotUndo(why="private_is_not_told")
    unchanged_venue(entry)


def venue_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    """Convert audit facts of a venue to arguments of its service."""
    places = {name: facts.get(name) for name in ("latitude", "longitude")}
    return facts | {name: None if place is None else Decimal(place) for name, place in places.items()}


def date_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    """Convert audit facts of a date to arguments of its service."""
    given = dict(facts)
    given["kind"], given["venue_id"] = given.pop("date_kind"), given.pop("venue_number")
    given["first_on"], given["until"] = _day(given["first_on"]), _day(given["until"])
    return given | {"begins_at": _time(given["begins_at"])}


undo_by("club.venue.added", call=remove_venue, number="venue_id", requires=unchanged_venue)
undo_by(
    "club.venue.changed",
    call=change_venue,
    number="venue_id",
    requires=require_known_venue,
    before=venue_arguments,
)
undo_by("club.venue.removed", call=add_venue, before=venue_arguments)
undo_by("club.date.added", call=remove_date, number="date_id", requires=unchanged_date)
undo_by(
    "club.date.changed", call=change_date, number="date_id", requires=unchanged_date, before=date_arguments
)
undo_by("club.date.removed", call=add_date, before=date_arguments)
undo_by("club.date.cancelled", call=restore_date, number="date_id")
undo_by("club.date.restored", call=cancel_date, number="date_id")


@undo_handler("club.date.day_changed", "club.date.day_restored")
def undo_change_day(*, entry: AuditEntry, actor: Actor) -> None:
    """Undo a change of one day of a date."""
    row, logged = ClubDate.objects.select_for_update(no_key=True).get(pk=entry.target_id), entry.before
    on = _day((entry.after or {})["on"])
    if on is None:
        raise changed_since(entry)
    change = row.changes.filter(on=on).first()
    if as_json({"on": on} if change is None else day_facts(change)) != entry.after:
        raise changed_since(entry)
    place: dict[str, Any] = {"date_id": row.pk, "on": on, "actor": actor}
    if logged is None:
        restore_day(**place)
    elif logged["is_cancelled"]:
        cancel_day(note=logged["note"], **place)
    else:
        move_day(
            moved_to=_day(logged["moved_to"]) or on,
            begins_at=_time(logged["begins_at"]),
            venue_id=logged["venue_number"],
            note=logged["note"],
            **place,
        )


def _day(text: str | None) -> date | None:
    return parse_date(text) if text else None


def _time(text: str | None) -> time | None:
    return parse_time(text) if text else None
