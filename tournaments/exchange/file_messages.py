"""Refusals of files as sentences, and texts of imports for the audit log."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages

TEXTS: dict[str, tuple[Any, Any]] = {
    "section_file_unreadable": (
        _("The file cannot be used: %(found)s (at %(place)s). Nothing was changed."),
        _("Correct the file there, or export the section again."),
    ),
    "unknown_section_format": (
        _("This is neither a tournament report nor an exported section: %(found)s."),
        _("Choose a TRF16 or TRF26 file, or a JSON file of the format %(known)s."),
    ),
}

AUDIT_WORDS = AuditMessages(
    sentences={
        "tournaments.event.imported": _("%(who)s imported the event %(what)s from the file %(after_file)s."),
    },
    fields={"file": _("file"), "format": _("format"), "entries": _("entries")},
)
