"""Audit log texts of requests to join."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.audit import choice_labels
from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.models import JoinState

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.join.asked": _("%(what)s asked to join the club."),
        "club.join.confirmed": _("%(what)s confirmed the email address of the request to join."),
        "club.join.signed": _("The guardian of %(what)s signed the request to join."),
        "club.join.withdrawn": _("%(what)s withdrew the request to join."),
        "club.join.accepted": _("%(who)s accepted the request of %(what)s to join."),
        "club.join.refused": _("%(who)s refused the request of %(what)s to join. Reason: %(reason)s."),
        "club.join.reopened": _("%(who)s reopened the request of %(what)s to join."),
        "club.join_form.changed": _("%(who)s changed the membership form of %(what)s."),
    },
    shown_by={
        Capability.KEEP_MEMBERS: ("club.join", "club.join_form"),
    },
    kinds={
        "club.joinrequest": Kind(_("request to join")),
        "club.joinform": Kind(_("membership form")),
    },
    fields={
        "join_state": _("state"),
        "is_confirmed": _("email confirmed"),
        "is_signed": _("signed where a guardian is required"),
        "is_new": _("new person"),
        "made": _("created records, by number"),
        "takes_requests": pgettext_lazy("a form", "open"),
        "welcome": _("welcome text"),
        "full_age": _("age of majority"),
    },
    values={"join_state": choice_labels(JoinState)},
    reasons={
        "request_is_theirs": _("only the applicant can decide about the request."),
        "decide_it_again": _("accept or refuse the request again."),
    },
)
