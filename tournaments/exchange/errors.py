"""Refusals of incoming files, by stable codes; `file_texts` has the texts."""

from club.core.errors import ClubError


class FileTooLarge(ClubError):
    """The file exceeds the limit. Facts: size, limit."""

    code = "file_too_large"
    status = 413


class SectionFileUnreadable(ClubError):
    """A place of the file of a section cannot be parsed. Facts: place, found."""

    code = "section_file_unreadable"
    status = 422


class UnknownSectionFormat(ClubError):
    """The file is neither a report nor a file of a section. Facts: found, known."""

    code = "unknown_section_format"
    status = 422


class ListUnreadable(ClubError):
    """The file is no readable list. Facts: name."""

    code = "list_unreadable"
    status = 422


class ListWithoutNames(ClubError):
    """No column of the list has the names. Facts: columns."""

    code = "list_without_names"
    status = 422


class ListChangedMeanwhile(ClubError):
    """The entries were changed after the list was compared with them."""

    code = "entries_changed_meanwhile"
