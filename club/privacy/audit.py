"""Audit log texts of personal data: erasure, export, retention."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.audit import choice_labels
from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.core.messages import Words
from club.models import ErasureState
from club.privacy.personal_data_sets import RULES


def _rule_label(value: Any) -> Words:
    """Return the name of a retention rule; an import of games stores a number under the same name."""
    return RULES[value].label if value in RULES else str(value)


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "club.person.erased": _("%(who)s erased a person, now shown as %(what)s."),
        "club.person.handed_out": _("%(who)s exported all data of %(what)s."),
        "club.erasure.asked": _("%(who)s requested the erasure of %(what)s."),
        "club.erasure.taken_back": _("%(who)s withdrew the request to erase %(what)s."),
        "club.erasure.refused": _("%(who)s refused the request to erase %(what)s."),
        "club.retention.changed": _("%(who)s changed a retention period: %(after_kept)s."),
        "club.retention.forgotten": _("Deleted after the retention period: %(after_kept)s, %(after_count)s."),
    },
    shown_by={
        Capability.KEEP_MEMBERS: (
            "club.erasure",
            "club.retention",
            "club.person.erased",
            "club.person.handed_out",
        ),
    },
    kinds={
        "club.erasurerequest": Kind(_("erasure request")),
        "club.retentionrule": Kind(_("retention rule")),
    },
    fields={
        "gone": _("deleted"),
        "kept": _("retained"),
        "entries": pgettext_lazy("of the trail", "entries"),
        "months": _("months"),
        "erasure_state": _("state"),
    },
    values={"erasure_state": choice_labels(ErasureState), "kept": _rule_label},
    reasons={
        "erased_is_gone": _("deleted data is not stored anywhere, not even the name."),
        "request_is_theirs": _("only the person who asked can withdraw the request or ask again."),
    },
)
