"""Refusals of incoming files, by stable codes, with their messages and the audit log's."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.errors import InvalidInput


class SectionFileUnreadable(InvalidInput):
    code = "section_file_unreadable"
    what = _("The file cannot be used: %(found)s (at %(place)s). Nothing was changed.")
    next_step = _("Correct the file there, or export the section again.")


class UnknownSectionFormat(InvalidInput):
    code = "unknown_section_format"
    what = _("This is neither a tournament report nor an exported section: %(found)s.")
    next_step = _("Choose a TRF16 or TRF26 file, or a JSON file of the format %(known)s.")


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.event.imported": _("%(who)s imported the event %(what)s from the file %(after_file)s."),
    },
    fields={"file": _("file"), "format": _("format"), "entries": _("entries")},
)
