"""Personal data in notices and calendars."""

from django.utils.translation import gettext_lazy as _

from club.privacy.personal_data_sets import Fate, hold

hold(
    "club.calendar_feeds",
    "club.CalendarFeed.person",
    label=_("personal calendars"),
    fate=Fate.GOES,
    tells=("made_at", "revoked_at"),
)
hold(
    "club.notices",
    "club.NoticeReceiver.person",
    label=_("club notices"),
    fate=Fate.GOES,
    tells=("notice__subject", "why_not", "handed_over_at"),
)
hold(
    "club.opt_outs",
    "club.NoticeOptOut.person",
    label=_("notice opt-outs"),
    fate=Fate.GOES,
    tells=("organisation__name", "kind", "since"),
)
