"""Errors of entry and check-in, with stable codes; `entries_messages` has the messages."""

from club.core.errors import ClubError


class EntriesClosed(ClubError):
    """The public entry form of the section is closed. Facts: section."""

    code = "entries_closed"


class SectionFull(ClubError):
    """The section has no free place. Facts: section, places."""

    code = "section_full"


class NoSectionChosen(ClubError):
    """The form names no open section."""

    code = "no_section_chosen"
    status = 422


class ClassNeeded(ClubError):
    """The section has classes, and the form chooses none. Facts: section, known."""

    code = "class_needed"
    status = 422


class ClassUnfit(ClubError):
    """Rating or year of birth do not fit the class. Facts: name."""

    code = "class_unfit"
    status = 422


class BirthYearNeeded(ClubError):
    """The class needs a year of birth. Facts: name."""

    code = "birth_year_needed"
    status = 422


class EntryDecided(ClubError):
    """The entry is not waiting for a decision. Facts: name, state."""

    code = "entry_decided"


class ReasonForRefusalNeeded(ClubError):
    """Refusing an entry takes a reason, which is sent to the player. Facts: name."""

    code = "refusal_needs_reason"
    status = 422


class AskTheDesk(ClubError):
    """A player who has played already can return through the desk alone. Facts: name."""

    code = "ask_the_desk"


class UnknownEntryLink(ClubError):
    """The link is of no entry."""

    code = "unknown_entry_link"
    status = 404


class CheckInClosed(ClubError):
    """The check-in by players is closed. Facts: section."""

    code = "check_in_closed"


class NotYours(ClubError):
    """The player was checked in by the desk, or is not in the section. Facts: name."""

    code = "check_in_by_desk"


class NothingChanges(ClubError):
    """All named players are here already, or the request names none."""

    code = "nobody_to_be_absent"


class FileTooLarge(ClubError):
    """The file exceeds the limit. Facts: size, limit."""

    code = "file_too_large"
    status = 413


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
