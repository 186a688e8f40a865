"""Audit log texts of requests to join."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords, Kind
from club.audit.words import labels
from club.models import JoinState

AUDIT_WORDS = AuditWords(
    sentences={
        "club.join.asked": _("%(what)s asked to join the club."),
        "club.join.confirmed": _("%(what)s confirmed the mail address of the request to join."),
        "club.join.signed": _("The guardian of %(what)s signed the request to join."),
        "club.join.withdrawn": _("%(what)s withdrew the request to join."),
        "club.join.accepted": _("%(who)s accepted the request of %(what)s to join."),
        "club.join.refused": _("%(who)s refused the request of %(what)s to join. Reason: %(reason)s."),
        "club.join.reopened": _("%(who)s took up the request of %(what)s to join again."),
        "club.join_form.changed": _("%(who)s changed the form to join of %(what)s."),
    },
    kinds={
        "club.joinrequest": Kind(_("request to join")),
        "club.joinform": Kind(_("form to join")),
    },
    fields={
        "join_state": _("state"),
        "is_confirmed": _("mail address confirmed"),
        "is_signed": _("signed where a guardian has to"),
        "is_new": _("somebody new"),
        "made": _("what was made, by number"),
        "takes_requests": pgettext_lazy("a form", "open"),
        "welcome": _("welcome"),
        "full_age": _("of age at"),
    },
    values={"join_state": labels(JoinState)},
    reasons={
        "request_is_theirs": _("whoever asked decides about the request."),
        "decide_it_again": _("accept or refuse the request again."),
        "request_moved_on": _("the request was decided anew since."),
        "join_is_used": _("something was done since with a person or membership that came in by it."),
        "join_form_changed_since": _("the form was changed again since."),
    },
)
