"""Errors of venues, dates and personal calendars, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class UnknownVenue(NotFound):
    code = "unknown_venue"
    what = _("This venue does not exist.")
    next_step = _("Choose a venue on the venues page, or add one there.")


class VenueNameTaken(ClubError):
    code = "venue_name_taken"
    what = _("The club already has a venue named “%(venue)s”.")
    next_step = _("Choose another name, or change that venue.")


class VenueInUse(ClubError):
    code = "venue_in_use"
    what = _("The venue “%(venue)s” is used in the calendar or by events.")
    next_step = _("Mark it as not in use instead; past entries still show it.")


class UnknownDate(NotFound):
    code = "unknown_date"
    what = _("This calendar entry does not exist.")
    next_step = _("Look it up in the calendar.")


class UnknownZone(InvalidInput):
    code = "unknown_zone"
    what = _("The time zone “%(zone)s” does not exist.")
    next_step = _("Use a name such as Europe/Amsterdam: continent, then city.")


class DateEndsBeforeItBegins(InvalidInput):
    code = "date_ends_before_it_begins"
    what = _("The last day, %(until)s, is before the first day, %(first_on)s.")
    next_step = _("Choose a later last day, or none.")


class DayNotInCalendar(InvalidInput):
    code = "day_not_in_calendar"
    what = _("%(day)s is outside the range of the calendar.")
    next_step = _("Check the year. Choose a day from %(first)s to %(last)s.")


class FirstDayNotOfRule(InvalidInput):
    code = "first_day_not_of_rule"
    what = _("The first day, %(first_on)s, is not the last such weekday of its month.")
    next_step = _("Choose the last such weekday of the month, or count weekdays from the first.")


class NotOnThisDay(InvalidInput):
    code = "not_on_this_day"
    what = _("“%(title)s” does not take place on %(on)s.")
    next_step = _("Choose one of its days in the calendar.")


class DateIsCancelled(ClubError):
    code = "date_is_cancelled"
    what = _("“%(title)s” is cancelled entirely.")
    next_step = _("Reinstate it first, then change the single day.")


class DateChangedMeanwhile(ClubError):
    code = "date_changed_meanwhile"
    what = _("“%(title)s” has been changed since you opened it.")
    next_step = _("Reload the page, check what has changed and try again.")


class NoPersonHere(ClubError):
    code = "no_person_here"
    what = _("No person is linked to this account, so it has no personal calendar.")
    next_step = _("Ask the club secretary to link it.")
