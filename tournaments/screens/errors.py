"""Refusals of screens, by stable codes, with their messages and the audit log's."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.core.errors import ClubError, InvalidInput


class UnknownScreenCode(InvalidInput):
    code = "unknown_screen_code"
    what = _("No screen currently shows the code “%(code)s”.")
    next_step = _("Enter the code on the screen. An unused code is replaced after a day.")


class ScreenOver(ClubError):
    code = "screen_over"
    what = _("The screen “%(label)s” was removed.")
    next_step = _("Open the page for screens on that device, then enter its new code here.")


class FamilyOfAnotherEvent(InvalidInput):
    code = "family_of_another_event"
    what = _("This event has no such screen group.")
    next_step = _("Choose one from the list.")


class NothingToShow(InvalidInput):
    """The content of a family must not be empty; the name of the event is enough."""

    code = "nothing_to_show"
    what = _("No content selected.")
    next_step = _("Choose at least one item, for example “event name only”.")


class ClockOutOfRange(InvalidInput):
    code = "clock_out_of_range"
    what = _("The clock must end in the future, within %(days)s days.")
    next_step = _("Enter the minutes until it ends.")


AUDIT_MESSAGES = AuditMessages(
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
    shown_by={
        Capability.SEE_AUDIT: ("tournaments.screen", "tournaments.screens"),
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
