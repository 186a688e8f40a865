"""Queries of the event table for the hub and the polling API."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection

from club.live.site_changes import CHANGES, changes_after, number_of_changes
from club.models import LiveChannel, LiveEvent

NAMES_PER_QUERY = 500


@dataclass(frozen=True, slots=True)
class Batch:
    """Events of a channel after a number, oldest first, and the latest number.

    `is_broken`: the first event does not follow the requested number. Either that event was deleted by age,
    or the number is from another copy of the data.
    """

    last: int
    events: tuple[LiveEvent, ...] = ()
    is_broken: bool = False


def last_numbers(names: Collection[str]) -> dict[str, int]:
    """Return the latest number of each channel with events."""
    wanted = list(names)
    found = {CHANGES: number_of_changes()} if CHANGES in wanted else {}
    for begin in range(0, len(wanted), NAMES_PER_QUERY):
        rows = LiveChannel.objects.filter(name__in=wanted[begin : begin + NAMES_PER_QUERY])
        found.update(rows.values_list("name", "last_number"))
    return found


def last_number(name: str) -> int:
    """Return the latest number of a channel, 0 before its first event."""
    return last_numbers([name]).get(name, 0)


def followed(channel: str) -> dict[str, Any]:
    """Return the context of a page that follows a channel; ask before the page reads what it shows."""
    return {"channel": channel, "heard": last_number(channel)}


def events_after(name: str, number: int, *, limit: int) -> Batch:
    """Return the events after `number`, in two queries, the second bounded by the first."""
    if name == CHANGES:
        last, changes = changes_after(number, limit=limit)
        return Batch(last, tuple(changes), is_broken=number > last)
    row = LiveChannel.objects.filter(name=name).first()
    last = row.last_number if row is not None else 0
    if row is None or number >= last:
        return Batch(last, is_broken=number > last)
    rows = LiveEvent.objects.filter(channel=row, number__gt=number, number__lte=last).order_by("number")
    events = tuple(rows[:limit])
    return Batch(last, events, is_broken=not events or events[0].number != number + 1)


def as_document(event: LiveEvent) -> dict[str, Any]:
    """Serialize an event for streams and polls."""
    return {"number": event.number, "kind": event.kind, "at": event.at.isoformat(), "data": event.data}


def as_frame(event: LiveEvent) -> bytes:
    """Serialize an event as a server-sent event; its number is the id from which a listener resumes."""
    text = json.dumps(as_document(event), cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
    return f"id: {event.number}\ndata: {text}\n\n".encode()


def table_version() -> int | None:
    """Number that changes with writes of other connections, on databases that give it at no cost."""
    if connection.vendor != "sqlite":
        return None
    close_replaced_file()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


def close_replaced_file() -> None:
    """Close the connection to an SQLite file in whose place another was put; threads of the hub stay open."""
    if connection.vendor == "sqlite" and connection.connection is not None and not connection.is_usable():
        connection.close()
