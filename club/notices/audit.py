"""Audit log texts of notices."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.audit import choice_labels
from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.models import NoticeKind

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.notice.written": _("%(who)s wrote the notice “%(what)s”."),
        "club.notice.changed": _("%(who)s changed the notice “%(what)s”."),
        "club.notice.removed": _("%(who)s removed the notice “%(what)s”."),
        "club.notice.tested": _("%(who)s sent a test of the notice “%(what)s”."),
        "club.notice.scheduled": _("%(who)s scheduled the notice “%(what)s”."),
        "club.notice.unscheduled": _("%(who)s unscheduled the notice “%(what)s”."),
        "club.notice.sent": _(
            "%(who)s sent the notice “%(what)s”. Recipients: %(after_receivers)s. Skipped: "
            "%(after_left_out)s."
        ),
        "club.notice.stopped": _("%(who)s stopped sending the notice “%(what)s”."),
        "club.opt_out.made": _("%(who)s turned notices of this kind off: %(after_notice_kind)s."),
        "club.opt_out.ended": _("%(who)s turned notices of this kind back on: %(before_notice_kind)s."),
        "club.group.saved": _("%(who)s saved the group “%(what)s”."),
        "club.group.removed": _("%(who)s removed the saved group “%(what)s”."),
    },
    shown_by={
        Capability.SEND_NOTICES: ("club.notice", "club.opt_out", "club.group"),
    },
    kinds={
        "club.notice": Kind(pgettext_lazy("to members", "notice")),
        "club.noticeoptout": Kind(_("opt-out")),
        "club.savedgroup": Kind(_("saved group")),
    },
    fields={
        "notice_kind": _("kind of notice"),
        "subject": _("subject"),
        "groups": _("sent to"),
        "text_length": _("text length"),
        "languages_of_text": _("other languages"),
        "send_at": _("scheduled for"),
        "receivers": _("recipients"),
        "left_out": _("skipped"),
    },
    values={"notice_kind": choice_labels(NoticeKind)},
    reasons={
        "notice_changed_since": _("the notice has changed since, or was sent."),
        "notice_text_is_not_told": _("the audit log does not store the text of a notice. Write it again."),
        "notice_is_out": _("emails that were sent cannot be recalled. Write another notice instead."),
        "wish_is_theirs": _("only the person can choose which notices they get."),
    },
)
