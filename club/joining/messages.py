"""Error messages of requests to join: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "join_closed": (
        _("%(club)s does not currently accept new members with this form."),
        _("Contact the club."),
    ),
    "guardian_needed": (
        _("A guardian must agree for anyone younger than %(age)s."),
        _("Enter the guardian's name, and let them sign here or give their email address."),
    ),
    "own_guardian_mail": (
        _("The guardian needs a separate email address."),
        _("Enter another email address, or let the guardian sign here."),
    ),
    "unknown_join_link": (
        _("No request to join matches this link."),
        _("Open the complete link from the email again."),
    ),
    "unknown_join_request": (
        _("This request does not exist."),
        _("Reload the list of requests."),
    ),
    "join_decided": (
        _("The request of %(name)s has changed: %(state)s, %(who)s."),
        _("Reload the list of requests to see the current state."),
    ),
    "guardian_has_not_signed": (
        _("%(guardian)s has neither signed nor confirmed for %(name)s yet."),
        _("Wait for the reply to the email, or have the guardian sign on paper and add the member yourself."),
    ),
    "reason_for_refusal": (
        _("A refusal needs a reason, which %(name)s will see."),
        _("Enter a reason."),
    ),
    "age_out_of_range": (
        _("The age of majority must be between 0 and %(most)s."),
        _("Enter an age in this range."),
    ),
}
