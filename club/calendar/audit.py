"""Audit log texts for venues, dates and personal calendars."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.audit import choice_labels
from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.models import DateKind, Repeats

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.venue.added": _("%(who)s added the venue “%(what)s”."),
        "club.venue.changed": _("%(who)s changed the venue “%(what)s”."),
        "club.venue.removed": _("%(who)s removed the venue “%(what)s”."),
        "club.date.added": _("%(who)s added “%(what)s” to the calendar."),
        "club.date.changed": _("%(who)s changed “%(what)s” in the calendar."),
        "club.date.cancelled": _("%(who)s cancelled “%(what)s”."),
        "club.date.restored": _("%(who)s reinstated “%(what)s”."),
        "club.date.removed": _("%(who)s removed “%(what)s” from the calendar."),
        "club.date.day_changed": _("%(who)s changed one day of “%(what)s”: %(after_on)s."),
        "club.date.day_restored": _(
            "%(who)s reset one day of “%(what)s” to the regular schedule: %(after_on)s."
        ),
        "club.feed.made": _("%(who)s created a secret link for a personal calendar."),
        "club.feed.revoked": _("%(who)s revoked the secret link of a personal calendar."),
    },
    shown_by={
        Capability.SEE_AUDIT: ("club.venue", "club.date"),
        Capability.SEE_MEMBERS: ("club.feed",),
    },
    kinds={
        "club.venue": Kind(_("venue")),
        "club.clubdate": Kind(_("calendar entry")),
        "club.calendarfeed": Kind(_("personal calendar")),
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
        "date_kind": _("type of calendar entry"),
        "notes": _("information"),
        "venue_number": _("number of the venue"),
        "first_on": _("first day"),
        "begins_at": _("begins at"),
        "minutes": _("minutes"),
        "time_zone": _("time zone"),
        "repeats": _("repeats"),
        "every": _("interval in weeks or months"),
        "is_public": _("public"),
        "is_cancelled": pgettext_lazy("a date", "cancelled"),
        "on": _("day"),
        "moved_to": _("moved to"),
    },
    values={"date_kind": choice_labels(DateKind), "repeats": choice_labels(Repeats)},
    reasons={
        "feed_is_secret": _("a secret link is not stored. Create a new one."),
    },
)
