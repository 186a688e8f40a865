"""Refusals of files as sentences, and texts of imports for the audit log."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords

TEXTS: dict[str, tuple[Any, Any]] = {
    "file_too_large": (
        _("The file has %(size)s bytes; the limit is %(limit)s."),
        _("Upload a smaller file."),
    ),
    "section_file_unreadable": (
        _("The file cannot be used: %(found)s (at %(place)s). Nothing was changed."),
        _("Correct the file there, or export the section again."),
    ),
    "unknown_section_format": (
        _("This is neither a tournament report nor an exported section: %(found)s."),
        _("Choose a TRF16 or TRF26 file, or a JSON file of the format %(known)s."),
    ),
    "list_unreadable": (
        _("%(name)s cannot be read as a list."),
        _("Save it as XLSX or as UTF-8 CSV, with the column names in the first row."),
    ),
    "list_without_names": (
        _("No column was chosen for the names."),
        _("Choose the column with the names."),
    ),
    "entries_changed_meanwhile": (
        _("The entries changed after the list was compared with them. Nothing was saved."),
        _("Review the comparison again and confirm it."),
    ),
}

AUDIT_WORDS = AuditWords(
    sentences={
        "tournaments.event.imported": _("%(who)s imported the event %(what)s from the file %(after_file)s."),
    },
    fields={"file": _("file"), "format": _("format"), "entries": _("entries")},
)
