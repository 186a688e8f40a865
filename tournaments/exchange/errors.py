"""Refusals of incoming files, by stable codes, with their messages and the audit log's."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.capabilities import Capability
from club.core.errors import ClubError, InvalidInput


class SectionFileUnreadable(InvalidInput):
    code = "section_file_unreadable"
    what = _("The file cannot be used: %(found)s (at %(place)s). Nothing was changed.")
    next_step = _("Correct the file there, or export the section again.")


class UnknownSectionFormat(InvalidInput):
    code = "unknown_section_format"
    what = _("This is neither a tournament report nor an exported section: %(found)s.")
    next_step = _("Choose a TRF16 or TRF26 file, or a JSON file of the format %(known)s.")


class ListFileUnknown(InvalidInput):
    """A file that is no list of players. Facts: name, why."""

    code = "list_file_unknown"
    what = _("%(name)s has no list of players that can be read.")
    next_step = _("Save the list as CSV or XLSX with a line of headings, and choose that file.")
    STEPS: ClassVar[dict[str, Any]] = {
        "xls": _("This is an old Excel file. Open it and save it as XLSX or CSV."),
        "pdf": _("This is a PDF. Ask for the list as CSV, XLSX or TXT."),
        "markup": _("This is a web page. Download the list itself, or copy the table into a spreadsheet."),
        "damaged": _("The file is damaged or incomplete. Download it again."),
        "binary": _("In Swiss-Manager, export the list of players as a text file, or the tournament as TRF."),
        "nested": _("Unpack the ZIP first, and choose the list in it."),
        "empty_zip": _(
            "The ZIP holds no TXT, XML, CSV, XLSX, JSON or TRF file. Unpack it and choose the list."
        ),
        "empty": _("The file is empty. Choose another one."),
    }

    def sentences(self) -> tuple[Any, Any]:
        """Return the step that fits the kind of file."""
        return self.what, self.STEPS.get(str(self.facts["why"]), self.next_step)


class ListLineBroken(InvalidInput):
    code = "list_line_broken"
    what = _("Line %(line)s of the list cannot be read: “%(text)s”.")
    next_step = _("Correct this line, or download the list again if it ends there.")


class ListCellUnreadable(InvalidInput):
    code = "list_cell_unreadable"
    what = _("Line %(line)s: “%(cell)s” is no rating from 0 to %(limit)s.")
    next_step = _("Correct this line, or the heading of the column if it holds something else.")


class ListWithoutHeadings(InvalidInput):
    code = "list_without_headings"
    what = _("No column of names was found. Line %(line)s has: %(text)s.")
    next_step = _("Add a first line with headings, for example: Name; Rating; Club; Federation; Born; ID.")


class ListTooLarge(InvalidInput):
    code = "player_list_too_large"
    what = _("The list is larger than %(limit)s bytes.")
    next_step = _(
        "Choose a smaller list, for example that of one federation, or have it read on the server with "
        "manage.py player_list."
    )


class TooManyListed(InvalidInput):
    """More players fit than a page shows. Facts: limit, is_for_all."""

    code = "too_many_listed"
    what = _("More than %(limit)s players fit.")
    next_step = _("Enter full names or federation numbers, one per line.")


class ListedPlayerEntered(ClubError):
    code = "listed_player_entered"
    what = _("Already entered: %(names)s. Nothing was added.")
    next_step = _("Search again; these players are then marked.")


class ListForPlayersOnly(ClubError):
    code = "list_for_players_only"
    what = _("%(section)s is a section of teams: a list of players cannot be entered here.")
    next_step = _("Enter the teams, and add the players to them.")


class PersonNotHere(InvalidInput):
    code = "person_not_here"
    what = _("The person chosen for %(name)s is not known here, or was chosen twice.")
    next_step = _("Search again and choose another person, or none.")


class ListFormBroken(InvalidInput):
    code = "list_form_broken"
    what = _("The chosen players did not arrive as the page had them. Nothing was added.")
    next_step = _("Search the list again.")


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
    shown_by={
        Capability.SEE_AUDIT: ("tournaments.event",),
    },
    fields={"file": _("file"), "format": _("format"), "entries": _("entries")},
)
