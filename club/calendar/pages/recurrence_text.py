"""Dates and recurrence rules as text."""

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import ClubDate, Repeats

DAYS_PER_WEEK = 7


def rule_text(row: ClubDate) -> str:
    """Format the days and time of a date: every week on Tuesday, 19:30 (Europe/Amsterdam), until June."""
    parts = [_days(row)]
    if row.begins_at is not None:
        parts.append(f"{time_format(row.begins_at)} ({row.time_zone})")
    if row.until is not None:
        parts.append(_("by %(day)s") % {"day": date_format(row.until, "SHORT_DATE_FORMAT")})
    return ", ".join(parts)


def _days(row: ClubDate) -> str:
    facts = {
        "day": date_format(row.first_on, "DATE_FORMAT"),
        "weekday": WEEKDAYS[row.first_on.weekday()],
        "every": row.every,
        "count": (row.first_on.day - 1) // DAYS_PER_WEEK + 1,
    }
    if row.repeats == Repeats.WEEKLY:
        pattern = ngettext("every week, %(weekday)s", "every %(every)s weeks, %(weekday)s", row.every)
    elif row.repeats == Repeats.MONTHLY:
        pattern = ngettext(
            "every month, %(weekday)s number %(count)s",
            "every %(every)s months, %(weekday)s number %(count)s",
            row.every,
        )
    elif row.repeats == Repeats.MONTHLY_LAST:
        pattern = ngettext(
            "every month, the last %(weekday)s", "every %(every)s months, the last %(weekday)s", row.every
        )
    else:
        pattern = "%(day)s"
    return pattern % facts
