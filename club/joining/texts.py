"""Error messages of requests to join: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "join_closed": (
        _("%(club)s takes no new members by this form now."),
        _("Ask the club itself."),
    ),
    "guardian_needed": (
        _("Whoever is younger than %(age)s needs a guardian who agrees."),
        _("Write the guardian's name, and either sign in their place here, or give their mail address."),
    ),
    "own_guardian_mail": (
        _("The guardian confirms from a mail address of their own."),
        _("Write another mail address, or let the guardian sign here."),
    ),
    "unknown_join_link": (
        _("No request to join has this link."),
        _("Open the link from the mail once more, as a whole."),
    ),
    "unknown_join_request": (
        _("The club has no such request."),
        _("Load the list of requests again."),
    ),
    "join_decided": (
        _("The request of %(name)s stands otherwise by now: %(state)s, %(who)s."),
        _("Load the list of requests again to see what was done."),
    ),
    "guardian_has_not_signed": (
        _("%(guardian)s has neither signed nor confirmed for %(name)s."),
        _("Wait for the answer to the mail, or have the guardian sign on paper and add the member yourself."),
    ),
    "reason_for_refusal": (
        _("%(name)s is told why: a refusal needs a reason."),
        _("Write the reason in a sentence."),
    ),
    "age_out_of_range": (
        _("People come of age at an age between 0 and %(most)s."),
        _("Write such an age."),
    ),
}
