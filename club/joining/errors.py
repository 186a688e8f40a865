"""Errors of requests to join, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class JoinClosed(ClubError):
    code = "join_closed"
    what = _("%(club)s does not currently accept new members with this form.")
    next_step = _("Contact the club.")


class GuardianNeeded(InvalidInput):
    code = "guardian_needed"
    what = _("A guardian must agree for anyone younger than %(age)s.")
    next_step = _("Enter the guardian's name, and let them sign here or give their email address.")


class OwnGuardianMail(InvalidInput):
    code = "own_guardian_mail"
    what = _("The guardian needs a separate email address.")
    next_step = _("Enter another email address, or let the guardian sign here.")


class UnknownJoinLink(NotFound):
    code = "unknown_join_link"
    what = _("No request to join matches this link.")
    next_step = _("Open the complete link from the email again.")


class UnknownJoinRequest(NotFound):
    code = "unknown_join_request"
    what = _("This request does not exist.")
    next_step = _("Reload the list of requests.")


class JoinDecided(ClubError):
    code = "join_decided"
    what = _("The request of %(name)s has changed: %(state)s, %(who)s.")
    next_step = _("Reload the list of requests to see the current state.")


class GuardianHasNotSigned(ClubError):
    code = "guardian_has_not_signed"
    what = _("%(guardian)s has neither signed nor confirmed for %(name)s yet.")
    next_step = _(
        "Wait for the reply to the email, or have the guardian sign on paper and add the member yourself."
    )


class ReasonForRefusal(InvalidInput):
    code = "reason_for_refusal"
    what = _("A refusal needs a reason, which %(name)s will see.")
    next_step = _("Enter a reason.")


class AgeOutOfRange(InvalidInput):
    code = "age_out_of_range"
    what = _("The age of majority must be between 0 and %(most)s.")
    next_step = _("Enter an age in this range.")
