"""Refusals of the screens and their texts for the audit log."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords, Kind

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_screen_code": (
        _("No screen shows the code “%(code)s” now."),
        _("Type what the screen shows; a code that nobody has typed for a day is shown anew."),
    ),
    "screen_over": (
        _("The screen “%(label)s” was taken back."),
        _("Open the page for screens on it and type the new code."),
    ),
    "family_of_another_event": (
        _("There is no such family of screens in this event."),
        _("Choose one of the list."),
    ),
    "nothing_to_show": (
        _("Nothing was chosen to be shown."),
        _("Choose at least one thing; “nothing but the name of the event” is one."),
    ),
    "clock_out_of_range": (
        _("The clock runs to a moment that is to come, at most %(days)s days away."),
        _("Say in how many minutes it ends."),
    ),
}

AUDIT_WORDS = AuditWords(
    sentences={
        "tournaments.screen.opened": _("A new screen asked for its code."),
        "tournaments.screen.assigned": _("%(who)s took the screen %(what)s into the hall."),
        "tournaments.screen.changed": _("%(who)s changed what the screen %(what)s shows."),
        "tournaments.screen.revoked": _("%(who)s took the screen %(what)s out of the hall."),
        "tournaments.screens.family_made": _("%(who)s made the family of screens %(what)s."),
        "tournaments.screens.family_changed": _("%(who)s changed what the screens %(what)s show."),
        "tournaments.screens.family_removed": _("%(who)s took the family of screens %(what)s away."),
        "tournaments.screens.steered": _("%(who)s held or turned the page of the screens %(what)s."),
        "tournaments.screens.alerted": _("%(who)s changed the alert line of the screens of %(what)s."),
        "tournaments.screens.clock_set": _("%(who)s set the clock of the hall of %(what)s."),
    },
    kinds={
        "tournaments.screen": Kind(_("screen")),
        "tournaments.screenfamily": Kind(_("family of screens")),
    },
    fields={
        "alert": _("alert line"),
        "clock_ends_at": _("the clock runs to"),
        "clock_label": _("what the clock is for"),
        "contents": _("what it shows"),
        "notice": _("notice"),
        "seconds": _("seconds a page"),
        "family": _("family of screens"),
    },
    reasons={
        "screens_are_steered_again": _(
            "Screens are assigned, changed and steered on their page of the desk."
        ),
    },
)
