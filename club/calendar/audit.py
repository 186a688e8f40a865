"""Audit log texts for venues, dates and personal calendars."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords, Kind
from club.audit.words import labels
from club.models import DateKind, Repeats

AUDIT_WORDS = AuditWords(
    sentences={
        "club.venue.added": _("%(who)s added the venue “%(what)s”."),
        "club.venue.changed": _("%(who)s changed the venue “%(what)s”."),
        "club.venue.removed": _("%(who)s removed the venue “%(what)s”."),
        "club.date.added": _("%(who)s put “%(what)s” into the calendar."),
        "club.date.changed": _("%(who)s changed “%(what)s” in the calendar."),
        "club.date.cancelled": _("%(who)s cancelled “%(what)s”."),
        "club.date.restored": _("%(who)s said that “%(what)s” is held after all."),
        "club.date.removed": _("%(who)s removed “%(what)s” from the calendar."),
        "club.date.day_changed": _("%(who)s changed one day of “%(what)s”: %(after_on)s."),
        "club.date.day_restored": _("%(who)s had one day of “%(what)s” held as all others: %(after_on)s."),
        "club.feed.made": _("%(who)s made a secret address for an own calendar."),
        "club.feed.revoked": _("%(who)s took the secret address of an own calendar back."),
    },
    kinds={
        "club.venue": Kind(_("venue")),
        "club.clubdate": Kind(_("club date")),
        "club.calendarfeed": Kind(_("own calendar")),
    },
    fields={
        "room": _("room"),
        "address": _("address"),
        "directions": _("how to get there"),
        "latitude": _("latitude"),
        "longitude": _("longitude"),
        "accessibility": _("accessibility"),
        "opening_hours": _("opening hours"),
        "is_used": _("in use"),
        "contact_changed": _("contact changed"),
        "date_kind": _("kind of date"),
        "notes": _("what to know"),
        "venue_number": _("number of the venue"),
        "first_on": _("first day"),
        "begins_at": _("begins at"),
        "minutes": _("minutes"),
        "time_zone": _("time zone"),
        "repeats": _("repeats"),
        "every": _("every so many weeks or months"),
        "is_public": _("shown to everybody"),
        "is_cancelled": pgettext_lazy("a date", "cancelled"),
        "on": _("day"),
        "moved_to": _("moved to"),
    },
    values={"date_kind": labels(DateKind), "repeats": labels(Repeats)},
    reasons={
        "venue_is_gone": _("the venue is no longer there."),
        "venue_changed_since": _("the venue was changed again since."),
        "venue_is_used": _("something is held there by now. Say that it is no longer in use instead."),
        "venue_name_is_taken": _("another venue has its name by now."),
        "date_is_gone": _("the date is no longer there."),
        "date_changed_since": _("the date was changed again since."),
        "day_changed_since": _("this day was changed again since."),
        "day_is_no_more": _("the date is no longer on this day, or is cancelled as a whole."),
        "feed_is_secret": _("a secret address is kept nowhere. Make a new one."),
    },
)
