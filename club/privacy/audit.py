"""Audit log texts of personal data: erasure, export, retention."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords, Kind
from club.audit.words import labels
from club.models import ErasureState

AUDIT_WORDS = AuditWords(
    sentences={
        "club.person.erased": _("%(who)s erased a person. %(what)s is what is left."),
        "club.person.handed_out": _("%(who)s took everything that is kept of %(what)s as a file."),
        "club.erasure.asked": _("%(who)s asked that %(what)s be erased."),
        "club.erasure.taken_back": _("%(who)s took the request to erase %(what)s back."),
        "club.erasure.refused": _("%(who)s refused to erase %(what)s."),
        "club.retention.changed": _("%(who)s changed how long the club keeps something: %(after_kept)s."),
        "club.retention.forgotten": _(
            "What was kept long enough was deleted: %(after_kept)s, %(after_count)s."
        ),
    },
    kinds={
        "club.erasurerequest": Kind(_("request to be erased")),
        "club.retentionrule": Kind(_("rule of retention")),
    },
    fields={
        "gone": _("deleted"),
        "kept": _("kept"),
        "entries": pgettext_lazy("of the trail", "entries"),
        "months": _("months"),
        "erasure_state": _("state"),
    },
    values={"erasure_state": labels(ErasureState)},
    reasons={
        "erased_is_gone": _("what was deleted is kept nowhere, and nobody remembers the name."),
        "request_is_theirs": _("whoever asked takes the request back, or asks again."),
        "forgotten_is_gone": _("what was kept long enough is gone for good."),
    },
)
