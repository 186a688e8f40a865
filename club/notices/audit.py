"""Audit log texts of notices."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords, Kind
from club.audit.words import labels
from club.models import NoticeKind

AUDIT_WORDS = AuditWords(
    sentences={
        "club.notice.written": _("%(who)s wrote the notice “%(what)s”."),
        "club.notice.changed": _("%(who)s changed the notice “%(what)s”."),
        "club.notice.removed": _("%(who)s removed the notice “%(what)s”."),
        "club.notice.tested": _("%(who)s had the notice “%(what)s” sent to themselves to try it."),
        "club.notice.scheduled": _("%(who)s had the notice “%(what)s” wait for its time."),
        "club.notice.unscheduled": _("%(who)s took the notice “%(what)s” back before its time."),
        "club.notice.sent": _(
            "%(who)s sent the notice “%(what)s”. "
            "Receivers: %(after_receivers)s. Left out: %(after_left_out)s."
        ),
        "club.notice.stopped": _("%(who)s stopped the notice “%(what)s” on its way."),
        "club.opt_out.made": _("%(who)s stopped notices of a kind: %(after_notice_kind)s."),
        "club.opt_out.ended": _("%(who)s asked for notices of a kind again: %(before_notice_kind)s."),
        "club.group.saved": _("%(who)s saved the group “%(what)s”."),
        "club.group.removed": _("%(who)s removed the saved group “%(what)s”."),
    },
    kinds={
        "club.notice": Kind(pgettext_lazy("to members", "notice")),
        "club.noticeoptout": Kind(_("opt-out")),
        "club.savedgroup": Kind(_("saved group")),
    },
    fields={
        "notice_kind": _("kind of notice"),
        "subject": _("subject"),
        "groups": _("to whom"),
        "text_length": _("letters of the text"),
        "languages_of_text": _("other languages"),
        "send_at": _("to be sent at"),
        "receivers": _("receivers"),
        "left_out": _("left out"),
    },
    values={"notice_kind": labels(NoticeKind)},
    reasons={
        "notice_is_gone": _("the notice is no longer there."),
        "notice_changed_since": _("the notice was changed again since, or is sent."),
        "notice_text_is_not_told": _("the text of a notice is not on the trail. Write it anew."),
        "notice_is_out": _("mails that are out cannot be called back. Write another notice instead."),
        "wish_is_theirs": _("only the person says which notices they want."),
        "group_is_gone": _("the saved group is no longer there."),
        "group_name_is_taken": _("another group has its name by now."),
    },
)
