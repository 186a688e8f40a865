"""What keeping venues, dates and own calendars refuses, by stable codes; `calendar_texts` has the words."""

from club.core.errors import ClubError


class UnknownVenue(ClubError):
    """The club has no such venue."""

    code = "unknown_venue"
    status = 404


class VenueNameTaken(ClubError):
    """The club has a venue of this name. Facts: venue."""

    code = "venue_name_taken"


class VenueInUse(ClubError):
    """Something is or was held there. Facts: venue."""

    code = "venue_in_use"


class UnknownDate(ClubError):
    """The club has no such date."""

    code = "unknown_date"
    status = 404


class UnknownZone(ClubError):
    """Nobody knows the time zone. Facts: zone."""

    code = "unknown_zone"
    status = 422


class DateEndsBeforeItBegins(ClubError):
    """The last day of a repeated date comes before its first one. Facts: first_on, until."""

    code = "date_ends_before_it_begins"
    status = 422


class DayNotInCalendar(ClubError):
    """A day before or after all that calendars show: a slip of the year. Facts: day, first, last."""

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
    """The whole date is cancelled. Facts: title."""

    code = "date_is_cancelled"


class DateChangedMeanwhile(ClubError):
    """Somebody else has changed the date since it was looked at. Facts: title."""

    code = "date_changed_meanwhile"


class NoPersonHere(ClubError):
    """The account is linked with no person, so that there is no calendar of its own."""

    code = "no_person_here"
