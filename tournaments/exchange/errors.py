"""Refusals of incoming files, by stable codes; `file_messages` has the texts."""

from club.core.errors import ClubError


class SectionFileUnreadable(ClubError):
    """A place of the file of a section cannot be parsed. Facts: place, found."""

    code = "section_file_unreadable"
    status = 422


class UnknownSectionFormat(ClubError):
    """The file is neither a report nor a file of a section. Facts: found, known."""

    code = "unknown_section_format"
    status = 422
