"""Personal data in notices and calendars."""

from django.utils.translation import gettext_lazy as _

from club.privacy.personal_data_sets import OnErasure, OnMerge, register_data_set

register_data_set(
    "club.calendar_feeds",
    "club.CalendarFeed.person",
    label=_("personal calendars"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE_OR_DROP,
    tells=("made_at", "revoked_at"),
)
register_data_set(
    "club.notices",
    "club.NoticeReceiver.person",
    label=_("club notices"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE_OR_DROP,
    tells=("notice__subject", "why_not", "handed_over_at"),
)
register_data_set(
    "club.opt_outs",
    "club.NoticeOptOut.person",
    label=_("notice opt-outs"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE_OR_DROP,
    tells=("organisation__name", "kind", "since"),
)
