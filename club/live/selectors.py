"""The event table as the hub and the polling pages read it."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection

from club.models import LiveChannel, LiveEvent

NAMES_A_QUERY = 500


@dataclass(frozen=True, slots=True)
class Batch:
    """Events of a channel behind a number, oldest first, and the number of the latest there is.

    `is_broken`: the first of them does not follow the number asked about - it was deleted by age, or the
    number comes from another copy of the data.
    """

    last: int
    events: tuple[LiveEvent, ...] = ()
    is_broken: bool = False


def last_numbers(names: Collection[str]) -> dict[str, int]:
    """The latest number of each channel that has one."""
    wanted = list(names)
    found: dict[str, int] = {}
    for begin in range(0, len(wanted), NAMES_A_QUERY):
        rows = LiveChannel.objects.filter(name__in=wanted[begin : begin + NAMES_A_QUERY])
        found.update(rows.values_list("name", "last_number"))
    return found


def last_number(name: str) -> int:
    """The latest number of a channel, 0 before its first event."""
    return last_numbers([name]).get(name, 0)


def events_after(name: str, number: int, *, limit: int) -> Batch:
    """The events behind `number`; two reads, the second bounded by the first."""
    row = LiveChannel.objects.filter(name=name).first()
    last = row.last_number if row is not None else 0
    if row is None or number >= last:
        return Batch(last, is_broken=number > last)
    rows = LiveEvent.objects.filter(channel=row, number__gt=number, number__lte=last).order_by("number")
    events = tuple(rows[:limit])
    return Batch(last, events, is_broken=not events or events[0].number != number + 1)


def as_document(event: LiveEvent) -> dict[str, Any]:
    """An event as streams and polls tell it."""
    return {"number": event.number, "kind": event.kind, "at": event.at.isoformat(), "data": event.data}


def as_frame(event: LiveEvent) -> bytes:
    """An event as a server-sent event; its number is the place from which a listener resumes."""
    text = json.dumps(as_document(event), cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
    return f"id: {event.number}\ndata: {text}\n\n".encode()


def table_version() -> int | None:
    """A number that changes when another connection has written, where the database tells one for nothing."""
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])
