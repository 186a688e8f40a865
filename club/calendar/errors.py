"""Errors of venues, dates and personal calendars, by stable codes; `club/calendar/messages` has the messages."""

from club.core.errors import ClubError


class UnknownVenue(ClubError):
    """The club has no such venue."""

    code = "unknown_venue"
    status = 404


class VenueNameTaken(ClubError):
    """The club has a venue of this name. Facts: venue."""

    code = "venue_name_taken"


class VenueInUse(ClubError):
    """A past or future date takes place at the venue. Facts: venue."""

    code = "venue_in_use"


class UnknownDate(ClubError):
    """The club has no such date."""

    code = "unknown_date"
    status = 404


class UnknownZone(ClubError):
    """The time zone is unknown. Facts: zone."""

    code = "unknown_zone"
    status = 422


class DateEndsBeforeItBegins(ClubError):
    """The last day of a repeated date comes before its first one. Facts: first_on, until."""

    code = "date_ends_before_it_begins"
    status = 422


class DayNotInCalendar(ClubError):
    """The day is outside the range of calendars, such as a mistyped year. Facts: day, first, last."""

    code = "day_not_in_calendar"
    status = 422


class FirstDayNotOfRule(ClubError):
    """The first day is not the last such weekday of its month. Facts: first_on."""

    code = "first_day_not_of_rule"
    status = 422


class NotOnThisDay(ClubError):
    """The date is not on this day. Facts: title, on."""

    code = "not_on_this_day"
    status = 422


class DateIsCancelled(ClubError):
    """The date is cancelled as a whole. Facts: title."""

    code = "date_is_cancelled"


class DateChangedMeanwhile(ClubError):
    """The date was changed by another user since it was read. Facts: title."""

    code = "date_changed_meanwhile"


class NoPersonHere(ClubError):
    """The account is linked with no person and so has no personal calendar."""

    code = "no_person_here"
