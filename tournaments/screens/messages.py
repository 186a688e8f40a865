"""Refusals of the screens and their texts for the audit log."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages, Kind

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_screen_code": (
        _("No screen currently shows the code “%(code)s”."),
        _("Enter the code on the screen. An unused code is replaced after a day."),
    ),
    "screen_over": (
        _("The screen “%(label)s” was removed."),
        _("Open the page for screens on that device, then enter its new code here."),
    ),
    "family_of_another_event": (
        _("This event has no such screen group."),
        _("Choose one from the list."),
    ),
    "nothing_to_show": (
        _("No content selected."),
        _("Choose at least one item, for example “event name only”."),
    ),
    "clock_out_of_range": (
        _("The clock must end in the future, within %(days)s days."),
        _("Enter the minutes until it ends."),
    ),
}

AUDIT_WORDS = AuditMessages(
    sentences={
        "tournaments.screen.opened": _("A new screen requested a code."),
        "tournaments.screen.assigned": _("%(who)s added the screen %(what)s."),
        "tournaments.screen.changed": _("%(who)s changed the content of the screen %(what)s."),
        "tournaments.screen.revoked": _("%(who)s removed the screen %(what)s."),
        "tournaments.screens.family_made": _("%(who)s created the screen group %(what)s."),
        "tournaments.screens.family_changed": _("%(who)s changed the content of the screen group %(what)s."),
        "tournaments.screens.family_removed": _("%(who)s deleted the screen group %(what)s."),
        "tournaments.screens.steered": _("%(who)s paused or changed the page of the screen group %(what)s."),
        "tournaments.screens.alerted": _("%(who)s changed the alert line on the screens of %(what)s."),
        "tournaments.screens.clock_set": _("%(who)s set the hall clock of %(what)s."),
    },
    kinds={
        "tournaments.screen": Kind(_("screen")),
        "tournaments.screenfamily": Kind(_("screen group")),
    },
    fields={
        "alert": _("alert line"),
        "clock_ends_at": _("clock runs until"),
        "clock_label": _("clock label"),
        "contents": _("content"),
        "notice": _("notice"),
        "seconds": _("seconds per page"),
        "family": _("screen group"),
    },
    reasons={
        "screens_are_steered_again": _("Change screens on the event's Screens page."),
    },
)
