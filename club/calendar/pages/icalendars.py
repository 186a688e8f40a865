"""The iCalendar (RFC 5545) writer of all feeds."""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from icalendar import Calendar
from icalendar import Event as CalendarEntry

from club.calendar.selectors import day_line, recurrence_of, span_of
from club.calendar.sources import CalendarLine
from club.models import ClubDate

PRODUCT: Final = "-//Draughts Club//Events//EN"
CONTENT_TYPE: Final = "text/calendar; charset=utf-8"
REFRESH_INTERVAL: Final = "PT6H"  # polling interval for subscribed programs


def serialize_calendar(name: str, entries: Iterable[CalendarEntry]) -> bytes:
    """Serialize a calendar with its entries and the time zones they name."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("x-published-ttl", REFRESH_INTERVAL)
    for entry in entries:
        calendar.add_component(entry)
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def calendar_file(body: bytes, file_name: str) -> HttpResponse:
    """HTTP response with a calendar."""
    answer = HttpResponse(body, content_type=CONTENT_TYPE)
    answer.headers["Content-Disposition"] = f'inline; filename="{file_name}"'
    return answer


def conditional_response(request: HttpRequest, answer: HttpResponse) -> HttpResponseBase:
    """Set the ETag; answer 304 if the client has this version."""
    etag = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "private, max-age=0, must-revalidate"
    return get_conditional_response(request, etag=etag, response=answer) or answer


def component(facts: dict[str, Any]) -> CalendarEntry:
    """Serialize an entry; empty properties are left out."""
    entry = CalendarEntry()
    for name, value in facts.items():
        if value is not None and value != "":
            entry.add(name, value)
    return entry


def line_entry(line: CalendarLine, request: HttpRequest) -> CalendarEntry:
    """Entry of a single event."""
    is_timed = isinstance(line.starts, datetime)
    return component(
        {
            **_entry_facts(line, request),
            "dtstart": line.starts.astimezone(UTC) if isinstance(line.starts, datetime) else line.starts,
            "dtend": line.ends.astimezone(UTC) if isinstance(line.ends, datetime) else line.ends,
            "transp": "" if is_timed else "TRANSPARENT",
        }
    )


def date_entries(row: ClubDate, request: HttpRequest, address: str) -> Iterator[CalendarEntry]:
    """Entries of a date: its rule, then each cancelled or changed day."""
    rule = recurrence_of(row)
    whole = day_line(row, row.first_on)
    facts = {**_entry_facts(whole, request), "url": request.build_absolute_uri(address)}
    series = {**facts, "dtstart": whole.starts, **_duration(row)}
    if rule.rule:
        series["rrule"] = {**rule.rule, **_until(row)}
    yield component(series)
    for change in row.changes.all():
        if not rule.is_on(change.on):
            continue  # the rule was changed since and no longer includes the day
        line = day_line(row, change.on, change)
        original, _ends = span_of(change.on, row.begins_at, row.minutes, row.time_zone)
        day = {**facts, **_entry_facts(line, request), "url": facts["url"]}
        yield component({**day, "recurrence-id": original, "dtstart": line.starts, **_duration(row)})


def _duration(row: ClubDate) -> dict[str, Any]:
    """Duration of a date.

    A duration is used and not an end time, as the clock may be set back in between.
    """
    if row.begins_at is None:
        return {"duration": timedelta(days=1)}
    return {"duration": timedelta(minutes=row.minutes)}


def _until(row: ClubDate) -> dict[str, Any]:
    """UNTIL of a rule: a date for whole days, else the end of that day in UTC."""
    if row.until is None:
        return {}
    if row.begins_at is None:
        return {"UNTIL": row.until}
    last, _ends = span_of(row.until, time(23, 59, 59), 1, row.time_zone)
    return {"UNTIL": last.astimezone(UTC) if isinstance(last, datetime) else last}


def _entry_facts(line: CalendarLine, request: HttpRequest) -> dict[str, Any]:
    return {
        "uid": f"{line.key}@{request.get_host()}",
        "dtstamp": line.told_at.astimezone(UTC).replace(microsecond=0),
        "last-modified": line.told_at.astimezone(UTC).replace(microsecond=0),
        "summary": line.title,
        "description": line.notes,
        "location": line.place,
        "categories": [line.kind] if line.kind else None,
        "url": request.build_absolute_uri(line.address) if line.address else "",
        "sequence": line.sequence,
        "status": "CANCELLED" if line.is_cancelled else "CONFIRMED",
    }
