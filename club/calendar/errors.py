"""Errors of venues, dates and personal calendars, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class UnknownVenue(ClubError):
    """The club has no such venue."""

    code = "unknown_venue"
    status = 404
    what = _("This venue does not exist.")
    next_step = _("Choose a venue on the venues page, or add one there.")


class VenueNameTaken(ClubError):
    """The club has a venue of this name. Facts: venue."""

    code = "venue_name_taken"
    what = _("The club already has a venue named “%(venue)s”.")
    next_step = _("Choose another name, or change that venue.")


class VenueInUse(ClubError):
    """A past or future date takes place at the venue. Facts: venue."""

    code = "venue_in_use"
    what = _("The venue “%(venue)s” is used in the calendar or by events.")
    next_step = _("Mark it as not in use instead; past entries still show it.")


class UnknownDate(ClubError):
    """The club has no such date."""

    code = "unknown_date"
    status = 404
    what = _("This calendar entry does not exist.")
    next_step = _("Look it up in the calendar.")


class UnknownZone(ClubError):
    """The time zone is unknown. Facts: zone."""

    code = "unknown_zone"
    status = 422
    what = _("The time zone “%(zone)s” does not exist.")
    next_step = _("Use a name such as Europe/Amsterdam: continent, then city.")


class DateEndsBeforeItBegins(ClubError):
    """The last day of a repeated date comes before its first one. Facts: first_on, until."""

    code = "date_ends_before_it_begins"
    status = 422
    what = _("The last day, %(until)s, is before the first day, %(first_on)s.")
    next_step = _("Choose a later last day, or none.")


class DayNotInCalendar(ClubError):
    """The day is outside the range of calendars, such as a mistyped year. Facts: day, first, last."""

    code = "day_not_in_calendar"
    status = 422
    what = _("%(day)s is outside the range of the calendar.")
    next_step = _("Check the year. Choose a day from %(first)s to %(last)s.")


class FirstDayNotOfRule(ClubError):
    """The first day is not the last such weekday of its month. Facts: first_on."""

    code = "first_day_not_of_rule"
    status = 422
    what = _("The first day, %(first_on)s, is not the last such weekday of its month.")
    next_step = _("Choose the last such weekday of the month, or count weekdays from the first.")


class NotOnThisDay(ClubError):
    """The date is not on this day. Facts: title, on."""

    code = "not_on_this_day"
    status = 422
    what = _("“%(title)s” does not take place on %(on)s.")
    next_step = _("Choose one of its days in the calendar.")


class DateIsCancelled(ClubError):
    """The date is cancelled as a whole. Facts: title."""

    code = "date_is_cancelled"
    what = _("“%(title)s” is cancelled entirely.")
    next_step = _("Reinstate it first, then change the single day.")


class DateChangedMeanwhile(ClubError):
    """The date was changed by another user since it was read. Facts: title."""

    code = "date_changed_meanwhile"
    what = _("“%(title)s” has been changed since you opened it.")
    next_step = _("Reload the page, check what has changed and try again.")


class NoPersonHere(ClubError):
    """The account is linked with no person and so has no personal calendar."""

    code = "no_person_here"
    what = _("No person is linked to this account, so it has no personal calendar.")
    next_step = _("Ask the club secretary to link it.")
