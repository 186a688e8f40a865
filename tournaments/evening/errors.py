"""Errors of players' phones, by stable codes, with their sentences, and texts of the audit log."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.capabilities import Capability
from club.core.errors import ClubError, InvalidInput, NotFound


class PhoneTaken(ClubError):
    """Facts: name."""

    code = "phone_taken"
    what = _("Another phone already shows the evening of %(name)s.")
    next_step = _("Open the link in the entry email, or ask the desk to remove the other phone.")


class TooManyPlayers(ClubError):
    """Facts: most."""

    code = "too_many_players_on_a_phone"
    what = _("This device has checked in more than %(most)s players, so it follows none of them.")
    next_step = _("Open the page on your own phone.")


class NotFollowed(NotFound):
    code = "player_not_followed"
    what = _("This phone does not show the evening of this player.")
    next_step = _("Scan the check-in code in the hall, or open the link in the entry email.")


class NoPhoneConnected(ClubError):
    code = "no_phone_connected"
    what = _("No phone is connected.")
    next_step = _("Reload the page.")


class NoGameToReport(ClubError):
    """Facts: name."""

    code = "no_game_to_report"
    what = _("%(name)s has no such game now.")
    next_step = _("Reload the page to see the current round.")


class PushRefused(InvalidInput):
    code = "push_subscription_refused"
    what = _("This browser gave no usable address for notifications.")
    next_step = _("Use “Ring when I am paired” and leave the page open.")


class TooManySubscriptions(ClubError):
    """Facts: name, most."""

    code = "too_many_push_subscriptions"
    what = _("%(most)s phones are already notified for %(name)s.")
    next_step = _("Turn off the notifications on another phone, or ask the desk to remove it.")


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.phone.connected": _("A phone was connected to %(what)s."),
        "tournaments.phone.removed": _("%(who)s removed the phones of %(what)s: %(before_count)s."),
    },
    shown_by={
        Capability.SEE_AUDIT: ("tournaments.phone",),
    },
    fields={"proof": _("connected by")},
    reasons={"phone_is_connected_again": _("The player connects the phone again.")},
)
