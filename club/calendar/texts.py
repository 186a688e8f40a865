"""Error messages of venues and dates: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_venue": (
        _("The club has no such venue."),
        _("Choose one of the venues on the page of venues, or add it there."),
    ),
    "venue_name_taken": (
        _("The club has a venue called “%(venue)s” already."),
        _("Choose another name, or change that venue."),
    ),
    "venue_in_use": (
        _("Something is or was held at “%(venue)s”."),
        _("Say instead that it is no longer in use: it stays with what was held there."),
    ),
    "unknown_date": (
        _("The club has no such date."),
        _("Look for it in the calendar."),
    ),
    "unknown_zone": (
        _("There is no time zone “%(zone)s”."),
        _("Write it as in Europe/Amsterdam: the continent, then the city."),
    ),
    "date_ends_before_it_begins": (
        _("The last day, %(until)s, comes before the first one, %(first_on)s."),
        _("Choose a later last day, or none."),
    ),
    "day_not_in_calendar": (
        _("%(day)s is no day that calendars show."),
        _("Check the year: days from %(first)s to %(last)s can be chosen."),
    ),
    "first_day_not_of_rule": (
        _("The first day, %(first_on)s, is not the last such weekday of its month."),
        _("Choose the last one as the first day, or count the weeks from the first."),
    ),
    "not_on_this_day": (
        _("“%(title)s” is not on %(on)s."),
        _("Choose one of its days in the calendar."),
    ),
    "date_is_cancelled": (
        _("“%(title)s” is cancelled as a whole."),
        _("Hold it after all first, then change the one day."),
    ),
    "date_changed_meanwhile": (
        _("Somebody has changed “%(title)s” since you opened it."),
        _("Load the page again, look at what is new, and change it then."),
    ),
    "no_person_here": (
        _("No person is linked with this account, so it has no calendar of its own."),
        _("Ask the secretary of the club to link it."),
    ),
}
