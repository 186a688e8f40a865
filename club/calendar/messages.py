"""Error messages of venues and dates: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_venue": (
        _("This venue does not exist."),
        _("Choose a venue on the venues page, or add one there."),
    ),
    "venue_name_taken": (
        _("The club already has a venue named “%(venue)s”."),
        _("Choose another name, or change that venue."),
    ),
    "venue_in_use": (
        _("The venue “%(venue)s” is used in the calendar or by events."),
        _("Mark it as not in use instead; past entries still show it."),
    ),
    "unknown_date": (
        _("This calendar entry does not exist."),
        _("Look it up in the calendar."),
    ),
    "unknown_zone": (
        _("The time zone “%(zone)s” does not exist."),
        _("Use a name such as Europe/Amsterdam: continent, then city."),
    ),
    "date_ends_before_it_begins": (
        _("The last day, %(until)s, is before the first day, %(first_on)s."),
        _("Choose a later last day, or none."),
    ),
    "day_not_in_calendar": (
        _("%(day)s is outside the range of the calendar."),
        _("Check the year. Choose a day from %(first)s to %(last)s."),
    ),
    "first_day_not_of_rule": (
        _("The first day, %(first_on)s, is not the last such weekday of its month."),
        _("Choose the last such weekday of the month, or count weekdays from the first."),
    ),
    "not_on_this_day": (
        _("“%(title)s” does not take place on %(on)s."),
        _("Choose one of its days in the calendar."),
    ),
    "date_is_cancelled": (
        _("“%(title)s” is cancelled entirely."),
        _("Reinstate it first, then change the single day."),
    ),
    "date_changed_meanwhile": (
        _("“%(title)s” has been changed since you opened it."),
        _("Reload the page, check what has changed and try again."),
    ),
    "no_person_here": (
        _("No person is linked to this account, so it has no personal calendar."),
        _("Ask the club secretary to link it."),
    ),
}
