"""Refusals of incoming files, by stable codes, with their messages and the audit log's."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.errors import ClubError, InvalidInput


class SectionFileUnreadable(InvalidInput):
    code = "section_file_unreadable"
    what = _("The file cannot be used: %(found)s (at %(place)s). Nothing was changed.")
    next_step = _("Correct the file there, or export the section again.")


class UnknownSectionFormat(InvalidInput):
    code = "unknown_section_format"
    what = _("This is neither a tournament report nor an exported section: %(found)s.")
    next_step = _("Choose a TRF16 or TRF26 file, or a JSON file of the format %(known)s.")


class NothingToCopy(ClubError):
    """A hidden event has no public pages. Facts: event."""

    code = "nothing_to_copy"
    what = _("%(event)s is hidden: it has no public pages to copy.")
    next_step = _("Show the event first, on its page at the desk.")


class CopyFolderInUse(ClubError):
    """A copy replaces an earlier copy of the same event and nothing else. Facts: folder, found."""

    code = "copy_folder_in_use"
    what = _("The folder %(folder)s holds something else, for example %(found)s. Nothing was changed.")
    next_step = _("Name a new or empty folder, or one with an earlier copy of this event.")


class UnknownCopyLanguage(InvalidInput):
    code = "unknown_copy_language"
    what = _("This site has no language “%(language)s”.")
    next_step = _("Choose one of: %(known)s; or “all”.")


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.event.imported": _("%(who)s imported the event %(what)s from the file %(after_file)s."),
    },
    fields={"file": _("file"), "format": _("format"), "entries": _("entries")},
)
