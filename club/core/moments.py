"""Display of moments: the hour always with its zone, on every page."""

from datetime import datetime, tzinfo
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone
from django.utils.formats import date_format

LONG: Final = "DATETIME_FORMAT"
SHORT: Final = "SHORT_DATETIME_FORMAT"
HOUR: Final = "TIME_FORMAT"


def zone_at(place: Any) -> tzinfo:
    """Return the time zone of a place: of a name, of something that has a `time_zone`, else the current one.

    A place that names none, or an unknown one, has the zone of the site.
    """
    if place is None:
        return timezone.get_current_timezone()
    name = getattr(place, "time_zone", place)
    if isinstance(name, tzinfo):
        return name
    return ZoneInfo(name if is_zone(str(name)) else timezone.get_default_timezone_name())


@cache
def zone_names() -> frozenset[str]:
    """Return the names of the time zone database, read once a process."""
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Check that a name is in the time zone database."""
    return name in zone_names()


def zone_label(at: datetime) -> str:
    """Return the name of the zone at a moment: CET, CEST, or UTC+3 where it has no letters."""
    name = at.tzname() or "UTC"
    if name[0] not in "+-":
        return name
    hours, minutes = name[1:3].lstrip("0") or "0", name[3:5]
    return f"UTC{name[0]}{hours}" + (f":{minutes}" if minutes.strip("0") else "")


def moment_text(at: datetime | None, *, form: str = LONG, place: Any = None) -> str:
    """Return a moment by the clock of a place, with its zone; nothing for no moment."""
    if at is None:
        return ""
    there = at.astimezone(zone_at(place))
    return f"{date_format(there, form)} {zone_label(there)}"


def hour_there(at: datetime) -> str:
    """Return the hour of a moment by the clock that it was written with."""
    return f"{date_format(at, HOUR)} {zone_label(at)}"
